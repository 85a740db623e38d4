/** Formats design help for a sketch as JSON and as tables. docs/cli.md describes the document. */

import type {
  ChainHelp,
  DesignHelp,
  PartitionProposal,
  PriorityProposal,
  StaticFit,
  TaskHelp,
} from '../../generator/analysis/help/types.ts';
import { ESTIMATED_RAM, formatBytesOf } from '../../generator/numbers/memory.ts';
import { formatLoad } from '../../generator/numbers/share.ts';
import { formatBound, formatDeclared, formatSlack } from '../../generator/numbers/time.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { nsOfUs, usOrNull } from '../../generator/sketch/time.ts';
import { stepForJson } from './judgement.ts';
import { formatTable, shortened } from './table.ts';
import { printable, type Terminal } from './terminal.ts';

export function designForJson(sketch: Sketch, help: DesignHelp, fit: StaticFit | null): object {
  const nameOf = (task: number) => sketch.tasks[task]?.name ?? null;
  return {
    scale: help.scale,
    tasks: help.tasks.map(({ task, slackNs, ...limits }) => ({
      name: nameOf(task),
      ...limits,
      slackUs: usOrNull(slackNs),
    })),
    priorities: help.priorities.map(({ order, ...proposal }) => ({ ...proposal, order: order.map(nameOf) })),
    partitions: help.partitions.map(({ cores, ...proposal }) => ({
      ...proposal,
      cores: cores.map((core, task) => ({ name: nameOf(task), core })),
    })),
    rings: help.rings.map(({ explanation, ...ring }) => ({ ...ring, steps: explanation.map(stepForJson) })),
    chains: help.chains.map(({ reactionNs, ageNs, explanation, ...chain }) => ({
      ...chain,
      reactionUs: usOrNull(reactionNs),
      ageUs: usOrNull(ageNs),
      steps: explanation.map(stepForJson),
    })),
    chainsComplete: help.chainsComplete,
    interrupts: help.interrupts.map(({ delayNs, explanation, ...delay }) => ({
      ...delay,
      delayUs: usOrNull(delayNs),
      steps: explanation.map(stepForJson),
    })),
    fit,
  };
}

/** Paragraphs of lines, each with a heading. Empty paragraphs are left out. */
export function designParagraphs(
  terminal: Terminal,
  sketch: Sketch,
  help: DesignHelp,
  fit: StaticFit | null,
): string[][] {
  const nameOf = (task: number) => shown(sketch.tasks[task]?.name ?? '');
  const paragraphs: readonly (readonly [string, readonly string[]])[] = [
    ['Largest and smallest admitted values', limitLines(sketch, help, nameOf)],
    [
      'Priorities',
      sketch.tasks.length === 0 ? [] : help.priorities.map((proposal) => priorityLine(terminal, proposal, nameOf)),
    ],
    ['Cores', help.partitions.flatMap((proposal) => partitionLines(terminal, proposal, nameOf))],
    ['Ring buffers', ringLines(terminal, help)],
    ['Chains', chainLines(help)],
    ['Interrupts', interruptLines(help)],
    ['Memory', fit === null ? [] : memoryLines(terminal, fit)],
  ];
  return paragraphs.flatMap(([title, lines]) =>
    lines.length === 0 ? [] : [[terminal.style('bold', title), ...lines]],
  );
}

const shown = (name: string): string => shortened(printable(name));
const orDash = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value);
const duration = (us: number): string => formatDeclared(nsOfUs(us));

function limitLines(sketch: Sketch, { tasks, scale }: DesignHelp, nameOf: (task: number) => string): string[] {
  if (tasks.length === 0) return [];
  const titles = ['C', 'at most', 'T', 'at least', 'D', 'at least', 'slack'];
  const columns = [{ title: 'task' }, ...titles.map((title) => ({ title, align: 'right' as const }))];
  const rows = tasks.map((help) => [nameOf(help.task), ...limitCells(sketch, help)]);
  return [...formatTable(columns, rows), ...legendOf(tasks), scaleLine(scale)];
}

function legendOf(tasks: readonly TaskHelp[]): string[] {
  const limits = tasks.flatMap(({ computed, mostBudgetUs, leastPeriodUs, leastDeadlineUs }) =>
    computed ? [mostBudgetUs, leastPeriodUs, leastDeadlineUs] : [],
  );
  return [
    ...(limits.includes(null) ? ['–: no value of this parameter alone makes the sketch admitted.'] : []),
    ...(tasks.some(({ computed }) => !computed) ? ['…: not computed, because it would take too long.'] : []),
  ];
}

