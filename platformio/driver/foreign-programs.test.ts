import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { programsOfLibraries, unknownPlatform, untrustedProgram } from './foreign-programs.ts';

function folder(files: Readonly<Record<string, unknown>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'polyloop-foreign-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return dir;
}

describe('programs of libraries', () => {
  const INSTALLED = join('.pio', 'libdeps', 'uno', 'Evil');
  const found = (manifest: unknown, name = 'library.json') =>
    programsOfLibraries(folder({ [join(INSTALLED, name)]: manifest }), '');

  it.each([
    { extraScript: 'steal.py' },
    { flags: '!python steal.py' },
    { flags: ['-DA=1', '-fplugin=evil.so'] },
    { flags: '-wrapper ./evil' },
    { flags: '-DA -B.' },
    { flags: '@flags' },
    { flags: '-I/etc' },
    { flags: '-iquote/' },
    { flags: '-include ../../secret.h' },
    { flags: '-Wl,--format=binary,/etc/passwd' },
  ])('are found: %j', async (build) => {
    const programs = await found({ name: 'evil', build });
    expect(programs).toHaveLength(1);
    expect(untrustedProgram(programs)).toContain(Object.values(build).flat().at(-1));
  });

  it('are found in manifests that cannot be read, in flags of the linker, and in folders of this computer', async () => {
    expect(await found('{ "build": ')).toEqual([{ library: 'Evil', what: 'library.json' }]);
    expect(await found('name=Evil\nldflags=-fplugin=evil.so\n', 'library.properties')).toEqual([
      { library: 'Evil', what: '-fplugin=evil.so' },
    ]);
    const library = folder({ 'library.json': { name: 'own', build: { extraScript: 'own.py' } } });
    const ini = `lib_deps =\n  Own=symlink://${library}\n`;
    expect(await programsOfLibraries(folder({}), ini)).toEqual([{ library: 'own', what: 'own.py' }]);
  });

  it('are not seen in plain libraries', async () => {
    expect(await found({ name: 'plain', build: { flags: ['-Iinclude', '-DNAME=\\"a/b\\"', '-lm'] } })).toEqual([]);
    expect(await found({ name: 'plain', build: { flags: 7, extraScript: null } })).toEqual([]);
    expect(await found({ name: 'plain', build: 'x' })).toEqual([]);
    expect(await found('name=Plain\nldflags=-lalgobsec\n', 'library.properties')).toEqual([]);
    expect(untrustedProgram([])).toBeNull();
  });
});

describe('a platform', () => {
  const core = () => folder({ 'platforms/own@1.0.0/platform.json': '{}' });
  const fault = (name: string) =>
    unknownPlatform(`[env:a]\nplatform = ${name}\n`, { env: { PLATFORMIO_CORE_DIR: core() } });

  it("is downloaded only if it is one of PlatformIO's", async () => {
    expect(await fault('espressif32')).toBeNull();
    expect(await fault('atmelavr')).toBeNull();
    expect(await fault('own')).toBeNull();
    expect(await fault('evil')).toContain('The platform evil was not downloaded');
    expect(await fault('ow')).not.toBeNull();
  });
});
