/** A valid record, with figures as of the virtual Uno. */
import { calibrationPrograms } from './programs.ts';
import type { CalibrationRecord } from './record.ts';

const DISPATCH = { fixed: { few: 1390, many: 2400 }, edf: { few: 1450, many: 5177 } };

export function testRecord(): CalibrationRecord {
  return {
    ...{
      calibration: 1,
      board: 'uno',
      boardFacts: null,
      target: 'superloop',
      compiler: 'GCC 5.4.0',
      runtime: '12345678',
    },
    ...{ date: '2026-11-23T13:00:00.000Z', device: 'port' },
    programs: calibrationPrograms('superloop').map((program) => {
      const { measures, tasks, policy } = program;
      if (measures === 'interrupts') return { ...program, figures: { delivery: { most: 900, count: 100 } } };
      const size = tasks === 2 ? 'few' : 'many';
      const figure = (most: number) => ({ most, count: 100 });
      return {
        ...program,
        figures: {
          ...{
            byte: figure(55),
            clock: figure(104),
            release: figure(size === 'few' ? 1182 : 3679),
            beat: figure(3400),
          },
          ...{ dispatch: figure(DISPATCH[policy][size]), event: figure(337), prepare: figure(615) },
          ...{ take: figure(180), give: figure(420) },
        },
      };
    }),
  };
}

/** The same for FreeRTOS. */
export function testThreadsRecord(): CalibrationRecord {
  const figure = (most: number) => ({ most, count: 100 });
  return {
    ...testRecord(),
    target: 'freertos',
    programs: calibrationPrograms('freertos').map((program) => {
      const { measures, tasks, policy } = program;
      if (measures === 'interrupts') return { ...program, figures: { delivery: figure(2600) } };
      const more = (policy === 'edf' ? 400 : 80) * tasks;
      return {
        ...program,
        figures: {
          ...{ byte: figure(52), clock: figure(103), tick: figure(270), event: figure(314), prepare: figure(1097) },
          ...{ release: figure(3150 + more), 'to-job': figure(6000 + more), 'from-job': figure(3900 + more) },
          ...{ take: figure(1764), give: figure(1501) },
        },
      };
    }),
  };
}

/** The same for preemption on one stack. */
export function testStackRecord(): CalibrationRecord {
  const figure = (most: number) => ({ most, count: 100 });
  return {
    ...testRecord(),
    target: 'preemptive',
    programs: calibrationPrograms('preemptive').map((program) => {
      const { measures, tasks, policy } = program;
      if (measures === 'interrupts') return { ...program, figures: { delivery: figure(1300) } };
      const more = (policy === 'edf' ? 500 : 100) * tasks;
      return {
        ...program,
        figures: {
          ...{ byte: figure(52), clock: figure(104), event: figure(313), prepare: figure(1067) },
          ...{ release: figure(1800 + 80 * tasks), 'to-job': figure(2300 + more), 'from-job': figure(1400 + more / 2) },
          ...{ take: figure(980), give: figure(850) },
        },
      };
    }),
  };
}
