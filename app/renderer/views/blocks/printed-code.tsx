/** The code that the blocks print: read only, with the lines of one block marked. */

import { memo, useDeferredValue, useMemo } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { highlighted, type Span } from './highlight.ts';

interface Props {
  readonly code: string;
  /** The lines that come from the marked block, from 1. */
  readonly marked: ReadonlySet<number>;
  /** Why the blocks cannot be drawn, or null. */
  readonly failure: string | null;
  readonly onPoint: (line: number | null) => void;
  readonly onChoose: (line: number) => void;
}

export function PrintedCode({ code, marked, failure, onPoint, onChoose }: Props) {
  // The blocks are drawn before the lines of their code.
  const shown = useDeferredValue(code, '');
  const lines = useMemo(() => highlighted(shown.replace(/\n$/, '')), [shown]);
  return (
    <aside className="printed-code" aria-label={tr`Code of the blocks`}>
      <h3>{tr`Code of the blocks`}</h3>
      {failure === null ? null : (
        <p role="alert">{tr`These blocks cannot be drawn: ${failure}. Undo the last change, or go on with the code.`}</p>
      )}
      {code === '' ? <p className="printed-empty">{tr`Drag a block into “do”. Its code appears here.`}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the code. */}
      <pre tabIndex={0} translate="no" onPointerLeave={() => onPoint(null)}>
        {shown === ''
          ? null
          : lines.map((spans, index) => (
              <Line
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity.
                key={index}
                text={JSON.stringify(spans)}
                isMarked={marked.has(index + 1)}
                line={index + 1}
                onPoint={onPoint}
                onChoose={onChoose}
              />
            ))}
      </pre>
    </aside>
  );
}

interface LineProps extends Pick<Props, 'onPoint' | 'onChoose'> {
  readonly line: number;
  /** The spans as JSON, so that a line is rendered only when it changes. */
  readonly text: string;
  readonly isMarked: boolean;
}

const Line = memo(function Line({ line, text, isMarked, onPoint, onChoose }: LineProps) {
  const spans = JSON.parse(text) as readonly Span[];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the blocks themselves have the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the blocks themselves have the keys.
    <span
      className="printed-line"
      data-marked={isMarked}
      onPointerEnter={() => onPoint(line)}
      onClick={() => onChoose(line)}
    >
      {spans.map(({ text: part, style }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a span has no other identity.
        <span key={index} className={style === null ? undefined : `printed-${style}`}>
          {part}
        </span>
      ))}
      {'\n'}
    </span>
  );
});
