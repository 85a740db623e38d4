/** Electron's message channel, for plain Node. */
import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Electron calls the listeners of a port with an event. Node calls them with the message. */
export class Port extends EventEmitter {
  readonly #port: MessagePort;
  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (data) => this.emit('message', { data }));
    port.on('close', () => this.emit('close'));
  }
  postMessage(message: unknown): void {
    this.#port.postMessage(message);
  }
  start(): void {
    this.#port.start();
  }
  close(): void {
    this.#port.close();
  }
}

export class MessageChannelMain {
  readonly port1: Port;
  readonly port2: Port;
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new Port(port1);
    this.port2 = new Port(port2);
  }
}
