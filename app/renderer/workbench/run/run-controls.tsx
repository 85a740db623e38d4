/**
 * The device and Run, or Stop. While a program runs, also pause, speed and board time. Run and Stop are last, at the
 * edge of the window: a name beside them that becomes longer must not move a button that the user is about to press.
 */

import { Check, Cpu, LoaderCircle, Pause, Play, Square } from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import { boardOf } from '../../../../generator/boards/index.ts';
import type { Board } from '../../../../generator/platform/board.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatTime } from '../../base/format.ts';
import { chosenDevice, useDevices } from '../../state/run/devices.ts';
import { isLivePhase, useRun } from '../../state/run/run.ts';
import { useConnection } from '../../state/session/connection.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useDocument, useSketch } from '../../state/sketch/document.ts';
import { Button, Hint, IconButton } from '../../views/controls/button.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine, MenuWord } from '../../views/controls/menu.tsx';
import { Choice } from '../../views/controls/select-field.tsx';
import { shortcutOf } from '../shortcuts.ts';
import { MissingTools } from './missing-tools.tsx';
import { RunBadge } from './run-health.tsx';

export function RunControls() {
  const phase = useRun((run) => run.phase);
  return (
    <div className="strip-right">
      <RunBadge />
      {phase === 'starting' ? <StartStep /> : null}
      {isLivePhase(phase) ? <DeviceControls paused={phase === 'paused'} /> : null}
      {phase === 'idle' ? (
        <>
          <MissingTools />
          <DeviceMenu />
          <RunButton />
        </>
      ) : (
        <StopButton phase={phase} />
      )}
    </div>
  );
}

/** What a real board does before the program starts. */
function StartStep() {
  const step = useRun(({ status }) => status?.step);
  return step === undefined ? null : (
    <span className="run-step" role="status">
      {step}
    </span>
  );
}

/** Run and Stop are in the same place, so the second click of a double click belongs to the first. */
const once = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act();
};

function RunButton() {
  const { runCommand } = useSession().commands;
  return (
    <Hint text={tr`Build the sketch and run it`} shortcut={shortcutOf('run')}>
      <Button tone="primary" className="run" onClick={once(() => runCommand('run'))} data-testid="run">
        <Play fill="currentColor" />
        {tr`Run`}
      </Button>
    </Hint>
  );
}

/** The device on which Run starts the program. The menu follows boards that are plugged in and out. */
function DeviceMenu() {
  const { commands, devices } = useSession();
  const board = useSketch((sketch) => sketch.board);
  const facts = useSketch(boardOf);
  const state = useDevices();
  useDeviceWatch(board, facts);
  const isKnown = state.board === board;
  const listed = isKnown ? state.devices : [];
  const chosen = isKnown ? chosenDevice(state) : null;
  const name = chosen?.label ?? (isKnown ? tr`No board found` : (facts?.label ?? board));
  return (
    <Menu
      label={tr`Run on: ${name}`}
      align="end"
      className="button button-quiet menu-button run-device"
      button={
        <MenuWord>
          <Cpu />
          <span className="run-device-name">{name}</span>
        </MenuWord>
      }
      onOpen={devices.refresh}
    >
      <MenuLabel>{tr`Run on`}</MenuLabel>
      {listed.map(({ id, label }) => (
        <MenuItem
          key={id}
          label={label}
          icon={<span className="menu-check">{id === chosen?.id ? <Check /> : null}</span>}
          onSelect={() => devices.choose(id)}
        />
      ))}
      {isKnown && listed.length === 0 ? <MenuLabel>{tr`No device can run a program for this board.`}</MenuLabel> : null}
      <MenuLine />
      <MenuItem
        label={tr`Board, target and policy`}
        icon={<span className="menu-check" />}
        onSelect={() => commands.runCommand('sketch-settings')}
      />
    </Menu>
  );
}

/** Asks for the devices of the board, and again when a port has appeared or vanished. */
function useDeviceWatch(board: string, facts: Board | undefined): void {
  const { devices } = useSession();
  const host = useConnection((connection) => connection.host);
  const generation = useDocument((document) => document.generation);
  const hasPorts = facts?.platformio != null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another board, document or host has other devices
  useEffect(() => {
    if (host !== null) devices.refresh();
  }, [devices, host, board, generation]);
  useEffect(() => (hasPorts ? devices.watch(() => document.hidden) : undefined), [devices, hasPorts]);
}

const STOP_WORDS = {
  building: tr`Building`,
  starting: tr`Starting`,
  running: tr`Stop`,
  paused: tr`Stop`,
  stopping: tr`Stopping`,
} as const;

function StopButton({ phase }: { readonly phase: keyof typeof STOP_WORDS }) {
  const { runCommand } = useSession().commands;
  const runId = useRun((run) => run.runId);
  const busy = phase === 'building' || phase === 'starting' || phase === 'stopping';
  return (
    <Hint text={phase === 'building' ? tr`Cancel the build` : tr`Stop the program`} shortcut={shortcutOf('stop')}>
      <Button
        onClick={once(() => runCommand('stop'))}
        disabled={phase === 'stopping' || (phase === 'starting' && runId === null)}
        aria-label={phase === 'building' ? tr`Cancel the build` : STOP_WORDS[phase]}
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
  '1': tr`Real time`,
  '2': '× 2',
  max: tr`Full speed`,
};

function DeviceControls({ paused }: { readonly paused: boolean }) {
  const { notices, run } = useSession();
  const { features, status, speed } = useRun();
  return (
    <>
      <output className="board-time figures" aria-label={tr`Board time`} data-testid="board-time">
        <span>{status?.boardTimeNs == null ? '' : formatTime(status.boardTimeNs, 100_000_000)}</span>
        {paused ? <small>{tr`paused`}</small> : null}
        {status?.speed == null || paused ? null : (
          <>
            <span className="visually-hidden"> · </span>
            <small title={tr`Measured speed: board time per wall-clock time`}>× {status.speed.toPrecision(2)}</small>
          </>
        )}
      </output>
      {features?.speedControl ? (
        <div className="strip-pick">
          <Choice
            label={tr`Speed`}
            value={SPEEDS.find((each) => each === String(speed)) ?? '1'}
            options={SPEEDS.map((value) => ({ value, label: SPEED_LABELS[value] }))}
            onChange={(next) => run.setSpeed(next === 'max' ? 'max' : Number(next))}
          />
        </div>
      ) : null}
      {features?.pause ? (
        <IconButton
          label={paused ? tr`Resume` : tr`Pause`}
          onClick={() => void run.togglePause().catch(notices.notifyError)}
        >
          {paused ? <Play /> : <Pause />}
        </IconButton>
      ) : null}
    </>
  );
}
