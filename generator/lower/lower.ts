/**
 * Converts a sketch to tables for a board and a target, or reports everything that prevents this.
 */

import type { Board } from '../platform/board.ts';
import type { Capabilities } from '../platform/kernel.ts';
import { sketchIdentifiers } from '../sketch/identifiers.ts';
import type { Sketch } from '../sketch/model.ts';
import type { SharedResource } from '../system/resources.ts';
import { systemOf } from '../system/system.ts';
import { encodeMetadata } from '../trace/wire/metadata.ts';
import { tr } from '../words/tr.ts';
import { lowerChannel } from './channels.ts';
import { lowerInterrupts } from './interrupts.ts';
import { checkMemory, checkStacks } from './memory.ts';
import { memoryShares } from './memory-shares.ts';
import { traceMetadata } from './metadata.ts';
import { multicoreOf } from './multicore.ts';
import { checkPlots } from './plots.ts';
import type { Lowering } from './program.ts';
import { Reporter } from './reporter.ts';
import { checkNestedLocks, lowerResource } from './resources.ts';
import { checkSupport } from './support.ts';
import { lowerTasks, type Surroundings } from './tasks.ts';

/** Pieces of 20 bytes with one-byte numbers (runtime-c/src/trace_beat.c). */
const MAX_METADATA_BYTES = 5100;

/** Reports all problems at once. The program is present unless one of them is an error. */
export function lower(sketch: Sketch, board: Board, capabilities: Capabilities): Lowering {
  const reporter = new Reporter(sketch);
  checkSupport(sketch, board, capabilities, reporter);
  const names = sketchIdentifiers(sketch);
  const threads = board.targets[capabilities.id]?.threads ?? null;
  const surroundings: Surroundings = {
    board,
    capabilities,
    threads,
    enforced: capabilities.budgets === 'enforced',
    overheads: board.targets[capabilities.id]?.overheads?.interrupts ?? null,
    names: names.runnables,
    reporter,
  };
  const tasks = lowerTasks(sketch, surroundings);
  const channels = sketch.channels.map((channel, index) => lowerChannel(channel, index, names, board, reporter));
  const { interrupts, ioServers } = lowerInterrupts(sketch, surroundings);
  const { resources: shared } = systemOf(sketch);
  const resources = sketch.resources.map((resource, index) =>
    lowerResource(resource, shared[index] as SharedResource, names, board.timerHz),
  );
  checkNestedLocks(sketch, names, reporter);
  checkPlots(sketch, reporter);
  const memory = { sketch, channels, tasks, ioServers, threads, board };
  checkStacks(memory, reporter);
  const shares = memoryShares(memory, board.targets[capabilities.id]?.tables ?? null);
  if (!reporter.failed) checkMemory(memory, shares, reporter);
  const metadata = encodeMetadata(traceMetadata(sketch, board));
  if (metadata.length > MAX_METADATA_BYTES) {
    const text = tr`its names and times take ${metadata.length} bytes of telemetry, and at most ${MAX_METADATA_BYTES} can be sent. Shorten names.`;
    reporter.report([], text);
  }
  if (reporter.failed) return { program: null, memory: shares, diagnostics: reporter.problems };
  const prelude = { text: sketch.prelude, origin: 'sketch/prelude' };
  const tables = { tasks, channels, interrupts, ioServers, resources };
  return {
    program: { name: sketch.name, prelude, ...tables, threads, multicore: multicoreOf(sketch), metadata },
    memory: shares,
    diagnostics: reporter.problems,
  };
}
