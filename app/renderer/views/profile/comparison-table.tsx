/** What has changed from one profile to another. Values with the same digits are left out. */
import { compareProfiles, type Pair } from '../../../../generator/profile/compare.ts';
import type { Profile } from '../../../../generator/profile/profile.ts';
import { type AnyValue, changeWords, differenceWords, valueWords } from '../../../../generator/profile/words.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { typeset } from '../../base/format.ts';
import { sourceWords } from './source-words.ts';

interface Row {
  readonly of: string;
  readonly value: AnyValue;
  readonly from: string;
  readonly to: string;
  readonly change: string | null;
}

function rowsOf(kind: string, of: string, pairs: readonly Pair<string>[]): Row[] {
  return pairs.flatMap(({ value: name, a, b }) => {
    const value = `${kind}.${name}` as AnyValue;
    const { format } = valueWords(value);
    const [from, to] = [a === null ? '–' : typeset(format(a)), b === null ? '–' : typeset(format(b))];
    return from === to ? [] : [{ of, value, from, to, change: changeWords(value, a, b) }];
  });
}

export function ComparisonTable({ a, b }: { readonly a: Profile; readonly b: Profile }) {
  const comparison = compareProfiles(a, b);
  const rows = [
    ...comparison.tasks.flatMap(({ name, pairs }) => rowsOf('task', name, pairs)),
    ...comparison.channels.flatMap(({ name, pairs }) => rowsOf('channel', name, pairs)),
    ...comparison.interrupts.flatMap(({ name, pairs }) => rowsOf('interrupt', name, pairs)),
    ...rowsOf('load', '', comparison.load),
  ];
  return (
    <>
      <p className="profile-note">
        {tr`From ${a.name} (${sourceWords(a)}) to ${b.name} (${sourceWords(b)}).`} {differenceWords(comparison, a, b)}
      </p>
      {rows.length === 0 ? (
        <p>{tr`Nothing has changed.`}</p>
      ) : (
        <table aria-label={tr`What has changed`} className="profile-narrow" data-testid="profile-changes">
          <thead>
            <tr>
              {[tr`Of`, tr`Value`, tr`From`, tr`To`, tr`Change`].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ of, value, from, to, change }) => (
              <tr key={`${of} ${value}`} data-value={`${of} ${value}`}>
                <th scope="row" title={of} translate="no">
                  {of}
                </th>
                <td>{valueWords(value).title}</td>
                <td>{from}</td>
                <td>{to}</td>
                <td>{change === null ? '' : typeset(change)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
