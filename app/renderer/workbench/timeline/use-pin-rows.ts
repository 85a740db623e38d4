/** The pin rows of the timeline, while the user wants them. */

import { useEffect, useMemo, useState } from 'react';
import { boardOf } from '../../../../generator/boards/index.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { type Lane, type PinRow, pinWriters, type TimelineSource } from '../../charts/timeline/timeline.tsx';
import { usePrediction } from '../../state/run/prediction.ts';
import { type PinsByTask, pinRowsOf } from './pin-rows.ts';

const NO_ROWS: readonly PinRow[] = [];
const NOTHING_SEEN: PinsByTask = new Map();
/** Interval between searches of the record for tasks that write to pins. */
const SEARCH_MS = 1_000;

export interface PinRows {
  /** The same array while its content is the same. */
  readonly rows: readonly PinRow[];
  /** Why there are no levels, or which of them are missing. Null when all are there. */
  readonly note: string | null;
}

/** @param isPredicted whether the timeline shows a prediction, which has no levels */
export function usePinRows(
  sketch: Sketch,
  source: TimelineSource,
  lanes: readonly Lane[],
  isPredicted: boolean,
): PinRows {
  const shown = usePrediction(({ pinLevels }) => pinLevels);
  const pins = useMemo(() => boardOf(sketch)?.pins.map(({ name }) => name) ?? [], [sketch]);
  const [seen, setSeen] = useState(NOTHING_SEEN);
  const [state, setState] = useState<RecordState>('complete');
  useEffect(() => {
    if (!shown || isPredicted) return;
    const search = () => {
      const found = pinWriters(source, lanes, pins);
      setSeen((known) => (keyOf(known) === keyOf(found) ? known : found));
      setState(stateOf(source, pins));
    };
    search();
    const timer = setInterval(search, SEARCH_MS);
    return () => clearInterval(timer);
  }, [source, lanes, pins, shown, isPredicted]);
  const rows = useMemo(
    () => (shown && !isPredicted ? pinRowsOf(sketch, pins, seen) : NO_ROWS),
    [sketch, pins, seen, shown, isPredicted],
  );
  return { rows, note: shown ? noteOf(sketch, isPredicted, rows.length, state) : null };
}

const keyOf = (seen: PinsByTask): string => JSON.stringify([...seen].map(([task, pins]) => [task, [...pins]]));

type RecordState = 'missing' | 'cut' | 'lossy' | 'complete';

function stateOf({ pins, eventCount }: TimelineSource, names: readonly string[]): RecordState {
  if (eventCount > 0 && !names.some((name) => pins?.levels(name) != null)) return 'missing';
  if (pins?.isCut === true) return 'cut';
  return (pins?.gaps.length ?? 0) > 0 ? 'lossy' : 'complete';
}

function noteOf(sketch: Sketch, isPredicted: boolean, rows: number, state: RecordState): string | null {
  if (isPredicted) return tr`A prediction has no pin levels. They are recorded while a program runs.`;
  const board = boardOf(sketch);
  const label = board?.label ?? sketch.board;
  if (board?.pins.length === 0 && board.virtual !== null) {
    return tr`${label} has no pin levels, because QEMU does not emulate its pins.`;
  }
  if (rows === 0) return tr`No task of ${sketch.name} is known to drive a pin.`;
  switch (state) {
    case 'missing':
      return tr`${label} reports no pin levels. A virtual Uno does, and so does a program on this computer.`;
    case 'cut':
      return tr`The oldest pin levels are no longer kept, because the record is full.`;
    case 'lossy':
      return tr`Hatched: pins changed too fast to be recorded.`;
    case 'complete':
      return null;
  }
}
