/** Draws a random sketch with all elements of the sketch format. */
import { targetById } from '../../generator/targets/index.ts';
import { Random } from '../random.ts';
import type { Conduct, Draft, DraftChannel, DraftInterrupt, DraftResource, DraftTask, DraftTrigger } from './draft.ts';
import { misbehaves } from './draft.ts';
import type { Platform } from './profiles.ts';

const SOAK_POLICIES = ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'] as const;

const OVERRUNS = ['skip', 'catch-up', 'stop', 'demote'] as const;

/** A deadline: D < T for a third of the tasks, D > T for a fifth. */
function deadlineOf(random: Random, periodUs: number): number {
  const drawn = random.next();
  if (drawn < 0.33) return Math.round(periodUs * random.between(0.6, 1));
  return drawn < 0.8 ? periodUs : Math.round(periodUs * random.between(1, 3));
}

function conductOf(random: Random, enforced: boolean): Conduct {
  const drawn = random.next();
  if (enforced && drawn < 0.1) return drawn < 0.05 ? 'endless' : 'excessive';
  if (drawn < 0.75) return 'full';
  return drawn < 0.88 ? 'varying' : 'short';
}

/** Whether a job that never ends costs the others no more than its budget. */
function endsRunaways({ target }: Platform): boolean {
  const { budgets, stopsJobs = false } = targetById(target);
  return budgets === 'enforced' || stopsJobs;
}

function drawTask(random: Random, index: number, platform: Platform): DraftTask {
  const { leastPeriodUs, mostPeriodUs } = platform.profile;
  const { stopsJobs = false } = targetById(platform.target);
  const periodUs = random.logarithmic(leastPeriodUs, mostPeriodUs);
  const drawn: DraftTask = {
    name: `t${index}`,
    kind: index > 0 && random.chance(0.2) ? 'sporadic' : 'periodic',
    periodUs,
    deadlineUs: deadlineOf(random, periodUs),
    offsetUs: random.chance(0.5) ? 0 : random.whole(1, 30_000),
    jitterUs: random.chance(0.85) ? 0 : random.whole(1, Math.round(periodUs / 10)),
    priority: random.whole(1, 9),
    overrun: random.of(OVERRUNS),
    catchUpLimit: random.whole(1, 4),
    exhaustion: random.chance(0.5) ? 'background' : 'wait',
    handlers: random.chance(0.2),
    weight: random.between(0.3, 1.7),
    fill: random.chance(0.3) ? 0.99 : random.between(0.8, 0.99),
    // The first task prints the results, so its jobs must end.
    conduct: index === 0 ? 'full' : conductOf(random, endsRunaways(platform)),
  };
  return stopsJobs ? { ...drawn, exhaustion: exhaustionOf(drawn) } : drawn;
}

/** Where a job can only be stopped or reported: one that misbehaves is stopped. */
const exhaustionOf = (task: DraftTask): 'background' | 'stop' =>
  misbehaves(task) || task.exhaustion === 'wait' ? 'stop' : 'background';

function backgroundTask(random: Random, index: number): DraftTask {
  return {
    name: `t${index}`,
    kind: 'background',
    periodUs: 0,
    deadlineUs: 0,
    offsetUs: 0,
    jitterUs: 0,
    priority: 0,
    overrun: 'skip',
    catchUpLimit: 1,
    exhaustion: 'background',
    handlers: false,
    weight: random.between(0.1, 0.4),
    fill: random.between(0.8, 0.99),
    conduct: 'full',
  };
}

/** A periodic task triggers a sporadic task, at most at its rate or too often. */
function drawTriggers(random: Random, tasks: readonly DraftTask[]): DraftTrigger[] {
  const sources = tasks.filter((task) => task.kind === 'periodic' && !misbehaves(task));
  return tasks
    .filter(({ kind }) => kind === 'sporadic')
    .map(({ name }) => ({ from: random.of(sources).name, task: name }));
}

function drawResources(random: Random, tasks: readonly DraftTask[]): DraftResource[] {
  const able = tasks.filter((task) => task.kind !== 'background' && !misbehaves(task));
  if (able.length < 2 || random.chance(0.5)) return [];
  const users = able.filter(() => random.chance(0.6)).slice(0, 3);
  if (users.length < 2) return [];
  return [{ name: 'r0', users: users.map(({ name }) => ({ task: name, share: random.between(0.05, 0.5) })) }];
}

function drawChannels(random: Random, tasks: readonly DraftTask[], most: number): DraftChannel[] {
  const able = tasks.filter((task) => task.kind !== 'background' && !misbehaves(task));
  if (able.length < 2) return [];
  return Array.from({ length: random.whole(0, most) }, (_, index): DraftChannel => {
    const writer = random.of(able);
    const readers = able.filter((task) => task !== writer);
    const kind = random.chance(0.5) ? 'four-slot' : 'ring-buffer';
    const count = kind === 'four-slot' && readers.length > 1 && random.chance(0.3) ? 2 : 1;
    const first = random.whole(0, readers.length - count);
    return {
      name: `c${index}`,
      kind,
      capacity: random.whole(1, 4),
      padding: random.whole(1, 12),
      writer: writer.name,
      readers: readers.slice(first, first + count).map(({ name }) => name),
    };
  });
}

