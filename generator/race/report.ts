/**
 * The report of a race as one HTML file without scripts or other files, to hand in or to print: the table, what each
 * task did on each target beside its bound, and the schedules on one axis.
 */
import { formatBound, formatDeclared, formatDuration } from '../numbers/time.ts';
import { svgOf } from '../trace/exports/drawing/svg.ts';
import { tr } from '../words/tr.ts';
import { visible } from '../words/visible.ts';
import { clockWords } from './clock.ts';
import { type RacedTrace, racePicture } from './picture.ts';
import type { Racer } from './racer.ts';
import { columnHint, columnTitle, RACE_COLUMNS, raceCells, raceNotes } from './words.ts';

export interface Race {
  /** The name of the sketch. */
  readonly sketch: string;
  /** The name of the board that the user sees. */
  readonly board: string;
  readonly policy: string;
  /** When the race was run, as the user reads it. */
  readonly date: string;
  /** How long each program ran by the clock of its board. Unit: ns. */
  readonly durationNs: number;
  readonly racers: readonly Racer[];
}

const STYLE = `
body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1c1c1c; background: #fff; }
h1 { font-size: 1.5rem; margin-bottom: 0; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 0.3rem 0.6rem; border-bottom: 1px solid #ddd; }
td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; } .bad { color: #a40000; font-weight: 600; } .good { color: #1a6b2a; }
svg { width: 100%; height: auto; } .about { color: #555; margin-top: 0.2rem; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } svg { break-inside: avoid; } }`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string): string => visible(text).replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

export function raceReport(race: Race, raced: readonly RacedTrace[]): string {
  const { sketch, board, policy, date, durationNs, racers } = race;
  const title = tr`${sketch}: one sketch, ${racers.length} targets`;
  return [
    '<!doctype html>',
    `<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${html(title)}</title>`,
    `<style>${STYLE}</style></head><body>`,
    `<h1>${html(title)}</h1>`,
    `<p class="about">${html([board, policy, tr`${formatDuration(durationNs)} each`, date].join(' · '))}</p>`,
    table(racers),
    ...raceNotes(racers).map((note) => `<p>${html(note)}</p>`),
    `<h2>${html(tr`Worst response of each task, and its bound`)}</h2>`,
    taskTable(racers),
    ...(raced.length === 0
      ? []
      : [`<h2>${html(tr`The schedules from the first release on`)}</h2>`, picture(sketch, raced)]),
    ...clocksOf(racers).map((words) => `<p class="about">${html(words)}</p>`),
    '</body></html>\n',
  ].join('\n');
}

/** What the clocks of the racers mean, each once. */
export function clocksOf(racers: readonly Racer[]): string[] {
  return [...new Set(racers.filter(({ profile }) => profile !== null).map(({ clock }) => clockWords(clock)))];
}

function table(racers: readonly Racer[]): string {
  const heads = RACE_COLUMNS.map((column) => {
    const hint = columnHint(column);
    return `<th${hint === null ? '' : ` title="${html(hint)}"`}>${html(columnTitle(column))}</th>`;
  });
  const rows = racers.map((racer) => {
    const cells = raceCells(racer);
    return `<tr>${RACE_COLUMNS.map((column) => `<td class="${cells[column].tone}">${html(cells[column].text)}</td>`).join('')}</tr>`;
  });
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

/** A row for each task and handler, a column for each target that ran: `4.1 ms ≤ 6.3 ms`. */
function taskTable(racers: readonly Racer[]): string {
  const ran = racers.flatMap(({ label, profile }) => (profile === null ? [] : [{ label, profile }]));
  const first = ran[0];
  if (first === undefined) return `<p>${html(tr`No target ran the sketch.`)}</p>`;
  const heads = [tr`Task`, tr`Deadline`, ...ran.map(({ label }) => label)].map((text) => `<th>${html(text)}</th>`);
  const rows = first.profile.tasks.map(({ name, deadlineNs }, i) => {
    const cells = ran.map(({ profile }) => taskCell(profile.tasks[i]));
    const deadline = deadlineNs === null ? '–' : formatDeclared(deadlineNs);
    return `<tr><th>${html(name)}</th><td>${html(deadline)}</td>${cells.join('')}</tr>`;
  });
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function taskCell(task: NonNullable<Racer['profile']>['tasks'][number] | undefined): string {
  const responseNs = task?.response?.mostNs ?? null;
  if (task === undefined || responseNs === null) return '<td>–</td>';
  const { boundNs, deadlineNs } = task;
  if (boundNs === null) return `<td>${html(formatBound(responseNs, deadlineNs))}</td>`;
  const isAbove = responseNs > boundNs;
  const words = `${formatBound(responseNs, boundNs)} ${isAbove ? '>' : '≤'} ${formatBound(boundNs, deadlineNs)}`;
  return `<td${isAbove ? ' class="bad"' : ''}>${html(words)}</td>`;
}

function picture(sketch: string, raced: readonly RacedTrace[]): string {
  const [, ...svg] = [...svgOf(racePicture(raced), sketch)].join('').split('\n');
  return svg.join('\n');
}
