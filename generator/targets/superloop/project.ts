/** The files of a super-loop project: the sketch's own, the runtime's, and what builds them. */
import { render } from '../../emit/code.ts';
import { fillTemplates } from '../../emit/template.ts';
import type { Board } from '../../sketch/platform.ts';
import type { ProjectFiles, ProjectRequest, StaticFiles } from '../project.ts';
import { configHeader } from './config.ts';
import { mainFile } from './main.ts';
import { portFor, type SuperloopPort } from './ports.ts';

const LIBRARY = 'lib/polyloop/src';
const MAIN = 'src/main.cpp';
/** Where nothing catches an exception or ends a program. */
const FREESTANDING = ['-fno-exceptions', '-fno-rtti', '-fno-threadsafe-statics', '-fno-use-cxa-atexit'];
const SOURCE = /\.(c|h|cpp|S|ld)$/;

/** The files below a folder, by their path inside it. */
function below(statics: StaticFiles, folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, text] of statics) {
    if (path.startsWith(`${folder}/`)) found.set(path.slice(folder.length + 1), text);
  }
  if (found.size === 0) throw new Error(`no static files in ${folder}`);
  return found;
}

/** The runtime as one library: its public headers below `polyloop/`, all else beside each other. */
function runtimeFiles(statics: StaticFiles, port: SuperloopPort): Map<string, string> {
  const files = new Map<string, string>();
  for (const folder of ['runtime-c/include', 'runtime-c/src', `runtime-c/port/${port.port}`]) {
    for (const [path, text] of below(statics, folder)) {
      if (SOURCE.test(path)) files.set(`${LIBRARY}/${path}`, text);
    }
  }
  return files;
}

function templateValues({ board }: ProjectRequest): Record<string, string> {
  const { platformio, telemetryBaud } = board;
  return platformio === null ? {} : { environment: board.id, ...platformio, baud: String(telemetryBaud) };
}

/** How to compile a project that is not built through PlatformIO: read by whoever runs the compiler. */
function buildDescription(files: ReadonlyMap<string, string>, { direct, ramBytes, flashBytes }: Board): string {
  const sources = [...files.keys()].filter((path) => /\.(c|cpp|S)$/.test(path)).sort();
  const machine = direct?.flags ?? [];
  const description = {
    polyloopBuild: 1,
    sources,
    includeDirs: [LIBRARY],
    cFlags: ['-std=c99', '-O2', '-Wall', '-Wextra', ...machine],
    cppFlags: ['-std=gnu++17', '-O2', '-Wall', '-Wextra', ...machine, ...(direct ? FREESTANDING : [])],
    output: 'program',
    ...(direct && {
      compiler: direct.compiler,
      linkFlags: [...machine, ...direct.linkFlags, '-T', `${LIBRARY}/${direct.linkerScript}`],
      memory: { ramBytes, flashBytes },
    }),
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}

/** All files, ordered by path. */
export function superloopProject(request: ProjectRequest): ProjectFiles {
  const { program, board, policy, telemetry, statics } = request;
  const port = portFor(board);
  const files = runtimeFiles(statics, port);
  const templates = below(statics, `templates/targets/superloop/${port.templates}`);
  for (const [path, text] of fillTemplates(templates, templateValues(request))) files.set(path, text);
  const config = `${LIBRARY}/polyloop_config.h`;
  files.set(config, render(configHeader(program, policy, board, telemetry), config));
  files.set(MAIN, render(mainFile(program, port.headers, telemetry), MAIN));
  if (board.platformio === null) files.set('build.json', buildDescription(files, board));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}
