/**
 * A worker in the test's own thread. Messages are cloned and delivered asynchronously, as between
 * threads.
 */
import type { WorkerEnd } from './worker-client.ts';
import type { JobTable, MessageEnd } from './worker-messages.ts';
import { type JobHandlers, serveJobs } from './worker-server.ts';

export function workerHere<Jobs extends JobTable>(handlers: JobHandlers<Jobs>): WorkerEnd {
  const { port1, port2 } = new MessageChannel();
  serveJobs(handlers, endOf(port2));
  const { postMessage, addEventListener } = endOf(port1);
  return {
    postMessage,
    addEventListener: (type, listener) => {
      if (type === 'message') addEventListener(type, listener as (event: { readonly data: unknown }) => void);
    },
    terminate: () => {
      port1.onmessage = null;
      port1.close();
      port2.close();
    },
  };
}

const endOf = (port: MessagePort): MessageEnd => ({
  postMessage: (message, transfer) => port.postMessage(message, transfer),
  addEventListener: (_type, listener) => {
    port.onmessage = (event) => listener({ data: event.data });
  },
});
