/**
 * Explains each mark with the same drawing as in the chart, for users who see a schedule for the
 * first time.
 */

import type { ReactNode } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { trNodes } from '../../base/tr-nodes.tsx';

const FILL = 'var(--pl-task-1)';
const TEXT = 'var(--pl-text)';

interface Entry {
  readonly mark: ReactNode;
  readonly name: string;
  readonly meaning: string;
}

const ENTRIES: readonly Entry[] = [
  { name: tr`Release`, meaning: tr`a job of the task becomes ready`, mark: <Arrow tip={3} tail={20} /> },
  { name: tr`Deadline`, meaning: tr`the job must be complete`, mark: <Arrow tip={20} tail={3} /> },
  { name: tr`Runs`, meaning: tr`the job uses the processor`, mark: <Box fill={FILL} /> },
  { name: tr`Waits`, meaning: tr`released, not started yet`, mark: <Hatched id="waits" opacity={0.45} width={1} /> },
  {
    name: tr`Preempted`,
    meaning: tr`a more urgent task runs`,
    mark: <Hatched id="preempted" opacity={0.95} width={2} />,
  },
  { name: tr`Blocked`, meaning: tr`another task holds a resource that it needs`, mark: <Dotted /> },
  { name: tr`Held back`, meaning: tr`its budget C is exhausted`, mark: <HeldBack /> },
  { name: tr`Budget exhausted`, meaning: tr`from ▼ until it is replenished at ▲`, mark: <BudgetLine /> },
  { name: tr`Holds a resource`, meaning: tr`the line at the bottom of the job`, mark: <Held /> },
  { name: tr`Predicted bound R`, meaning: tr`the analysis proves that the job completes by then`, mark: <Bracket /> },
  { name: tr`Over budget`, meaning: tr`the job ran for longer than C`, mark: <Cap /> },
  { name: tr`Missed deadline`, meaning: tr`with the lateness of the job`, mark: <Cross /> },
  {
    name: tr`Dropped release`,
    meaning: tr`the previous job was still running (overrun policy)`,
    mark: <DroppedReleases />,
  },
  { name: tr`Interrupt`, meaning: tr`from entry to exit`, mark: <InterruptMark /> },
  { name: tr`Masked`, meaning: tr`the interrupt is disabled while its I/O budget is exhausted`, mark: <Masked /> },
  { name: tr`Predicted job`, meaning: tr`dashed and pale: simulated, not measured`, mark: <Outline /> },
  { name: tr`Busy period`, meaning: tr`the task, or one of at least the same urgency, has work`, mark: <BusyMark /> },
  { name: tr`Critical instant`, meaning: tr`released together with all more urgent tasks`, mark: <InstantMark /> },
  { name: tr`Playhead`, meaning: tr`current position; later times are dimmed`, mark: <PlayheadMark /> },
  { name: tr`Zoomed out`, meaning: tr`height: worst response, top: deadline; dashes: R`, mark: <Columns /> },
  {
    name: tr`Pin level`,
    meaning: tr`high or low; a band is faster than a pixel, its fill is the duty`,
    mark: <PinLevel />,
  },
  { name: tr`Gap`, meaning: tr`data was lost in transmission`, mark: <Gap /> },
];

const key = (name: string) => <kbd translate="no">{name}</kbd>;

