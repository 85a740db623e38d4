/**
 * The requests of a window about calibrations. A calibration belongs to the window that requested it and ends with that
 * window.
 */
import type { Contract } from '../../contract/contract.ts';
import type { Handlers } from '../../contract/server.ts';
import type { CalibrationService, CalibrationWatcher } from './service.ts';

export function calibrationHandlers(
  calibrations: CalibrationService,
  watcher: CalibrationWatcher,
): Handlers<Contract>['calibrations'] {
  return {
    list: async () => {
      const { entries, problems } = await calibrations.list();
      return { entries: [...entries], problems: problems.map(({ message }) => message) };
    },
    start: (order) => {
      calibrations.start(order, watcher);
      return {};
    },
    cancel: () => {
      calibrations.cancel(watcher);
      return {};
    },
    remove: async ({ board, target }) => {
      await calibrations.remove(board, target);
      return {};
    },
  };
}
