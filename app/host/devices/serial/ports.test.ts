import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { host } from '../../../../generator/boards/host/index.ts';
import { BOARDS, boardOf } from '../../../../generator/boards/index.ts';
import { uno } from '../../../../generator/boards/uno/index.ts';
import { readTable } from '../../../../platformio/driver/boards/table.ts';
import { hasTestPorts, TestPorts } from '../../../../test/ports/ports.ts';
import { deviceAt, pathOf } from './device-id.ts';
import { SerialBoards } from './index.ts';
import { portProblem } from './port-access.ts';
import { boardsWith, PortList, type SerialPortInfo } from './ports.ts';

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

describe('the USB ids of Polyloop’s own boards', () => {
  it.each(BOARDS.filter(({ usbIds = [] }) => usbIds.length > 0))('contain those of PlatformIO: $label', (board) => {
    const row = readTable().find(({ platform, id }) => platform === 'atmelavr' && id === board.platformio?.board);
    const idsOf = (texts: readonly string[]) =>
      texts.map((text) => text.split(':').map((id) => Number.parseInt(id, 16)));
    const own = (board.usbIds ?? []).map(({ vendor, product }) => [vendor, product]);
    expect(own).toEqual(expect.arrayContaining(idsOf(row?.usb ?? [])));
    expect(row?.usb.length).toBeGreaterThan(0);
  });
});

const noFiles = async () => null;
const boardsAt = (list: () => Promise<readonly SerialPortInfo[]>) => new SerialBoards(new PortList(list, noFiles));
const NOTHING = { named: '', chosen: null };

describe('the devices at ports', () => {
  it('are listed with the sketch’s own board first, and a port that the user named', async () => {
    const boards = boardsAt(async () => [adapter, unoAt('/dev/ttyACM0', '1')]);
    const labels = (await boards.list(uno, { ...NOTHING, named: '/dev/pts/7' })).map(({ label }) => label);
    expect(labels).toEqual([
      'Arduino Uno at port /dev/ttyACM0',
      'Unknown board at port /dev/ttyUSB0',
      'Unknown board at port /dev/pts/7',
    ]);
    expect(await boards.list(uno, { ...NOTHING, named: '/dev/ttyACM0' })).toHaveLength(2);
  });

  it('are recognised by the USB ids in the facts of the sketch’s board', async () => {
    const boardFacts = {
      ...{ name: 'Arduino Leonardo', platform: 'atmelavr', mcu: 'atmega32u4', usb: ['2341:8036'] },
      ...{ clockHz: 16_000_000, ramBytes: 2560, flashBytes: 28_672 },
    };
    const leonardo = boardOf({ board: 'leonardo', boardFacts }) ?? expect.fail('no board');
    const usb = { vendor: 0x2341, product: 0x8036 };
    const port: SerialPortInfo = { ...adapter, path: '/dev/ttyACM1', usb: { ...usb, serialNumber: '1' }, boards: [] };
    const [first] = await boardsAt(async () => [adapter, port]).list(leonardo, NOTHING);
    expect(first?.label).toBe('Arduino Leonardo at port /dev/ttyACM1');
  });

  it('are named by the USB ids of the boards that PlatformIO knows', async () => {
    const at = (path: string, vendor: number, product: number): SerialPortInfo => {
      const usb = { vendor, product, serialNumber: '1' };
      return { path, usb, boards: boardsWith(usb) };
    };
    const ports = [
      at('/dev/ttyACM0', 0x2341, 0x8036),
      at('/dev/ttyACM1', 0x2341, 0x0062),
      at('/dev/ttyUSB0', 0x10c4, 0xea60),
    ];
    const listed = await boardsAt(async () => ports).list(uno, NOTHING);
    expect(listed.map(({ label }) => label)).toEqual([
      'Unknown board at port /dev/ttyUSB0',
      'Arduino Leonardo or a board with its USB id at port /dev/ttyACM0',
      'Arduino Uno Mini at port /dev/ttyACM1',
    ]);
    expect(listed.map(({ otherBoard }) => otherBoard)).toEqual([
      undefined,
      'Arduino Leonardo or a board with its USB id',
      'Arduino Uno Mini',
    ]);
  });

  it('are none for a board that is no hardware', async () => {
    expect(await boardsAt(async () => [adapter]).list(host, { ...NOTHING, named: '/dev/pts/7' })).toEqual([]);
  });

  it('keep the chosen one while it is not plugged in', async () => {
    const chosen = deviceAt(unoAt('/dev/ttyACM0', 'A'), []);
    const absent = { id: chosen, label: 'Arduino Uno (not plugged in)', isAbsent: true };
    expect(await boardsAt(async () => [adapter]).list(uno, { ...NOTHING, chosen })).toMatchObject([{}, absent]);
    const port = { id: 'port:/dev/ttyUSB7', label: 'Board at port /dev/ttyUSB7 (not plugged in)', isAbsent: true };
    expect(await boardsAt(async () => []).list(uno, { ...NOTHING, chosen: port.id })).toMatchObject([port]);
    expect(await boardsAt(async () => []).list(uno, { ...NOTHING, chosen: 'virtual' })).toEqual([]);
  });
});

