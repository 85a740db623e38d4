import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRtems, pkgConfig } from './rtems.mjs';

const PC = `prefix=/opt/rtems
libdir=\${prefix}/arm-rtems7/board/lib

ABI_FLAGS=-march=armv7-a -mthumb
Name: arm-rtems7-board
Version: 7.0.0
Cflags: \${ABI_FLAGS} -isystem\${libdir}/include
Libs: \${ABI_FLAGS} -B\${libdir} -qrtems
`;

let prefix = '';
const bin = (name: string) => path.join(prefix, 'bin', name);

beforeAll(async () => {
  prefix = await mkdtemp(path.join(tmpdir(), 'polyloop-rtems-'));
  await mkdir(path.join(prefix, 'lib', 'pkgconfig'), { recursive: true });
  await mkdir(path.join(prefix, 'bin'));
  await writeFile(path.join(prefix, 'lib', 'pkgconfig', 'arm-rtems7-board.pc'), PC);
  for (const name of ['arm-rtems7-gcc', 'arm-rtems7-g++']) {
    await writeFile(bin(name), '#!/bin/sh\n');
    await chmod(bin(name), 0o755);
  }
});
afterAll(() => rm(prefix, { recursive: true, force: true }));

const environment = (over: Record<string, string | undefined> = {}) => ({
  ...{ RTEMS_PREFIX: prefix, RTEMS_TOOLS: prefix, RTEMS_VERSION: '7', RTEMS_BSP: 'arm/board' },
  ...over,
});
const problemOf = (over: Record<string, string | undefined>) => {
  const found = findRtems(environment(over));
  return found.installed ? null : found.problem;
};

describe('pkgConfig', () => {
  it('replaces variables, and separates them from fields', () => {
    const { variables, fields } = pkgConfig(PC);
    expect(variables.get('libdir')).toBe('/opt/rtems/arm-rtems7/board/lib');
    expect(fields.get('Libs')).toBe('-march=armv7-a -mthumb -B/opt/rtems/arm-rtems7/board/lib -qrtems');
    expect(fields.has('libdir')).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('findRtems', () => {
  it('finds the board support package, its flags and its compilers', () => {
    const found = findRtems(environment());
    if (!found.installed) throw new Error(found.problem);
    expect(found).toMatchObject({ sourceDir: prefix, version: '7.0.0', board: 'arm/board' });
    expect(found.compilers.c.command).toEqual([bin('arm-rtems7-gcc')]);
    expect(found.compilers.cpp.command).toEqual([bin('arm-rtems7-g++')]);
    expect(found.compilers.cFlags).toContain('-isystem/opt/rtems/arm-rtems7/board/lib/include');
    expect(found.compilers.linkFlags).toContain('-qrtems');
  });

  it('uses the tool chain in the prefix if RTEMS_TOOLS is not set', () => {
    expect(findRtems(environment({ RTEMS_TOOLS: undefined })).installed).toBe(true);
  });

  it('is not installed without RTEMS_PREFIX, and says how to get it', () => {
    const found = findRtems(environment({ RTEMS_PREFIX: undefined }));
    expect(found).toMatchObject({ installed: false, name: 'RTEMS' });
    if (!found.installed) expect(found.howToGet).toContain('https://docs.rtems.org');
    expect(problemOf({ RTEMS_PREFIX: undefined })).toBeUndefined();
  });

  it('names the variable or the file that is wrong', () => {
    expect(problemOf({ RTEMS_BSP: undefined })).toContain('RTEMS_BSP is not set');
    expect(problemOf({ RTEMS_VERSION: '5' })).toBe('RTEMS_VERSION is 5; Polyloop needs RTEMS 6 or later.');
    expect(problemOf({ RTEMS_VERSION: 'x' })).toContain('RTEMS_VERSION is x');
    expect(problemOf({ RTEMS_BSP: 'arm/other' })).toContain(
      path.join(prefix, 'lib', 'pkgconfig', 'arm-rtems7-other.pc'),
    );
    expect(problemOf({ RTEMS_TOOLS: path.join(prefix, 'nowhere') })).toContain('arm-rtems7-gcc');
  });
});
