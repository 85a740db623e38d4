/** The files of a project with threads. */
import { assemble } from '../../print/assemble.ts';
import type { ProjectFiles, ProjectRequest } from '../../print/project.ts';
import { threads } from './capabilities.ts';

export function threadsProject(request: ProjectRequest): ProjectFiles {
  const { id: target, preemptive, taskStacks } = threads;
  return assemble(request, {
    target,
    preemptive,
    taskStacks,
    // A kernel with a part of its own in runtime-c/port names that folder.
    kernelPort: null,
    files: new Map(),
    includeDirs: [],
    cWarnings: ['-Wall', '-Wextra'],
  });
}
