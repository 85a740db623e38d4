import { readdirSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, loadCommands } from './index.ts';

/** Returns the names of the commands that these arguments load. */
async function namesFor(...args: readonly string[]): Promise<string[]> {
  const program = new Command();
  for (const add of await loadCommands(args)) add(program, async () => {});
  return program.commands.map((command) => command.name());
}

describe('the registry of commands', () => {
  it('has every command that has a file', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => /^(?!index)(?!.*\.test\.ts$).*\.ts$/.test(name));
    const commands = files.map((name) => name.replace('.ts', ''));
    const missing = commands.filter((name) => !COMMAND_NAMES.includes(name));
    expect(missing, `register ${missing.join(', ')} in app/cli/commands/index.ts`).toEqual([]);
    expect(COMMAND_NAMES.toSorted()).toEqual(commands.toSorted());
  });

  it('loads only the named command', async () => {
    for (const name of COMMAND_NAMES) {
      expect(await namesFor(name, '--json')).toEqual([name]);
      expect(await namesFor('help', name)).toEqual([name]);
    }
  });

  it('loads all commands for the help list and for suggestions on a misspelt name', async () => {
    for (const args of [[], ['--help'], ['help'], ['chek', 'FILE'], ['help', 'chek'], ['constructor']]) {
      expect(await namesFor(...args)).toEqual([...COMMAND_NAMES]);
    }
  });
});
