/** `polyloop schema`: prints the JSON Schema of sketch files, for editors and other programs. */
import type { Command } from 'commander';
import { jsonSchema } from '../../../generator/sketch/schema.ts';
import type { Run } from '../command.ts';
import { EXIT_OK } from '../exit-codes.ts';

export function addSchemaCommand(program: Command, run: Run): void {
  program
    .command('schema')
    .description('print the JSON Schema of sketch files')
    .action(() =>
      run(async (terminal) => {
        terminal.print(JSON.stringify(jsonSchema(), null, 2));
        return EXIT_OK;
      }),
    );
}
