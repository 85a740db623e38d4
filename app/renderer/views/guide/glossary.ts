/** The terms of the field, each in one sentence. */
export interface Term {
  readonly term: string;
  readonly symbol?: string;
  readonly meaning: string;
}

export const GLOSSARY: readonly Term[] = [
  { term: 'Task', meaning: 'A piece of code that runs again and again, with a name and times of its own.' },
  { term: 'Job', meaning: 'One run of a task, from its release to its end.' },
  { term: 'Release', meaning: 'The moment from which a job may run.' },
  { term: 'Period', symbol: 'T', meaning: 'The time from one release of a task to the next one.' },
  { term: 'Budget', symbol: 'C', meaning: 'The longest time that a job may use the processor.' },
  { term: 'Deadline', symbol: 'D', meaning: 'The time after its release by which a job must have ended.' },
  {
    term: 'Response time',
    symbol: 'R',
    meaning: 'The longest time from the release of a job to its end, waiting included.',
  },
  { term: 'Utilization', symbol: 'U', meaning: 'The share of the processor that a task needs: C divided by T.' },
  { term: 'Slack', symbol: 'D − R', meaning: 'The time that is left between the end of a job and its deadline.' },
  { term: 'Offset', symbol: 'φ', meaning: 'The time of the first release after the start of the program.' },
  { term: 'Jitter', symbol: 'J', meaning: 'How much later than planned a release can be.' },
  { term: 'Blocking', symbol: 'B', meaning: 'The time that an urgent job waits for a less urgent one.' },
  { term: 'Preemption', meaning: 'A more urgent job interrupts a running one, which continues afterwards.' },
  { term: 'Miss', meaning: 'A job that ends after its deadline, or that never runs.' },
  { term: 'Overrun', meaning: 'A job that is still running when the next one of its task is released.' },
  { term: 'Admitted', meaning: 'The analysis has shown that no job can miss its deadline within its budget.' },
  { term: 'Priority', meaning: 'Decides which of several ready jobs runs first.' },
  { term: 'Rate monotonic', meaning: 'The shorter the period of a task, the more urgent it is.' },
  { term: 'Earliest deadline first', symbol: 'EDF', meaning: 'The job whose deadline comes first runs first.' },
  { term: 'Interrupt', meaning: 'Code that the processor runs immediately when a pin or a timer signals it.' },
  { term: 'Server', meaning: 'A budget that is filled again in every period, and that limits interrupts.' },
  { term: 'Channel', meaning: 'Passes values from one task to others without either of them waiting.' },
  { term: 'Lock', meaning: 'Lets only one task at a time use something that several tasks share.' },
  { term: 'Super-loop', meaning: 'A program without a kernel: each job runs to its end before the next one starts.' },
  { term: 'Kernel', meaning: 'The part of a program that switches between tasks, for example FreeRTOS.' },
];
