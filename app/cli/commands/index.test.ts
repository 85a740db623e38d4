import { readdirSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, loadCommands } from './index.ts';

/** The commands that these arguments load, by their names. */
async function namesFor(...args: readonly string[]): Promise<string[]> {
  const program = new Command();
  for (const add of await loadCommands(args)) add(program, async () => {});
  return program.commands.map((command) => command.name());
}

describe('the registry of commands', () => {
  it('has every command that has a file', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => /^(?!index)(?!.*\.test\.ts$).*\.ts$/.test(name));
    expect(COMMAND_NAMES.toSorted()).toEqual(files.map((name) => name.replace('.ts', '')).toSorted());
  });

  it('loads the command that is named, and no other', async () => {
    for (const name of COMMAND_NAMES) {
      expect(await namesFor(name, '--json')).toEqual([name]);
      expect(await namesFor('help', name)).toEqual([name]);
    }
  });

  it('loads all for the list in the help, and to guess what a misspelt name means', async () => {
    for (const args of [[], ['--help'], ['help'], ['chek', 'FILE'], ['help', 'chek'], ['constructor']]) {
      expect(await namesFor(...args)).toEqual([...COMMAND_NAMES]);
    }
  });
});
