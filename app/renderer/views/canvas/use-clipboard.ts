/**
 * Copies, cuts and pastes elements through the system's clipboard, as the text of a small sketch
 * file.
 */
import { useEffect } from 'react';
import { newSketch } from '../../../../generator/sketch/create.ts';
import { addElement, type EditResult } from '../../../../generator/sketch/edits.ts';
import { type ELEMENT_KINDS, type ElementKind, elementsOf, uniqueName } from '../../../../generator/sketch/elements.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { readSketch } from '../../../../generator/sketch/read.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import type { Session } from '../../state/session/session.ts';
import { useSession } from '../../state/session/use-session.ts';
import { type ElementRef, refKey } from '../../state/sketch/element-ref.ts';

const OFFSET = 32;

export function useClipboard(): void {
  const session = useSession();
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const selected = session.selection.currentSelection();
      if (selected.length === 0 || isTyping(event)) return;
      event.clipboardData?.setData('text/plain', writeSketch(excerpt(session.document.currentSketch(), selected)));
      event.preventDefault();
      if (event.type === 'cut') session.sketchActions.removeAll(selected);
    };
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event)) return;
      const read = readSketch(event.clipboardData?.getData('text/plain') ?? '');
      if (read.ok) pasteSketch(read.sketch, session);
    };
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, [session]);
}

function isTyping(event: Event): boolean {
  const target = event.target instanceof Element ? event.target : null;
  const marked = (document.getSelection()?.toString() ?? '') !== '';
  return (
    marked || target?.closest('input, textarea, select, [contenteditable], .monaco-editor, [role="dialog"]') != null
  );
}

/** Returns the selected elements as a sketch. References to other elements are removed. */
function excerpt(sketch: Sketch, selected: readonly ElementRef[]): Sketch {
  const keys = new Set(selected.map(refKey));
  const kept = (kind: ElementKind) => (each: { readonly name: string }) => keys.has(refKey({ kind, name: each.name }));
  const tasks = sketch.tasks.filter(kept('tasks'));
  const interrupts = sketch.interrupts.filter(kept('interrupts'));
  const names = new Set([...tasks, ...interrupts].map(({ name }) => name));
  return newSketch('copy', {
    board: sketch.board,
    target: sketch.target,
    tasks,
    interrupts,
    channels: sketch.channels.filter(kept('channels')).map((channel) => ({
      ...channel,
      writer: channel.writer !== null && names.has(channel.writer) ? channel.writer : null,
      readers: channel.readers.filter((name) => names.has(name)),
    })),
    resources: sketch.resources.filter(kept('resources')).map((resource) => ({
      ...resource,
      users: resource.users.filter(({ task }) => names.has(task)),
    })),
    parts: sketch.parts.filter(kept('parts')),
  });
}

/**
 * Adds the elements of another sketch. Elements whose names are already used get new names, and
 * references follow.
 */
function pasteSketch(pasted: Sketch, { document, selection }: Session): void {
  const added: ElementRef[] = [];
  const done = document.edit('Paste', (sketch) => {
    const names = new Map<string, string>();
    let result: EditResult = { ok: true, sketch };
    for (const kind of ['tasks', 'interrupts', 'channels', 'resources', 'parts'] as const) {
      for (const element of elementsOf<ElementKind>(pasted, kind)) {
        if (!result.ok) return result;
        const name = uniqueName(result.sketch, kind, element.name);
        if (kind === 'tasks' || kind === 'interrupts') names.set(element.name, name);
        const { position } = element;
        const moved = position && { x: position.x + OFFSET, y: position.y + OFFSET };
        const renamed = withReferences({ ...element, name, position: moved }, names);
        result = addElement<ElementKind>(result.sketch, kind, renamed);
        added.push({ kind, name });
      }
    }
    return result;
  });
  if (done && added.length > 0) selection.select(added);
}

type AnyElement = ReturnType<typeof elementsOf<(typeof ELEMENT_KINDS)[number]>>[number];

function withReferences(element: AnyElement, names: ReadonlyMap<string, string>): AnyElement {
  const now = (name: string) => names.get(name) ?? name;
  if ('readers' in element) {
    return {
      ...element,
      writer: element.writer === null ? null : now(element.writer),
      readers: element.readers.map(now),
    };
  }
  if ('users' in element)
    return { ...element, users: element.users.map((user) => ({ ...user, task: now(user.task) })) };
  return element;
}
