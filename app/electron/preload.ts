/**
 * Gives the window its only capability beyond those of a browser: a channel to the host over a
 * message port.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { Channel } from '../contract/channel.ts';
import { portChannel } from '../contract/port.ts';
import { CONNECT, windowPort } from './ports.ts';

/** Only one request at a time can wait for its port, so each request waits for the previous one. */
let last: Promise<unknown> = Promise.resolve();

function requestPort(): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    ipcRenderer.once(CONNECT, ({ ports: [port] }) => {
      if (port) resolve(port);
      else reject(new Error('The host cannot be reached.'));
    });
    ipcRenderer.postMessage(CONNECT, null);
  });
}

function connect(): Promise<Channel> {
  const channel = last.then(requestPort).then((port) => portChannel(windowPort(port)));
  last = channel.catch(() => {});
  return channel;
}

contextBridge.exposeInMainWorld('polyloop', { connect });
