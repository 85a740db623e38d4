/** Small pictures of the elements that a user can add. */
import { Repeat2 } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { Addable } from '../../state/sketch/sketch-actions.ts';

const PICTURES: Readonly<Record<Addable, ReactNode>> = {
  task: (
    <>
      <circle cx="16" cy="16" r="11" fill="none" stroke="var(--pl-line-strong)" strokeWidth="4" />
      <path d="M16 5a11 11 0 0 1 11 11" fill="none" stroke="var(--pl-task-1)" strokeWidth="4" />
    </>
  ),
  interrupt: <path d="M18 3 7 18h7l-2 11 13-16h-8z" fill="var(--pl-task-7)" />,
  led: (
    <>
      <path d="M13 21v8M19 21v6" stroke="var(--pl-text-dim)" strokeWidth="2" />
      <path d="M9 21V11a7 7 0 0 1 14 0v10z" fill="var(--led, var(--pl-task-2))" />
      <path d="M8 19h16v3H8z" fill="var(--led, var(--pl-task-6))" />
      <path d="M13 12a3 3 0 0 1 3-3" fill="none" stroke="#ffffff" strokeWidth="2" strokeLinecap="round" />
    </>
  ),
  button: (
    <>
      <path d="M4 9h4M4 23h4M24 9h4M24 23h4" stroke="var(--pl-text-dim)" strokeWidth="2" />
      <rect x="6" y="6" width="20" height="20" rx="3" fill="var(--pl-line-strong)" />
      <circle cx="16" cy="16" r="6" fill="var(--pl-task-3)" />
    </>
  ),
  potentiometer: (
    <>
      <path d="M10 24v6M16 24v6M22 24v6" stroke="var(--pl-text-dim)" strokeWidth="2" />
      <circle cx="16" cy="15" r="11" fill="var(--pl-task-5)" />
      <path d="M16 15 22 8" stroke="#ffffff" strokeWidth="2.5" strokeLinecap="round" />
    </>
  ),
  servo: (
    <>
      <rect x="4" y="14" width="24" height="14" rx="2" fill="var(--pl-task-1)" />
      <circle cx="12" cy="14" r="5" fill="var(--pl-text-dim)" />
      <path d="M12 14 26 5" stroke="var(--pl-text)" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
  buzzer: (
    <>
      <circle cx="15" cy="17" r="11" fill="var(--pl-line-strong)" />
      <circle cx="15" cy="17" r="3" fill="var(--pl-canvas)" />
      <path d="M24 6a9 9 0 0 1 4 4M26 2a13 13 0 0 1 5 5" fill="none" stroke="var(--pl-task-7)" strokeWidth="2" />
    </>
  ),
  ultrasonic: (
    <>
      <rect x="2" y="9" width="28" height="14" rx="2" fill="var(--pl-task-4)" />
      <circle cx="10" cy="16" r="5" fill="var(--pl-canvas)" stroke="var(--pl-text-dim)" strokeWidth="2" />
      <circle cx="22" cy="16" r="5" fill="var(--pl-canvas)" stroke="var(--pl-text-dim)" strokeWidth="2" />
    </>
  ),
  'rgb-led': (
    <>
      <path d="M11 21v8M16 21v9M21 21v8" stroke="var(--pl-text-dim)" strokeWidth="2" />
      <path d="M9 21V11a7 7 0 0 1 7-7v17z" fill="var(--pl-task-3)" />
      <path d="M16 4a7 7 0 0 1 7 7v2h-7z" fill="var(--pl-task-2)" />
      <path d="M16 13h7v8h-7z" fill="var(--pl-task-1)" />
    </>
  ),
  'slide-switch': (
    <>
      <path d="M9 22v7M16 22v7M23 22v7" stroke="var(--pl-text-dim)" strokeWidth="2" />
      <rect x="3" y="11" width="26" height="12" rx="2" fill="var(--pl-line-strong)" />
      <rect x="17" y="5" width="8" height="13" rx="1.5" fill="var(--pl-task-7)" />
    </>
  ),
  'light-sensor': (
    <>
      <path d="M12 24v6M20 24v6" stroke="var(--pl-text-dim)" strokeWidth="2" />
      <circle cx="16" cy="15" r="11" fill="var(--pl-task-7)" />
      <path d="M10 11h12v4H10v4h12" fill="none" stroke="var(--pl-canvas)" strokeWidth="2.5" strokeLinejoin="round" />
    </>
  ),
  'seven-segment': (
    <>
      <rect x="6" y="2" width="20" height="28" rx="2" fill="var(--pl-line-strong)" />
      <path d="M12 7h8v9h-8v9h8" fill="none" stroke="var(--pl-task-3)" strokeWidth="3" />
    </>
  ),
  lcd: (
    <>
      <rect x="1" y="6" width="30" height="20" rx="2" fill="var(--pl-task-6)" />
      <rect x="4" y="10" width="24" height="12" rx="1" fill="var(--pl-task-2)" />
      <path d="M7 14h12M7 18h8" stroke="var(--pl-ink)" strokeWidth="2" />
    </>
  ),
  'led-strip': (
    <>
      <rect x="1" y="10" width="30" height="12" rx="2" fill="var(--pl-line-strong)" />
      <circle cx="7" cy="16" r="3.5" fill="var(--pl-task-3)" />
      <circle cx="16" cy="16" r="3.5" fill="var(--pl-task-2)" />
      <circle cx="25" cy="16" r="3.5" fill="var(--pl-task-1)" />
    </>
  ),
  'signal-generator': (
    <>
      <rect x="2" y="5" width="28" height="22" rx="3" fill="var(--pl-line-strong)" />
      <path d="M6 20v-8h6v8h7v-8h7" fill="none" stroke="var(--pl-task-4)" strokeWidth="2.5" />
    </>
  ),
  'four-slot': (
    <>
      {[
        [5, 5],
        [17, 5],
        [5, 17],
        [17, 17],
      ].map(([x, y], index) => (
        <rect
          key={`${x} ${y}`}
          x={x}
          y={y}
          width="10"
          height="10"
          rx="2"
          fill={index === 1 ? 'var(--pl-task-4)' : 'var(--pl-line-strong)'}
        />
      ))}
    </>
  ),
  'ring-buffer': <Repeat2 x="4" y="4" width="24" height="24" color="var(--pl-task-4)" />,
  resource: (
    <>
      <path d="M10 15v-4a6 6 0 0 1 12 0v4" fill="none" stroke="var(--pl-text-dim)" strokeWidth="3" />
      <rect x="6" y="14" width="20" height="14" rx="3" fill="var(--pl-task-8)" />
    </>
  ),
};

interface PictureProps {
  readonly of: Addable;
  /** The place within a larger drawing. */
  readonly at?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** The colour of an LED, as CSS. */
  readonly color?: string | undefined;
}

export function Picture({ of, at, color }: PictureProps) {
  const style = color === undefined ? undefined : ({ '--led': color } as CSSProperties);
  return (
    <svg className="picture" viewBox="0 0 32 32" aria-hidden="true" style={style} {...at}>
      {PICTURES[of]}
    </svg>
  );
}
