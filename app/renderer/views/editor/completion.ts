/**
 * Completion and hover in code: the names of Arduino, and of the channels and resources that this
 * code may use.
 */
import type * as Monaco from 'monaco-editor/editor/editor.api';
import type { Session } from '../../state/session/session.ts';
import { ARDUINO_CONSTANTS, ARDUINO_FUNCTIONS, type ArduinoName } from './arduino-names.ts';
import { bodyIdOf } from './models.ts';
import { sketchFunctions } from './sketch-names.ts';

function namesOf({ bodies, document }: Session, model: Monaco.editor.ITextModel): readonly ArduinoName[] {
  const id = bodyIdOf(model);
  const body = bodies.store.getState().open.find((each) => each.id === id);
  return body === undefined ? [] : sketchFunctions(document.currentSketch(), body.owner);
}

/**
 * Registers completion with the names of this session's sketch. Returns the function that removes
 * it.
 */
export function registerCompletion(monaco: typeof Monaco, language: string, session: Session): () => void {
  const namesFor = (model: Monaco.editor.ITextModel) => namesOf(session, model);
  const completion = monaco.languages.registerCompletionItemProvider(language, {
    triggerCharacters: ['.'],
    provideCompletionItems: (model, position) => {
      const range = rangeOfName(model, position);
      const kinds = monaco.languages.CompletionItemKind;
      const item = (kind: Monaco.languages.CompletionItemKind, first: boolean) => (name: ArduinoName) => ({
        label: name.name,
        kind,
        detail: name.signature,
        documentation: name.about,
        insertText: name.name,
        sortText: `${first ? '0' : '1'}${name.name}`,
        range,
      });
      return {
        suggestions: [
          ...namesFor(model).map(item(kinds.Function, true)),
          ...ARDUINO_FUNCTIONS.map(item(kinds.Function, false)),
          ...ARDUINO_CONSTANTS.map(item(kinds.Constant, false)),
        ],
      };
    },
  });
  const hover = monaco.languages.registerHoverProvider(language, {
    provideHover: (model, position) => {
      const range = rangeOfName(model, position, true);
      const text = model.getValueInRange(range);
      const all = [...namesFor(model), ...ARDUINO_FUNCTIONS, ...ARDUINO_CONSTANTS];
      const found = all.find(({ name }) => name === text);
      if (found === undefined) return null;
      return { range, contents: [{ value: `\`\`\`cpp\n${found.signature}\n\`\`\`` }, { value: found.about }] };
    },
  });
  return () => {
    completion.dispose();
    hover.dispose();
  };
}

/**
 * Returns the range of the name at the caret, including the part before a dot: `Serial.println`.
 */
function rangeOfName(model: Monaco.editor.ITextModel, position: Monaco.IPosition, whole = false): Monaco.IRange {
  const line = model.getLineContent(position.lineNumber);
  const before = /[A-Za-z_][\w.]*$/.exec(line.slice(0, position.column - 1))?.[0] ?? '';
  const after = whole ? (/^\w*/.exec(line.slice(position.column - 1))?.[0] ?? '') : '';
  return {
    startLineNumber: position.lineNumber,
    endLineNumber: position.lineNumber,
    startColumn: position.column - before.length,
    endColumn: position.column + after.length,
  };
}
