/**
 * The schedule-abstraction graph of a super-loop: every possible order of jobs, with the interval
 * of times at which the processor becomes free after each order.
 *
 * M. Nasri, B. Brandenburg, "An Exact and Sustainable Analysis of Non-Preemptive Scheduling", RTSS
 * 2017. A state consists of the number of completed jobs of each task, and the interval [e, l] in
 * which the processor becomes free. Each time in this interval is possible, whatever happened
 * before. Let R_min and R_max be the earliest and latest release of a task's next job. A job
 * of τ_i can start at each time from max(e, R_min,i) to min(max(l, min R_max), min over more
 * urgent R_max − 1), and at no other (equations 1 to 5 there). States with the same completed
 * jobs and touching intervals are merged into the union of their times.
 *
 * Jobs of one task run in the order of their arrivals. A state with H/T more completed jobs of each
 * task is equivalent to the state one hyperperiod H earlier: the same jobs follow, H later. So the
 * search ends when each remaining state, moved back by whole hyperperiods, is within explored
 * states. It needs no bound on the time to explore, neither with offsets nor with a backlog that D
 * > T allows at the end of a hyperperiod.
 */
import { MAX_TIME_NS } from '../arithmetic.ts';
import { Covered, keyOf } from './covered.ts';
import type { Pattern, PatternTask } from './pattern.ts';

/** A state of one level of the graph. The level is the number of completed jobs. */
export interface State {
  /** Completed jobs by task. */
  readonly served: readonly number[];
  earliestNs: number;
  latestNs: number;
  /** The edges that lead to the state; more than one if states were merged. */
  readonly from: Edge[];
}

/** The execution of one job. */
export interface Edge {
  readonly before: State;
  readonly task: number;
  /** When the job can start. */
  readonly firstStartNs: number;
  readonly lastStartNs: number;
}

/** A job that can end too late. */
export interface LateJob {
  readonly edge: Edge;
  readonly endNs: number;
}

export interface Exploration {
  /** Whether every state was explored. A late job, or the limit, ends the search earlier. */
  readonly finished: boolean;
  readonly late: LateJob | null;
  /**
   * The longest response time of each task among the explored states, from the arrival. Unit: ns.
   */
  readonly responsesNs: readonly number[];
  /** The jobs with these response times, from 0. */
  readonly worstJobs: readonly number[];
  readonly states: number;
  /** Maximum number of states of one level. */
  readonly widest: number;
  /** Completed jobs on the longest path. */
  readonly depth: number;
}

export function explore(pattern: Pattern, mostStates: number): Exploration {
  return new Graph(pattern, mostStates).explore();
}

/** Arrival of a task's job, counted from 0. */
export const arrivalOf = ({ offsetNs, periodNs }: PatternTask, job: number): number => offsetNs + job * periodNs;

class Graph {
  readonly #pattern: Pattern;
  readonly #most: number;
  readonly #covered: Covered;
  readonly #responses: number[];
  readonly #worst: number[];
  /** For the current state, by task: arrival of the next job, its latest release and its deadline. */
  readonly #arrival: Float64Array;
  readonly #release: Float64Array;
  readonly #due: Float64Array;
  /**
   * For the current state, by task: the earliest of the latest releases of the jobs that have
   * priority over the task's next job.
   */
  readonly #urgent: Float64Array;
  /** Tasks, those with priority first. Fixed priorities: in the order of the pattern. */
  readonly #order: Int32Array;
  /** For the current state: the earliest of all latest releases. */
  #sure = 0;
  /** For the current state: the two earliest arrivals, and the task of the first. */
  #firstArrival = 0;
  #secondArrival = 0;
  #firstTask = 0;
  #late: LateJob | null = null;
  #states = 1;
  #widest = 1;
  #depth = 0;

  constructor(pattern: Pattern, mostStates: number) {
    this.#pattern = pattern;
    this.#most = mostStates;
    this.#covered = new Covered(pattern);
    this.#responses = pattern.tasks.map(() => 0);
    this.#worst = pattern.tasks.map(() => 0);
    this.#arrival = new Float64Array(pattern.tasks.length);
    this.#release = new Float64Array(pattern.tasks.length);
    this.#urgent = new Float64Array(pattern.tasks.length);
    this.#due = new Float64Array(pattern.tasks.length);
    this.#order = new Int32Array(pattern.tasks.keys());
  }

  explore(): Exploration {
    const { tasks } = this.#pattern;
    const firstNs = Math.min(...tasks.map(({ offsetNs }) => offsetNs));
    const root: State = { served: tasks.map(() => 0), earliestNs: firstNs, latestNs: firstNs, from: [] };
    this.#covered.add(root, keyOf(root.served));
    let level: State[] = tasks.length === 0 ? [] : [root];
    while (level.length > 0 && this.#late === null) {
      const tooLate = (level[0] as State).latestNs > MAX_TIME_NS;
      if (this.#states > this.#most || tooLate) return this.#result(false);
      level = this.#next(level);
    }
    return this.#result(this.#late === null);
  }

  #result(finished: boolean): Exploration {
    return {
      finished,
      late: this.#late,
      responsesNs: this.#responses,
      worstJobs: this.#worst,
      states: this.#states,
      widest: this.#widest,
      depth: this.#depth,
    };
  }