function scaleLine(scale: number | null): string {
  if (scale === null) return 'The sketch is not admitted, however small all budgets are.';
  return scale >= 1
    ? `All budgets together can grow by a factor of ${scale}.`
    : `All budgets together must shrink to ${scale} times their size.`;
}

function limitCells(sketch: Sketch, help: TaskHelp): string[] {
  const task = sketch.tasks[help.task];
  const limit = (us: number | null) => (help.computed ? orDash(us, duration) : '…');
  return [
    orDash(task?.budgetUs ?? null, duration),
    limit(help.mostBudgetUs),
    orDash(task?.periodUs ?? null, duration),
    limit(help.leastPeriodUs),
    orDash(task?.deadlineUs ?? task?.periodUs ?? null, duration),
    limit(help.leastDeadlineUs),
    orDash(help.slackNs, formatSlack),
  ];
}

const verdict = (terminal: Terminal, admitted: boolean): string =>
  admitted ? terminal.style('green', 'admitted') : terminal.style('red', 'not admitted');

function priorityLine(
  terminal: Terminal,
  { rule, order, admitted }: PriorityProposal,
  nameOf: (task: number) => string,
): string {
  return `${rule}: ${order.map(nameOf).join(' > ')}: ${verdict(terminal, admitted)}`;
}

function partitionLines(
  terminal: Terminal,
  { rule, cores, utilization, admitted }: PartitionProposal,
  nameOf: (task: number) => string,
): string[] {
  const on = (core: number) => cores.flatMap((own, task) => (own === core ? [nameOf(task)] : [])).join(', ') || '–';
  const left = cores.flatMap((core, task) => (core === null ? [nameOf(task)] : []));
  return [
    `${rule}: ${verdict(terminal, admitted)}`,
    ...utilization.map((share, core) => `  core ${core}: ${on(core)} (${formatLoad(share)})`),
    ...(left.length === 0 ? [] : [`  on no core: ${left.join(', ')}`]),
  ];
}

function ringLines(terminal: Terminal, { rings }: DesignHelp): string[] {
  return rings.map(({ channel, capacity, leastCapacity, explanation }) => {
    if (leastCapacity === null) {
      const reason = explanation.at(-1)?.text ?? '';
      return `${shown(channel)}: capacity ${capacity}; no capacity is certain to suffice. ${printable(reason)}`;
    }
    const enough = leastCapacity <= capacity ? terminal.style('green', 'enough') : terminal.style('red', 'TOO FEW');
    return `${shown(channel)}: capacity ${capacity}, needs ${leastCapacity}: ${enough}`;
  });
}

function chainLines({ chains, chainsComplete }: DesignHelp): string[] {
  return [
    ...chains.map((chain) => `${wayOf(chain)}: ${latencyOf(chain)}`),
    ...(chainsComplete ? [] : ['Not all chains are shown.']),
  ];
}

const wayOf = ({ elements }: ChainHelp): string => elements.map(shown).join(' → ');

function latencyOf({ reactionNs, ageNs, explanation }: ChainHelp): string {
  if (reactionNs === null) return `not bounded. ${printable(explanation[0]?.text ?? '')}`;
  return `reaction at most ${formatBound(reactionNs)}${ageNs === null ? '' : `, data at most ${formatBound(ageNs)} old`}`;
}

function interruptLines({ interrupts }: DesignHelp): string[] {
  return interrupts.map(({ interrupt, delayNs, reason }) =>
    delayNs === null
      ? `${shown(interrupt)}: no bound. ${printable(reason ?? '')}`
      : `${shown(interrupt)}: done at most ${formatBound(delayNs)} after the event`,
  );
}

/** If there are more elements than this, only the largest ones are named. */
const NAMED_PARTS = 6;

function memoryLines(terminal: Terminal, { ramBytes, ramLimitBytes, freeBytes, parts, fits }: StaticFit): string[] {
  const named = parts.slice(0, NAMED_PARTS).map(({ name, bytes }) => `${shown(name)} ${bytes}`);
  const more = parts.length > NAMED_PARTS ? [`${parts.length - NAMED_PARTS} more`] : [];
  const word = fits ? terminal.style('green', 'fits') : terminal.style('red', 'DOES NOT FIT');
  return [
    `${ESTIMATED_RAM.label}: ${formatBytesOf(ramBytes, ramLimitBytes)}, ${formatLoad(ramBytes / ramLimitBytes)}, without libraries and the variables of the code: ${word}`,
    `  ${[...named, ...more].join(', ')}`,
    ...(fits
      ? [`  ${freeBytes} bytes are left for libraries, the code's variables and the heap (String, malloc)`]
      : []),
  ];
}
