/** `polyloop tasks`: the tasks of a sketch, the most urgent first. */
import type { Command } from 'commander';
import { systemOf } from '../../../generator/system/system.ts';
import type { Run } from '../command.ts';
import { EXIT_INVALID, EXIT_OK } from '../exit-codes.ts';
import { printProblems, readSketchInput } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';

export function addTasksCommand(program: Command, run: Run): void {
  program
    .command('tasks')
    .description('list the tasks of a sketch, the most urgent first')
    .argument('<file>', 'sketch file (NAME.polyloop.json)')
    .action((file: string) => run((terminal) => listTasks(terminal, file)));
}

async function listTasks(terminal: Terminal, file: string): Promise<number> {
  const read = await readSketchInput(file);
  if (!read.ok) {
    printProblems(terminal, file, read.problems);
    return EXIT_INVALID;
  }
  for (const { name } of systemOf(read.sketch).byRank) terminal.print(printable(name));
  return EXIT_OK;
}
