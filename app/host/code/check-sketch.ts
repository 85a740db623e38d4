/** Checks the code of a sketch with the compiler of its board, without building it. */
import type { Sketch } from '../../../generator/sketch/model.ts';
import { checkProject } from '../../../platformio/driver/check/check.ts';
import type { PrecompiledHeaders } from '../../../platformio/driver/check/precompiled.ts';
import { findTools } from '../../../platformio/setup/tools.ts';
import type { CheckDepth, CheckedCode } from '../../contract/code.ts';
import { diagnosticsOf } from '../builds/problem-diagnostics.ts';
import { generate, type HostProject, type PipelineOptions } from '../pipeline.ts';
import type { Scratch } from './scratch.ts';

export interface CodeCheck {
  readonly sketch: Sketch;
  readonly depth: CheckDepth;
  /** For the generated files. */
  readonly scratch: Scratch;
  /** The folder in which the same sketch is built. */
  readonly buildDir: string;
  readonly signal: AbortSignal;
  readonly headers?: PrecompiledHeaders;
}

/** Rejects only because of a bug, or because the files cannot be written. */
export type CodeCheckRunner = (check: CodeCheck) => Promise<CheckedCode>;

const REPLACED: CheckedCode = { outcome: 'replaced', message: null, diagnostics: [] };

export async function checkSketch(check: CodeCheck, options: PipelineOptions = {}): Promise<CheckedCode> {
  const { sketch, depth, scratch, buildDir, signal, headers } = check;
  const tools = options.tools ?? findTools();
  const project = generate(sketch, { ...options, tools });
  const problems = [...project.diagnostics, ...(project.withoutKernel ? [project.withoutKernel] : [])];
  const own = diagnosticsOf(problems, sketch);
  const { files } = project.files.size > 0 ? project : withoutParts(sketch, { ...options, tools });
  // Without a kernel the runtime's headers cannot be compiled.
  if (files.size === 0 || project.withoutKernel !== null)
    return { outcome: 'checked', message: null, diagnostics: own };
  const dir = await scratch.write(files);
  if (signal.aborted) return REPLACED;
  const { outcome, message, diagnostics } = await checkProject({
    ...{ dir, buildDir, tools, depth, signal },
    ...(headers && { headers }),
  });
  if (outcome === 'cancelled') return REPLACED;
  return { outcome, message, diagnostics: [...own, ...diagnostics] };
}

/** The code does not depend on the parts, so it can be checked while a part is not wired yet. */
function withoutParts(sketch: Sketch, options: PipelineOptions): HostProject {
  return generate({ ...sketch, parts: [] }, options);
}
