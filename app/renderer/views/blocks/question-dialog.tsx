/** A question of Blockly: for a name, or whether to go on. */

import { type FormEvent, useState } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { type Question, useCodeViews } from '../../state/sketch/code-views.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';

export function QuestionDialog() {
  const question = useCodeViews((state) => state.question);
  return question === null ? null : <Open question={question} />;
}

function Open({ question: { message, text, answer } }: { readonly question: Question }) {
  const { ask } = useSession().codeViews;
  const [typed, setTyped] = useState(text ?? '');
  const close = (given: string | null) => {
    ask(null);
    answer(given);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    close(typed);
  };
  return (
    <Dialog open title={tr`Blocks`} text={text === null ? message : undefined} onClose={() => close(null)}>
      <form onSubmit={submit}>
        {text === null ? null : (
          <label className="field">
            <span className="field-label">{message}</span>
            <input
              className="input"
              value={typed}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
        )}
        <div className="dialog-actions">
          <Button onClick={() => close(null)}>{tr`Cancel`}</Button>
          <Button type="submit" tone="primary">{tr`OK`}</Button>
        </div>
      </form>
    </Dialog>
  );
}
