/** What the window and its module workers say to each other; see worker-client.ts and worker-server.ts. */

/** By name of the job: what goes in, what comes back meanwhile, and what at the end. All must survive a structured clone. */
export type JobTable = { readonly [kind: string]: JobShape };

export interface JobShape {
  readonly request: unknown;
  readonly progress: unknown;
  readonly result: unknown;
}

export type ToWorker =
  | { readonly type: 'start'; readonly id: number; readonly kind: string; readonly request: unknown }
  | { readonly type: 'cancel'; readonly id: number };

export type FromWorker =
  | { readonly type: 'progress'; readonly id: number; readonly value: unknown }
  | { readonly type: 'done'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  /** It was cancelled and has stopped. */
  | { readonly type: 'cancelled'; readonly id: number };

/** What a Worker and the global scope within it have in common. */
export interface MessageEnd {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}
