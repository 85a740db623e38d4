/** Asks about what both the user and another program changed: each conflict, with both values. */

import { useMemo, useState } from 'react';
import { memberWords } from '../../../../generator/sketch/changes.ts';
import { KIND_LABELS } from '../../../../generator/sketch/elements.ts';
import type { MergeChoices, MergeConflict, Side } from '../../../../generator/sketch/merge.ts';
import { nsOfUs } from '../../../../generator/sketch/time.ts';
import { tr, trCount } from '../../../../generator/words/tr.ts';
import { formatDeclared } from '../../base/format.ts';
import { useSession } from '../../state/session/use-session.ts';
import type { OutsideVersion } from '../../state/sketch/files.ts';
import { mergeOf } from '../../state/sketch/outside.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';

interface Props {
  readonly version: OutsideVersion;
  readonly then: () => void;
}

export function MergeQuestion({ version, then }: Props) {
  const { document, files, outside } = useSession();
  const [choices, setChoices] = useState<MergeChoices>(new Map());
  const { conflicts } = useMemo(() => mergeOf(document, version, choices), [document, version, choices]);
  const choose = (keys: readonly string[], side: Side) =>
    setChoices(new Map([...choices, ...keys.map((key) => [key, side] as const)]));
  const chooseAll = (side: Side) =>
    choose(
      conflicts.map(({ key }) => key),
      side,
    );
  const isDecided = conflicts.every(({ key }) => choices.has(key));
  return (
    <Dialog
      open
      wide
      title={tr`The file was changed by another program`}
      text={
        <>
          <code className="file-path" translate="no">
            {version.path}
          </code>
          {trCount(
            conflicts.length,
            'One thing was changed both there and here. Everything else is merged. Choose which version stays:',
            '{0} things were changed both there and here. Everything else is merged. Choose which version stays:',
          )}
        </>
      }
      onClose={files.closeFileDialog}
      actions={
        <>
          <Button tone="quiet" onClick={() => files.saveAs()}>{tr`Save mine as another file…`}</Button>
          <Button onClick={files.closeFileDialog}>{tr`Decide later`}</Button>
          <Button
            tone="primary"
            disabled={!isDecided}
            onClick={() => outside.merge(version, choices, then)}
          >{tr`Merge`}</Button>
        </>
      }
    >
      <table className="merge" data-testid="merge-conflicts">
        <thead>
          <tr>
            <th scope="col">{tr`Changed`}</th>
            <th scope="col">
              <Button onClick={() => chooseAll('ours')}>{tr`All mine`}</Button>
            </th>
            <th scope="col">
              <Button onClick={() => chooseAll('theirs')}>{tr`All theirs`}</Button>
            </th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map((conflict) => (
            <Row
              key={conflict.key}
              conflict={conflict}
              chosen={choices.get(conflict.key)}
              onChoose={(side) => choose([conflict.key], side)}
            />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

interface RowProps {
  readonly conflict: MergeConflict;
  readonly chosen: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

const SIDE_WORDS = { ours: tr`mine`, theirs: tr`theirs` } as const;

function Row({ conflict, chosen, onChoose }: RowProps) {
  const title = titleOf(conflict);
  return (
    <tr>
      <th scope="row">{title}</th>
      {(['ours', 'theirs'] as const).map((side) => (
        <td key={side}>
          <label className="merge-side" data-chosen={chosen === side}>
            <input
              type="radio"
              name={conflict.key}
              aria-label={`${title}: ${SIDE_WORDS[side]}`}
              checked={chosen === side}
              onChange={() => onChoose(side)}
            />
            <Value conflict={conflict} value={conflict[side]} />
          </label>
        </td>
      ))}
    </tr>
  );
}

function titleOf({ element, member }: MergeConflict): string {
  if (element === null) return member === null ? tr`the whole sketch` : memberWords(member);
  const name = `${KIND_LABELS[element.kind]} ${element.name}`;
  return member === null ? name : `${name}: ${memberWords(member)}`;
}

/** One value of a conflict, as short as it can be distinguished from the other one. */
function Value({
  conflict: { element, member },
  value,
}: {
  readonly conflict: MergeConflict;
  readonly value: unknown;
}) {
  if (value === undefined) return <span>{member === null ? tr`removed` : tr`none`}</span>;
  if (member === null) return <span>{element === null ? tr`all of this version` : tr`kept, with its changes`}</span>;
  if (value === null) return <span>{tr`not given`}</span>;
  if (typeof value === 'number') return <span>{member.endsWith('Us') ? formatDeclared(nsOfUs(value)) : value}</span>;
  if (value === '') return <span>{tr`empty`}</span>;
  if (typeof value === 'string' && !value.includes('\n')) return <span translate="no">{value}</span>;
  return <pre translate="no">{typeof value === 'string' ? value : JSON.stringify(value)}</pre>;
}
