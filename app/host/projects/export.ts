/** Exports a sketch: writes its generated project into a folder of the user. */
import { readdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RpcError } from '../../contract/errors.ts';
import type { ExportResult } from '../../contract/projects.ts';
import { PROJECT_MANIFEST } from '../builds/project-files.ts';
import { generate, type PipelineOptions, writeGenerated } from '../pipeline.ts';
import { readSketchText } from '../sketch-text.ts';
import { systemCode, systemError } from '../system-errors.ts';

export type ProjectExporter = (text: string, dir: string) => Promise<ExportResult>;

/** A project without its kernel is written. Its README explains where to put the kernel. */
export async function writeExport(text: string, dir: string, options: PipelineOptions): Promise<ExportResult> {
  const read = readSketchText(text);
  if (!read.ok) return { status: 'refused', problems: [...read.problems] };
  const project = generate(read.sketch, options);
  if (project.diagnostics.some(({ severity }) => severity === 'error')) {
    return { status: 'refused', problems: [...project.diagnostics] };
  }
  const folder = resolve(dir);
  await requireOwnFolder(folder);
  try {
    await writeGenerated(folder, project);
  } catch (error) {
    throw systemError(error, 'write to', folder);
  }
  return { status: 'written', dir: folder, files: project.files.size };
}

/** An export never mixes its files with files of another origin. */
async function requireOwnFolder(folder: string): Promise<void> {
  const entries = await entriesOf(folder);
  if (entries.length === 0 || entries.includes(PROJECT_MANIFEST)) return;
  throw new RpcError('unavailable', `${folder} contains other files. Choose a new or an empty folder.`);
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    if ((await stat(folder)).isDirectory()) return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw systemError(error, 'write to', folder);
  }
  throw new RpcError('unavailable', `${folder} is a file. Choose a folder for the project.`);
}
