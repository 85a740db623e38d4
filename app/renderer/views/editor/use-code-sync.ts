/**
 * Turns typed text into edits of the document, grouped into natural steps of undo, and turns other
 * edits of the document into text.
 */

import { useEffect, useRef } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import type { CodeMember, OpenBody } from '../../state/sketch/bodies.ts';
import { changeCode, codeOf, MEMBER_WORDS } from './code-member.ts';
import { setModelText } from './models.ts';
import type { monaco } from './monaco.ts';

type Editor = ReturnType<typeof monaco.editor.create>;
type Model = ReturnType<typeof monaco.editor.createModel>;

/** Delay between a key press and the edit of the document. */
const COMMIT_AFTER_MS = 250;
/** Text that is typed without a pause becomes an edit after this time, so that it is kept within a second. */
const COMMIT_AT_LATEST_MS = 450;
/** A pause of this length begins a new step of undo. */
const STEP_PAUSE_MS = 900;

export function useCodeSync(editor: Editor | null, model: Model, body: OpenBody, member: CodeMember): void {
  const { id } = body;
  const { codeCheck, codeViews, document } = useSession();
  const owner = useRef(body.owner);
  owner.current = body.owner;
  useEffect(() => {
    const { currentSketch, edit, newMergeKey } = document;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let fromDocument = false;
    let stepKey = newMergeKey();
    let lastTyped = 0;
    let firstTyped = 0;
    const show = () => {
      const code = codeOf(currentSketch(), owner.current, member);
      if (code === null || timer !== null || model.isDisposed()) return;
      fromDocument = true;
      setModelText(model, code);
      fromDocument = false;
    };
    const commit = () => {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      if (model.isDisposed()) return;
      const text = model.getValue();
      if (codeOf(currentSketch(), owner.current, member) !== text) {
        codeViews.keepAsCode(id, member);
        const label = tr`Edit ${MEMBER_WORDS[member].label.toLowerCase()}`;
        edit(label, (sketch) => changeCode(sketch, owner.current, member, text), stepKey);
      }
      codeCheck.noteTyped();
    };
    show();
    const typed = model.onDidChangeContent(() => {
      if (fromDocument) return;
      codeCheck.noteTyping();
      const now = performance.now();
      if (now - lastTyped > STEP_PAUSE_MS) {
        commit();
        stepKey = newMergeKey();
      }
      lastTyped = now;
      if (timer === null) firstTyped = now;
      else clearTimeout(timer);
      timer = setTimeout(commit, Math.min(COMMIT_AFTER_MS, Math.max(0, firstTyped + COMMIT_AT_LATEST_MS - now)));
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
