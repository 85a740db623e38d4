/** The symbols of a built program. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { avrBinDir } from '../conformance/toolchain.ts';

const run = promisify(execFile);

/** Where the functions and variables of a program are, in bytes. */
export async function symbolsIn(
  elf: string,
): Promise<(name: string) => { readonly at: number; readonly bytes: number }> {
  const { stdout } = await run(path.join(avrBinDir ?? '', 'avr-nm'), ['-C', '-S', elf]);
  const found = new Map(
    stdout.split('\n').flatMap((line) => {
      const [, at, bytes, name] = /^([0-9a-f]+) ([0-9a-f]+) \w (?:void )?([\w.]+)/.exec(line) ?? [];
      return at === undefined || bytes === undefined || name === undefined
        ? []
        : [[name, { at: Number.parseInt(at, 16), bytes: Number.parseInt(bytes, 16) }] as const];
    }),
  );
  return (name) => {
    // The optimizer adds a suffix to some names.
    const [other] = [...found.keys()].filter((each) => each.startsWith(`${name}.`));
    const symbol = found.get(name) ?? found.get(other ?? '');
    if (symbol === undefined) throw new Error(`the program has no ${name}`);
    return symbol;
  };
}
