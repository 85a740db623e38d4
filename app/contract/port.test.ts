import { describe, expect, it } from 'vitest';
import { type PortLike, portChannel } from './port.ts';

function portLike(port: MessagePort): PortLike {
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage: (listener) => port.addEventListener('message', ({ data }) => listener(data)),
    onClose: (listener) => port.addEventListener('close', () => listener()),
    start: () => port.start(),
    close: () => port.close(),
  };
}

describe('a message port', () => {
  it('carries messages with bytes in both directions and reports that it closed', async () => {
    const { port1, port2 } = new MessageChannel();
    const [near, far] = [portChannel(portLike(port1)), portChannel(portLike(port2))];
    far.onMessage((message) => far.post({ echo: message }));
    const answer = new Promise((resolve) => near.onMessage(resolve));
    near.post({ bytes: new Uint8Array([1, 2]) });
    expect(await answer).toEqual({ echo: { bytes: new Uint8Array([1, 2]) } });
    const closed = new Promise<void>((resolve) => far.onClose(resolve));
    near.close();
    await closed;
  });
});
