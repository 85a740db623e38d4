/** The live output of the build, and how much of the board's memory the program uses. */

import { Hammer } from 'lucide-react';
import { memo, useRef } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { type OutputLine, useBuild } from '../../state/run/build.ts';
import { useFollow } from '../controls/use-follow.ts';
import { MemoryMeters } from './memory-meters.tsx';
import './build.css';

export function BuildView() {
  const lines = useBuild((build) => build.lines);
  const leftOut = useBuild((build) => build.leftOut);
  const phase = useBuild((build) => build.phase);
  const list = useRef<HTMLDivElement>(null);
  useFollow(list, lines);
  return (
    <div className="build">
      <BuildHead />
      <div
        ref={list}
        className="build-lines figures"
        role="log"
        aria-label={tr`Build output`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the lines
        tabIndex={0}
        data-testid="build-output"
      >
        {leftOut === 0 ? null : <p className="build-step">{tr`${leftOut} earlier lines are left out.`}</p>}
        {lines.length === 0 && phase === 'idle' ? (
          <div className="empty">
            <Hammer />
            <span>{tr`Nothing has been built yet. Run builds the sketch.`}</span>
          </div>
        ) : null}
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </div>
    </div>
  );
}

const Line = memo(function Line({ line }: { readonly line: OutputLine }) {
  return (
    <p className={`build-${line.stream}`} translate="no">
      {line.stream === 'command' ? `$ ${line.text}` : line.text}
    </p>
  );
});

function BuildHead() {
  const { phase, message, durationMs, memory } = useBuild();
  if (phase === 'idle') return null;
  const seconds = durationMs === null ? null : (durationMs / 1000).toFixed(1);
  const words = {
    building: tr`Building…`,
    ok: seconds === null ? tr`Built` : tr`Built in ${seconds} s`,
    failed: message ?? (seconds === null ? tr`The build failed` : tr`The build failed in ${seconds} s`),
    cancelled: tr`The build was cancelled`,
  }[phase];
  return (
    <div className="build-head" data-phase={phase}>
      <span role="status">{words}</span>
      {memory === null ? null : <MemoryMeters memory={memory} />}
    </div>
  );
}
