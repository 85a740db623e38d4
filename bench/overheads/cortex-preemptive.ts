/** The overheads of preemption on one stack on the Cortex-M3 in QEMU, and the figures that they follow from. */
import path from 'node:path';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { buildCortex } from '../../test/conformance/cortex.ts';
import { type Moment, momentsOf } from '../../test/conformance/cortex-accounts.ts';
import { type Config, withScratch } from '../../test/conformance/toolchain.ts';
import { onCortex as deliveredOn } from '../interrupts/cortex.ts';
import { type Figures as Gaps, onCortex } from '../threads/cortex.ts';
import type { Variant } from '../threads/variant.ts';
import { cortexConstants, instructionsNs, lineNsOf, usUp } from './cortex.ts';
import { FEW, fewPreempt, oneStackOverheads, pointsOfWatch, preparedIn } from './one-stack.ts';
import {
  Figures,
  type Line,
  lineAbove,
  lineAboveAll,
  once,
  POLICIES,
  type Point,
  type Points,
  type Policy,
  pointOf,
  traced,
} from './point.ts';
import { BEAT_BYTES, beatLoad, interruptLoads, interruptTrace } from './telemetry.ts';

const SIZES = [2, 16, 30] as const;
const TRACED_SIZES = [2] as const;
/** The events between the witness and the job: its release and its start. */
const EVENTS_BEFORE = 2;
/** A release for which a job still waits is dropped, and the dropped one is recorded. Unit: instructions. */
const DROPPED = 160;
/** 38 ms. */
const FOLLOWED_INSTRUCTIONS = 600_000;

const variantOf = (policy: Policy, telemetry: boolean, tasks: number): Variant => ({
  ...{ tasks, telemetry, policy, preemptive: false, oneStack: true },
  ...(tasks > 2 ? { others: 'PENDING' as const } : {}),
});

/** With a budget handler the alarm also watches the budget of each running body. */
const gapsOf = (variant: Variant): Promise<Gaps> => onCortex(variant, null, { PL_USES_BUDGET_HANDLER: 1 });

const follow = (file: string, config: Config): Promise<readonly Moment[]> =>
  withScratch(async (directory) => {
    const all = { PL_TELEMETRY: 0, PL_ONE_STACK: 1, ...config };
    const elf = await buildCortex(directory, all, [path.join(import.meta.dirname, file)], null);
    return momentsOf(elf, FOLLOWED_INSTRUCTIONS);
  });

const isHandler = ({ kind, name }: Moment): boolean => kind === 'enter' && /^pl_m3_.*_handler$/.test(name);

function longest(lengths: readonly number[], name: string): number {
  if (lengths.length === 0) throw new Error(`not seen: ${name}`);
  return Math.max(...lengths);
}

/** The longest call of the function from `body`, without interrupts. Unit: instructions. */
function longestCall(moments: readonly Moment[], name: string): number {
  const lengths: number[] = [];
  let since: number | null = null;
  for (const moment of moments) {
    if (moment.kind === 'enter' && moment.name === name) since = moment.at;
    else if (isHandler(moment)) since = null;
    else if (moment.kind === 'go on' && moment.name === 'body' && since !== null) {
      lengths.push(moment.at - since);
      since = null;
    }
  }
  return longest(lengths, name);
}

/** The calls of the program with critical sections. */
const sections = (stops: 0 | 1): Promise<readonly Moment[]> =>
  follow('section.c', {
    ...{ PL_USES_RESOURCES: 1, PL_USES_BUDGET_HANDLER: 1, PL_TASK_COUNT: 8 },
    PL_USES_EXHAUSTION_STOP: stops,
  });

/** The longest call of the lock and of the unlock, without telemetry. Unit: instructions. */
async function sectionCalls(): Promise<number> {
  const moments = await sections(0);
  return longestCall(moments, 'pl_resource_lock_for') + longestCall(moments, 'pl_resource_unlock');
}

/** Functions that run between the order to stop and the caller of pl_port_call(). */
const LEAVING: readonly string[] = ['pl_port_leave', 'longjmp', 'setjmp', 'pl_port_call'];

/**
 * The longest stop of a job, without telemetry: the call that makes it possible, and from the interrupt that stops the
 * job to the return of that call. Unit: instructions.
 */
async function stopOf(): Promise<number> {
  const moments = await follow('stop.c', { PL_USES_EXHAUSTION_STOP: 1, PL_TASK_COUNT: FEW });
  const lengths: number[] = [];
  let called: number | null = null;
  let [begun, interrupted] = [0, 0];
  let stopping = false;
  for (const [index, { at, kind, name }] of moments.entries()) {
    const before = moments[index - 1]?.name;
    if (kind === 'enter' && name === 'pl_port_call') called = at;
    else if (name === 'endless') {
      begun = called === null ? begun : at - called;
      called = null;
    } else if (before === 'endless') interrupted = at;
    else if (name === 'pl_port_leave') stopping = true;
    else if (stopping && kind !== 'read' && !LEAVING.includes(name)) {
      lengths.push(begun + at - interrupted);
      stopping = false;
    }
  }
  return longest(lengths, 'stop');
}

