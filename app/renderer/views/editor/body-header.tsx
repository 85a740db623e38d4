/** The line above a body: its pieces of code, and the switch between blocks and code. */

import { tr } from '../../../../generator/words/tr.ts';
import { elementOf, useProblems } from '../../state/run/problems.ts';
import { useSession } from '../../state/session/use-session.ts';
import type { BodyOwner, CodeMember, OpenBody } from '../../state/sketch/bodies.ts';
import { blocksOwner, type CodeLook, formIn } from '../../state/sketch/code-views.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { sameRef } from '../../state/sketch/element-ref.ts';
import { codeOf, MEMBER_WORDS, membersOf } from './code-member.ts';
import { loadTakeBlocks } from './load-blocks.ts';

interface Props {
  readonly body: OpenBody;
  readonly member: CodeMember;
  readonly look: CodeLook;
}

export function BodyHeader({ body, member, look }: Props) {
  const { showMember } = useSession().codeViews;
  const { id, owner } = body;
  return (
    <div className="body-sections">
      <div className="body-pieces" role="tablist" aria-label={tr`Pieces of code`}>
        {membersOf(owner).map((each) => (
          <SectionTab
            key={each}
            owner={owner}
            member={each}
            chosen={each === member}
            onChoose={() => showMember(id, each)}
          />
        ))}
      </div>
      <span className="body-about one-line">{MEMBER_WORDS[member].about}</span>
      {blocksOwner(owner) === null ? null : <LookSwitch body={body} member={member} look={look} />}
    </div>
  );
}

const LOOKS: readonly { readonly look: CodeLook; readonly label: string }[] = [
  { look: 'blocks', label: tr`Blocks` },
  { look: 'code', label: tr`Code` },
];

function LookSwitch({ body: { id, owner }, member, look }: Props) {
  const session = useSession();
  const { codeViews, document, notices } = session;
  const show = (chosen: CodeLook) => {
    const from = blocksOwner(owner);
    const isAside = formIn(document.currentSketch(), owner, member) === 'aside';
    if (chosen === 'blocks' && isAside && from !== null && member !== 'prelude') {
      loadTakeBlocks().then(({ goToBlocks }) => {
        goToBlocks(session, from, member);
        codeViews.showAs(id, member, chosen);
      }, notices.notifyError);
      return;
    }
    document.flushEdits();
    codeViews.showAs(id, member, chosen);
  };
  return (
    <fieldset className="look-switch" aria-label={tr`Show as`}>
      {LOOKS.map((each) => (
        <button key={each.look} type="button" aria-pressed={each.look === look} onClick={() => show(each.look)}>
          {each.label}
        </button>
      ))}
    </fieldset>
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
