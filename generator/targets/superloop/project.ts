/** The files of a super-loop project. */
import { assemble } from '../../print/assemble.ts';
import type { ProjectFiles, ProjectRequest } from '../../print/project.ts';
import { superloop } from './capabilities.ts';

export function superloopProject(request: ProjectRequest): ProjectFiles {
  const { id: target, preemptive, taskStacks } = superloop;
  return assemble(request, {
    target,
    preemptive,
    taskStacks,
    kernelPort: null,
    files: new Map(),
    includeDirs: [],
    cWarnings: ['-Wall', '-Wextra'],
  });
}
