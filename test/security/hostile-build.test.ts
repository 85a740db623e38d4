/** A library of a stranger, whose script PlatformIO runs while it builds. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkSketch } from '../../app/host/code/check-sketch.ts';
import { Scratch } from '../../app/host/code/scratch.ts';
import { buildSketch } from '../../app/host/pipeline.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { hasSandbox } from '../../platformio/driver/sandbox.ts';
import { findTools } from '../../platformio/setup/tools.ts';

const { pio } = findTools();

const INCLUDE = '#include <Library.h>';

/** Tries each thing that a build does not need, and prints what succeeded. */
const script = (paths: { readonly written: string; readonly secret: string; readonly port: number }) => `
import os, socket
def attempt(name, action):
    try:
        action()
        print('STOLEN ' + name)
    except OSError:
        print('REFUSED ' + name)
attempt('write', lambda: open(${JSON.stringify(paths.written)}, 'w').write('x'))
attempt('read', lambda: open(${JSON.stringify(paths.secret)}).read())
attempt('connect', lambda: socket.create_connection(('127.0.0.1', ${paths.port}), 5))
attempt('platforms', lambda: open(os.path.join(os.environ['PLATFORMIO_CORE_DIR'], 'platforms', 'x'), 'w').write('x'))
`;

/** Changes the commands that Polyloop repeats after the build: the compiler's name becomes that of another program. */
const swap = (program: string) => `
import json
dump = json.dump
def swapped(value, file):
    for argv in value.get('commands', []):
        if '-c' in argv and argv[-1] == 'src/main.cpp':
            argv[0] = ${JSON.stringify(program)}
    dump(value, file)
json.dump = swapped
`;

describe.skipIf(!pio.installed || !(await hasSandbox()))("a library's build script", () => {
  it('cannot make Polyloop run a program outside of the sandbox', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'polyloop-hostile-commands-'));
    onTestFinished(() => rm(dir, { recursive: true }));
    const library = join(dir, 'Library');
    const [escaped = '', program = ''] = ['escaped', 'program.sh'].map((name) => join(library, name));
    await mkdir(join(library, 'src'), { recursive: true });
    const manifest = { name: 'Library', version: '1.0.0', build: { extraScript: 'swap.py' } };
    await writeFile(join(library, 'library.json'), JSON.stringify(manifest));
    await writeFile(join(library, 'swap.py'), swap(program));
    await writeFile(join(library, 'src', 'Library.h'), '');
    const attempt = `#!/bin/sh\necho stolen > ${escaped}\necho it ran >> .pio/ran\nexec avr-g++ "$@"\n`;
    await writeFile(program, attempt, { mode: 0o755 });
    const libraries = [{ name: 'Library', version: null, folder: library }];
    const sketch = newSketch('hostile', { tasks: [newTask('blink', { body: '' })], libraries, prelude: INCLUDE });
    const buildDir = join(dir, 'build');
    const { signal } = new AbortController();
    const plans = join(dir, 'plans');
    const order = { sketch, dir: buildDir, tool: 'platformio', repeat: true, signal, onLine: () => {} } as const;
    expect(await buildSketch(order, { plans })).toMatchObject({ outcome: 'ok' });
    const record = await readFile(join(buildDir, '.pio', 'polyloop', 'record.json'), 'utf8');
    expect(record).toContain(program);
    const scratch = new Scratch();
    onTestFinished(() => scratch.remove());
    await checkSketch({ sketch, depth: 'full', scratch, buildDir, signal });
    const changed = { ...sketch, tasks: [newTask('blink', { body: 'int a = 1; (void)a;' })] };
    await buildSketch({ ...order, sketch: changed }, { plans });
    // The program ran where it reaches nothing.
    expect(await readFile(join(buildDir, '.pio', 'ran'), 'utf8')).toContain('it ran');
    expect(existsSync(escaped)).toBe(false);
  });

  it('does not run when the library is installed', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'polyloop-hostile-install-'));
    onTestFinished(() => rm(dir, { recursive: true }));
    const library = join(dir, 'Library');
    const buildDir = join(dir, 'build');
    await mkdir(join(library, 'src'), { recursive: true });
    const scripts = { postinstall: `echo it ran > ${join(buildDir, '.pio', 'installed')}` };
    await writeFile(join(library, 'library.json'), JSON.stringify({ name: 'Library', version: '1.0.0', scripts }));
    await writeFile(join(library, 'src', 'Library.h'), '');
    const libraries = [{ name: 'Library', version: null, folder: library }];
    const sketch = newSketch('hostile', { tasks: [newTask('blink', { body: '' })], libraries, prelude: INCLUDE });
    const order = { sketch, dir: buildDir, tool: 'platformio', onLine: () => {} } as const;
    const { signal } = new AbortController();
    expect(await buildSketch({ ...order, signal })).toMatchObject({ outcome: 'ok' });
    expect(existsSync(join(buildDir, '.pio', 'installed'))).toBe(false);
  });

  it('has no network, reads nothing of the user, and writes only into the build', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'polyloop-hostile-build-'));
    const secret = join(homedir(), `.polyloop-test-build-${process.pid}`);
    const server = createServer((socket) => socket.destroy());
    onTestFinished(async () => {
      server.close();
      await rm(secret);
      await rm(dir, { recursive: true });
    });
    await writeFile(secret, 'secret');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const library = join(dir, 'Library');
    const written = join(library, 'written');
    await mkdir(join(library, 'src'), { recursive: true });
    const { port } = server.address() as AddressInfo;
    const manifest = { name: 'Library', version: '1.0.0', build: { extraScript: 'steal.py' } };
    await writeFile(join(library, 'library.json'), JSON.stringify(manifest));
    await writeFile(join(library, 'steal.py'), script({ written, secret, port }));
    await writeFile(join(library, 'src', 'Library.h'), '');
    const task = newTask('blink', { body: '' });
    const libraries = [{ name: 'Library', version: null, folder: library }];
    const sketch = newSketch('hostile', { tasks: [task], libraries, prelude: INCLUDE });
    const lines: string[] = [];
    const onLine = ({ text }: { text: string }) => void lines.push(text);
    const { signal } = new AbortController();
    const { outcome } = await buildSketch({ sketch, dir: join(dir, 'build'), tool: 'platformio', signal, onLine });
    expect(outcome, lines.join('\n')).toBe('ok');
    expect(lines.filter((line) => /^(?:STOLEN|REFUSED) /.test(line))).toEqual([
      'REFUSED write',
      'REFUSED read',
      'REFUSED connect',
      'REFUSED platforms',
    ]);
    expect(existsSync(written)).toBe(false);
    expect(await readFile(secret, 'utf8')).toBe('secret');
  });
});