describe('a board that is plugged in again', () => {
  const idAmong = (path: string, ports: readonly SerialPortInfo[]) => {
    const port = ports.find((each) => each.path === path);
    return port === undefined ? null : deviceAt(port, ports);
  };
  const before = [unoAt('/dev/ttyACM0', 'A'), unoAt('/dev/ttyACM1', 'B')];

  it('is the same device at its new port, by its serial number', async () => {
    const id = idAmong('/dev/ttyACM0', before) ?? '';
    const after = [unoAt('/dev/ttyACM0', 'B'), unoAt('/dev/ttyACM2', 'A')];
    expect(pathOf(id, after)).toBe('/dev/ttyACM2');
    const [, second] = await boardsAt(async () => after).list(uno, { ...NOTHING, chosen: id });
    expect(second).toMatchObject({ id, label: 'Arduino Uno at port /dev/ttyACM2' });
  });

  it('is not mistaken for another board, or guessed where two are alike', async () => {
    const id = idAmong('/dev/ttyACM0', before) ?? '';
    expect(pathOf(id, [unoAt('/dev/ttyACM0', 'B')])).toBeNull();
    const alike = [unoAt('/dev/ttyACM2', 'A'), unoAt('/dev/ttyACM3', 'A')];
    expect(pathOf(id, alike)).toBeNull();
    expect(idAmong('/dev/ttyACM2', alike)).toBe('port:/dev/ttyACM2');
    await expect(boardsAt(async () => alike).open(id, uno, 'test')).rejects.toThrow(/not plugged in/);
  });

  it('is named by its port without a serial number', () => {
    expect(deviceAt(adapter, [adapter])).toBe('port:/dev/ttyUSB0');
    expect(pathOf('port:/dev/ttyUSB0', [])).toBe('/dev/ttyUSB0');
  });
});

describe('the list of ports', () => {
  it('is read again only when the files of the ports have changed', async () => {
    let [files, reads] = ['ttyACM0:1', 0];
    const read = async () => [unoAt('/dev/ttyACM0', String(++reads))];
    const boards = new SerialBoards(new PortList(read, async () => files));
    const first = await boards.version();
    expect(await boards.version()).toBe(first);
    await boards.list(uno, NOTHING);
    expect(reads).toBe(1);
    files = 'ttyACM0:2';
    expect(await boards.version()).not.toBe(first);
    expect(reads).toBe(2);
  });

  it('is read again while the system does not know what a new port is', async () => {
    let ports: readonly SerialPortInfo[] = [{ ...adapter, usb: null }];
    const boards = new SerialBoards(
      new PortList(
        async () => ports,
        async () => 'ttyUSB0:1',
      ),
    );
    const first = await boards.version();
    ports = [adapter];
    expect(await boards.version()).not.toBe(first);
  });
});

describe.skipIf(process.platform === 'win32')('a port that cannot be used', () => {
  it('is said to be absent, or to be no port', async () => {
    expect(await portProblem(' ')).toMatch(/name of the port is empty/);
    expect(await portProblem('/dev/polyloop-none')).toMatch(/There is no port .*Plug the board in/);
    const folder = mkdtempSync(join(tmpdir(), 'polyloop-port-'));
    writeFileSync(join(folder, 'file'), '');
    if (process.platform === 'linux') expect(await portProblem('/dev/null')).toMatch(/is not a serial port/);
    expect(await portProblem(join(folder, 'file'))).toMatch(/is not a serial port/);
    rmSync(folder, { recursive: true });
  });

  it.skipIf(!hasTestPorts())('is said to be in use, with the program that uses it', async () => {
    const ports = await TestPorts.start();
    const path = await ports.plug('board');
    expect(await portProblem(path)).toBeNull();
    const pid = await ports.hold('board');
    expect(await portProblem(path)).toMatch(
      new RegExp(`^python\\S* \\(process ${pid}\\) uses the port .*Close the port`),
    );
    await ports.stop();
  });

  it.skipIf(!hasTestPorts())('is said to be of a group, with the command that helps', async () => {
    const ports = await TestPorts.start();
    const path = realpathSync(await ports.plug('board'));
    const groups = readFileSync('/etc/group', 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
    // As the ports of boards on Debian. Other users cannot give a file away: there it stays in their own group.
    if (process.getuid?.() === 0) chownSync(path, 0, Number(groups.find(([name]) => name === 'dialout')?.[2]));
    chmodSync(path, 0);
    const [group] = groups.find(([, , gid]) => gid === String(statSync(path).gid)) ?? expect.fail('no group');
    const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'port-access.ts')).href);
    const script = `import(${module}).then(async ({ portProblem }) => {
      // Root may use any port.
      if (process.getuid() === 0) for (const become of ['setgid', 'setuid']) process[become](65534);
      console.log(await portProblem(${JSON.stringify(path)}));
    })`;
    expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toBe(
      `You may not use the port ${path}. It belongs to the group ${group}. ` +
        `Run \`sudo usermod --append --groups ${group} $USER\`, then log out and in again.\n`,
    );
    await ports.stop();
  });
});
