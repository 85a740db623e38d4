/**
 * The race below the comparison of the targets: runs the sketch on each of them and shows what they did, with the
 * schedules one above the other.
 */
import { Download, Flag } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { formatDuration } from '../../../../generator/numbers/time.ts';
import type { Racer } from '../../../../generator/race/racer.ts';
import { clocksOf } from '../../../../generator/race/report.ts';
import {
  columnHint,
  columnTitle,
  RACE_COLUMNS,
  type RaceCell,
  raceCells,
  raceNotes,
} from '../../../../generator/race/words.ts';
import { TARGETS } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBytesOf, typeset } from '../../base/format.ts';
import { RACE_NS, type RaceResult, useRace } from '../../state/run/race.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { Button } from '../controls/button.tsx';
import './race.css';

/** The targets for which there is code. The others could not run, and the table above says so. */
const RACING = TARGETS.filter(({ generates }) => generates !== null).map(({ id }) => id);

export function RaceSection() {
  const { race } = useSession();
  const { step, result } = useRace();
  const section = useRef<HTMLElement>(null);
  const isAwaited = useRef(false);
  useEffect(() => {
    if (step !== null) isAwaited.current = true;
    else if (isAwaited.current && result !== null) {
      // The table of the targets fills a low panel, and the result would be below it.
      section.current?.scrollIntoView({ block: 'start' });
      isAwaited.current = false;
    }
  }, [step, result]);
  return (
    <section ref={section} className="race" aria-label={tr`Race`} data-testid="race">
      <div className="race-bar">
        {step === null ? (
          <Button onClick={() => void race.start(RACING)}>
            <Flag size={14} aria-hidden="true" />
            {tr`Race`}
          </Button>
        ) : (
          <Button onClick={race.cancel}>{tr`Cancel`}</Button>
        )}
        <p role="status">
          {step ??
            tr`Runs the sketch for ${formatDuration(RACE_NS)} on the virtual board with each target that is installed, and compares what they did.`}
        </p>
        {result?.report == null || step !== null ? null : (
          <Button tone="quiet" onClick={race.saveReport}>
            <Download size={14} aria-hidden="true" />
            {tr`Save report`}
          </Button>
        )}
      </div>
      {result === null ? null : <Result result={result} />}
    </section>
  );
}

function Result({ result }: { readonly result: RaceResult }) {
  const isStale = useSketch((sketch) => sketch !== result.sketch);
  const { racers, picture } = result;
  return (
    <div className="race-result" data-stale={isStale}>
      {isStale ? <p className="design-note">{tr`The sketch has changed since this race.`}</p> : null}
      <table aria-label={tr`Results of the race`}>
        <thead>
          <tr>
            {RACE_COLUMNS.map((column) => (
              <th key={column} scope="col" title={columnHint(column) ?? undefined}>
                {columnTitle(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {racers.map((racer) => (
            <Row key={racer.target} racer={racer} />
          ))}
        </tbody>
      </table>
      {[...raceNotes(racers), ...clocksOf(racers)].map((note) => (
        <p key={note} className="design-note">
          {note}
        </p>
      ))}
      {picture === null ? null : <Schedules picture={picture} />}
    </div>
  );
}

function Row({ racer }: { readonly racer: Racer }) {
  const { target, ...cells } = raceCells(racer, formatBytesOf);
  return (
    <tr data-testid={`racer-${racer.target}`} data-outcome={racer.outcome}>
      <th scope="row">{target.text}</th>
      {RACE_COLUMNS.map((column) => (column === 'target' ? null : <Cell key={column} cell={cells[column]} />))}
    </tr>
  );
}

const Cell = ({ cell: { text, tone } }: { readonly cell: RaceCell }) => <td data-tone={tone}>{typeset(text)}</td>;

/** As an image, the drawing can contain no script. */
function Schedules({ picture }: { readonly picture: string }) {
  const url = useMemo(() => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`, [picture]);
  return (
    <img
      className="race-picture"
      src={url}
      alt={tr`The schedules of all targets, one above the other, from their first release on`}
    />
  );
}
