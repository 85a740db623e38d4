/** Adapts Electron's message ports to the contract. */
import type { MessagePortMain } from 'electron';
import type { PortLike } from '../contract/port.ts';

/**
 * The window sends this message to the main process to request a port. The answer has the same name
 * and carries the port.
 */
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
