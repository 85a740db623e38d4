/** Run and Stop. While a program runs, also pause, speed and board time. */
import { LoaderCircle, Pause, Play, Square } from 'lucide-react';
import { formatTime } from '../base/format.ts';
import { isLivePhase, useRun } from '../state/run/run.ts';
import { useSession } from '../state/session/use-session.ts';
import { Button, Hint, IconButton } from '../views/controls/button.tsx';
import { Choice } from '../views/controls/select-field.tsx';
import { RunBadge } from './run-health.tsx';
import { shortcutOf } from './shortcuts.ts';

export function RunControls() {
  const phase = useRun((run) => run.phase);
  return (
    <div className="strip-right">
      <RunBadge />
      {isLivePhase(phase) ? <DeviceControls paused={phase === 'paused'} /> : null}
      {phase === 'idle' ? <RunButton /> : <StopButton phase={phase} />}
    </div>
  );
}

function RunButton() {
  const { runCommand } = useSession().commands;
  return (
    <Hint text="Build the sketch and run it on the virtual board" shortcut={shortcutOf('run')}>
      <Button tone="primary" onClick={() => runCommand('run')} data-testid="run">
        <Play fill="currentColor" />
        Run
      </Button>
    </Hint>
  );
}

const STOP_WORDS = {
  building: 'Building',
  starting: 'Starting',
  running: 'Stop',
  paused: 'Stop',
  stopping: 'Stopping',
} as const;

function StopButton({ phase }: { readonly phase: keyof typeof STOP_WORDS }) {
  const { runCommand } = useSession().commands;
  const busy = phase === 'building' || phase === 'starting' || phase === 'stopping';
  return (
    <Hint text={phase === 'building' ? 'Cancel the build' : 'Stop the program'} shortcut={shortcutOf('stop')}>
      <Button
        onClick={() => runCommand('stop')}
        disabled={phase === 'starting' || phase === 'stopping'}
        aria-label={phase === 'building' ? 'Cancel the build' : STOP_WORDS[phase]}
        data-testid="stop"
        className="stop"
      >
        {busy ? <LoaderCircle className="turning" /> : <Square fill="currentColor" />}
        {STOP_WORDS[phase]}
      </Button>
    </Hint>
  );
}

const SPEEDS = ['0.01', '0.1', '0.5', '1', '2', 'max'] as const;
const SPEED_LABELS = {
  '0.01': '× 0.01',
  '0.1': '× 0.1',
  '0.5': '× 0.5',
  '1': 'Real time',
  '2': '× 2',
  max: 'Full speed',
};

function DeviceControls({ paused }: { readonly paused: boolean }) {
  const { notices, run } = useSession();
  const { features, status, speed } = useRun();
  return (
    <>
      <output className="board-time figures" aria-label="Board time" data-testid="board-time">
        <span>{status?.boardTimeNs == null ? '' : formatTime(status.boardTimeNs, 100_000_000)}</span>
        {paused ? <small>paused</small> : null}
        {status?.speed == null || paused ? null : (
          <>
            <span className="visually-hidden"> · </span>
            <small title="Measured speed: board time per wall-clock time">× {status.speed.toPrecision(2)}</small>
          </>
        )}
      </output>
      {features?.speedControl ? (
        <div className="strip-pick">
          <Choice
            label="Speed"
            value={SPEEDS.find((each) => each === String(speed)) ?? '1'}
            options={SPEEDS.map((value) => ({ value, label: SPEED_LABELS[value] }))}
            onChange={(next) => run.setSpeed(next === 'max' ? 'max' : Number(next))}
          />
        </div>
      ) : null}
      {features?.pause ? (
        <IconButton
          label={paused ? 'Resume' : 'Pause'}
          onClick={() => void run.togglePause().catch(notices.notifyError)}
        >
          {paused ? <Play /> : <Pause />}
        </IconButton>
      ) : null}
    </>
  );
}
