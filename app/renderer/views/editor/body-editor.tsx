/** The editor of the code of a task, an interrupt or the sketch, with one tab per piece of code. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { elementOf, useProblems } from '../../state/run/problems.ts';
import { type BodyOwner, type CodeMember, type OpenBody, useBodies } from '../../state/sketch/bodies.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { sameRef } from '../../state/sketch/element-ref.ts';
import { CodeArea } from './code-area.tsx';
import { codeOf, firstMemberOf, MEMBER_WORDS, membersOf } from './code-member.ts';

export interface BodyEditorProps {
  readonly bodyId: string;
  /** The field that the user types in until this editor takes over. */
  readonly plain: RefObject<HTMLTextAreaElement | null>;
  /** Called when the editor shows the code, and has the focus if the field had it. */
  readonly onReady: () => void;
}

/** A default export, because the module is loaded lazily. */
export default function BodyEditor({ bodyId, ...takeover }: BodyEditorProps) {
  const body = useBodies(({ open }) => open.find(({ id }) => id === bodyId));
  return body === undefined ? null : <Sections body={body} {...takeover} />;
}

interface SectionsProps extends Omit<BodyEditorProps, 'bodyId'> {
  readonly body: OpenBody;
}

function Sections({ body, plain, onReady }: SectionsProps) {
  const { owner } = body;
  const members = membersOf(owner);
  const reveal = useBodies((state) => (state.reveal?.bodyId === body.id ? state.reveal : null));
  const [member, setMember] = useState<CodeMember>(() => reveal?.member ?? firstMemberOf(owner));
  const seen = useRef(reveal?.serial);
  useEffect(() => {
    if (reveal === null || reveal.serial === seen.current) return;
    seen.current = reveal.serial;
    setMember(reveal.member);
  }, [reveal]);
  return (
    <div className="body-editor nokey" data-testid="body-editor">
      <div className="body-sections" role="tablist" aria-label="Pieces of code">
        {members.map((each) => (
          <SectionTab
            key={each}
            owner={owner}
            member={each}
            chosen={each === member}
            onChoose={() => setMember(each)}
          />
        ))}
        <span className="body-about one-line">{MEMBER_WORDS[member].about}</span>
      </div>
      <CodeArea
        body={body}
        member={member}
        place={reveal?.member === member ? reveal : null}
        plain={plain}
        onReady={onReady}
      />
    </div>
  );
}

interface TabProps {
  readonly owner: BodyOwner;
  readonly member: CodeMember;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function SectionTab({ owner, member, chosen, onChoose }: TabProps) {
  const filled = useSketch((sketch) => (codeOf(sketch, owner, member) ?? '').trim() !== '');
  const problems = useProblems(
    ({ diagnostics }) =>
      diagnostics.filter(
        (each) => each.severity === 'error' && each.member === member && sameRef(elementOf(each), owner),
      ).length,
  );
  return (
    <button type="button" role="tab" className="body-section" aria-selected={chosen} onClick={onChoose}>
      {MEMBER_WORDS[member].label}
      {problems > 0 ? <span className="dock-tab-count">{problems}</span> : null}
      {problems === 0 && filled && member !== 'body' && member !== 'prelude' ? <span className="body-filled" /> : null}
    </button>
  );
}
