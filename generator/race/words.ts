/** The table of a race in words. The command line, the report and the window show the same cells. */
import { BUILT_FLASH, BUILT_RAM, formatBytesOf } from '../numbers/memory.ts';
import { formatLoad } from '../numbers/share.ts';
import { formatBound, formatBoundOf } from '../numbers/time.ts';
import { tr } from '../words/tr.ts';
import { figuresOf } from './figures.ts';
import type { RaceOutcome, Racer } from './racer.ts';

export const RACE_COLUMNS = [
  'target',
  'verdict',
  'ram',
  'flash',
  'jobs',
  'misses',
  'worst',
  'jitter',
  'overhead',
] as const;
export type RaceColumn = (typeof RACE_COLUMNS)[number];

/** `bad`: the cell says that a promise was broken or a deadline missed. */
export interface RaceCell {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'none';
}

export function columnTitle(column: RaceColumn): string {
  const titles: Readonly<Record<RaceColumn, string>> = {
    target: tr`Target`,
    verdict: tr`Verdict`,
    ram: BUILT_RAM.label,
    flash: BUILT_FLASH.label,
    jobs: tr`Jobs`,
    misses: tr`Misses`,
    worst: tr`Worst R of D`,
    jitter: tr`Jitter of R`,
    overhead: tr`Runtime`,
  };
  return titles[column];
}

/** What a column means, where its title does not say it. */
export function columnHint(column: RaceColumn): string | null {
  const hints: Readonly<Partial<Record<RaceColumn, string>>> = {
    verdict: tr`What the analysis says before the run`,
    misses: tr`Late jobs and dropped releases`,
    worst: tr`The longest measured response relative to its deadline`,
    jitter: tr`The largest difference between the longest and the shortest response of one task`,
    overhead: tr`Share of the processor that the runtime and its telemetry used`,
  };
  return hints[column] ?? null;
}

function outcomeWords(outcome: RaceOutcome): string {
  const words: Readonly<Record<RaceOutcome, string>> = {
    ran: tr`Ran`,
    impossible: tr`Not possible`,
    'not-installed': tr`Not installed`,
    'not-built': tr`Not built`,
    failed: tr`Failed`,
  };
  return words[outcome];
}

const plain = (text: string): RaceCell => ({ text, tone: 'none' });
const UNKNOWN = plain('–');

/** @param bytes writes how much of a memory is used */
export function raceCells(
  { label, admitted, memory, profile }: Racer,
  bytes = formatBytesOf,
): Readonly<Record<RaceColumn, RaceCell>> {
  const known = {
    target: plain(label),
    verdict: admitted
      ? ({ text: tr`Admitted`, tone: 'good' } as const)
      : ({ text: tr`Not admitted`, tone: 'bad' } as const),
    ram: memory === null ? UNKNOWN : plain(bytes(memory.ramBytes, memory.ramAvailableBytes)),
    flash: memory === null ? UNKNOWN : plain(bytes(memory.flashBytes, memory.flashAvailableBytes)),
  };
  if (profile === null) {
    return { ...known, jobs: UNKNOWN, misses: UNKNOWN, worst: UNKNOWN, jitter: UNKNOWN, overhead: UNKNOWN };
  }
  const { jobs, misses, worst, jitterNs, overhead, aboveBound } = figuresOf(profile);
  const late = worst !== null && worst.responseNs > worst.limitNs;
  return {
    ...known,
    jobs: plain(String(jobs)),
    misses: { text: String(misses), tone: misses > 0 ? 'bad' : 'good' },
    worst:
      worst === null
        ? UNKNOWN
        : {
            text: `${worst.name}, ${formatBoundOf(worst.responseNs, worst.limitNs)}`,
            tone: late || aboveBound === true ? 'bad' : 'none',
          },
    jitter: jitterNs === null ? UNKNOWN : plain(formatBound(jitterNs)),
    overhead: overhead === null ? UNKNOWN : plain(formatLoad(overhead)),
  };
}

/** Sentences below the table: why a target has no result, and what was wrong with a run. */
export function raceNotes(racers: readonly Racer[]): string[] {
  return racers.flatMap(({ label, outcome, reason, finding, profile }) => {
    const name = (sentence: string): string => (sentence.startsWith(label) ? sentence : `${label}: ${sentence}`);
    const above = profile !== null && figuresOf(profile).aboveBound === true;
    return [
      ...(reason === null ? [] : [`${label}, ${outcomeWords(outcome)}: ${reason}`]),
      ...(finding === null ? [] : [name(`${finding.label}. ${finding.sentence}`)]),
      ...(above ? [name(tr`A response exceeded its bound.`)] : []),
    ];
  });
}
