/** `polyloop import`: turns an Arduino sketch into a sketch of tasks. */
import { readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { withFirstEstimates } from '../../../generator/estimate/follow-code.ts';
import { isSketchSource } from '../../../generator/import/file-names.ts';
import type { SketchFile } from '../../../generator/import/files.ts';
import { importSketch } from '../../../generator/import/import.ts';
import type { Imported } from '../../../generator/import/result.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { visibleJson } from '../../../generator/words/visible.ts';
import { systemCode, systemError } from '../../host/system-errors.ts';
import { userCalibrations } from '../calibrations.ts';
import type { Run } from '../command.ts';
import { CommandError, EXIT_INVALID, EXIT_OK } from '../exit-codes.ts';
import { judge } from '../judgement.ts';
import { readText } from '../sketch-input.ts';
import { printable, type Terminal } from '../terminal.ts';

interface ImportOptions {
  readonly out?: string;
  readonly merge?: readonly string[];
  readonly force?: true;
  readonly json?: true;
}

export function addImportCommand(program: Command, run: Run): void {
  program
    .command('import')
    .description('split an Arduino sketch into tasks')
    .argument('<file...>', 'files of one Arduino sketch (.ino, .cpp, .h), or its folder')
    .option('--out <file>', 'the sketch file to write; the default is NAME.polyloop.json beside the first file')
    .option('--merge <task...>', 'proposed tasks that stay part of loop')
    .option('--force', 'replace an existing file')
    .option('--json', 'print a JSON document')
    .action((files: string[], options: ImportOptions) => run((terminal) => importFiles(terminal, files, options)));
}

async function importFiles(terminal: Terminal, paths: readonly string[], options: ImportOptions): Promise<number> {
  const files = await readFiles(paths);
  const found = imports(files, options.merge ?? []);
  const sketch = withFirstEstimates(found.sketch);
  const imported = { ...found, sketch, admitted: judge(sketch, false, await userCalibrations(terminal)).admitted };
  const { name } = imported.sketch;
  const out = resolve(options.out ?? join(await folderOf(paths[0] ?? '.'), `${name}.polyloop.json`));
  await write(out, writeSketch(imported.sketch), options.force ?? false);
  if (options.json) terminal.print(visibleJson(documentOf(imported, out)));
  else printImport(terminal, imported, out);
  return EXIT_OK;
}

function imports(files: readonly SketchFile[], merge: readonly string[]): Imported {
  const all = importSketch(files);
  if (!all.ok) throw new CommandError(all.message, EXIT_INVALID);
  if (merge.length === 0) return all;
  const ids = merge.map((name) => {
    const proposal = all.proposals.find((each) => each.name === name && each.canMerge);
    if (proposal !== undefined) return proposal.id;
    const names = all.proposals.filter(({ canMerge }) => canMerge).map((each) => each.name);
    throw new CommandError(
      `No proposed task "${printable(name)}" can stay in loop. Choose from: ${names.join(', ') || 'none'}.`,
      EXIT_INVALID,
    );
  });
  const merged = importSketch(files, { merged: new Set(ids) });
  return merged.ok ? merged : all;
}

/** The files as given, or the sources of a folder. */
async function readFiles(paths: readonly string[]): Promise<SketchFile[]> {
  const files: string[] = [];
  for (const path of paths) files.push(...(await sourcesOf(path)));
  if (files.length === 0) {
    throw new CommandError(`${paths.join(', ')} contains no .ino, .cpp or .h file.`, EXIT_INVALID);
  }
  return Promise.all(files.map(async (path) => ({ name: basename(path), text: await readText(path) })));
}

async function sourcesOf(path: string): Promise<string[]> {
  if (!(await isFolder(path))) return [path];
  const names = (await readdir(path)).filter(isSketchSource).toSorted();
  return names.map((name) => join(path, name));
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    const named = systemError(error, 'read', path);
    throw new CommandError(named instanceof Error ? named.message : String(named), EXIT_INVALID);
  }
}

const folderOf = async (path: string): Promise<string> => ((await isFolder(path)) ? path : resolve(path, '..'));

async function write(out: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(out, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if (systemCode(error) === 'EEXIST') {
      throw new CommandError(
        `${out} exists. Choose another file with --out, or add --force to replace it.`,
        EXIT_INVALID,
      );
    }
    const named = systemError(error, 'write to', out);
    throw new CommandError(named instanceof Error ? named.message : String(named), EXIT_INVALID);
  }
}

function documentOf({ dialect, sketch, proposals, notes, includes, shared, admitted }: Imported, out: string): object {
  return { out, name: sketch.name, dialect, proposals, notes, includes, shared, admitted };
}

function printImport(terminal: Terminal, { sketch, proposals, notes, admitted }: Imported, out: string): void {
  const tasks = sketch.tasks.length === 1 ? '1 task' : `${sketch.tasks.length} tasks`;
  terminal.print(`${tasks} in ${printable(out)}, ${admitted ? 'admitted' : 'not admitted'} with the first budgets.`);
  for (const { name, place, explanation } of proposals) {
    terminal.print(`  ${printable(name)} (${printable(place)}): ${printable(explanation)}`);
  }
  for (const { place, text } of notes)
    terminal.note(`${place === null ? '' : `${printable(place)}: `}${printable(text)}`);
}
