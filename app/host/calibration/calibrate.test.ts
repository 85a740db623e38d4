/** What a board gets of a calibration. test/acceptance and test/bench-uno run whole ones. */
import { expect, it } from 'vitest';
import { uno } from '../../../generator/boards/uno/index.ts';
import type { FirmwareImage } from '../devices/device.ts';
import { TestDevice } from '../runs/test-device.ts';
import { calibrate } from './calibrate.ts';

const image: FirmwareImage = { format: 'intel-hex', path: 'firmware.hex', stackProblem: 'The stack is too small.' };

it('writes a program to a real board although the jobs of all its tasks would not fit on one stack', async () => {
  const written: FirmwareImage[] = [];
  class Cut extends TestDevice {
    override start(firmware: FirmwareImage): Promise<void> {
      written.push(firmware);
      return Promise.reject(new Error('The cable was pulled.'));
    }
  }
  const calibrated = calibrate({
    ...{ board: uno, boardFacts: null, target: 'preemptive', kind: 'port', tool: 'platformio', dir: 'unused' },
    ...{ signal: new AbortController().signal, onStep: () => {}, open: async () => new Cut() },
    build: async () => ({
      ...{ outcome: 'ok', message: null, diagnostics: [], memory: null, durationMs: 1, firmware: image },
    }),
  });
  await expect(calibrated).rejects.toThrow('The cable was pulled.');
  expect(written).toEqual([{ ...image, stackProblem: null }]);
});
