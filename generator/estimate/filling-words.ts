/** What a run has set, in words for the window and the command line. */
import { formatDeclared } from '../numbers/time.ts';
import { nsOfUs } from '../sketch/time.ts';
import { tr, trCount } from '../words/tr.ts';
import { type FilledBudget, type Filling, LEAST_JOBS } from './fill-in.ts';

const filledWords = ({ name, budgetUs, from }: FilledBudget): string =>
  trCount(from.jobs, '{1} {2} ({0} job)', '{1} {2} ({0} jobs)', name, formatDeclared(nsOfUs(budgetUs)));

/** What a run has set: each budget with the number of its jobs. null: nothing. */
export function fillingWords({ budgets, tooFew, marginPercent }: Filling): string | null {
  const few = tooFew.map(({ name, jobs }) =>
    trCount(
      jobs,
      '{1} completed {0} job. Measuring its budget takes {2}.',
      '{1} completed {0} jobs. Measuring its budget takes {2}.',
      name,
      LEAST_JOBS,
    ),
  );
  const list = budgets.map(filledWords).join(', ');
  const set =
    budgets.length === 0 ? [] : [tr`Measured budgets: ${list}. Each is the longest job and ${marginPercent} %.`];
  const words = [...set, ...few];
  return words.length === 0 ? null : words.join(' ');
}
