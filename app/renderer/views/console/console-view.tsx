/** The program's output, and an input line to send text to it. */

import { Eraser, SendHorizontal } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { formatTime } from '../../base/format.ts';
import { trNodes } from '../../base/tr-nodes.tsx';
import { type ConsoleLine, useConsole } from '../../state/run/console.ts';
import { isLivePhase, useRun } from '../../state/run/run.ts';
import { useSession } from '../../state/session/use-session.ts';
import { IconButton } from '../controls/button.tsx';
import { useFollow } from '../controls/use-follow.ts';
import './console.css';

const SHOWN_RESOLUTION_NS = 100_000;

export function ConsoleView() {
  const lines = useConsole((state) => state.lines);
  const leftOut = useConsole((state) => state.leftOut);
  const list = useRef<HTMLDivElement>(null);
  useFollow(list, lines);
  return (
    <div className="console">
      <div
        ref={list}
        className="console-lines figures"
        role="log"
        aria-label={tr`Console`}
        tabIndex={-1}
        data-testid="console-output"
      >
        {leftOut === 0 ? null : <p className="console-notice">{tr`${leftOut} earlier lines are left out.`}</p>}
        {lines.length === 0 ? (
          <div className="empty">
            <span>
              {trNodes`What a body prints appears here: ${<code translate="no">Serial.println("hello");</code>}`}
            </span>
          </div>
        ) : null}
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </div>
      <ConsoleInput />
    </div>
  );
}

const Line = memo(function Line({ line }: { readonly line: ConsoleLine }) {
  return (
    <p className={`console-${line.from}`}>
      <span className="console-time">{line.timeNs === null ? '' : formatTime(line.timeNs, SHOWN_RESOLUTION_NS)}</span>
      <span className="console-text">{line.text}</span>
    </p>
  );
});

function ConsoleInput() {
  const { console, run } = useSession();
  const running = useRun(({ phase }) => isLivePhase(phase));
  const isEmpty = useConsole(({ lines }) => lines.length === 0);
  const [text, setText] = useState('');
  const send = () => {
    run.sendLine(text);
    setText('');
  };
  return (
    <form
      className="console-input"
      onSubmit={(event) => {
        event.preventDefault();
        if (running) send();
      }}
    >
      <input
        className="input figures"
        aria-label={tr`Line to send to the program`}
        placeholder={running ? tr`Send a line to the program` : tr`Run, then send a line`}
        disabled={!running}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <IconButton label={tr`Send`} type="submit" side="top" disabled={!running}>
        <SendHorizontal />
      </IconButton>
      <IconButton label={tr`Clear the console`} side="top" disabled={isEmpty} onClick={console.clearConsole}>
        <Eraser />
      </IconButton>
    </form>
  );
}
