/** The command line on a Linux computer without bubblewrap says what it cannot keep out before it lets it in. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../app/cli/test-cli.ts';
import { host } from '../../generator/boards/host/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { which } from '../../platformio/setup/which.mjs';
import { pathWithout } from './guarded.ts';

const { pio, avr, hostCc, hostCxx } = findTools();
const isLinux = process.platform === 'linux';

describe.skipIf(!isLinux)('without bubblewrap', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'polyloop-no-bubblewrap-'));
    env = { PATH: pathWithout('bwrap', join(folder, 'bin')), POLYLOOP_HOME: join(folder, 'home') };
    expect(which('bwrap', env.PATH)).toBeNull();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.skipIf(!hostCc.installed || !hostCxx.installed)('a sketch for this computer runs only when trusted', async () => {
    mkdirSync(join(folder, 'own'));
    const file = join(folder, 'own', 'own.polyloop.json');
    writeFileSync(file, writeSketch(newSketch('own', { board: host.id, tasks: [newTask('a', { body: '' })] })));
    const refused = await runCli(['run', file, '--for', '20ms'], { env });
    expect(refused.code).not.toBe(0);
    expect(refused.error).toContain('read, change and delete your files, use the network, and go on after you stop it');
    const trusted = await runCli(['run', file, '--for', '20ms', '--trust'], { env });
    expect(trusted.code, trusted.error).toBe(0);
  });

  it.skipIf(!pio.installed || !avr.installed)("a library's script runs only when trusted", async () => {
    const library = join(folder, 'Library');
    const ran = join(folder, 'ran');
    mkdirSync(join(library, 'src'), { recursive: true });
    const manifest = { name: 'Library', version: '1.0.0', build: { extraScript: 'own.py' } };
    writeFileSync(join(library, 'library.json'), JSON.stringify(manifest));
    writeFileSync(join(library, 'own.py'), `open(${JSON.stringify(ran)}, 'w').close()\n`);
    writeFileSync(join(library, 'src', 'Library.h'), '');
    const libraries = [{ name: 'Library', version: null, folder: library }];
    const sketch = newSketch('guest', {
      tasks: [newTask('a', { body: '' })],
      libraries,
      prelude: '#include <Library.h>',
    });
    mkdirSync(join(folder, 'guest'));
    const file = join(folder, 'guest', 'guest.polyloop.json');
    writeFileSync(file, writeSketch(sketch));
    const refused = await runCli(['build', file], { env });
    expect(refused.code).not.toBe(0);
    expect(`${refused.out}${refused.error}`).toMatch(/The library Library was not built: it would run own\.py/);
    expect(existsSync(ran)).toBe(false);
    const trusted = await runCli(['build', file, '--trust'], { env });
    expect(trusted.code, trusted.error).toBe(0);
    expect(existsSync(ran)).toBe(true);
  });
});
