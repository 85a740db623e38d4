/** Runs a calibration program on a board and collects its marks. */
import type { Mark } from '../../../generator/calibration/figures.ts';
import { KIND_MARK } from '../../../generator/trace/kinds.ts';
import { TelemetryDecoder } from '../../../generator/trace/wire/decoder.ts';
import { tr } from '../../../generator/words/tr.ts';
import { RpcError } from '../../contract/errors.ts';
import type { Device, FirmwareImage } from '../devices/device.ts';

interface ProgramRun {
  readonly device: Device;
  readonly firmware: FirmwareImage;
  /** Board time. */
  readonly durationNs: number;
  readonly signal: AbortSignal;
}

/** The marks of the program's last start. Rejects with a message for the user, or when it is aborted. */
export async function marksOfRun({ device, firmware, durationNs, signal }: ProgramRun): Promise<readonly Mark[]> {
  const marks: Mark[] = [];
  const decoder = new TelemetryDecoder({
    metadata: () => {},
    segment: () => marks.splice(0),
    event: (_, kind, object, value) => {
      if (kind === KIND_MARK) marks.push([object, value]);
    },
    text: () => {},
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const abort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      const run = async () => {
        await device.pause();
        if (device.features.speedControl) device.setSpeed(Number.POSITIVE_INFINITY);
        await device.start(firmware, {
          serial: (bytes) => decoder.push(bytes),
          status: ({ state, message }) => {
            if (state === 'failed') reject(new RpcError('unavailable', message ?? tr`The board failed.`));
          },
          pins: () => {},
        });
        await device.runFor(durationNs);
      };
      run().then(resolve, reject);
    });
  } finally {
    await device.stop();
  }
  decoder.end();
  return marks;
}
