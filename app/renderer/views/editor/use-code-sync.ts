/**
 * Turns typed text into edits of the document, grouped into natural steps of undo, and turns other
 * edits of the document into text.
 */

import { useEffect, useRef } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import type { CodeMember, OpenBody } from '../../state/sketch/bodies.ts';
import { changeCode, codeOf, MEMBER_WORDS } from './code-member.ts';
import { CommitTimer } from './commit-timer.ts';
import { setModelText } from './models.ts';
import type { monaco } from './monaco.ts';

type Editor = ReturnType<typeof monaco.editor.create>;
type Model = ReturnType<typeof monaco.editor.createModel>;

/** A pause of this length begins a new step of undo. */
const STEP_PAUSE_MS = 900;

export function useCodeSync(editor: Editor | null, model: Model, body: OpenBody, member: CodeMember): void {
  const { id } = body;
  const { codeCheck, codeViews, document } = useSession();
  const owner = useRef(body.owner);
  owner.current = body.owner;
  useEffect(() => {
    const { currentSketch, edit, newMergeKey } = document;
    let fromDocument = false;
    let stepKey = newMergeKey();
    let lastTyped = 0;
    const makeEdit = () => {
      if (model.isDisposed()) return;
      const text = model.getValue();
      if (codeOf(currentSketch(), owner.current, member) !== text) {
        codeViews.keepAsCode(id, member);
        const label = tr`Edit ${MEMBER_WORDS[member].label.toLowerCase()}`;
        edit(label, (sketch) => changeCode(sketch, owner.current, member, text), stepKey);
      }
    };
    const timer = new CommitTimer({ commit: makeEdit, rested: codeCheck.noteTyped });
    const commit = () => timer.end();
    const show = () => {
      const code = codeOf(currentSketch(), owner.current, member);
      if (code === null || timer.isWaiting || model.isDisposed()) return;
      fromDocument = true;
      setModelText(model, code);
      fromDocument = false;
    };
    show();
    const typed = model.onDidChangeContent(() => {
      if (fromDocument) return;
      const now = performance.now();
      if (now - lastTyped > STEP_PAUSE_MS) {
        commit();
        stepKey = newMergeKey();
      }
      lastTyped = now;
      codeCheck.noteTyping();
      timer.noteTyped();
    });
    const left = editor?.onDidBlurEditorText(commit);
    const offFlush = document.onFlush(commit);
    const offDocument = document.store.subscribe(show);
    return () => {
      commit();
      typed.dispose();
      left?.dispose();
      offFlush();
      offDocument();
    };
  }, [codeCheck, codeViews, document, editor, id, model, member]);
}
