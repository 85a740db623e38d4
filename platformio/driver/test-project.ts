/**
 * A small project in the form of generated ones, for tests: a body of user code in C++, and a
 * library in C.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const library = {
  'rt.h': '#pragma once\n#ifdef __cplusplus\nextern "C" {\n#endif\nint rt_next(void);\n#ifdef __cplusplus\n}\n#endif\n',
  'rt.c': '#include "rt.h"\nstatic int n;\nint rt_next(void) { return n++ & 1; }\n',
};

const boards = {
  uno: {
    files: { 'platformio.ini': '[env:uno]\nplatform = atmelavr\nboard = uno\nframework = arduino\n' },
    head: '#include <Arduino.h>',
    tail: 'void setup() { pinMode(13, OUTPUT); }\nvoid loop() { blink(); }',
  },
  host: {
    files: {
      'build.json': JSON.stringify({
        polyloopBuild: 1,
        sources: ['lib/rt/src/rt.c', 'src/main.cpp'],
        includeDirs: ['lib/rt/src'],
        cFlags: ['-std=c99', '-Wall'],
        cppFlags: ['-std=gnu++17', '-Wall'],
        output: 'program',
      }),
    },
    head: '#include <cstdio>',
    tail: 'int main() { blink(); return 0; }',
  },
} as const;

export class TestProject {
  readonly #board: keyof typeof boards;
  dir = '';

  constructor(board: keyof typeof boards = 'uno') {
    this.#board = board;
  }

  /** Uses blanks and umlauts in the path, as many users have. */
  async create(): Promise<void> {
    this.dir = await mkdtemp(path.join(os.tmpdir(), 'polyloop build ö-'));
    for (const [name, text] of Object.entries(library)) await this.write(`lib/rt/src/${name}`, text);
    for (const [name, text] of Object.entries(boards[this.#board].files)) await this.write(name, text);
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }

  async write(name: string, content: string): Promise<void> {
    const file = path.join(this.dir, ...name.split('/'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }

  /** The body of the task "Blink fast", in a function of its own as the generator prints it. */
  writeBody(body: string): Promise<void> {
    const { head, tail } = boards[this.#board];
    const before = `${head}\n#include <rt.h>\nextern int nowhere(int);\nstatic void blink(void) {\n#line 1 "task:Blink%20fast/body"\n`;
    return this.write('src/main.cpp', `${before}${body}\n#line 8 "src/main.cpp"\n}\n${tail}\n`);
  }
}
