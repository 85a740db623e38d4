/** Whether a budget is automatic, where its number is from, and what the estimate had to assume. */
import { Switch } from 'radix-ui';
import { useId } from 'react';
import { longestWords, originWords } from '../../../../generator/estimate/words.ts';
import { budgetFromOf, budgetStateOf, ESTIMATE } from '../../../../generator/sketch/budgets/budget-from.ts';
import type { BudgetFrom, Interrupt, Task } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useEstimates } from '../../state/sketch/estimates.ts';

interface Props {
  readonly element: Task | Interrupt;
  /** undefined: the number stays, as the user's own. */
  readonly onChange: (label: string, from: BudgetFrom | undefined) => void;
}

export function BudgetOrigin({ element, onChange }: Props) {
  const id = useId();
  const isOn = budgetFromOf(element) !== undefined;
  const toggle = (on: boolean) =>
    on ? onChange(tr`Make budget automatic`, ESTIMATE) : onChange(tr`Choose budget`, undefined);
  return (
    <div className="budget-automatic">
      <label htmlFor={id} title={tr`Estimated from the code, and set by a run`}>
        <Switch.Root id={id} className="switch" checked={isOn} onCheckedChange={toggle}>
          <Switch.Thumb className="switch-thumb" />
        </Switch.Root>
        {tr`Automatic`}
      </label>
      {isOn ? <Origin element={element} /> : null}
    </div>
  );
}

function Origin({ element }: Pick<Props, 'element'>) {
  const words = useSketch((sketch) => originWords(sketch, element));
  const state = useSketch((sketch) => budgetStateOf(sketch, element));
  const notes = useNotes(element);
  return (
    <p className="budget-origin" data-state={state} data-testid="budget-origin">
      <strong>{words}</strong>
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
    </p>
  );
}

/** The assumptions of the estimate, or the longest job of the measurement. */
function useNotes(element: Task | Interrupt): readonly string[] {
  const estimator = useEstimates((estimates) => estimates.estimator);
  const sketch = useSketch();
  const state = budgetStateOf(sketch, element);
  const longest = longestWords(element);
  if (state === 'measured') return longest === null ? [] : [longest];
  const next = tr`The next run measures it.`;
  if (state === 'earlier') return [next];
  if (estimator === null) return [];
  const { ns, assumptions, problem } = estimator.estimateOf(sketch, element);
  if (ns === null) return problem === null ? [] : [problem];
  return [...assumptions.map(({ sentence }) => sentence), next];
}
