/** The settings of a value of the program: its unit, its wanted range, and the chart that it shares. */
import { Settings2 } from 'lucide-react';
import { Popover } from 'radix-ui';
import { tr } from '../../../../generator/words/tr.ts';
import { unitInName, type ValueSettings } from './value-settings.ts';

interface Props {
  readonly name: string;
  readonly settings: ValueSettings;
  /** The other values, in whose charts this one can be drawn. */
  readonly others: readonly string[];
  readonly onChange: (settings: ValueSettings) => void;
}

export function ValueMenu({ name, settings, others, onChange }: Props) {
  const { unit, range, beside } = settings;
  const edge = (text: string): number | null => {
    const value = Number(text);
    return text.trim() === '' || !Number.isFinite(value) ? null : value;
  };
  return (
    <Popover.Root>
      <Popover.Trigger className="pl-plot-tool" title={tr`Unit, limits and axis`} aria-label={tr`Settings of ${name}`}>
        <Settings2 size={14} aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="pl-plot-menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={tr`Settings of ${name}`}
        >
          <strong translate="no">{name}</strong>
          <label>
            {tr`Unit`}
            <input
              type="text"
              value={unit ?? unitInName(name)}
              maxLength={12}
              placeholder="°C"
              onChange={(event) => onChange({ ...settings, unit: event.target.value })}
            />
          </label>
          <label>
            {tr`Least wanted`}
            <input
              type="number"
              step="any"
              defaultValue={range.low ?? ''}
              onChange={(event) => onChange({ ...settings, range: { ...range, low: edge(event.target.value) } })}
            />
          </label>
          <label>
            {tr`Most wanted`}
            <input
              type="number"
              step="any"
              defaultValue={range.high ?? ''}
              onChange={(event) => onChange({ ...settings, range: { ...range, high: edge(event.target.value) } })}
            />
          </label>
          {others.length === 0 ? null : (
            <label>
              {tr`Draw in the chart of`}
              <select
                value={beside ?? ''}
                onChange={(event) =>
                  onChange({ ...settings, beside: event.target.value === '' ? null : event.target.value })
                }
              >
                <option value="">{tr`its own`}</option>
                {others.map((other) => (
                  <option key={other} value={other}>
                    {other}
                  </option>
                ))}
              </select>
            </label>
          )}
          <p>{tr`A name such as "temperature [°C]" gives the unit, too. Values with another unit have an axis of their own.`}</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
