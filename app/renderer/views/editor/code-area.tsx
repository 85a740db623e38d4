/** A Monaco editor of one piece of code, synchronized with the document in both directions. */

import { type RefObject, useEffect, useRef, useState } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { PROJECTOR_ZOOM } from '../../base/zoom.ts';
import type { Session } from '../../state/session/session.ts';
import { useSession } from '../../state/session/use-session.ts';
import type { CodeMember, OpenBody, Reveal } from '../../state/sketch/bodies.ts';
import { useLayout } from '../../state/window/layout.ts';
import { useSettings } from '../../state/window/settings.ts';
import { useTheme } from '../../state/window/theme.ts';
import { MEMBER_WORDS } from './code-member.ts';
import { applyEditorTheme } from './editor-theme.ts';
import { addFormatCommand } from './formatting.ts';
import { attachSession, modelOf, monaco } from './monaco.ts';
import { useIsLocked } from './use-body-view.ts';
import { useCodeSync } from './use-code-sync.ts';
import { useMarkers } from './use-markers.ts';
import { usePasteOffer } from './use-paste-offer.ts';

interface Props {
  readonly body: OpenBody;
  readonly member: CodeMember;
  readonly place: Reveal | null;
  readonly plain: RefObject<HTMLTextAreaElement | null>;
  readonly onReady: () => void;
}

type Editor = ReturnType<typeof monaco.editor.create>;

export function CodeArea({ body, member, place, plain, onReady }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const editor = useEditor(container);
  const model = modelOf(body.id, member);
  useEffect(() => editor?.setModel(model), [editor, model]);
  useEffect(() => {
    const owner = body.owner === null ? tr`the sketch` : body.owner.name;
    editor?.updateOptions({ ariaLabel: tr`${MEMBER_WORDS[member].label} of ${owner}` });
  }, [editor, body.owner, member]);
  const isLocked = useIsLocked(body, member);
  useEffect(() => editor?.updateOptions({ readOnly: isLocked, readOnlyMessage: LOCKED }), [editor, isLocked]);
  useCodeSync(editor, model, body, member);
  useMarkers(model, body.owner, member);
  usePasteOffer(editor, container, body.id);
  const shown = useTakeover(editor, plain, onReady, place);
  useEffect(() => {
    if (editor === null || place === null || place === shown.current) return;
    shown.current = place;
    editor.setModel(model);
    if (place.line !== null) {
      const position = { lineNumber: place.line, column: place.column ?? 1 };
      editor.setPosition(position);
      editor.revealLineInCenter(place.line);
    }
    editor.focus();
  }, [editor, model, place, shown]);
  return <div ref={container} className="code-area" translate="no" />;
}

/**
 * Moves the caret from the plain field to the new editor, unless the user has meanwhile left the
 * field. Returns the place that this has shown.
 */
function useTakeover(
  editor: Editor | null,
  plain: RefObject<HTMLTextAreaElement | null>,
  onReady: () => void,
  place: Reveal | null,
): RefObject<Reveal | null> {
  const shown = useRef<Reveal | null>(null);
  const taken = useRef(false);
  useEffect(() => {
    const model = editor?.getModel() ?? null;
    if (editor === null || model === null || taken.current) return;
    taken.current = true;
    const field = plain.current;
    if (field !== null) {
      shown.current = place;
      const [from, to] = [model.getPositionAt(field.selectionStart), model.getPositionAt(field.selectionEnd)];
      editor.setSelection(monaco.Range.fromPositions(from, to));
      editor.revealPositionInCenterIfOutsideViewport(to);
      if (document.activeElement === field) editor.focus();
    }
    onReady();
  }, [editor, plain, onReady, place]);
  return shown;
}

function useEditor(container: React.RefObject<HTMLDivElement | null>): Editor | null {
  const session = useSession();
  const [editor, setEditor] = useState<Editor | null>(null);
  const theme = useTheme((state) => state.theme);
  const chosen = useSettings((state) => state.settings.editorFontSize);
  const projector = useLayout((layout) => layout.projector);
  const fontSize = chosen * (projector ? PROJECTOR_ZOOM : 1);
  useEffect(() => applyEditorTheme(monaco, theme), [theme]);
  useEffect(() => {
    if (container.current === null) return;
    const made = monaco.editor.create(container.current, OPTIONS);
    attachSession(session);
    addKeys(made, session);
    const removeFormat = addFormatCommand(monaco, made, session);
    setEditor(made);
    return () => {
      removeFormat();
      setEditor(null);
      made.dispose();
    };
  }, [session, container]);
  useEffect(() => editor?.updateOptions({ fontSize, lineHeight: Math.round(fontSize * 1.55) }), [editor, fontSize]);
  // Measures again once the font is loaded. Otherwise the caret would be drawn next to its
  // character.
  useEffect(() => {
    document.fonts.load('13px "JetBrains Mono Variable"').then(
      () => monaco.editor.remeasureFonts(),
      () => {},
    );
  }, []);
  return editor;
}

const LOCKED = { value: tr`This code comes from the blocks. Choose “Edit the code” above to change it here.` };

const OPTIONS: Parameters<typeof monaco.editor.create>[1] = {
  model: null,
  // A text area supports keys, dictation and screen readers like every other field.
  editContext: false,
  automaticLayout: true,
  fontFamily: '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace',
  fontLigatures: false,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  renderLineHighlight: 'line',
  padding: { top: 10, bottom: 10 },
  lineNumbersMinChars: 3,
  glyphMargin: false,
  folding: false,
  occurrencesHighlight: 'off',
  tabSize: 2,
  wordBasedSuggestions: 'currentDocument',
  fixedOverflowWidgets: true,
  unicodeHighlight: { ambiguousCharacters: false },
};

/** Escape first closes what is open in the editor, and ends a selection. */
const NOTHING_OPEN = [
  'suggestWidgetVisible',
  'findWidgetVisible',
  'parameterHintsVisible',
  'markersNavigationVisible',
  'renameInputVisible',
  'inSnippetMode',
  'editorHasSelection',
  'editorHasMultipleSelections',
  'editorHoverVisible',
]
  .map((key) => `!${key}`)
  .join(' && ');

/** The window implements undo and redo itself. Keys to save and run also work in the editor. */
function addKeys(editor: Editor, { commands, document }: Session): void {
  const { CtrlCmd, Shift } = monaco.KeyMod;
  const { KeyZ, KeyY, Enter, Escape } = monaco.KeyCode;
  editor.addCommand(CtrlCmd | KeyZ, document.undo);
  editor.addCommand(CtrlCmd | Shift | KeyZ, document.redo);
  editor.addCommand(CtrlCmd | KeyY, document.redo);
  editor.addCommand(CtrlCmd | Enter, () => commands.runCommand('run'));
  editor.addCommand(Escape, () => commands.runCommand('focus-canvas'), NOTHING_OPEN);
}
