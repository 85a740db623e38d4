/** The overheads that an analysis counts: measured on the user's board, or shipped with Polyloop. */
import { type BoardChoice, boardOf } from '../boards/index.ts';
import type { Calibrated } from '../calibration/record.ts';
import type { Overheads } from '../platform/overheads.ts';
import type { Sketch } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';
import { tr } from '../words/tr.ts';

export interface CountedOverheads {
  /** Null: none are counted. */
  readonly overheads: Overheads | null;
  /** The calibration whose figures are counted. Null: the shipped ones are. */
  readonly calibration: Calibrated | null;
  /** A calibration of this board and target that is not used. */
  readonly stale: Calibrated | null;
}

/** The overheads of a sketch's board with its target. */
export function countedOverheads(
  sketch: BoardChoice & Pick<Sketch, 'target'>,
  calibrations: readonly Calibrated[],
): CountedOverheads {
  const { board, target } = sketch;
  const shipped = boardOf(sketch)?.targets[target]?.overheads ?? null;
  const own = shipped === null ? [] : calibrations.filter((one) => one.board === board && one.target === target);
  const calibration = own.find(({ stale }) => stale === null) ?? null;
  const stale = calibration === null ? (own[0] ?? null) : null;
  return { overheads: calibration?.overheads ?? shipped, calibration, stale };
}

/** The source of the counted overheads, as a part of a sentence. */
export function overheadSource(
  sketch: BoardChoice & Pick<Sketch, 'target'>,
  calibrations: readonly Calibrated[],
): string {
  const { overheads, calibration, stale } = countedOverheads(sketch, calibrations);
  if (overheads === null) {
    return tr`the overheads of ${targetById(sketch.target).label} on this board are not measured and not counted`;
  }
  if (calibration !== null) {
    return calibration.device === 'port'
      ? tr`overheads measured on this board on ${calibration.day}`
      : tr`overheads measured on the virtual board on ${calibration.day}`;
  }
  const of = boardOf(sketch)?.targets[sketch.target]?.overheadsOf;
  if (of !== undefined) return tr`overheads of ${of}, because none were measured on this board`;
  if (stale === null) return tr`shipped overheads`;
  return tr`shipped overheads, because those that were measured on ${stale.day} no longer apply`;
}
