import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findQuest } from './quest.mjs';

let root = '';
const tools = () => path.join(root, 'cross');
const compiler = (kind: string) => path.join(tools(), 'bin', `i586-pc-quest-${kind}`);

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'polyloop-quest-'));
  for (const folder of ['libarduino', 'kernel', path.join('cross', 'bin')]) {
    await mkdir(path.join(root, folder), { recursive: true });
  }
  for (const file of ['libarduino/arduthread.h', 'libarduino/main.c', 'kernel/quest']) {
    await writeFile(path.join(root, file), '');
  }
  await writeFile(path.join(root, 'target-config.mk'), `TARGET = i586-pc-quest\nTOOLCHAIN_INSTALL_DIR = ${tools()}\n`);
  for (const kind of ['gcc', 'g++']) {
    await writeFile(compiler(kind), '#!/bin/sh\n');
    await chmod(compiler(kind), 0o755);
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

const problemOf = (environment: Record<string, string | undefined>) => {
  const found = findQuest({ QUEST_ROOT: root, ...environment });
  return found.installed ? null : found.problem;
};

describe.skipIf(process.platform === 'win32')('findQuest', () => {
  it('finds the kernel, its headers, and the tool chain that the checkout names', () => {
    const found = findQuest({ QUEST_ROOT: root });
    if (!found.installed) throw new Error(found.problem);
    expect(found).toMatchObject({ sourceDir: root, kernelImage: path.join(root, 'kernel', 'quest') });
    expect(found.compilers.c.command).toEqual([compiler('gcc')]);
    expect(found.compilers.cpp.command).toEqual([compiler('g++')]);
    expect(found.compilers.cFlags).toEqual(['-isystem', path.join(root, 'libarduino')]);
  });

  it('is not installed without QUEST_ROOT, and says how to get it', () => {
    const found = findQuest({});
    expect(found).toMatchObject({ installed: false, name: 'Quest' });
    if (!found.installed) expect(found.howToGet).toContain('https://github.com/QuestOS/Marlin');
    expect(problemOf({ QUEST_ROOT: undefined })).toBeUndefined();
  });

  it('names the file or the variable that is wrong', async () => {
    expect(problemOf({ QUEST_TOOLS: path.join(root, 'nowhere') })).toContain('i586-pc-quest-gcc');
    expect(problemOf({ QUEST_TOOLS: path.join(root, 'nowhere') })).toContain('QUEST_TOOLS');
    const other = path.join(root, 'kernel');
    expect(problemOf({ QUEST_ROOT: other })).toContain(path.join(other, 'libarduino', 'arduthread.h'));
    await rm(path.join(root, 'target-config.mk'));
    expect(problemOf({})).toContain('Set QUEST_TOOLS');
    expect(problemOf({ QUEST_TOOLS: tools() })).toBeNull();
  });
});
