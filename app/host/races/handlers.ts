/** The requests of a window about its race. A race belongs to the window that requested it and ends with that window. */
import type { Contract } from '../../contract/contract.ts';
import type { Handlers } from '../../contract/server.ts';
import type { RaceService, RaceWatcher } from './service.ts';

export function raceHandlers(races: RaceService, watcher: RaceWatcher): Handlers<Contract>['races'] {
  return {
    start: async (order) => {
      await races.start(order, watcher);
      return {};
    },
    cancel: () => {
      races.cancel(watcher);
      return {};
    },
  };
}
