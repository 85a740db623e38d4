/** The requests of a window about its runs. */
import type { Contract } from '../../contract/contract.ts';
import { RpcError } from '../../contract/errors.ts';
import type { Handlers } from '../../contract/server.ts';
import type { Device } from '../devices/device.ts';
import type { RunWatcher } from './run.ts';
import type { RunService } from './service.ts';

/** A device's error message is written for the user, so this passes it on. */
async function onDevice(runs: RunService, runId: string, action: (device: Device) => void | Promise<void>) {
  const device = runs.device(runId);
  try {
    await action(device);
  } catch (error) {
    throw new RpcError('unavailable', error instanceof Error ? error.message : String(error));
  }
  return {};
}

export function runHandlers(runs: RunService, watcher: RunWatcher): Handlers<Contract>['runs'] {
  return {
    start: (order) => runs.start(order, watcher),
    current: (window) => runs.current(window, watcher),
    write: ({ runId, bytes }) => onDevice(runs, runId, (device) => device.write(bytes)),
    setPin: ({ runId, pin, input }) => onDevice(runs, runId, (device) => device.setPin(pin, input)),
    setParts: ({ runId, parts }) => onDevice(runs, runId, () => runs.parts(runId).wire(parts)),
    setPart: ({ runId, part, value }) => onDevice(runs, runId, () => runs.parts(runId).setValue(part, value)),
    taken: ({ runId, events }) => {
      runs.taken(runId, events);
      return {};
    },
    pause: ({ runId }) => onDevice(runs, runId, (device) => device.pause()),
    resume: ({ runId }) => onDevice(runs, runId, (device) => device.resume()),
    setSpeed: ({ runId, speed }) => {
      const limit = speed === 'max' ? Number.POSITIVE_INFINITY : speed;
      return onDevice(runs, runId, (device) => device.setSpeed(limit));
    },
    stop: async ({ runId }) => {
      await runs.stop(runId);
      return {};
    },
  };
}
