/** Detects programs that the processor, the kernel or the operating system has stopped. */
import { THREADS_BEHIND_TASKS } from '../../trace/stack.ts';
import { tr } from '../../words/tr.ts';
import { type Finding, type FindingElement, finding } from '../finding.ts';
import type { RunObservation } from '../observation.ts';
import { runningElement, time, whileRunning } from '../words.ts';

const room = () => tr`Make arrays smaller, recursion less deep, or print less at once.`;

export function crashFindings(run: RunObservation): Finding[] {
  if (run.facts.disconnected) return [disconnection(run)];
  const overflow = stackOverflow(run);
  if (overflow !== null) return [overflow];
  if (run.failure === null && run.facts.fault === undefined) return [];
  const fault = run.facts.fault === undefined ? '' : tr` with a ${run.facts.fault}`;
  const where = whileRunning(run);
  const sentence =
    run.failure === null
      ? tr`The program crashed${fault}${where}.`
      : `${run.failure}${where === '' ? '' : tr` That happened${where}.`}`;
  return [
    finding(
      'crashed',
      {
        sentence,
        cause: tr`An index outside an array, a bad pointer and a stack that is too small are the usual causes.`,
        remedy: tr`Check the code that ran last.`,
      },
      elementOption(runningElement(run)),
    ),
  ];
}

function disconnection({ failure }: RunObservation): Finding {
  return finding('disconnected', {
    sentence: failure ?? tr`The connection to the board was lost.`,
    cause: tr`The cable was pulled, the board lost its power, or another program took its port.`,
    remedy: tr`Plug the board in again, then run again. Where it happens again, try another cable or USB port.`,
  });
}

function stackOverflow(run: RunObservation): Finding | null {
  const { overflowedThread, facts } = run;
  if (overflowedThread !== null) return threadOverflow(run, overflowedThread);
  if (facts.stackOverflow === undefined) return null;
  const { atNs, bytes, stack } = facts.stackOverflow;
  if (bytes === 0) return outOfRam(run, atNs);
  if (stack === 'interrupts') return interruptsOverflow(run, atNs, bytes);
  return finding(
    'stack-overflow',
    {
      sentence: tr`At ${time(atNs)} the stack grew by ${bytes} bytes into the program's variables${whileRunning(run)}.`,
      cause: tr`All code shares one stack, and it needs more RAM than the variables leave. Variables were overwritten.`,
      remedy: room(),
    },
    elementOption(runningElement(run)),
  );
}

function interruptsOverflow(run: RunObservation, atNs: number, bytes: number): Finding {
  return finding('stack-overflow', {
    sentence: tr`At ${time(atNs)} the stack of interrupts and setup code grew by ${bytes} bytes into the program's variables${whileRunning(run)}.`,
    cause: tr`Interrupts, their bottom halves and setup code use the RAM that variables and the stacks of tasks leave. They need more. Variables were overwritten.`,
    remedy: tr`Make arrays smaller, also local ones in the code of interrupts and in setup code, or make the stacks of tasks smaller.`,
  });
}

/** For tasks with their own stacks. It is not known which stack overflowed. */
function outOfRam(run: RunObservation, atNs: number): Finding {
  return finding(
    'stack-overflow',
    {
      sentence: tr`At ${time(atNs)} the stack left RAM${whileRunning(run)}.`,
      cause: tr`The stack is too small for the code that runs on it: large local arrays, deep calls, or printing of numbers.`,
      remedy: tr`Make the task's stack larger. ${room()}`,
    },
    elementOption(runningElement(run)),
  );
}

/** Threads have the task numbers. The threads of the runtime and the kernel come after them. */
function threadOverflow({ tasks }: RunObservation, thread: number): Finding {
  const task = tasks[thread];
  const own = THREADS_BEHIND_TASKS[thread - tasks.length] ?? tr`number ${thread}`;
  const words = {
    sentence:
      task === undefined
        ? tr`The stack of the runtime's thread ${own} overflowed, and the kernel stopped the program.`
        : tr`The stack of task "${task.name}" overflowed, and the kernel stopped the program.`,
    cause: tr`Its code needs more stack than it has: large local arrays, deep calls, or printing of numbers.`,
    remedy:
      task === undefined
        ? tr`Make the code of its handlers smaller. ${room()}`
        : tr`Make the task's stack larger. ${room()}`,
  };
  return finding('stack-overflow', words, task === undefined ? {} : { element: { kind: 'task', name: task.name } });
}

const elementOption = (element: FindingElement | null) => (element === null ? {} : { element });
