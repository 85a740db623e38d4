import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { host } from '../../../../generator/boards/host/index.ts';
import { uno } from '../../../../generator/boards/uno/index.ts';
import { SerialBoards } from './index.ts';
import { portProblem } from './port-access.ts';
import { boardsWith, currentPath, type SerialPortInfo } from './ports.ts';

const unoAt = (path: string, serialNumber: string): SerialPortInfo => ({
  path,
  usb: { vendor: 0x2341, product: 0x0043, serialNumber },
  boards: [uno],
});
const adapter: SerialPortInfo = {
  path: '/dev/ttyUSB0',
  usb: { vendor: 0x1a86, product: 0x7523, serialNumber: null },
  boards: [],
};

describe('a USB id', () => {
  it('tells an Uno, and not the board behind an adapter that many boards use', () => {
    expect(boardsWith({ vendor: 0x2341, product: 0x0043 })).toEqual([uno]);
    expect(boardsWith({ vendor: 0x1a86, product: 0x7523 })).toEqual([]);
  });
});

describe('the devices at ports', () => {
  it('are listed with the sketch’s own board first, and a port that the user named', async () => {
    const boards = new SerialBoards(async () => [adapter, unoAt('/dev/ttyACM0', '1')]);
    const labels = (await boards.list(uno, '/dev/pts/7')).map(({ label }) => label);
    expect(labels).toEqual([
      'Arduino Uno at port /dev/ttyACM0',
      'Unknown board at port /dev/ttyUSB0',
      'Unknown board at port /dev/pts/7',
    ]);
    expect(await boards.list(uno, '/dev/ttyACM0')).toHaveLength(2);
  });

  it('are none for a board that is no hardware', async () => {
    expect(await new SerialBoards(async () => [adapter]).list(host, '/dev/pts/7')).toEqual([]);
  });
});

describe('a board that is plugged in again', () => {
  const before = [unoAt('/dev/ttyACM0', 'A'), unoAt('/dev/ttyACM1', 'B')];

  it('is found at its new port by its serial number', () => {
    expect(currentPath('/dev/ttyACM0', before, [unoAt('/dev/ttyACM2', 'A')])).toBe('/dev/ttyACM2');
  });

  it('keeps its port while the port exists, whatever else is there', () => {
    expect(currentPath('/dev/ttyACM0', before, before)).toBe('/dev/ttyACM0');
  });

  it('is not mistaken for another board, or guessed where two are alike', () => {
    expect(currentPath('/dev/ttyACM0', before, [unoAt('/dev/ttyACM2', 'B')])).toBe('/dev/ttyACM0');
    const alike = [unoAt('/dev/ttyACM2', 'A'), unoAt('/dev/ttyACM3', 'A')];
    expect(currentPath('/dev/ttyACM0', before, alike)).toBe('/dev/ttyACM0');
  });
});

describe.skipIf(process.platform === 'win32')('a port that cannot be used', () => {
  it('is said to be absent, or to be no port', async () => {
    expect(await portProblem('/dev/polyloop-none')).toMatch(/There is no port .*Plug the board in/);
    const folder = mkdtempSync(join(tmpdir(), 'polyloop-port-'));
    writeFileSync(join(folder, 'file'), '');
    expect(await portProblem(join(folder, 'file'))).toMatch(/is not a serial port/);
    rmSync(folder, { recursive: true });
  });
});
