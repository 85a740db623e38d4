/**
 * A board with USB of its own, such as a Leonardo: its port vanishes when its boot loader begins and when it ends, and
 * comes back under the same or another name. Pseudo terminals take the place of its ports.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boardOf } from '../../../../generator/boards/index.ts';
import { findTools } from '../../../../platformio/setup/tools.ts';
import { PATIENCE } from '../../../../test/patience.ts';
import { hasTestPorts, TestPorts } from '../../../../test/ports/ports.ts';
import type { DeviceStatus } from '../device.ts';
import { portProblem } from './port-access.ts';
import type { SerialPortInfo } from './ports.ts';
import { boardAt } from './returning-board.ts';
import { SerialBoard, type SerialBoardOptions } from './serial-board.ts';
import { writeBoard } from './write-board.ts';

const boardFacts = {
  ...{ name: 'Arduino Leonardo', platform: 'atmelavr', mcu: 'atmega32u4', usb: ['2341:8036', '2341:0036'] },
  ...{ clockHz: 16_000_000, ramBytes: 2560, flashBytes: 28_672 },
};
const leonardo = boardOf({ board: 'leonardo', boardFacts }) ?? expect.fail('no board');
const [PROGRAM, BOOT_LOADER, OTHER] = [0x8036, 0x0036, 0x0043];
const LEFT_MS = 3500;
const image = { format: 'intel-hex', path: 'unused.hex' } as const;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.skipIf(!hasTestPorts())('a board that leaves the bus', () => {
  let ports: TestPorts;
  /** What the system says of the ports. */
  let listed: SerialPortInfo[];
  const list = { read: async () => listed };
  const portOf = (name: string, product: number): SerialPortInfo => ({
    ...{ path: ports.at(name), boards: [] },
    usb: { vendor: 0x2341, product, serialNumber: null },
  });
  const plug = async (name: string, product: number) => {
    await ports.plug(name);
    listed = [...listed, portOf(name, product)];
  };
  const pull = async (name: string) => {
    listed = listed.filter(({ path }) => path !== ports.at(name));
    await ports.pull(name);
  };

  beforeEach(async () => {
    ports = await TestPorts.start();
    listed = [];
    await plug('program', PROGRAM);
  });
  afterEach(() => ports.stop());

  /** A run whose upload is played by the test. */
  async function run(write: SerialBoardOptions['write']) {
    const states: DeviceStatus[] = [];
    const options = { user: 'test', ports: list, write: write ?? (async () => true) };
    const board = new SerialBoard('id', ports.at('program'), leonardo, options);
    const none = () => {};
    await board.start(image, { status: (status) => void states.push(status), serial: none, pins: none });
    const last = () => states.at(-1);
    return { board, last, steps: () => states.map(({ step }) => step) };
  }

  it.each([
    ['the same name', 'program'],
    ['another name', 'moved'],
  ])('runs when its port comes back after the upload under %s', async (_what, name) => {
    const { board, last } = await run(async () => {
      await pull('program');
      void sleep(1000).then(() => plug(name, PROGRAM));
      return true;
    });
    await expect.poll(() => last()?.state, PATIENCE).toMatch(/running|failed/);
    expect(last()).toMatchObject({ state: 'running' });
    // The lock goes with the board.
    expect(await portProblem(ports.at(name))).toContain('Another tab or window of Polyloop uses the port');
    await board.stop();
    expect(await portProblem(ports.at(name))).toBeNull();
  });

  it('runs when the first port after the upload is still that of the boot loader', async () => {
    const { board, last, steps } = await run(undefined);
    await expect.poll(steps, PATIENCE).toContain('Waiting for the program');
    await pull('program');
    await plug('moved', PROGRAM);
    await expect.poll(() => last()?.state, PATIENCE).toMatch(/running|failed/);
    expect(last()).toMatchObject({ state: 'running' });
    await board.stop();
  });

  it('is said to be lost when it does not come back, and another board is not taken for it', async () => {
    const { last } = await run(async () => {
      await pull('program');
      await plug('other', OTHER);
      return true;
    });
    await expect.poll(() => last()?.state, PATIENCE).toBe('failed');
    expect(last()?.message).toContain(`The connection to the board on ${ports.at('program')} was lost`);
    expect(await portProblem(ports.at('other'))).toBeNull();
  });

  it('is not guessed where two ports have its USB id', async () => {
    const find = await boardAt(ports.at('program'), leonardo, list);
    await pull('program');
    await plug('one', BOOT_LOADER);
    expect(await find()).toBe(ports.at('one'));
    await plug('two', BOOT_LOADER);
    expect(await find()).toBeNull();
  });

  /** PlatformIO, played by a program that ends when the test says so. */
  async function upload(meanwhile: () => Promise<void>) {
    const script = 'process.stdin.on("data", () => process.exit()); setTimeout(() => process.exit(), 8000)';
    const pio = {
      installed: true,
      name: 'PlatformIO',
      command: [process.execPath, '-e', script, '--'],
      env: {},
    } as const;
    const find = await boardAt(ports.at('program'), leonardo, list);
    const written = writeBoard({
      ...{ firmware: '/firmware.hex', tool: 'platformio', board: leonardo, port: ports.at('program'), find },
      ...{ signal: new AbortController().signal, tools: { ...findTools(), pio, avrdude: pio } },
    });
    written.catch(() => {});
    await meanwhile();
    return written;
  }

  it('is written while its boot loader is at a port of another name', async () => {
    const meanwhile = async () => {
      await pull('program');
      await plug('boot', BOOT_LOADER);
      await sleep(LEFT_MS);
    };
    expect(await upload(meanwhile)).toBe(true);
  });

  it('is not waited for when its cable is pulled during the upload', async () => {
    await expect(upload(() => pull('program'))).rejects.toThrow(/connection to the board on .* was lost/);
  });
});