  /** The states with one more completed job that are not covered yet. */
  #next(level: readonly State[]): State[] {
    const found = new Map<string, State[]>();
    for (const state of level) {
      this.#look(state);
      for (let task = 0; task < this.#arrival.length; task += 1) {
        const edge = this.#edge(state, task);
        if (edge !== null) this.#serve(edge, found);
        if (this.#late !== null) return [];
      }
    }
    this.#depth += 1;
    const next: State[] = [];
    let width = 0;
    for (const [key, states] of found) {
      width += states.length;
      for (const state of states) if (this.#covered.add(state, key)) next.push(state);
    }
    this.#states += width;
    this.#widest = Math.max(this.#widest, width);
    return next;
  }

  #look({ served }: State): void {
    const { tasks, edf } = this.#pattern;
    this.#firstArrival = Number.POSITIVE_INFINITY;
    this.#secondArrival = Number.POSITIVE_INFINITY;
    for (let index = 0; index < tasks.length; index += 1) {
      const task = tasks[index] as PatternTask;
      const arrival = arrivalOf(task, served[index]!);
      this.#arrival[index] = arrival;
      this.#release[index] = arrival + task.jitterNs;
      this.#due[index] = arrival + task.deadlineNs;
      if (arrival < this.#firstArrival) {
        this.#secondArrival = this.#firstArrival;
        this.#firstArrival = arrival;
        this.#firstTask = index;
      } else if (arrival < this.#secondArrival) this.#secondArrival = arrival;
    }
    if (edf) this.#sortByDeadline();
    let sure = Number.POSITIVE_INFINITY;
    for (let at = 0; at < tasks.length; at += 1) {
      const task = this.#order[at]!;
      this.#urgent[task] = sure;
      sure = Math.min(sure, this.#release[task]!);
    }
    this.#sure = sure;
  }

  /** By insertion, because the order of the previous state is almost that of this one. */
  #sortByDeadline(): void {
    const [order, due] = [this.#order, this.#due];
    for (let at = 1; at < order.length; at += 1) {
      const task = order[at]!;
      const dueNs = due[task]!;
      let to = at;
      for (; to > 0; to -= 1) {
        const other = order[to - 1]!;
        const otherNs = due[other]!;
        if (otherNs < dueNs || (otherNs === dueNs && other < task)) break;
        order[to] = other;
      }
      order[to] = task;
    }
  }

  /** When a task's job can run next; null if it cannot. */
  #edge(before: State, task: number): Edge | null {
    const firstStartNs = Math.max(before.earliestNs, this.#arrival[task]!);
    const lastStartNs = Math.min(Math.max(before.latestNs, this.#sure), this.#urgent[task]! - 1);
    return firstStartNs > lastStartNs ? null : { before, task, firstStartNs, lastStartNs };
  }

  #serve(edge: Edge, found: Map<string, State[]>): void {
    const { task, before } = edge;
    const self = this.#pattern.tasks[task] as PatternTask;
    const endNs = edge.lastStartNs + self.mostNs;
    const responseNs = endNs - this.#arrival[task]!;
    if (responseNs > this.#responses[task]!) {
      this.#responses[task] = responseNs;
      this.#worst[task] = before.served[task]!;
    }
    if (responseNs > self.promiseNs) {
      this.#late = { edge, endNs };
      return;
    }
    const served = before.served.slice();
    served[task]! += 1;
    // No job starts before the first release, so earlier ends lead to the same state.
    const idleNs = this.#leastArrival(task, self.periodNs);
    const earliestNs = Math.max(edge.firstStartNs + self.leastNs, idleNs);
    const key = keyOf(served);
    const same = found.get(key);
    const state: State = { served, earliestNs, latestNs: Math.max(endNs, idleNs), from: [edge] };
    if (same === undefined) found.set(key, [state]);
    else merge(same, state);
  }

  /** The next arrival of all tasks after this task's job. */
  #leastArrival(task: number, periodNs: number): number {
    const others = task === this.#firstTask ? this.#secondArrival : this.#firstArrival;
    return Math.min(this.#arrival[task]! + periodNs, others);
  }
}

/**
 * Adds a state to others with the same completed jobs. States with touching intervals are merged.
 */
function merge(states: State[], added: State): void {
  let { earliestNs, latestNs } = added;
  const from = [...added.from];
  for (let index = states.length - 1; index >= 0; index -= 1) {
    const other = states[index] as State;
    if (other.earliestNs > latestNs + 1 || other.latestNs < earliestNs - 1) continue;
    earliestNs = Math.min(earliestNs, other.earliestNs);
    latestNs = Math.max(latestNs, other.latestNs);
    from.push(...other.from);
    states.splice(index, 1);
  }
  states.push({ served: added.served, earliestNs, latestNs, from });
}