/** The content of the legend, which is loaded when it is opened. */
export default function LegendContent() {
  return (
    <>
      <h3>{tr`How to read the timeline`}</h3>
      <dl>
        {ENTRIES.map((entry) => (
          <div key={entry.name}>
            <dt>
              <svg width="36" height="24" aria-hidden="true">
                {entry.mark}
              </svg>
              {entry.name}
            </dt>
            <dd>{entry.meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        {trNodes`Wheel zooms to the pointer, drag pans, Shift and drag measures. ${key('W')} ${key('S')} zoom, ${key('A')} ${key('D')} pan, ${key('F')} all, ${key('L')} live, ${key('M')} next miss.`}
      </p>
    </>
  );
}

function Arrow({ tip, tail }: { readonly tip: number; readonly tail: number }) {
  const back = tip < tail ? tip + 6 : tip - 6;
  return (
    <>
      <path d={`M18 ${tail}V${back}`} stroke={TEXT} />
      <path d={`M18 ${tip}L14.5 ${back}H21.5Z`} fill={TEXT} />
    </>
  );
}

function Box({ fill }: { readonly fill: string }) {
  return <rect x="5" y="4" width="26" height="16" fill={fill} stroke="rgb(0 0 0 / 45%)" />;
}

function Hatched(props: { readonly id: string; readonly opacity: number; readonly width: number }) {
  const id = `pl-legend-${props.id}`;
  return (
    <>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0V5" stroke={FILL} strokeWidth={props.width * 1.6} opacity={props.opacity} />
      </pattern>
      <rect x="5" y="7" width="26" height="13" fill={FILL} opacity={0.15} />
      <rect x="5" y="7" width="26" height="13" fill={`url(#${id})`} />
    </>
  );
}

function Dotted() {
  return (
    <>
      <pattern id="pl-legend-dots" width="5" height="5" patternUnits="userSpaceOnUse">
        <circle cx="2" cy="2" r="1.1" fill={FILL} />
      </pattern>
      <rect x="5" y="7" width="26" height="13" fill={FILL} opacity={0.15} />
      <rect x="5" y="7" width="26" height="13" fill="url(#pl-legend-dots)" />
    </>
  );
}

function HeldBack() {
  return <BudgetHatch id="held-back" y={7} height={13} />;
}

function BudgetHatch(props: { readonly id: string; readonly y: number; readonly height: number }) {
  const id = `pl-legend-${props.id}`;
  const box = { x: 5, y: props.y, width: 26, height: props.height };
  return (
    <>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0V5" stroke="var(--pl-budget)" strokeWidth="1.8" opacity="0.8" />
      </pattern>
      <rect {...box} fill="var(--pl-budget)" opacity={0.14} />
      <rect {...box} fill={`url(#${id})`} />
    </>
  );
}

function BudgetLine() {
  return <path d="M6 11H30V13H6ZM6 16L2 10H10ZM30 8L26 14H34Z" fill="var(--pl-budget)" />;
}

function Held() {
  return (
    <>
      <Box fill={FILL} />
      <rect x="10" y="17" width="14" height="3" fill={TEXT} />
    </>
  );
}

function InterruptMark() {
  return <path d="M8 5H10V19H8ZM17 5H21V19H17ZM29 5H30V19H29Z" fill={TEXT} />;
}

function Masked() {
  return <BudgetHatch id="masked" y={5} height={14} />;
}

function Bracket() {
  return (
    <>
      <rect x="5" y="3" width="14" height="13" fill={FILL} />
      <path d="M5 17V20H30V15" fill="none" stroke="var(--pl-text-dim)" />
    </>
  );
}

function Cap() {
  return (
    <>
      <Box fill={FILL} />
      <rect x="5" y="3" width="26" height="4" fill="var(--pl-budget)" />
    </>
  );
}

function Cross() {
  return (
    <>
      <Box fill={FILL} />
      <path d="M13.5 7.5L22.5 16.5M22.5 7.5L13.5 16.5" stroke="var(--pl-canvas)" strokeWidth="4.5" />
      <path d="M13.5 7.5L22.5 16.5M22.5 7.5L13.5 16.5" stroke="var(--pl-miss)" strokeWidth="2.2" />
    </>
  );
}

function DroppedReleases() {
  return <path d="M18 21V8M14.5 2.5L21.5 9.5M21.5 2.5L14.5 9.5" fill="none" stroke="var(--pl-miss)" strokeWidth="2" />;
}

function Outline() {
  return <rect x="5.5" y="7.5" width="25" height="10" fill="none" stroke={FILL} />;
}

function Columns() {
  return (
    <>
      <rect x="4" y="4" width="28" height="16" fill={FILL} opacity={0.36} />
      <path d="M4 20V13H9V15H14V10H19V14H26V12H32V20Z" fill={FILL} />
      <path d="M3 8H33" stroke={TEXT} strokeDasharray="4 3" />
    </>
  );
}

function PinLevel() {
  return (
    <>
      <path d="M3 18H8V7H14V18H18" fill="none" stroke={FILL} strokeWidth="1.5" />
      <rect x="18" y="7" width="15" height="11" fill={FILL} opacity={0.25} />
      <rect x="18" y="13" width="15" height="5" fill={FILL} opacity={0.8} />
    </>
  );
}

function Gap() {
  return (
    <>
      <pattern id="pl-legend-gap" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0V5" stroke="var(--pl-text-faint)" strokeWidth="1.6" />
      </pattern>
      <rect x="5" y="2" width="26" height="20" fill="url(#pl-legend-gap)" />
    </>
  );
}

function BusyMark() {
  return (
    <>
      <rect x="3" y="4" width="30" height="16" fill="var(--pl-accent)" opacity={0.16} />
      <rect x="3" y="4" width="30" height="3" fill="var(--pl-accent)" />
    </>
  );
}

function InstantMark() {
  return (
    <>
      <path d="M18 3V22" stroke="var(--pl-accent)" strokeDasharray="2 3" />
      <path d="M13 2H23L18 9Z" fill="var(--pl-accent)" />
    </>
  );
}

function PlayheadMark() {
  return (
    <>
      <path d="M18 3V22" stroke={TEXT} strokeWidth="1.5" />
      <path d="M12 2H24L18 10Z" fill={TEXT} />
    </>
  );
}
