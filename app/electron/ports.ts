/** Electron's message ports as the contract takes them. */
import type { MessagePortMain } from 'electron';
import type { PortLike } from '../contract/port.ts';

/** From the window to the main process, asking for a port; the answer has the same name and the port. */
export const CONNECT = 'polyloop:connect';

export function mainPort(port: Pick<MessagePortMain, 'postMessage' | 'on' | 'start' | 'close'>): PortLike {
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage: (listener) => port.on('message', ({ data }) => listener(data)),
    onClose: (listener) => port.on('close', listener),
    start: () => port.start(),
    close: () => port.close(),
  };
}

export function windowPort(port: MessagePort): PortLike {
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage: (listener) => port.addEventListener('message', ({ data }) => listener(data)),
    onClose: (listener) => port.addEventListener('close', () => listener()),
    start: () => port.start(),
    close: () => port.close(),
  };
}
