/** A valid record, with figures as of the virtual Uno. */
import { CALIBRATION_PROGRAMS } from './programs.ts';
import type { CalibrationRecord } from './record.ts';

const DISPATCH = { fixed: { few: 1390, many: 2400 }, edf: { few: 1450, many: 5177 } };

export function testRecord(): CalibrationRecord {
  return {
    ...{ calibration: 1, board: 'uno', target: 'superloop', compiler: 'GCC 5.4.0', runtime: '12345678' },
    ...{ date: '2026-11-23T13:00:00.000Z', device: 'port' },
    programs: CALIBRATION_PROGRAMS.map(({ tasks, policy }) => {
      const size = tasks === 2 ? 'few' : 'many';
      const figure = (most: number) => ({ most, count: 100 });
      return {
        ...{ tasks, policy },
        figures: {
          ...{
            byte: figure(55),
            clock: figure(104),
            release: figure(size === 'few' ? 1182 : 3679),
            beat: figure(3400),
          },
          ...{ dispatch: figure(DISPATCH[policy][size]), event: figure(337), prepare: figure(615) },
        },
      };
    }),
  };
}
