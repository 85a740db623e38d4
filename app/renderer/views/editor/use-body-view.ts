/** What the tab of a body shows: the piece of code, and whether as blocks or as text. */
import { useLayoutEffect } from 'react';
import { useSession } from '../../state/session/use-session.ts';
import { type CodeMember, type OpenBody, useBodies } from '../../state/sketch/bodies.ts';
import { type CodeLook, formIn, lookOf, useCodeViews } from '../../state/sketch/code-views.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useDetail } from '../../state/window/use-detail.ts';
import { firstMemberOf } from './code-member.ts';

/** The shown piece of code. A request to show a place changes it. */
export function useShownMember({ id, owner }: OpenBody): CodeMember {
  const { showMember } = useSession().codeViews;
  const reveal = useBodies((state) => (state.reveal?.bodyId === id ? state.reveal : null));
  const chosen = useCodeViews(({ views }) => views.get(id)?.member);
  useLayoutEffect(() => {
    if (reveal !== null) showMember(id, reveal.member);
  }, [id, reveal, showMember]);
  return chosen ?? reveal?.member ?? firstMemberOf(owner);
}

export function useLook({ id, owner }: OpenBody, member: CodeMember): CodeLook {
  const chosen = useCodeViews(({ views }) => views.get(id)?.looks?.[member]);
  const form = useSketch((sketch) => formIn(sketch, owner, member));
  return lookOf(chosen, form, owner, useDetail());
}

/** Whether the code cannot be typed, because it is printed from blocks that are still in use. */
export function useIsLocked({ id, owner }: OpenBody, member: CodeMember): boolean {
  const isBuilt = useSketch((sketch) => formIn(sketch, owner, member) === 'blocks');
  const isUnlocked = useCodeViews(({ views }) => views.get(id)?.unlocked?.includes(member) === true);
  return isBuilt && !isUnlocked;
}
