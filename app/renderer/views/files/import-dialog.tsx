/**
 * The proposal of an import: each task with its period and its code, what was not understood, and the
 * verdict. A proposed task can be put back into loop.
 */

import { useEffect, useMemo, useState } from 'react';
import { addImported } from '../../../../generator/import/add-imported.ts';
import type { Remedy } from '../../../../generator/import/remedies.ts';
import type { Imported, ImportNote, Proposal } from '../../../../generator/import/result.ts';
import { deadlineUsOf, type InterruptMode, type Sketch } from '../../../../generator/sketch/model.ts';
import { nsOfUs } from '../../../../generator/sketch/time.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatDeclared } from '../../base/format.ts';
import { useSession } from '../../state/session/use-session.ts';
import { judge } from '../../state/sketch/admission.ts';
import { useCalibrations } from '../../state/sketch/calibrations.ts';
import { useSketch } from '../../state/sketch/document.ts';
import type { SourceFile } from '../../state/sketch/files.ts';
import type { Importer } from '../../state/sketch/imports.ts';
import { VerdictIcon } from '../admission/verdict-icon.tsx';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import './import-dialog.css';

export function ImportDialog({ sources }: { readonly sources: readonly SourceFile[] }) {
  const { files } = useSession();
  const importer = useImporter();
  if (importer === null) {
    return (
      <Dialog
        open
        wide
        title={tr`Split the sketch into tasks`}
        text={tr`Reading the sketch…`}
        onClose={files.closeFileDialog}
      />
    );
  }
  return <Loaded importer={importer} sources={sources} />;
}

function useImporter(): Importer | null {
  const { files, imports, notices } = useSession();
  const [importer, setImporter] = useState<Importer | null>(null);
  useEffect(() => {
    let wanted = true;
    imports.load().then(
      (loaded) => (wanted ? setImporter(loaded) : undefined),
      (error: unknown) => {
        files.closeFileDialog();
        notices.notifyError(error);
      },
    );
    return () => {
      wanted = false;
    };
  }, [files, imports, notices]);
  return importer;
}

interface LoadedProps {
  readonly importer: Importer;
  readonly sources: readonly SourceFile[];
}

function Loaded({ importer, sources }: LoadedProps) {
  const { files } = useSession();
  const board = useSketch((sketch) => sketch.board);
  const [merged, setMerged] = useState<ReadonlySet<string>>(new Set());
  const whole = useMemo(() => importer.importSketch(sources, { board }), [importer, sources, board]);
  const chosen = useMemo(
    () => (merged.size === 0 ? whole : importer.importSketch(sources, { board, merged })),
    [importer, sources, board, merged, whole],
  );
  if (!whole.ok || !chosen.ok) {
    const text = whole.ok ? '' : whole.message;
    const close = <Button onClick={files.closeFileDialog}>{tr`Close`}</Button>;
    return (
      <Dialog
        open
        title={tr`This is not an Arduino sketch`}
        text={text}
        onClose={files.closeFileDialog}
        actions={close}
      />
    );
  }
  const toggle = (id: string) =>
    setMerged(merged.has(id) ? new Set([...merged].filter((each) => each !== id)) : new Set([...merged, id]));
  return (
    <Question importer={importer} whole={whole} chosen={chosen} merged={merged} onToggle={toggle} sources={sources} />
  );
}

interface QuestionProps {
  readonly importer: Importer;
  readonly whole: Imported;
  readonly chosen: Imported;
  readonly merged: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  readonly sources: readonly SourceFile[];
}

function Question({ importer, whole, chosen, merged, onToggle, sources }: QuestionProps) {
  const { files, imports } = useSession();
  const [remedies, setRemedies] = useState<ReadonlySet<string>>(new Set());
  const sketch = useMemo(
    () => importer.withFirstEstimates(importer.withRemedies(chosen, remedies)),
    [importer, chosen, remedies],
  );
  const present = useSketch();
  const joined = useMemo(() => addImported(present, sketch), [present, sketch]);
  const toggleRemedy = (variable: string) =>
    setRemedies(
      remedies.has(variable)
        ? new Set([...remedies].filter((each) => each !== variable))
        : new Set([...remedies, variable]),
    );
  const names = sources.map(({ name }) => name).join(', ');
  const back = whole.proposals.filter(({ id, canMerge }) => canMerge && merged.has(id));
  return (
    <Dialog
      open
      wide
      title={tr`Split the sketch into tasks`}
      text={
        <>
          <code className="file-path" translate="no">
            {names}
          </code>
          {tr`This is a proposal. What is not understood stays in the code unchanged.`}
        </>
      }
      onClose={files.closeFileDialog}
      actions={
        <>
          <Button onClick={files.closeFileDialog}>{tr`Cancel`}</Button>
          <Button onClick={() => imports.addToSketch(sketch)}>{tr`Add to this sketch`}</Button>
          <Button tone="primary" onClick={() => imports.openAsNew(sketch)}>{tr`Open as a new sketch`}</Button>
        </>
      }
    >
      <div className="import" data-testid="import">
        <ul className="import-proposals">
          {chosen.proposals.map((proposal) => (
            <Row key={proposal.id} proposal={proposal} sketch={sketch} onToggle={onToggle} />
          ))}
          {back.map((proposal) => (
            <Row key={proposal.id} proposal={proposal} sketch={null} onToggle={onToggle} />
          ))}
        </ul>
        <SharedCode code={sketch.prelude} />
        <ul className="import-notes" aria-label={tr`Notes`}>
          {chosen.notes.map((note) => (
            <Note
              key={`${note.kind} ${note.place} ${note.text}`}
              note={note}
              remedy={importer.remedyOf(chosen, note)}
              isApplied={remedies.has(note.variable ?? '')}
              onToggle={toggleRemedy}
            />
          ))}
        </ul>
      </div>
      <div className="import-verdicts">
        <Verdict sketch={sketch} label={present.tasks.length === 0 ? null : tr`As a new sketch:`} />
        {present.tasks.length === 0 ? null : joined.ok ? (
          <Verdict sketch={joined.sketch} label={tr`Added to this sketch:`} />
        ) : (
          <p className="import-verdict">{joined.problems[0]?.message}</p>
        )}
      </div>
    </Dialog>
  );
}

