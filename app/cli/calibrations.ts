/** The calibrations of the user's boards, for the commands that analyse. */
import { type Calibrated, calibratedOf } from '../../generator/calibration/record.ts';
import { CalibrationStore } from '../host/calibration/store.ts';
import { hostPaths } from '../host/paths.ts';
import { printable, type Terminal } from './terminal.ts';

export const calibrationStore = (): CalibrationStore => new CalibrationStore({ config: hostPaths().config });

/** Reports records that are not valid. */
export async function userCalibrations(terminal: Terminal): Promise<readonly Calibrated[]> {
  const { entries, problems } = await calibrationStore().read();
  for (const { message } of problems) {
    terminal.note(`${terminal.styleNote('yellow', 'warning')}: ${printable(message)}`);
  }
  return entries.map(({ record, stale }) => calibratedOf(record, stale));
}
