/**
 * Counts what Quest and Polyloop's runtime for it take in QEMU, beside the overheads of the board `quest-pc`, and prints
 * docs/bench-quest.md:
 *
 *     QUEST_ROOT=<checkout> npm run --silent bench:quest > docs/bench-quest.md
 *
 * QEMU's clock counts instructions, so the load of the computer has no effect. The size of the program has one: it
 * shifts the program against the kernel's ticks.
 */
import { questPc } from '../../generator/boards/quest-pc/index.ts';
import { jobOverheadNs, NO_OVERHEADS, switchCostNs } from '../../generator/platform/overheads.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { quest } from '../../generator/targets/quest/capabilities.ts';
import type { TraceEvent } from '../../generator/trace/events.ts';
import { describeMissing, findTools } from '../../platformio/setup/tools.ts';
import { Runs } from '../estimate/run.ts';

/** Tasks beside the one that measures. */
const OTHERS = [0, 3, 10];
const RUN_NS = 20e9;
/** A longer gap is the job of another task. */
const LONGEST_GAP_US = 200;
const NS_PER_US = 1000;

/** Reads the clock again and again for 50 ms, and sums up the gaps between two readings. */
const WATCH = `
uint32_t last = micros(), from = last, sum = 0, count = 0, most = 0;
while (last - from < 50000) {
  uint32_t now = micros(), gap = now - last;
  last = now;
  if (gap > 5 && gap < ${LONGEST_GAP_US}) {
    sum += gap;
    count++;
    most = gap > most ? gap : most;
  }
}
pl_mark(0, sum);
pl_mark(1, count);
pl_mark(2, most);`;

const sketchOf = (others: number): Sketch =>
  newSketch('overheads', {
    ...{ board: questPc.id, target: 'quest', policy: 'rate-monotonic' },
    tasks: [
      newTask('watch', { periodUs: 400_000, budgetUs: 90_000, body: WATCH }),
      ...Array.from({ length: others }, (_, index) =>
        newTask(`t${index}`, { periodUs: (37 + 7 * index) * 1000, budgetUs: 1000, body: 'delayMicroseconds(500);' }),
      ),
    ],
  });

interface Counted {
  /** The kernel's tick, with what it wakes. */
  readonly tick: { readonly meanNs: number; readonly mostNs: number };
  /** From the completion of a job to the start of one that waited for it; null: none waited. */
  readonly change: { readonly leastNs: number; readonly medianNs: number } | null;
  /** From a release to the start of its job while no other job was there. */
  readonly wakeNs: number;
}

function count(events: readonly TraceEvent[]): Counted {
  const marks = (object: number) => events.filter((e) => e.kind === 'mark' && e.object === object).map((e) => e.value);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const released = new Map<number, number>();
  const changes: number[] = [];
  let [running, wakeNs] = [0, 0];
  let completedNs: number | null = null;
  let isAlone = true;
  for (const { kind, object, timeNs } of events) {
    if (kind === 'release') {
      isAlone = running === 0 && released.size === 0;
      released.set(object, timeNs);
    } else if (kind === 'start') {
      const since = released.get(object);
      if (since !== undefined && completedNs !== null && since < completedNs) changes.push(timeNs - completedNs);
      else if (since !== undefined && isAlone && released.size === 1) wakeNs = Math.max(wakeNs, timeNs - since);
      released.delete(object);
      running++;
    } else if (kind === 'complete') running--;
    if (kind === 'complete') completedNs = timeNs;
    else if (kind === 'start') completedNs = null;
  }
  changes.sort((a, b) => a - b);
  const [least, median] = [changes[0], changes[Math.floor(changes.length / 2)]];
  return {
    tick: { meanNs: (sum(marks(0)) / sum(marks(1))) * NS_PER_US, mostNs: Math.max(...marks(2)) * NS_PER_US },
    change: least === undefined || median === undefined ? null : { leastNs: least, medianNs: median },
    wakeNs,
  };
}

const us = (ns: number): string => `${Math.round(ns / NS_PER_US)} µs`;
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const { questKernel, qemuPc } = findTools();
for (const tool of [questKernel, qemuPc]) if (!tool.installed) throw new Error(describeMissing(tool));
const shipped = questPc.targets.quest?.overheads ?? NO_OVERHEADS;
const runs = new Runs();
const rows: string[] = [];
for (const others of OTHERS) {
  const { recording } = await runs.run(sketchOf(others), RUN_NS);
  const { store } = recording;
  const events = Array.from({ length: store.end - store.first }, (_, index) => store.at(store.first + index));
  const { tick, change, wakeNs } = count(events);
  const perJob = { ...shipped, contextSwitchNs: switchCostNs(shipped, 'rate-monotonic', others + 1) };
  const counted = [us(tick.meanNs), us(tick.mostNs), us(shipped.tickNs)];
  const changed = change === null ? ['–', '–'] : [us(change.leastNs), us(change.medianNs)];
  rows.push(
    line([
      String(others + 1),
      ...counted,
      ...changed,
      us(jobOverheadNs(quest, perJob)),
      us(wakeNs),
      us(shipped.blockingNs),
    ]),
  );
}
runs.remove();
console.log(`# What Quest takes

Counted in QEMU, at 32 ns an instruction, with the kernel that QUEST_ROOT names. Printed by

    QUEST_ROOT=<checkout> npm run --silent bench:quest > docs/bench-quest.md

- **tick**: a gap in a job that reads the clock again and again: the kernel's timer, and the loops
  that it wakes. The longest one can be two ticks.
- **change**: from the completion of a job to the start of one that waited for it: two records, the
  system call that sleeps, and one pass of the scheduler.
- **wake**: the longest time from a release to the start of its job while no other job was there. In
  that time the telemetry loop can run for ${us(shipped.loads?.[0]?.costNs ?? 0)}.

Beside each is what the analysis counts for it.

| tasks | tick, mean | longest | counted | change, least | median | counted for a job | wake | counted |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`);
