/** The live output of the build, and how much of the board's memory the program uses. */
import { Hammer } from 'lucide-react';
import { memo, useRef } from 'react';
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
        aria-label="Build output"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the lines
        tabIndex={0}
        data-testid="build-output"
      >
        {leftOut === 0 ? null : <p className="build-step">{leftOut} earlier lines are left out.</p>}
        {lines.length === 0 && phase === 'idle' ? (
          <div className="empty">
            <Hammer />
            <span>Nothing has been built yet.</span>
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
  return <p className={`build-${line.stream}`}>{line.stream === 'command' ? `$ ${line.text}` : line.text}</p>;
});

function BuildHead() {
  const { phase, message, durationMs, memory } = useBuild();
  if (phase === 'idle') return null;
  const seconds = durationMs === null ? '' : ` in ${(durationMs / 1000).toFixed(1)} s`;
  const words = {
    building: 'Building…',
    ok: `Built${seconds}`,
    failed: message ?? `The build failed${seconds}`,
    cancelled: 'The build was cancelled',
  }[phase];
  return (
    <div className="build-head" data-phase={phase}>
      <span role="status">{words}</span>
      {memory === null ? null : <MemoryMeters memory={memory} />}
    </div>
  );
}
