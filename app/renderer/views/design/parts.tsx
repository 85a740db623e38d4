/** Components shared by the sections of design help. */

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Step } from '../../../../generator/analysis/method.ts';
import type { EditResult } from '../../../../generator/sketch/edits.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { taskLook } from '../../base/palette.ts';
import { useSession } from '../../state/session/use-session.ts';
import { Steps } from '../admission/methods.tsx';
import { VerdictIcon } from '../admission/verdict-icon.tsx';
import { Button } from '../controls/button.tsx';

/** Props of every section. */
export interface SectionProps {
  /** The sketch that the help belongs to. */
  readonly sketch: Sketch;
  /** True when the sketch has changed since. Nothing can be applied then. */
  readonly stale: boolean;
}

interface ApplyProps {
  /** Name of the undo step: "Set the least capacity". */
  readonly step: string;
  readonly change: (sketch: Sketch) => EditResult;
  readonly inUse: boolean;
  readonly stale: boolean;
  /** Accessible name of what is applied. */
  readonly what: string;
}

/** A button that applies a proposal in one step of undo. */
export function Apply({ step, change, inUse, stale, what }: ApplyProps) {
  const { edit } = useSession().document;
  return (
    <Button
      className="design-apply"
      disabled={inUse || stale}
      aria-label={inUse ? tr`${what} is in use` : tr`Apply ${what}`}
      onClick={() => edit(step, change)}
    >
      {inUse ? tr`In use` : tr`Apply`}
    </Button>
  );
}

/** The name of a task with its colour. A click selects the task. */
export function TaskName({ sketch, task }: { readonly sketch: Sketch; readonly task: number }) {
  const { selectIfThere } = useSession().selection;
  const name = sketch.tasks[task]?.name ?? '';
  return (
    <button type="button" className="design-name" title={name} onClick={() => selectIfThere({ kind: 'tasks', name })}>
      <span className="swatch" style={{ background: taskLook(task).colour }} />
      <span className="one-line" translate="no">
        {name}
      </span>
    </button>
  );
}

/** The name of a task, an interrupt or a channel. A click selects the element. */
export function ElementName({ sketch, name }: { readonly sketch: Sketch; readonly name: string }) {
  const { selectIfThere } = useSession().selection;
  const task = sketch.tasks.findIndex((each) => each.name === name);
  if (task >= 0) return <TaskName sketch={sketch} task={task} />;
  const kind = sketch.interrupts.some((each) => each.name === name) ? 'interrupts' : 'channels';
  return (
    <button type="button" className="design-name" title={name} onClick={() => selectIfThere({ kind, name })}>
      <span className="one-line" translate="no">
        {name}
      </span>
    </button>
  );
}

export function Admitted({ yes, no = tr`not admitted` }: { readonly yes: boolean; readonly no?: string }) {
  return (
    <span className="design-verdict">
      <VerdictIcon admitted={yes} decided={yes} />
      {yes ? tr`admitted` : no}
    </span>
  );
}

interface WhyProps {
  /** Accessible name of what is explained. */
  readonly what: string;
  readonly steps: readonly Step[];
}

/** The steps of an explanation, which are typeset below the row on request. */
export function Why({ what, steps }: WhyProps) {
  const [open, setOpen] = useState(false);
  if (steps.length === 0) return <span />;
  return (
    <>
      <button
        type="button"
        className="design-why"
        aria-expanded={open}
        aria-label={tr`Why: ${what}`}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight /> {tr`Why`}
      </button>
      {open ? (
        <div className="design-steps">
          <Steps steps={steps} />
        </div>
      ) : null}
    </>
  );
}

export function Note({ children }: { readonly children: ReactNode }) {
  return <p className="design-note">{children}</p>;
}
