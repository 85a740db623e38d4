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
  // The mark by which what a tool leaves in the background is found.
  const others = (await variablesOf('arduino-cli')).filter((name) => name !== 'POLYLOOP_CHILD');
  expect(others.filter((name) => /PLATFORMIO|POLYLOOP/.test(name))).toEqual([]);
});

test('avrdude is needed for boards that Polyloop’s own platform writes, and for no others', async () => {
  const fake = { installed: true, name: 'PlatformIO', command: [process.execPath, '-e', '', '--'], env: {} } as const;
  const avrdude = { installed: false, name: 'avrdude', howToGet: 'npm run setup' } as const;
  const resultOf = (platform: string, tool: UploadRequest['tool'], vendor: 'debian' | 'arduino') =>
    upload({
      ...{ firmware: '/firmware.hex', tool, port: '/dev/none', signal: new AbortController().signal },
      board: { ...board, platformio: { ...board.platformio, platform } },
      tools: { ...findTools(), pio: fake, arduinoCli: { ...fake, vendor }, avrdude },
    });
  const refused = { outcome: 'failed', message: 'avrdude is not installed. To get it: npm run setup.' };
  expect(await resultOf('atmelavr', 'platformio', 'arduino')).toEqual(refused);
  expect(await resultOf('atmelavr', 'arduino-cli', 'debian')).toEqual(refused);
  expect(await resultOf('teensy', 'platformio', 'arduino')).toEqual({ outcome: 'ok' });
  expect(await resultOf('atmelavr@<5.99.0', 'platformio', 'arduino')).toEqual({ outcome: 'ok' });
  expect(await resultOf('atmelavr', 'arduino-cli', 'arduino')).toEqual({ outcome: 'ok' });
});
