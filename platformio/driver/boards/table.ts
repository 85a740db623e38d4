/**
 * The Arduino boards of PlatformIO's platforms, for a computer where the platforms are not installed. The facts are
 * from the platforms' manifests (Apache License 2.0). write.ts writes them.
 */
import { readFileSync } from 'node:fs';
import { ownFile } from '../../setup/paths.mjs';

export interface TableBoard {
  /** PlatformIO's id. */
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly platform: string;
  readonly mcu: string;
  readonly clockHz: number;
  readonly ramBytes: number;
  /** What a program may use. */
  readonly flashBytes: number;
  /** "2341:8036" */
  readonly usb: readonly string[];
}

export const TABLE = ownFile('driver', 'boards', 'table.tsv');

const COLUMNS = ['platform', 'id', 'name', 'vendor', 'mcu', 'clockHz', 'ramBytes', 'flashBytes', 'usb'] as const;
const HEADER = COLUMNS.join('\t');

/** Compares code units, so the table is the same on every machine. */
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function tableText(boards: readonly TableBoard[]): string {
  const sorted = [...boards].sort((a, b) => order(a.platform, b.platform) || order(a.id, b.id));
  const rows = sorted.map((board) =>
    COLUMNS.map((column) => String(column === 'usb' ? board.usb.join(' ') : board[column]).replaceAll(/\s/g, ' ')),
  );
  return `${[HEADER, ...rows.map((row) => row.join('\t'))].join('\n')}\n`;
}

export function readTable(text: string = readFileSync(TABLE, 'utf8')): TableBoard[] {
  const [header, ...lines] = text.split(/\r?\n/);
  if (header !== HEADER) throw new Error(`${TABLE}: its first line is not "${HEADER}".`);
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [platform = '', id = '', name = '', vendor = '', mcu = '', clock, ram, flash, usb = ''] = line.split('\t');
      const sizes = { clockHz: Number(clock), ramBytes: Number(ram), flashBytes: Number(flash) };
      return { platform, id, name, vendor, mcu, ...sizes, usb: usb === '' ? [] : usb.split(' ') };
    });
}
