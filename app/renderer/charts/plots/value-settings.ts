/** What the user chose for the values that the program plots: unit, wanted range, and which share a chart. */
import type { Range } from './chart.ts';

export interface ValueSettings {
  /** null: the unit that the name gives. */
  readonly unit: string | null;
  readonly range: Range;
  /** The value in whose chart this one is drawn. null: it has its own. */
  readonly beside: string | null;
}

export const NO_SETTINGS: ValueSettings = { unit: null, range: { low: null, high: null }, beside: null };

/** The settings of each value, by the name that the code gives. */
export type SettingsByValue = ReadonlyMap<string, ValueSettings>;

/** The unit in brackets at the end of a name: `temperature [°C]` has °C. */
export const unitInName = (name: string): string => /\[([^[\]]{1,12})\]\s*$/.exec(name)?.[1] ?? '';

export const unitOf = (name: string, settings: SettingsByValue): string => settings.get(name)?.unit ?? unitInName(name);

/** The names in groups, each drawn in one chart. The first of a group is the value with its own chart. */
export function chartsOfValues(names: readonly string[], settings: SettingsByValue): readonly (readonly string[])[] {
  const known = new Set(names);
  const ownerOf = (name: string): string => {
    const beside = settings.get(name)?.beside ?? null;
    // A value beside one that is itself beside another, or is not plotted, has its own chart.
    return beside === null || !known.has(beside) || (settings.get(beside)?.beside ?? null) !== null ? name : beside;
  };
  const groups = new Map<string, string[]>();
  for (const name of names) if (ownerOf(name) === name) groups.set(name, [name]);
  for (const name of names) if (ownerOf(name) !== name) groups.get(ownerOf(name))?.push(name);
  return [...groups.values()];
}
