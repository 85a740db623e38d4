import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { UsedDevices } from './used-devices.ts';

test('the device of a sketch is its last one, and other programs find it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'polyloop-used-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, 'devices.json');
  const used = new UsedDevices(file);
  expect(await used.of('/a/blink.polyloop.json')).toBeNull();
  await used.note('/a/blink.polyloop.json', 'virtual');
  await used.note('/a/other.polyloop.json', 'virtual');
  await used.note('/a/../a/blink.polyloop.json', 'usb:2341:0043:75');
  expect(await new UsedDevices(file).of('/a/blink.polyloop.json')).toBe('usb:2341:0043:75');
  expect(await used.of('/a/other.polyloop.json')).toBe('virtual');
});

test('a folder that cannot be written costs only the memory', async () => {
  await new UsedDevices('/dev/null/devices.json').note('/a/blink.polyloop.json', 'virtual');
});