export function pointsOfCortexPreemptive(): readonly Point[] {
  const points: Point[] = [];
  const add = (name: string, measure: () => Promise<number>) => points.push(pointOf(name, measure));
  for (const policy of POLICIES) {
    for (const telemetry of [false, true]) {
      for (const tasks of telemetry ? TRACED_SIZES : SIZES) {
        const variant = variantOf(policy, telemetry, tasks);
        const title = `${policy}, ${traced(telemetry)}, ${tasks} tasks`;
        const run = once(() => gapsOf(variant));
        add(`before, ${title}`, async () => {
          const { before, loop } = await run();
          return before - loop;
        });
        if (telemetry) {
          // Interrupts without a release: the beats.
          add(`other, ${title}`, async () => {
            const { other, loop } = await run();
            return other - loop;
          });
          continue;
        }
        add(`preemption, ${title}`, async () => {
          const { before, after, loop } = await run();
          return before + after - 2 * loop;
        });
        add(`release, ${title}`, async () => {
          const { other, loop } = await gapsOf({ ...variant, witnessFirst: true });
          return other - loop;
        });
        // From the end of a job to the start of the next: without interrupts.
        add(
          `turn, ${title}`,
          async () => (await gapsOf({ ...variantOf(policy, telemetry, 2), tasks, burst: true })).before,
        );
      }
    }
  }
  points.push(
    ...pointsOfWatch(SIZES, async (tasks) => {
      const { before, after, other, loop } = await gapsOf({ ...variantOf('FIXED', false, tasks), watched: true });
      return { alarm: other - loop, preemption: before + after - 2 * loop };
    }),
  );
  add('section', sectionCalls);
  // A job that can be stopped sets the alarm again.
  add('unlock, with stops', async () => longestCall(await sections(1), 'pl_resource_unlock'));
  add('stop', stopOf);
  add('delivery', async () =>
    Math.ceil(instructionsNs(await deliveredOn(0, { kernel: null, policy: 'FIXED', tasks: 1, oneStack: true }))),
  );
  return points;
}

/**
 * @param superloop the overheads of the super-loop on the same board, which sends the same telemetry
 */
export function cortexPreemptiveOverheadsOf(points: Points, superloop: Overheads): Overheads {
  const figures = new Figures(points);
  const port = cortexConstants();
  const { sent } = port;
  const step = instructionsNs(port.ns('PL_PREPARE_TICKS'));
  const prepared = preparedIn(step);

  const [few] = TRACED_SIZES;
  const recording =
    Math.max(
      ...POLICIES.map(
        (policy) =>
          figures.at(`before, ${policy}, traced, ${few} tasks`) -
          figures.at(`before, ${policy}, untraced, ${few} tasks`),
      ),
    ) / EVENTS_BEFORE;
  const bareOf = (policy: Policy): Line => lineAbove(figures.over(`release, ${policy}, untraced`));
  const releaseOf = (policy: Policy): Line => {
    const { base, slope } = bareOf(policy);
    return { base: base + DROPPED + recording, slope };
  };
  // With interrupts disabled: a release, the way to a job, and from one job to the next.
  const locked = lineAboveAll(
    POLICIES.flatMap((policy) =>
      ['release', 'before', 'turn'].map((what) => figures.over(`${what}, ${policy}, untraced`)),
    ),
  );
  const beat = Math.max(...POLICIES.map((policy) => figures.at(`other, ${policy}, traced, ${few} tasks`)));
  const [, ...loads] = superloop.loads ?? [];
  const { interrupts } = superloop;

  const overheads = oneStackOverheads(
    {
      ...{ figures, nsUp: usUp, lineNs: lineNsOf, bareRelease: bareOf, release: releaseOf, locked, recording, step },
      ...{ sent, pause: instructionsNs(port.ns('PL_PAUSE_TICKS')) },
    },
    superloop,
  );

  return {
    ...overheads,
    loads: [beatLoad(32_000_000, usUp(beat + BEAT_BYTES * (prepared + sent))), ...loads],
    interrupts: {
      // A delivery that triggers a handler releases its job.
      deliveryNs: usUp(figures.at('delivery') + fewPreempt(figures)) + port.deliveryNs + port.loopMasking.baseNs,
      maskingNs: port.loopMasking.baseNs,
      perInterruptNs: interrupts?.perInterruptNs ?? 0,
      perTaskNs: overheads.releasePerTaskNs + 2 * overheads.contextSwitchPerTaskNs,
      releaseNs: interrupts?.releaseNs ?? 0,
      loads: interruptLoads(usUp(interruptTrace(recording, prepared + sent))),
    },
  };
}
