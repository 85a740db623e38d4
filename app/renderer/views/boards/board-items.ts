/** The boards to choose from, as items of a list: Polyloop's own, then those of PlatformIO. */
import { chipName } from '../../../../generator/boards/chip-name.ts';
import { BOARDS } from '../../../../generator/boards/index.ts';
import { type Trial, trialOf } from '../../../../generator/boards/own-platform.ts';
import type { Calibrated } from '../../../../generator/calibration/record.ts';
import { type Board, usableFlashBytes } from '../../../../generator/platform/board.ts';
import type { SketchChanges } from '../../../../generator/sketch/edits.ts';
import { TARGETS } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { type ListedBoard, matchesSearch, textsOf } from '../../../contract/boards.ts';
import { formatFrequency, formatMemory } from '../../base/format.ts';
import type { PickerItem } from '../controls/picker.tsx';

export interface BoardItem extends PickerItem {
  readonly group: string;
  /** What a search looks at. */
  readonly texts: readonly string[];
  /** What choosing it changes in the sketch. */
  readonly change: SketchChanges;
}

const factsOf = (mcu: string, clockHz: number, ramBytes: number, flashBytes: number): string =>
  tr`${mcu}, ${formatFrequency(clockHz)}, ${formatMemory(ramBytes)} of RAM, ${formatMemory(flashBytes)} of flash`;

const labelsOf = (targets: readonly string[]): string[] =>
  TARGETS.filter(({ id }) => targets.includes(id)).map(({ label }) => label);

const isCalibrated = (id: string, calibrations: readonly Calibrated[]): boolean =>
  calibrations.some(({ board, stale }) => board === id && stale === null);

function overheadsOf(board: Board, calibrations: readonly Calibrated[]): string {
  if (isCalibrated(board.id, calibrations)) return tr`Overheads measured by you`;
  const ids = Object.entries(board.targets);
  const unmeasured = ids.filter(([, on]) => on.overheads === null).map(([id]) => id);
  if (unmeasured.length === 0) return tr`Overheads measured`;
  if (unmeasured.length === ids.length) return tr`Overheads not measured`;
  return tr`Overheads measured, except with ${labelsOf(unmeasured).join(', ')}`;
}

function ownItem(board: Board, calibrations: readonly Calibrated[]): BoardItem {
  const { id, label, mcu, clockHz, ramBytes, targets, virtual } = board;
  const isProcess = virtual?.emulator === 'host-process';
  return {
    id: `own ${id}`,
    text: label,
    note: isProcess
      ? tr`The program runs as a process, with pins in memory.`
      : factsOf(mcu, clockHz, ramBytes, usableFlashBytes(board)),
    tags: [
      ...labelsOf(Object.keys(targets)),
      ...(virtual === null || isProcess ? [] : [tr`Virtual board`]),
      overheadsOf(board, calibrations),
    ],
    group: tr`Polyloop’s own boards`,
    texts: [id, label, mcu],
    change: { board: id, boardFacts: null },
  };
}

function trialWords(trial: Trial): string {
  switch (trial) {
    case 'emulated':
      return tr`Tried on an emulated chip`;
    case 'built':
      return tr`Built, not run`;
    case 'none':
      return tr`Written for, not tried`;
  }
}

function listedItem(listed: ListedBoard, calibrations: readonly Calibrated[]): BoardItem {
  const { id, isInstalled, facts } = listed;
  const { name, platform, mcu, clockHz, ramBytes, flashBytes } = facts;
  return {
    id: `${platform} ${id}`,
    text: name,
    note: `${factsOf(chipName(mcu), clockHz, ramBytes, flashBytes)} · ${platform} · ${id}`,
    tags: [
      ...labelsOf(['superloop']),
      isCalibrated(id, calibrations) ? tr`Overheads measured by you` : tr`Overheads not measured`,
      trialWords(trialOf(platform, id)),
      ...(isInstalled ? [] : [tr`The first build needs the internet`]),
    ],
    group: isInstalled ? tr`Arduino boards of installed platforms` : tr`Other Arduino boards`,
    texts: textsOf(listed),
    change: { board: id, boardFacts: facts },
  };
}

export const boardItems = (
  listed: readonly ListedBoard[],
  calibrations: readonly Calibrated[],
): readonly BoardItem[] => [
  ...BOARDS.map((board) => ownItem(board, calibrations)),
  ...listed.map((board) => listedItem(board, calibrations)),
];

/** The items with all words of a search. */
export const foundItems = (items: readonly BoardItem[], search: string): readonly BoardItem[] =>
  items.filter(({ texts }) => matchesSearch(search.trim(), texts));
