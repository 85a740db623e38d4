import { tr } from '../../../../generator/words/tr.ts';

/** The terms of the field, each in one sentence. */
export interface Term {
  readonly term: string;
  readonly symbol?: string;
  readonly meaning: string;
}

export const GLOSSARY: readonly Term[] = [
  { term: tr`Task`, meaning: tr`A piece of code that runs again and again, with a name and times of its own.` },
  { term: tr`Job`, meaning: tr`One run of a task, from its release to its end.` },
  { term: tr`Release`, meaning: tr`The moment from which a job may run.` },
  { term: tr`Period`, symbol: 'T', meaning: tr`The time from one release of a task to the next one.` },
  { term: tr`Budget`, symbol: 'C', meaning: tr`The longest time that a job may use the processor.` },
  { term: tr`Deadline`, symbol: 'D', meaning: tr`The time after its release by which a job must have ended.` },
  {
    term: tr`Response time`,
    symbol: 'R',
    meaning: tr`The longest time from the release of a job to its end, waiting included.`,
  },
  { term: tr`Utilization`, symbol: 'U', meaning: tr`The share of the processor that a task needs: C divided by T.` },
  { term: tr`Slack`, symbol: 'D − R', meaning: tr`The time that is left between the end of a job and its deadline.` },
  { term: tr`Offset`, symbol: 'φ', meaning: tr`The time of the first release after the start of the program.` },
  { term: tr`Jitter`, symbol: 'J', meaning: tr`How much later than planned a release can be.` },
  { term: tr`Blocking`, symbol: 'B', meaning: tr`The time that an urgent job waits for a less urgent one.` },
  { term: tr`Preemption`, meaning: tr`A more urgent job interrupts a running one, which continues afterwards.` },
  { term: tr`Miss`, meaning: tr`A job that ends after its deadline, or that never runs.` },
  { term: tr`Overrun`, meaning: tr`A job that is still running when the next one of its task is released.` },
  { term: tr`Admitted`, meaning: tr`The analysis has shown that no job can miss its deadline within its budget.` },
  { term: tr`Priority`, meaning: tr`Decides which of several ready jobs runs first.` },
  { term: tr`Rate monotonic`, meaning: tr`The shorter the period of a task, the more urgent it is.` },
  { term: tr`Earliest deadline first`, symbol: 'EDF', meaning: tr`The job with the earliest deadline runs first.` },
  { term: tr`Interrupt`, meaning: tr`Code that the processor runs immediately when a pin or a timer signals it.` },
  { term: tr`Server`, meaning: tr`A budget that is filled again in every period, and that limits interrupts.` },
  { term: tr`Channel`, meaning: tr`Passes values from one task to others without either of them waiting.` },
  { term: tr`Lock`, meaning: tr`Lets only one task at a time use something that several tasks share.` },
  {
    term: tr`Super-loop`,
    meaning: tr`A program without a kernel: each job runs to its end before the next one starts.`,
  },
  { term: tr`Kernel`, meaning: tr`The part of a program that switches between tasks, for example FreeRTOS.` },
];
