/**
 * Exports a sketch: writes its generated project into a folder of the user, or into one zip file. An
 * existing folder or file is replaced only if the request says so.
 */
import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { tr } from '../../../generator/words/tr.ts';
import { RpcError } from '../../contract/errors.ts';
import type { ExportForm, ExportResult } from '../../contract/projects.ts';
import { PROJECT_MANIFEST, writeProject } from '../builds/project-files.ts';
import { replaceFile } from '../files/replace-file.ts';
import { boardOf, generate, type HostProject, type PipelineOptions } from '../pipeline.ts';
import { readSketchText } from '../sketch-text.ts';
import { systemCode, systemError } from '../system-errors.ts';
import { arduinoName, filesInForm } from './project-forms.ts';

export interface ExportRequest {
  readonly form: ExportForm;
  readonly zip: boolean;
  /** Whether an earlier export is replaced without a question. */
  readonly replace: boolean;
}

export type ProjectExporter = (text: string, path: string, request: ExportRequest) => Promise<ExportResult>;

/** A project without its kernel is written. Its README explains where to put the kernel. */
export async function writeExport(
  text: string,
  path: string,
  request: ExportRequest,
  options: PipelineOptions,
): Promise<ExportResult> {
  const read = readSketchText(text);
  if (!read.ok) return { status: 'refused', problems: [...read.problems] };
  const project = generate(read.sketch, options);
  if (project.diagnostics.some(({ severity }) => severity === 'error')) {
    return { status: 'refused', problems: [...project.diagnostics] };
  }
  return exportGenerated(read.sketch, project, path, request);
}

/** The same for a project that is generated already. */
export async function exportGenerated(
  sketch: Sketch,
  project: HostProject,
  path: string,
  { form, zip, replace }: ExportRequest,
): Promise<ExportResult> {
  const board = boardOf(sketch);
  if (form === 'ino' && board.fqbn === null) {
    const message = tr`The Arduino IDE cannot build for ${board.label}. Export a project instead, or choose an Arduino board.`;
    return { status: 'refused', problems: [{ pointer: '/board', message, severity: 'error' }] };
  }
  const out = resolve(zip && !path.toLowerCase().endsWith('.zip') ? `${path}.zip` : path);
  const given = zip ? basename(out).replace(/\.zip$/i, '') : basename(out);
  const name = form === 'ino' ? arduinoName(given) : given;
  const target = form === 'ino' && !zip ? resolve(dirname(out), name) : out;
  const files = filesInForm(project.files, form, name);
  const exists = zip ? await fileExists(target) : await isEarlierExport(target);
  if (exists && !replace) return { status: 'exists', path: target };
  try {
    if (zip) {
      await mkdir(dirname(target), { recursive: true });
      const { zipOf } = await import('./zip.ts');
      await replaceFile(target, Buffer.from(zipOf(files, name)));
    } else
      await writeProject(
        target,
        [...files].map(([path, content]) => ({ path, content })),
      );
  } catch (error) {
    throw systemError(error, 'write to', target);
  }
  return { status: 'written', dir: target, files: files.size };
}

async function fileExists(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isFile()) return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw systemError(error, 'write to', path);
  }
  throw new RpcError('unavailable', tr`${path} is a folder. Choose another name for the zip file.`);
}

/** Whether the folder has an earlier export. An export never mixes its files with other files. */
async function isEarlierExport(folder: string): Promise<boolean> {
  const entries = await entriesOf(folder);
  if (entries.includes(PROJECT_MANIFEST)) return true;
  if (entries.length === 0) return false;
  throw new RpcError('unavailable', tr`${folder} contains other files. Choose a new or an empty folder.`);
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    if ((await stat(folder)).isDirectory()) return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw systemError(error, 'write to', folder);
  }
  throw new RpcError('unavailable', tr`${folder} is a file. Choose a folder for the project.`);
}
