/**
 * Wires that cannot work, and the compiler's messages, most severe first. A click shows the part,
 * or opens the code at the line.
 */

import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { boardOf } from '../../../../generator/boards/index.ts';
import { type WiringProblem, wiringProblems } from '../../../../generator/parts/wiring-problems.ts';
import { findElement } from '../../../../generator/sketch/elements.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Diagnostic } from '../../../contract/builds.ts';
import { useBuild } from '../../state/run/build.ts';
import { elementOf, useProblems } from '../../state/run/problems.ts';
import type { Session } from '../../state/session/session.ts';
import { useSession } from '../../state/session/use-session.ts';
import { CODE_MEMBERS } from '../../state/sketch/bodies.ts';
import { useSketch } from '../../state/sketch/document.ts';
import './problems.css';

const RANK = { error: 0, warning: 1, note: 2 } as const;
const ICONS = { error: OctagonAlert, warning: TriangleAlert, note: Info } as const;

const SEVERITY_WORDS = { error: tr`error`, warning: tr`warning`, note: tr`note` } as const;

const MEMBER_WORDS: Readonly<Record<string, string>> = {
  prelude: tr`prelude`,
  setup: tr`setup`,
  body: tr`body`,
  deadlineHandler: tr`deadline handler`,
  budgetHandler: tr`budget handler`,
};

export function ProblemsView() {
  const diagnostics = useProblems((problems) => problems.diagnostics);
  const source = useProblems((problems) => problems.source);
  const phase = useBuild((build) => build.phase);
  const wiring = useWiringProblems();
  if (diagnostics.length + wiring.length === 0) {
    return (
      <div className="empty">
        <CircleCheck />
        <span>
          {source === 'typing'
            ? tr`The compiler finds no problems in your code.`
            : phase === 'idle' || phase === 'building'
              ? tr`Problems that a build finds are listed here.`
              : tr`The last build found no problems in your code.`}
        </span>
      </div>
    );
  }
  const sorted = diagnostics.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
  return (
    <ul className="problems" aria-label={tr`Problems`} data-testid="problems">
      {wiring.map((problem) => (
        <li key={`${problem.part} ${problem.terminal}`}>
          <WiringRow problem={problem} />
        </li>
      ))}
      {sorted.map((diagnostic, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a compiler may say the same thing twice
        <li key={index}>
          <ProblemRow diagnostic={diagnostic} />
        </li>
      ))}
    </ul>
  );
}

/** Wires of the present sketch that cannot work. They need no build. */
function useWiringProblems(): readonly WiringProblem[] {
  const sketch = useSketch((present) => present);
  return useMemo(() => {
    const board = boardOf(sketch);
    return board === undefined ? [] : wiringProblems(sketch, board);
  }, [sketch]);
}

function WiringRow({ problem }: { readonly problem: WiringProblem }) {
  const { layout, selection } = useSession();
  const show = () => {
    selection.select([{ kind: 'parts', name: problem.part }]);
    layout.showPanel('canvas');
  };
  return (
    <button type="button" className="problem" data-severity="warning" onClick={show}>
      <TriangleAlert aria-label={tr`warning`} />
      <span className="problem-message">{problem.message}</span>
      <span className="problem-place one-line">
        {problem.part} · {problem.terminal}
      </span>
    </button>
  );
}

function ProblemRow({ diagnostic }: { readonly diagnostic: Diagnostic }) {
  const session = useSession();
  const Icon = ICONS[diagnostic.severity];
  return (
    <button
      type="button"
      className="problem"
      data-severity={diagnostic.severity}
      onClick={() => goTo(diagnostic, session)}
    >
      <Icon aria-label={SEVERITY_WORDS[diagnostic.severity]} />
      <span className="problem-message" translate={isOfCompiler(diagnostic) ? 'no' : undefined}>
        {diagnostic.message}
      </span>
      <span className="problem-place one-line">{placeOf(diagnostic)}</span>
    </button>
  );
}

/** Compilers write English. Only their messages have a column. */
const isOfCompiler = ({ column }: Diagnostic): boolean => column !== null;

function placeOf({ element, member, line, column, file }: Diagnostic): string {
  const where = [
    element === null ? (file ?? '') : element.name,
    member === null ? '' : (MEMBER_WORDS[member] ?? member),
    line === null ? '' : tr`line ${column === null ? line : `${line}:${column}`}`,
  ];
  return where.filter((part) => part !== '').join(' · ');
}

/** Opens the line of the code, or selects the element that the message refers to. */
function goTo(diagnostic: Diagnostic, { bodies, document, layout, selection }: Session): void {
  const { element, line, column } = diagnostic;
  const member = CODE_MEMBERS.find((each) => each === diagnostic.member);
  const ref = elementOf(diagnostic);
  if (ref !== null && findElement(document.currentSketch(), ref.kind, ref.name) === null) return;
  if (ref !== null) selection.select([ref]);
  const isOfSketch = element?.kind === 'sketch';
  if (member !== undefined && (ref !== null || isOfSketch)) bodies.openBody(ref, { member, line, column });
  else if (isOfSketch) selection.showSketchForm();
  else layout.showPanel(ref === null ? 'build' : 'canvas');
}
