/**
 * Messages between the window and its module workers. See worker-client.ts and worker-server.ts.
 */

import type { Sketch } from '../../../generator/sketch/model.ts';
import type { ShownLanguage } from '../../words/language.ts';
import type { SentSketch } from './sent-sketch.ts';

/**
 * For each job by name: its request, its progress, and its result. All must be
 * structured-cloneable.
 */
export type JobTable = { readonly [kind: string]: JobShape };

export interface JobShape {
  readonly request: unknown;
  readonly progress: unknown;
  readonly result: unknown;
}

export type ToWorker =
  /** The language of all texts from now on. Sent before the first job. */
  | { readonly type: 'language'; readonly language: ShownLanguage }
  | {
      readonly type: 'start';
      readonly id: number;
      readonly kind: string;
      /** Without its sketch, if it has one. */
      readonly request: unknown;
      readonly sketch?: SentSketch;
    }
  | { readonly type: 'cancel'; readonly id: number };

export const hasSketch = (request: unknown): request is { readonly sketch: Sketch } =>
  typeof request === 'object' && request !== null && 'sketch' in request;

export type FromWorker =
  | { readonly type: 'progress'; readonly id: number; readonly value: unknown }
  | { readonly type: 'done'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  /** The job was cancelled and has stopped. */
  | { readonly type: 'cancelled'; readonly id: number };

/** The common part of a Worker and of the worker's global scope. */
export interface MessageEnd {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}
