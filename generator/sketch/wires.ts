/**
 * Wires: which two elements may be connected, and in which direction data flows. The canvas asks
 * while a wire is drawn, the edits before they connect, and the checks of a file use the same
 * sentences.
 */
import { tr } from '../words/tr.ts';
import { type ElementKind, findElement, KIND_LABELS } from './elements.ts';
import { MAX_ELEMENTS } from './limits.ts';
import type { Sketch } from './model.ts';
import { quote } from './problem.ts';

/** An element at one end of a wire. */
export interface WireEnd {
  readonly kind: ElementKind;
  readonly name: string;
}

/** `channel` is a channel's quoted name, or "this channel" where the context names it. */
export const cannotReadToo = (end: string, channel: string): string =>
  tr`${quote(end)} writes ${channel} and cannot read it too.`;

export const cannotHold = (interrupt: string): string =>
  tr`${quote(interrupt)} is an interrupt, which cannot hold a resource. Give it a channel.`;

/**
 * Why no wire can lead from one element to another; null if one can. The sentence names both
 * elements.
 */
export function wireProblem(sketch: Sketch, from: WireEnd, to: WireEnd): string | null {
  for (const { kind, name } of [from, to]) {
    if (findElement(sketch, kind, name) === null) return tr`The sketch has no ${KIND_LABELS[kind]} ${quote(name)}.`;
  }
  if (from.kind === to.kind && from.name === to.name) return tr`${worded(from, true)} cannot be wired to itself.`;
  if (from.kind === 'parts' || to.kind === 'parts') return partProblem(from, to);
  if (from.kind === 'resources') {
    return tr`${worded(from, true)} sends no data to ${worded(to)}. Draw the wire from a task to the resource.`;
  }
  if (to.kind === 'resources') return userProblem(sketch, from, to);
  if (from.kind === 'channels')
    return to.kind === 'channels' ? relayProblem(from, to) : readerProblem(sketch, to, from);
  return to.kind === 'channels' ? writerProblem(sketch, from, to) : channelProblem(sketch, from, to);
}

/** What a wire from one element to another does, as a sentence. Only for a wire without a problem. */
export function wireEffect(sketch: Sketch, from: WireEnd, to: WireEnd): string {
  if (to.kind === 'resources') return tr`${quote(from.name)} locks ${quote(to.name)}.`;
  if (from.kind === 'channels') return tr`${quote(to.name)} reads ${quote(from.name)}.`;
  if (to.kind !== 'channels') return tr`A new channel from ${quote(from.name)} to ${quote(to.name)}.`;
  const writer = findElement(sketch, 'channels', to.name)?.writer ?? null;
  const instead = writer === null ? '' : tr` instead of ${quote(writer)}`;
  return tr`${quote(from.name)} writes ${quote(to.name)}${instead}.`;
}

function worded({ kind, name }: WireEnd, first = false): string {
  const label = KIND_LABELS[kind];
  return `${first ? label.charAt(0).toUpperCase() + label.slice(1) : label} ${quote(name)}`;
}

function partProblem(from: WireEnd, to: WireEnd): string {
  const part = from.kind === 'parts' ? from : to;
  return tr`${worded(from, true)} cannot be wired to ${worded(to)}. Wire the terminals of ${quote(part.name)} to pins of the board.`;
}

function relayProblem(from: WireEnd, to: WireEnd): string {
  return tr`${worded(from, true)} cannot be wired to ${worded(to)}. Put a task between them that reads one and writes the other.`;
}

function userProblem(sketch: Sketch, user: WireEnd, resource: WireEnd): string | null {
  if (user.kind === 'interrupts') return tr`${cannotHold(user.name)} ${worded(resource, true)} is for tasks.`;
  if (user.kind !== 'tasks') {
    return tr`${worded(user, true)} cannot use ${worded(resource)}. Draw the wire from a task.`;
  }
  const { users } = findElement(sketch, 'resources', resource.name) ?? { users: [] };
  return users.some(({ task }) => task === user.name)
    ? tr`${quote(user.name)} already locks ${quote(resource.name)}.`
    : null;
}

function readerProblem(sketch: Sketch, reader: WireEnd, channel: WireEnd): string | null {
  const found = findElement(sketch, 'channels', channel.name);
  if (found?.readers.includes(reader.name)) return tr`${quote(reader.name)} already reads ${quote(channel.name)}.`;
  return found?.writer === reader.name ? cannotReadToo(reader.name, quote(channel.name)) : null;
}

function writerProblem(sketch: Sketch, writer: WireEnd, channel: WireEnd): string | null {
  const found = findElement(sketch, 'channels', channel.name);
  if (found?.writer === writer.name) return tr`${quote(writer.name)} already writes ${quote(channel.name)}.`;
  if (found?.readers.includes(writer.name) !== true) return null;
  return tr`${quote(writer.name)} reads ${quote(channel.name)} and cannot write it too.`;
}

/** A wire between two tasks or interrupts adds a channel. */
function channelProblem(sketch: Sketch, from: WireEnd, to: WireEnd): string | null {
  if (sketch.channels.length < MAX_ELEMENTS) return null;
  return tr`A wire from ${quote(from.name)} to ${quote(to.name)} needs a channel, and the sketch has the most it can have, ${MAX_ELEMENTS}.`;
}
