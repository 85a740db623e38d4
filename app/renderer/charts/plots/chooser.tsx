/** The list of all charts of a trace, in groups, each with a sentence that says what it shows. */
import { tr } from '../../../../generator/words/tr.ts';
import { type Chart, GROUPS, type Group } from './chart.ts';

interface Props {
  readonly charts: readonly Chart[];
  readonly shown: ReadonlySet<string>;
  readonly isPrediction: boolean;
  readonly onShow: (ids: readonly string[], isShown: boolean) => void;
}

export function Chooser({ charts, shown, isPrediction, onShow }: Props) {
  const words: Readonly<Record<Group, readonly [title: string, meaning: string]>> = {
    values: [tr`Values of the program`, tr`What the code records with plot("name", x).`],
    processor: [tr`Processor`, tr`What uses the processor: a task, the runtime, or nothing.`],
    response: [tr`Response time`, tr`From the arrival of a job to its end, with its bound and deadline.`],
    execution: [tr`Execution time`, tr`How long a job used the processor, with its budget.`],
    jitter: [tr`Release jitter`, tr`How much later than planned a job is released.`],
    fill: [tr`Items in channels`, tr`How many items wait to be read.`],
    age: [tr`Age of data`, tr`From the write of an item to its read.`],
    rate: [tr`Interrupts`, tr`Deliveries in a second, with what the I/O budget pays for. A board records at most 128.`],
  };
  const groups = GROUPS.map((group) => ({ group, list: charts.filter((chart) => chart.group === group) }));
  return (
    <aside className="pl-plots-chooser" aria-label={tr`Charts`}>
      {groups.map(({ group, list }) => {
        const [title, meaning] = words[group];
        if (list.length === 0 && group !== 'values') return null;
        const isAll = list.every(({ id }) => shown.has(id));
        const ids = list.map(({ id }) => id);
        return (
          <fieldset key={group}>
            <legend>
              {title}
              {list.length > 1 ? (
                <button type="button" onClick={() => onShow(ids, !isAll)}>
                  {isAll ? tr`none` : tr`all`}
                </button>
              ) : null}
            </legend>
            <p>{list.length > 0 ? meaning : noValues(isPrediction)}</p>
            {list.map(({ id, name, lines }) => (
              <label key={id} title={name}>
                <input
                  type="checkbox"
                  checked={shown.has(id)}
                  onChange={(event) => onShow([id], event.target.checked)}
                />
                {group === 'processor' ? null : <i style={{ background: lines[0]?.colour }} />}
                <span translate="no">{name}</span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </aside>
  );
}

/** Why there are no values. */
const noValues = (isPrediction: boolean): string =>
  isPrediction
    ? tr`A prediction does not run the code, so it has no plotted values. Run the sketch to see them.`
    : tr`None yet. Write plot("name", x) in the code of a task, and run the sketch.`;
