/** The files of a project with preemption on one stack. */
import { assemble } from '../../print/assemble.ts';
import type { ProjectFiles, ProjectRequest } from '../../print/project.ts';
import { preemptive as target } from './capabilities.ts';

export function preemptiveProject(request: ProjectRequest): ProjectFiles {
  const { id, preemptive, taskStacks } = target;
  return assemble(request, {
    target: id,
    preemptive,
    taskStacks,
    kernelPort: null,
    files: new Map(),
    includeDirs: [],
    cWarnings: ['-Wall', '-Wextra'],
  });
}
