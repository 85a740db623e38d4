/** The use of the board's RAM before a build, by purpose, and what the last build used. */

import type { StaticFit } from '../../../../generator/analysis/help/types.ts';
import { withBuiltStack } from '../../../../generator/judge/fit.ts';
import {
  BUILT_FLASH,
  BUILT_RAM,
  ESTIMATED_FLASH,
  ESTIMATED_RAM,
  levelSource,
  levelWords,
  stackWords,
} from '../../../../generator/numbers/memory.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { MemoryUse } from '../../../contract/builds.ts';
import { formatBytesOf, formatCount, formatLoad } from '../../base/format.ts';
import { useBuild } from '../../state/run/build.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { Note } from './parts.tsx';

export function Memory({ fit: estimate }: { readonly fit: StaticFit }) {
  const built = useBuild().memory?.stacks ?? [];
  const fit = withBuiltStack(estimate, built);
  const source = levelSource(fit);
  const { parts, ramBytes, ramLimitBytes, freeBytes, flashBytes, flashLimitBytes, fits } = fit;
  const whole = Math.max(ramBytes, ramLimitBytes);
  const words = `${ESTIMATED_RAM.label}: ${used(ramBytes, ramLimitBytes)}`;
  return (
    <>
      <p className={fits ? 'design-lead' : 'design-lead is-past'} title={ESTIMATED_RAM.hint}>
        {fits ? words : tr`${words}: it does not fit`}
      </p>
      <div className="design-memory" role="img" aria-label={words}>
        {parts.map(({ name, bytes }, index) => (
          <span
            key={name}
            title={`${name}: ${formatCount(bytes)} B`}
            data-even={index % 2 === 0}
            style={{ width: `${(bytes / whole) * 100}%` }}
          />
        ))}
        {ramBytes > ramLimitBytes ? <i style={{ left: `${(ramLimitBytes / whole) * 100}%` }} /> : null}
      </div>
      <ul className="design-parts" aria-label={tr`Use of RAM`}>
        {parts.map(({ name, bytes }) => (
          <li key={name}>
            <span className="one-line" title={name}>
              {name}
            </span>
            <span className="figures">{formatCount(bytes)} B</span>
          </li>
        ))}
      </ul>
      <Note>
        {tr`${ESTIMATED_RAM.hint}. ${formatCount(freeBytes)}\u00a0B are left for these and the heap (String, malloc).`}
      </Note>
      {source === null ? null : <Note>{`${source}.`}</Note>}
      <Built flashBytes={flashBytes} flashLimitBytes={flashLimitBytes} />
    </>
  );
}

/** Replaces the table on a board whose runtime was not measured. */
export function UnknownMemory() {
  const { phase, memory, sketch } = useBuild();
  const isEarlier = useSketch((now) => now !== sketch);
  const unknown = tr`RAM and flash are not estimated on this board. A build tells them.`;
  if (phase !== 'ok' || memory === null) return <Note>{unknown}</Note>;
  return <Note>{builtWords(memory, isEarlier).join(' ')}</Note>;
}

/** `534 of 2048 B, 26.1 %`. */
const used = (bytes: number, limit: number): string => `${formatBytesOf(bytes, limit)}, ${formatLoad(bytes / limit)}`;

/** The figures of the last build, which are exact and do not contain the same parts as the estimate. */
function Built({ flashBytes, flashLimitBytes }: Pick<StaticFit, 'flashBytes' | 'flashLimitBytes'>) {
  const { phase, memory, sketch } = useBuild();
  const isEarlier = useSketch((now) => now !== sketch);
  if (phase !== 'ok' || memory === null) {
    if (flashBytes !== null) {
      const estimate = `${ESTIMATED_FLASH.label}: ${used(flashBytes, flashLimitBytes)}. ${ESTIMATED_FLASH.hint}.`;
      return <Note>{tr`${estimate} The use of stacks is known after a build.`}</Note>;
    }
    const words = tr`How much of ${formatCount(flashLimitBytes)}\u00a0B of flash the program uses is known after a build.`;
    return <Note>{words}</Note>;
  }
  return <Note>{builtWords(memory, isEarlier).join(' ')}</Note>;
}

function builtWords(memory: MemoryUse, isEarlier: boolean): readonly string[] {
  const ram = tr`${BUILT_RAM.label}: ${used(memory.ramBytes, memory.ramAvailableBytes)}, without the main stack and the heap.`;
  const flash = `${BUILT_FLASH.label}: ${used(memory.flashBytes, memory.flashAvailableBytes)}.`;
  const stacks = (memory.stacks ?? []).flatMap((stack) =>
    [stackWords(stack, formatBytesOf), levelWords(stack)].flatMap((words) => (words === null ? [] : [`${words}.`])),
  );
  return [ram, flash, ...stacks, ...(isEarlier ? [tr`Built from an earlier version of the sketch.`] : [])];
}
