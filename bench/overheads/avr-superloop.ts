/** The overheads of the super-loop on an AVR chip, and the figures that they follow from. */
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import type { Overheads } from '../../generator/platform/overheads.ts';
import { type Deliveries, deliveriesOf, sourcesOf, tasksOf } from '../interrupts/avr.ts';
import { OVERHEADS, preparedByte, recordingDispatch } from '../runtime-avr/overheads.ts';
import { BEAT_NS, constantsOfPort, lineNs, nsUp } from './chip.ts';
import { dispatchesAndRelease, Figures, lineAbove, lineAboveAll, once, type Point, type Points } from './point.ts';
import {
  BEAT_BYTES,
  BYTES_PER_JOB,
  beatLoad,
  interruptLoads,
  interruptTrace,
  leftOverLoad,
  OPEN_BYTES,
  OPEN_BYTES_PER_TASK,
} from './telemetry.ts';

const TASKS = [1, 2, 8, 16, 32] as const;
const LINES = [1, 2, 4] as const;
/** Tasks of the program with interrupts. */
const FEW = 2;

/** Events of a job beside its release: its start, its end and an exceeded budget. */
const EVENTS_PER_JOB = 3;
/** Pulses of the Servo library, and the interrupt that begins a frame. */
const SERVO_INTERRUPTS = 13;

/**
 * One task has no other to dispatch to. With many tasks the beat also prepares the events of their jobs, and each
 * job is charged for its own.
 */
const UNUSED = /^(dispatch.*, 1|overflow, (8|16|32)) tasks$/;

export function pointsOfSuperloop(chip: AvrConfig): readonly Point[] {
  const ofLoop = OVERHEADS.flatMap(([title, measure]) =>
    TASKS.map(
      (tasks): Point => ({ name: `${title}, ${tasks} tasks`, measure: async () => (await measure(tasks, chip)).max }),
    ),
  );
  const ofDeliveries = LINES.flatMap((lines): Point[] => {
    const measure = once(async () => {
      const config = { HANDLER: 0, ...tasksOf(FEW) };
      const costs: Deliveries[] = [];
      for (const source of sourcesOf(chip)) costs.push(await deliveriesOf(source, lines, config, null, chip));
      return costs;
    });
    const most = async (of: (costs: Deliveries) => number) => Math.max(...(await measure()).map(of));
    return [
      { name: `delivery, ${lines} lines`, measure: () => most(({ plenty }) => plenty.inside) },
      { name: `alarm, ${lines} lines`, measure: () => most(({ scarce }) => scarce.alarm) },
    ];
  });
  return [
    ...ofLoop.filter(({ name }) => !UNUSED.test(name)),
    { name: `dispatch with recording, ${FEW} tasks`, measure: () => recordingDispatch(FEW, chip) },
    { name: 'prepared byte', measure: async () => Math.ceil(await preparedByte(chip)) },
    ...ofDeliveries,
  ];
}

/** Recording the start and the end of a job that exceeds its budget. Unit: cycles. */
function recordingOf(points: Points): number {
  const figures = new Figures(points);
  return figures.at(`dispatch with recording, ${FEW} tasks`) - figures.at(`dispatch, untraced, ${FEW} tasks`);
}

export function superloopOverheadsOf(chip: AvrConfig, points: Points): Overheads {
  const figures = new Figures(points);
  const constants = constantsOfPort(chip, false);
  const sent = constants.cycles('PL_BYTE_CYCLES');
  const prepared = figures.at('prepared byte');
  const fixed = lineNs(lineAbove(figures.over('dispatch, untraced')));
  const edf = lineNs(lineAbove(figures.over('dispatch, EDF, untraced')));
  const kinds = ['release, one released', 'release, kept or dropped'];
  const release = lineNs(lineAboveAll(kinds.map((kind) => figures.over(kind))));
  const recording = recordingOf(points);
  const beat = Math.max(...figures.over('overflow').map(([, cycles]) => cycles));
  const delivery = lineAbove(LINES.map((lines) => [lines, figures.at(`delivery, ${lines} lines`)] as const));
  const shared = figures.at('alarm, 1 lines') - figures.at(`release, one released, ${FEW} tasks`);
  return {
    ...dispatchesAndRelease(fixed, edf, release),
    tickNs: nsUp(constants.cycles('PL_CLOCK_CYCLES'), 100),
    tickPeriodNs: 1_024_000,
    tracePerJobNs: nsUp(recording + BYTES_PER_JOB * (prepared + sent)),
    blockingNs: nsUp(OPEN_BYTES * prepared),
    blockingPerTaskNs: nsUp(OPEN_BYTES_PER_TASK * prepared, 100),
    loads: [beatLoad(BEAT_NS, nsUp(beat + BEAT_BYTES * sent)), leftOverLoad(nsUp(sent, 100))],
    libraryLoads: {
      Servo: [
        {
          name: 'servo pulses',
          periodNs: 20_000_000,
          costNs: nsUp(SERVO_INTERRUPTS * constants.cycles('PL_SERVO_CYCLES')),
          jitterNs: 20_000_000,
        },
      ],
    },
    interrupts: {
      deliveryNs: nsUp(constants.deliveryCycles + constants.masking.base + delivery.base),
      maskingNs: nsUp(constants.masking.base),
      perInterruptNs: nsUp(constants.masking.perInterrupt + delivery.slope),
      releaseNs: nsUp(Math.max(0, shared)),
      loads: interruptLoads(nsUp(interruptTrace(recording / EVENTS_PER_JOB, prepared + sent))),
    },
  };
}