function drawInterrupt(random: Random, index: number, origin: number, { profile }: Platform): DraftInterrupt {
  const bottomHalfUs = random.logarithmic(20, 200);
  const ioBudgetUs = profile.leastIoBudgetUs + bottomHalfUs + random.logarithmic(20, 2000);
  return {
    name: `i${index}`,
    origin,
    storm: {
      fromUs: random.whole(20_000, 60_000),
      everyUs: random.logarithmic(2000, 60_000),
      burst: random.chance(0.5) ? 0 : random.whole(1, 40),
      // 1 to 20 kHz.
      gapUs: random.logarithmic(50, 1000),
    },
    bottomHalfUs,
    fill: random.between(0.5, 0.9),
    ioBudgetUs,
    ioPeriodUs: Math.round(ioBudgetUs / random.between(0.05, 0.25)),
    handlerWeight: random.chance(0.5) ? 0 : random.between(0.2, 1),
    handlerPeriodUs: random.logarithmic(profile.leastPeriodUs, profile.mostPeriodUs),
    handlerConduct: 'full',
  };
}

function drawInterrupts(random: Random, platform: Platform): DraftInterrupt[] {
  const { origins, mostInterrupts } = platform.profile;
  if (random.chance(0.5) || mostInterrupts === 0) return [];
  const free = origins.map((_, index) => index);
  return Array.from({ length: random.whole(1, mostInterrupts) }, (_, index) => {
    const [origin] = free.splice(random.whole(0, free.length - 1), 1);
    return drawInterrupt(random, index, origin ?? 0, platform);
  });
}

const roundedUp = (us: number, unitUs: number): number => Math.ceil(us / unitUs) * unitUs;

/** Without the elements that the target does not generate, and with periods in its unit. */
function fitted(draft: Draft, { target, profile }: Platform): Draft {
  const { generates } = targetById(target);
  if (generates === null) throw new Error(`No code is generated for ${target}.`);
  const { taskKinds, policies, overruns = OVERRUNS, handlers = true, resources, interrupts } = generates;
  const tasks = draft.tasks.map((task) => ({
    ...task,
    kind: taskKinds.includes(task.kind) ? task.kind : 'periodic',
    periodUs: roundedUp(task.periodUs, profile.unitUs ?? 1),
    overrun: overruns.includes(task.overrun) ? task.overrun : 'skip',
    handlers: handlers && task.handlers,
  }));
  return {
    ...draft,
    tasks,
    policy: policies.find((policy) => policy === draft.policy) ?? 'rate-monotonic',
    triggers: taskKinds.includes('sporadic') ? draft.triggers : [],
    resources: resources ? draft.resources : [],
    interrupts: interrupts ? draft.interrupts : [],
  };
}

/** @param policy one of SOAK_POLICIES; without it the seed chooses. */
export function drawSketch(seed: number, platform: Platform, policy?: string): Draft {
  const random = new Random(seed);
  const interrupts = drawInterrupts(random, platform);
  const threads = interrupts.reduce((sum, { handlerWeight }) => sum + (handlerWeight > 0 ? 2 : 1), 0);
  const most = (platform.profile.mostThreads ?? Number.POSITIVE_INFINITY) - threads;
  const count = random.whole(2, Math.max(2, Math.min(most, platform.profile.mostTasks)));
  const tasks = Array.from({ length: count }, (_, index) => drawTask(random, index, platform));
  if (random.chance(0.25) && count < most) tasks.push(backgroundTask(random, count));
  const draft: Draft = {
    seed,
    board: platform.board,
    target: platform.target,
    policy: policy ?? SOAK_POLICIES[seed % SOAK_POLICIES.length] ?? 'edf',
    tasks,
    triggers: drawTriggers(random, tasks),
    resources: drawResources(random, tasks),
    channels: drawChannels(random, tasks, platform.profile.mostChannels),
    interrupts,
    printEvery: random.whole(10, 60),
  };
  return fitted({ ...draft, interrupts: withConduct(random, interrupts, platform) }, platform);
}

/** Some handlers have jobs that never end. Drawn last, so that the rest of a seed's sketch is independent of it. */
function withConduct(random: Random, interrupts: readonly DraftInterrupt[], platform: Platform): DraftInterrupt[] {
  return interrupts.map((interrupt) => {
    const endless = interrupt.handlerWeight > 0 && random.chance(0.3) && endsRunaways(platform);
    return { ...interrupt, handlerConduct: endless ? 'endless' : 'full' };
  });
}
