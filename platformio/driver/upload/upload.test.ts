import { expect, test } from 'vitest';
import { findTools } from '../../setup/tools.ts';
import { type UploadRequest, upload } from './upload.ts';

const board = {
  label: 'Arduino Uno',
  mcu: 'ATmega328P',
  platformio: { platform: 'atmelavr', board: 'uno', framework: 'arduino' },
  fqbn: 'arduino:avr:uno',
};

/** The names of the variables that the upload tool gets and this process does not have. */
async function variablesOf(tool: UploadRequest['tool']): Promise<readonly string[]> {
  const script = 'console.log("VARIABLES " + Object.keys(process.env).join(" "))';
  const program = { installed: true, name: tool, command: [process.execPath, '-e', script, '--'], env: {} } as const;
  const tools = { ...findTools(), pio: program, arduinoCli: { ...program, vendor: 'arduino' }, avrdude: program };
  let names: readonly string[] = [];
  const onLine = ({ text }: { readonly text: string }) => {
    if (text.startsWith('VARIABLES ')) names = text.split(' ').slice(1);
  };
  const signal = new AbortController().signal;
  const request = { firmware: '/firmware.hex', tool, board, port: '/dev/none', tools, signal, onLine };
  expect(await upload(request)).toEqual({ outcome: 'ok' });
  expect(names).toContain('PATH');
  return names.filter((name) => process.env[name] === undefined);
}

test('only PlatformIO gets PlatformIO’s variables', async () => {
  const own = ['PLATFORMIO_EXTRA_SCRIPTS', 'POLYLOOP_FIRMWARE'];
  expect(await variablesOf('platformio')).toEqual(expect.arrayContaining(own));
  expect((await variablesOf('arduino-cli')).filter((name) => /PLATFORMIO|POLYLOOP/.test(name))).toEqual([]);
});
