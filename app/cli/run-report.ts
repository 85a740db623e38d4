/** The report of a run: measured values of each task next to the predicted ones. */

import type { Admission } from '../../generator/analysis/admission.ts';
import { boardOf } from '../../generator/boards/index.ts';
import { formatLoad } from '../../generator/numbers/share.ts';
import { formatDuration } from '../../generator/numbers/time.ts';
import { instructionNs } from '../../generator/platform/board.ts';
import { countedByInterrupt } from '../../generator/profile/counted-edges.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { usOrNull } from '../../generator/sketch/time.ts';
import { KIND_NOTICE, KIND_TEXT } from '../../generator/trace/kinds.ts';
import { cutText } from '../../generator/trace/notice.ts';
import type { RunHealth } from '../host/measuring/health.ts';
import type { Measurement } from '../host/measuring/measure.ts';
import type { Recording } from '../host/measuring/recording.ts';
import { healthForJson, printHealth } from './health-report.ts';
import { interruptsForJson, otherStacks } from './interrupt-report.ts';
import { printTasks, stackWords, taskForJson, taskRowsOf } from './task-report.ts';
import { printable, type Terminal } from './terminal.ts';

/** The document of a run. docs/cli.md describes it. */
export function runDocument(sketch: Sketch, admission: Admission, measurement: Measurement, health: RunHealth): object {
  const { boardTimeNs, wallMs, decoder, recording } = measurement;
  const { store, statistics } = recording;
  const { frames, badFrames, lostFrames, events } = decoder.statistics;
  return {
    ...healthForJson(measurement, health),
    boardTimeUs: usOrNull(Math.round(boardTimeNs)),
    wallMs: Math.round(wallMs),
    ...instructionClock(sketch),
    utilization: statistics.utilization,
    telemetry: { frames, badFrames, lostFrames, events, lostEvents: lostEvents(measurement), gaps: store.gaps.length },
    tasks: taskRowsOf(sketch, admission, recording).map(taskForJson),
    interrupts: interruptsForJson(recording, countedByInterrupt(sketch, measurement.facts)),
    otherStacks: otherStacks(recording),
    text: textOf(recording),
  };
}

/** The assumed time of one instruction, for boards with a clock that counts instructions. */
function instructionClock(sketch: Sketch): { instructionNs?: number } {
  const board = boardOf(sketch);
  const ns = board ? instructionNs(board) : null;
  return ns === null ? {} : { instructionNs: ns };
}

/** Number of events that the board had no room for, plus events without a known time. */
function lostEvents({ recording, decoder }: Measurement): number {
  return recording.store.gaps.reduce((sum, gap) => sum + (gap.lost ?? 0), decoder.discarded);
}

/** Longest program output that a report contains. */
const MAX_TEXT = 65_536;

/** The program's output, and whether parts of it were cut. */
function textOf({ store }: Recording): string {
  const pieces: string[] = [];
  store.walk(store.first, store.end, (_index, _timeNs, kind, object, value) => {
    if (kind === KIND_TEXT) pieces.push(store.texts.get(value) ?? '');
    else if (kind === KIND_NOTICE) pieces.push(cutText(object, value) ?? '');
  });
  return pieces.join('').slice(0, MAX_TEXT);
}

/** Prints the report as tables. */
export function printRun(
  terminal: Terminal,
  sketch: Sketch,
  admission: Admission,
  measurement: Measurement,
  health: RunHealth,
): void {
  const { boardTimeNs, wallMs, recording } = measurement;
  const { statistics, store } = recording;
  const speed = boardTimeNs / 1e6 / Math.max(1, wallMs);
  terminal.print(
    `Ran ${formatDuration(boardTimeNs)} of board time in ${(wallMs / 1000).toFixed(1)} s (${speed.toFixed(1)} × real time), ` +
      `${store.end} ${store.end === 1 ? 'event' : 'events'}, processor used ${formatLoad(statistics.utilization)}.`,
  );
  const clock = instructionClock(sketch).instructionNs;
  if (clock !== undefined) {
    terminal.print(
      `All times are counts of instructions, ${clock} ns each. They do not correspond to processor cycles.`,
    );
  }
  const lost = lostEvents(measurement);
  if (lost > 0 || store.gaps.length > 0) {
    const words = `The record has ${store.gaps.length} gaps; ${lost} lost events are known. Jobs in gaps are not counted.`;
    terminal.print(terminal.style('yellow', words));
  }
  printHealth(terminal, health);
  printTasks(terminal, sketch, admission, recording, false, countedByInterrupt(sketch, measurement.facts));
  const others = otherStacks(recording).map(({ thread, ...use }) => `${thread} ${stackWords(use)}`);
  if (others.length > 0)
    terminal.print(`Stacks of the runtime's own threads, used of size: ${others.join(', ')} bytes.`);
  terminal.print(printable(`Analysis: ${admission.sentence}`));
}
