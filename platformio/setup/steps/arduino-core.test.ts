import { expect, test } from 'vitest';
import { checkIndex, coreVersion } from './arduino-core.mjs';

const CORE_HASH = 'SHA-256:ff1d17274b5a952f172074bd36c3924336baefded0232e10982f8999c2f7c3b6';
const OTA_HASH = 'SHA-256:aa45ee2441ffc3a122daec5802941d1fa2ac47adf5c5c481b5e0daa4dc259ffa';

/** The parts of Arduino's index that are read, with one of the tools. */
function arduinoIndex() {
  const core = {
    architecture: 'avr',
    version: coreVersion,
    archiveFileName: 'avr-1.8.6.tar.bz2',
    checksum: CORE_HASH,
    toolsDependencies: [{ packager: 'arduino', name: 'arduinoOTA', version: '1.3.0' }],
  };
  const system = { archiveFileName: 'arduinoOTA-1.3.0-linux_amd64.tar.bz2', checksum: OTA_HASH };
  const tool = { name: 'arduinoOTA', version: '1.3.0', systems: [system] };
  const other = { ...core, version: '1.8.5', checksum: 'SHA-256:00', toolsDependencies: [] };
  const arduino = { name: 'arduino', platforms: [other, core], tools: [tool] };
  return { core, system, tool, arduino, packages: [{ name: 'builtin' }, arduino] };
}

const flipped = (hash: string): string => hash.replace(/.$/, (digit) => (Number.parseInt(digit, 16) ^ 1).toString(16));

test('an index with the hashes of this repository is accepted', () => {
  expect(() => checkIndex(arduinoIndex())).not.toThrow();
});

test('another hash of the core or of a tool is refused by the name of the archive', () => {
  const ofCore = arduinoIndex();
  ofCore.core.checksum = flipped(CORE_HASH);
  expect(() => checkIndex(ofCore)).toThrow(/gives SHA-256:ff1d.*b7 for avr-1\.8\.6\.tar\.bz2, and this repository/);
  const ofTool = arduinoIndex();
  ofTool.system.checksum = flipped(OTA_HASH);
  expect(() => checkIndex(ofTool)).toThrow('for arduinoOTA-1.3.0-linux_amd64.tar.bz2');
});

test('another version of the same part is refused, even beside the right one', () => {
  const second = arduinoIndex();
  second.arduino.platforms.push({ ...second.core, checksum: flipped(CORE_HASH) });
  expect(() => checkIndex(second)).toThrow('avr-1.8.6.tar.bz2');
  const package2 = arduinoIndex();
  const platforms = [{ ...package2.core, checksum: flipped(CORE_HASH) }];
  package2.packages.push({ ...package2.arduino, platforms });
  expect(() => checkIndex(package2)).toThrow('avr-1.8.6.tar.bz2');
});

test('what this repository has no hash of is refused by its name', () => {
  const archive = arduinoIndex();
  archive.system.archiveFileName = 'other.zip';
  expect(() => checkIndex(archive)).toThrow('no hash of other.zip of arduinoOTA@1.3.0');
  const version = arduinoIndex();
  version.core.toolsDependencies = [{ packager: 'arduino', name: 'avrdude', version: '9' }];
  expect(() => checkIndex(version)).toThrow('avrdude@9');
  const packager = arduinoIndex();
  packager.core.toolsDependencies = [{ packager: 'builtin', name: 'ctags', version: '1' }];
  expect(() => checkIndex(packager)).toThrow('ctags of builtin');
});

test('an index without the core or without a tool is refused', () => {
  expect(() => checkIndex({})).toThrow('does not have avr@1.8.6');
  const index = arduinoIndex();
  index.tool.systems = [];
  expect(() => checkIndex(index)).toThrow('does not have arduinoOTA@1.3.0');
});
