/** Gives Monaco the completion, the hovers and the signatures of code-help.ts, and those of clangd. */
import type * as Monaco from 'monaco-editor/editor/editor.api';
import type { CodeHelp } from '../../../contract/code.ts';
import type { Session } from '../../state/session/session.ts';
import type { ArduinoName, NameKind } from './arduino-names.ts';
import { type CodeContext, completionsAt, hoverAt, parametersOf, type Signatures, signaturesAt } from './code-help.ts';
import { bodyIdOf, memberOf } from './models.ts';
import { otherNames, serverHelp } from './server-help.ts';

type Api = typeof Monaco;
type Model = Monaco.editor.ITextModel;

/** Null for a model of another session. */
function contextOf({ bodies, document }: Session, model: Model): CodeContext | null {
  const id = bodyIdOf(model);
  const body = bodies.store.getState().open.find((each) => each.id === id);
  return body === undefined ? null : { sketch: document.currentSketch(), owner: body.owner, member: memberOf(model) };
}

/** Registers help with the names of this session's sketch. Returns the function that removes it. */
export function registerCompletion(monaco: Api, language: string, session: Session): () => void {
  const registered = [
    monaco.languages.registerCompletionItemProvider(language, completionProvider(monaco, session)),
    monaco.languages.registerHoverProvider(language, hoverProvider(session)),
    monaco.languages.registerSignatureHelpProvider(language, signatureProvider(session)),
  ];
  return () => {
    for (const each of registered) each.dispose();
  };
}

function completionProvider(monaco: Api, session: Session): Monaco.languages.CompletionItemProvider {
  const kinds = kindsOf(monaco);
  return {
    triggerCharacters: ['.', '>'],
    provideCompletionItems: async (model, position) => {
      const context = contextOf(session, model);
      const code = model.getValue();
      const found = context && completionsAt(context, code, model.getOffsetAt(position));
      if (!found) return { suggestions: [] };
      const others = otherNames(found.names, await serverHelp(session, context, code, position, 'completion'));
      if (model.isDisposed()) return { suggestions: [] };
      const range = rangeOf(model, found.from, model.getOffsetAt(position));
      return {
        suggestions: distinct([...found.names, ...others]).map(
          ({ name, kind = 'function', signature, about, snippet }, index) => ({
            label: name,
            kind: kinds[kind],
            detail: signature,
            documentation: about,
            insertText: snippet ?? name,
            // Ascending numbers keep the order of the names, the most specific first.
            sortText: String(index).padStart(5, '0'),
            range,
            ...(snippet === undefined
              ? {}
              : { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet }),
          }),
        ),
      };
    },
  };
}

/** Overloads are one completion. */
const distinct = (names: readonly ArduinoName[]): readonly ArduinoName[] =>
  [...new Map(names.toReversed().map((each) => [each.name, each])).values()].toReversed();

const kindsOf = ({ languages }: Api): Readonly<Record<NameKind, Monaco.languages.CompletionItemKind>> => ({
  function: languages.CompletionItemKind.Function,
  constant: languages.CompletionItemKind.Constant,
  variable: languages.CompletionItemKind.Variable,
  type: languages.CompletionItemKind.Struct,
  field: languages.CompletionItemKind.Field,
  snippet: languages.CompletionItemKind.Snippet,
});

function hoverProvider(session: Session): Monaco.languages.HoverProvider {
  return {
    provideHover: async (model, position) => {
      const context = contextOf(session, model);
      if (context === null) return null;
      const code = model.getValue();
      const found = hoverAt(context, code, model.getOffsetAt(position));
      if (found === null) {
        const help = await serverHelp(session, context, code, position, 'hover');
        return help === null ? null : { contents: help.names.map(({ about }) => ({ value: about })) };
      }
      const range = rangeOf(model, found.from, found.to);
      return {
        range,
        contents: found.names.flatMap(({ signature, about }) => [
          { value: `\`\`\`cpp\n${signature}\n\`\`\`` },
          { value: about },
        ]),
      };
    },
  };
}

function signatureProvider(session: Session): Monaco.languages.SignatureHelpProvider {
  return {
    signatureHelpTriggerCharacters: ['(', ','],
    signatureHelpRetriggerCharacters: [')'],
    provideSignatureHelp: async (model, position) => {
      const context = contextOf(session, model);
      if (context === null) return null;
      const code = model.getValue();
      const found =
        signaturesAt(context, code, model.getOffsetAt(position)) ??
        serverSignatures(await serverHelp(session, context, code, position, 'signature'));
      if (found === null) return null;
      const signatures = found.names.map(({ signature, about }, index) => ({
        label: signature,
        documentation: about,
        parameters: (found.parameters[index] ?? []).map((label) => ({ label })),
      }));
      return {
        value: { signatures, activeSignature: found.active, activeParameter: found.argument },
        dispose: () => {},
      };
    },
  };
}

function serverSignatures(help: CodeHelp | null): Signatures | null {
  if (help === null) return null;
  const { names, active, argument } = help;
  const plain = names.map(({ snippet: _, ...name }): ArduinoName => name);
  return { names: plain, parameters: plain.map(({ signature }) => parametersOf(signature)), active, argument };
}

function rangeOf(model: Model, from: number, to: number): Monaco.IRange {
  const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)];
  return {
    startLineNumber: start.lineNumber,
    startColumn: start.column,
    endLineNumber: end.lineNumber,
    endColumn: end.column,
  };
}
