/**
 * Simulates earliest deadline first with the stack resource policy (T. P. Baker 1991) in steps of
 * one unit. Slow and simple. A job starts only when it is the most urgent and its level is above
 * the ceilings of all held resources. After its start it never waits.
 */
import type { Section } from './reference-scheduler.ts';

export interface SrpJob {
  readonly task: number;
  readonly arrival: number;
  readonly release: number;
  readonly cost: number;
  readonly due: number;
}

interface Live {
  readonly job: SrpJob;
  done: number;
}

/**
 * @param levels by task, its relative deadline: the smaller, the higher the level
 * @param sections by task; `ceiling` is the least relative deadline among the users of the resource
 * @returns by task: the longest response time from the arrival
 */
export function playSrp(
  jobs: readonly SrpJob[],
  levels: readonly number[],
  sections: readonly (Section | null)[],
): number[] {
  const worst = levels.map(() => 0);
  const pending = [...jobs].sort((a, b) => b.release - a.release);
  let waiting: Live[] = [];
  let begun: Live[] = [];
  const holds = ({ job, done }: Live): number => {
    const section = sections[job.task] ?? null;
    if (section === null) return Number.POSITIVE_INFINITY;
    return done > section.at && done < section.at + section.length ? section.ceiling : Number.POSITIVE_INFINITY;
  };
  for (let now = 0; pending.length + waiting.length + begun.length > 0; now += 1) {
    while ((pending.at(-1)?.release ?? Number.POSITIVE_INFINITY) <= now) {
      waiting.push({ job: pending.pop() as SrpJob, done: 0 });
    }
    const next = earliest(waiting);
    const current = earliest(begun);
    const ceiling = Math.min(...begun.map(holds), Number.POSITIVE_INFINITY);
    const begins =
      next !== null &&
      (current === null || next.job.due < current.job.due) &&
      (levels[next.job.task] as number) < ceiling;
    const running = begins ? next : current;
    if (running === null) continue;
    if (begins) {
      waiting = waiting.filter((live) => live !== running);
      begun.push(running);
    }
    running.done += 1;
    if (running.done < running.job.cost) continue;
    begun = begun.filter((live) => live !== running);
    worst[running.job.task] = Math.max(worst[running.job.task] as number, now + 1 - running.job.arrival);
  }
  return worst;
}

/**
 * The job with the earliest deadline; among equal ones the first released, and jobs of one task in
 * order.
 */
function earliest(live: readonly Live[]): Live | null {
  let best: Live | null = null;
  for (const one of live) {
    if (best === null || one.job.due < best.job.due) best = one;
    else if (one.job.due === best.job.due && one.job.release < best.job.release) best = one;
  }
  return best;
}