interface RowProps {
  readonly proposal: Proposal;
  /** Null: the code stays in loop. */
  readonly sketch: Sketch | null;
  readonly onToggle: (id: string) => void;
}

function Row({ proposal, sketch, onToggle }: RowProps) {
  const { id, kind, name, place, explanation, canMerge } = proposal;
  const facts = sketch === null ? tr`stays in loop` : factsOf(sketch, proposal);
  const code = sketch === null ? '' : codeOf(sketch, proposal);
  return (
    <li className="import-proposal" data-merged={sketch === null}>
      <label className="import-head">
        <input
          type="checkbox"
          checked={sketch !== null}
          disabled={!canMerge}
          aria-label={kind === 'task' ? tr`${name} as a task of its own` : tr`${name} as an interrupt of its own`}
          onChange={() => onToggle(id)}
        />
        <strong className="one-line" translate="no">
          {name}
        </strong>
        <span className="import-facts">{facts}</span>
        <span className="import-place one-line">{place}</span>
      </label>
      <p>{explanation}</p>
      {code === '' ? null : (
        <details>
          <summary>{tr`Code`}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long code is scrolled with the keyboard */}
          <pre tabIndex={0} translate="no">
            {code}
          </pre>
        </details>
      )}
    </li>
  );
}

const MODE_WORDS: Readonly<Record<InterruptMode, string>> = {
  rising: tr`rising`,
  falling: tr`falling`,
  change: tr`change`,
  low: tr`low`,
};

/** For example `every 500 ms · takes up to 1 ms (first guess)`. */
function factsOf(sketch: Sketch, { kind, name }: Proposal): string {
  if (kind === 'interrupt') {
    const found = sketch.interrupts.find((each) => each.name === name);
    return found === undefined ? '' : tr`interrupt on pin ${found.pin ?? ''}, ${MODE_WORDS[found.mode]}`;
  }
  const task = sketch.tasks.find((each) => each.name === name);
  if (task === undefined) return '';
  const period =
    deadlineUsOf(task) === null ? tr`when no other task runs` : tr`every ${formatDeclared(nsOfUs(task.periodUs ?? 0))}`;
  return task.budgetUs === null
    ? period
    : tr`${period} · takes up to ${formatDeclared(nsOfUs(task.budgetUs))} (first guess)`;
}

function codeOf(sketch: Sketch, { kind, name }: Proposal): string {
  if (kind === 'interrupt') return sketch.interrupts.find((each) => each.name === name)?.body ?? '';
  const task = sketch.tasks.find((each) => each.name === name);
  if (task === undefined) return '';
  if (task.setup === '') return task.body;
  return `// ${tr`Setup, once:`}\n${task.setup}\n\n// ${tr`Each job:`}\n${task.body}`;
}

function SharedCode({ code }: { readonly code: string }) {
  if (code === '') return null;
  return (
    <details className="import-shared">
      <summary>{tr`Shared code`}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long code is scrolled with the keyboard */}
      <pre tabIndex={0} translate="no">
        {code}
      </pre>
    </details>
  );
}

const NOTE_TITLES: Readonly<Record<ImportNote['kind'], string>> = {
  kept: tr`Stays as it is`,
  changed: tr`Changed`,
  shared: tr`Shared by tasks`,
  library: tr`Library`,
  budget: tr`Budgets`,
};

const REMEDY_WORDS: Readonly<Record<Remedy, (variable: string) => string>> = {
  channel: (variable) => tr`Send ${variable} through a channel`,
  lock: (variable) => tr`Protect ${variable} with a lock`,
};

interface NoteProps {
  readonly note: ImportNote;
  /** What the import can do about it, or null. */
  readonly remedy: Remedy | null;
  readonly isApplied: boolean;
  readonly onToggle: (variable: string) => void;
}

function Note({ note: { kind, place, text, variable = '' }, remedy, isApplied, onToggle }: NoteProps) {
  return (
    <li data-kind={kind}>
      <strong>
        {NOTE_TITLES[kind]}
        {place === null ? '' : `, ${place}`}
      </strong>{' '}
      {text}
      {remedy === null ? null : (
        <label className="import-remedy">
          <input type="checkbox" checked={isApplied} onChange={() => onToggle(variable)} />
          {REMEDY_WORDS[remedy](variable)}
        </label>
      )}
    </li>
  );
}

interface VerdictProps {
  readonly sketch: Sketch;
  /** Says which sketch is judged. Null: there is only one. */
  readonly label: string | null;
}

function Verdict({ sketch, label }: VerdictProps) {
  const calibrations = useCalibrations((state) => state.calibrations);
  const admission = useMemo(() => judge(sketch, { ideal: false, calibrations }), [sketch, calibrations]);
  return (
    <p className="import-verdict" role="status" data-testid="import-verdict">
      <VerdictIcon admitted={admission.admitted} decided={admission.decidedBy !== null} />
      {label === null ? null : <strong>{label}</strong>}
      {admission.sentence}
    </p>
  );
}
