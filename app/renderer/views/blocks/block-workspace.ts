/**
 * One Blockly workspace, synchronized with the blocks of a piece of code in both directions. Each
 * change of the blocks is one edit of the sketch, with the code that the blocks print. The changes of
 * one gesture are one step of undo.
 */

import { blocksOf, type CodeOwner, changeBlocks, EMPTY_WORKSPACE } from '../../../../generator/sketch/blocks/forms.ts';
import type { Blocks, CodePiece } from '../../../../generator/sketch/blocks/model.ts';
import { blocksOfState, stateOfBlocks, type WorkspaceState } from '../../../../generator/sketch/blocks/workspace.ts';
import { findElement } from '../../../../generator/sketch/elements.ts';
import { same } from '../../../../generator/sketch/merge.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { type BlocksCode, codeOfWorkspace, newState } from '../../../blocks/code.ts';
import { type BlocksContext, contextOf } from '../../../blocks/context.ts';
import { functionsIn } from '../../../blocks/functions/info.ts';
import { NEW_VARIABLE, toolboxOf } from '../../../blocks/toolbox.ts';
import { setContext } from '../../../blocks/workspace-context.ts';
import type { Session } from '../../state/session/session.ts';
import { focusedBlocks, focusFirst, focusStart, keepFocus } from './block-focus.ts';
import { Blockly, MEDIA, prepareBlockly } from './blockly.ts';
import { blocksTheme } from './blocks-theme.ts';
import { changedStacks } from './changed-stacks.ts';

export interface Shown {
  readonly printed: BlocksCode;
  /** The block under the pointer, or else the selected one. */
  readonly marked: string | null;
  /** Why the blocks cannot be drawn, or null. */
  readonly failure: string | null;
}

interface Options {
  readonly session: Session;
  readonly bodyId: string;
  readonly piece: CodePiece;
  /** The present name of the element, which the user may change. */
  readonly owner: () => CodeOwner;
}

const GRID = 24;
const ZOOM = { start: 0.85, least: 0.3, most: 2, step: 1.15 };

type State = Parameters<typeof Blockly.serialization.workspaces.load>[0];

export class BlockWorkspace {
  readonly #options: Options;
  readonly #workspace: Blockly.WorkspaceSvg;
  readonly #ends: (() => void)[] = [];
  #context: BlocksContext;
  /** The blocks of the sketch that the workspace shows. */
  #blocks: Blocks | undefined;
  /** The blocks of the workspace at the last change that the sketch made or received. */
  #state: WorkspaceState = {};
  /** The group of events with changes that the sketch does not have yet. Null: there are none. */
  #pending: { readonly group: string } | null = null;
  /** Whether the sketch is receiving the blocks of the workspace. */
  #isCommitting = false;
  #pointed: string | null = null;
  /** The functions that the toolbox offers to call, as JSON. */
  #offered = '[]';
  #shown: Shown;
  readonly #listeners = new Set<() => void>();

  constructor(container: HTMLElement, context: BlocksContext, options: Options) {
    const { session } = options;
    prepareBlockly(session);
    this.#options = options;
    this.#context = context;
    this.#workspace = Blockly.inject(container, {
      renderer: 'zelos',
      theme: blocksTheme(session.theme.store.getState().theme),
      toolbox: toolboxOf(context),
      media: MEDIA,
      sounds: false,
      trashcan: true,
      comments: true,
      collapse: true,
      disable: true,
      grid: { spacing: GRID, length: 2, colour: 'var(--pl-grid)', snap: false },
      move: { drag: true, scrollbars: true, wheel: true },
      zoom: {
        controls: true,
        wheel: false,
        pinch: true,
        startScale: ZOOM.start,
        minScale: ZOOM.least,
        maxScale: ZOOM.most,
        scaleSpeed: ZOOM.step,
      },
    });
    // The sketch has its own history.
    this.#workspace.MAX_UNDO = 0;
    setContext(this.#workspace, context);
    this.#addVariableButtons();
    const failure = this.#load(this.#current());
    this.#shown = { printed: this.#print(), marked: null, failure };
    this.#offerFunctions();
    this.#showProblems();
    this.#restoreViewport();
    this.#listen(container);
  }

  /** The same object until something changes. */
  readonly getShown = (): Shown => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #change(shown: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...shown };
    for (const listener of this.#listeners) listener();
  }

  get workspace(): Blockly.WorkspaceSvg {
    return this.#workspace;
  }

  dispose(): void {
    if (this.#workspace.isDragging()) this.#pending = null;
    this.#flush();
    this.#keepViewport();
    for (const end of this.#ends) end();
    this.#workspace.dispose();
  }

  /** Focuses the block that holds the body, so that a block from the toolbox goes into it. */
  focus(): void {
    focusStart(this.#workspace);
  }

  /** Selects the block of a line of the code, and scrolls to it. */
  revealLine(line: number): void {
    const id = this.#shown.printed.blockAt(line);
    if (id === null) return;
    this.#workspace.centerOnBlock(id, true);
    const block = this.#workspace.getBlockById(id);
    if (block !== null) Blockly.getFocusManager().focusNode(block);
  }

  /** Outlines the block of a line of the code. Null: none. */
  highlightLine(line: number | null): void {
    this.#workspace.highlightBlock(line === null ? null : this.#shown.printed.blockAt(line));
  }

  /** The lines of the code that come from a block and from the blocks in it. */
  linesOf(blockId: string): ReadonlySet<number> {
    const { printed } = this.#shown;
    const lines = new Set<number>();
    const own = printed.lineOf(blockId);
    if (own !== null) lines.add(own);
    for (const [index] of printed.code.split('\n').entries()) {
      let id = printed.blockAt(index + 1);
      while (id !== null && id !== blockId) id = this.#workspace.getBlockById(id)?.getSurroundParent()?.id ?? null;
      if (id !== null) lines.add(index + 1);
    }
    return lines;
  }

  /** Makes the changes of the blocks part of the sketch. */
  commit = (): void => {
    if (this.#pending === null || this.#workspace.isDragging()) return;
    const { group } = this.#pending;
    this.#pending = null;
    const { document } = this.#options.session;
    const owner = this.#options.owner();
    if (findElement(document.currentSketch(), owner.kind, owner.name) === null) return;
    const state = this.#save();
    if (same(state, this.#state)) return;
    this.#state = state;
    const printed = this.#print();
    const blocks = isUntouched(state) && printed.code === '' ? EMPTY_WORKSPACE : blocksOfState(state);
    this.#isCommitting = true;
    const done = document.edit(
      tr`Change blocks`,
      (sketch) => changeBlocks(sketch, owner, this.#options.piece, blocks, printed.code),
      group === '' ? null : `blocks ${group}`,
    );
    this.#isCommitting = false;
    if (done) this.#blocks = this.#current();
    else this.#show();
    this.#change({ printed: this.#print() });
    this.#offerFunctions();
    this.#showProblems();
  };

  /**
   * Makes also those changes part of the sketch that Blockly has not reported yet. Blockly reports a change in the next
   * frame, and undo or saving may come before it.
   */
  readonly #flush = (): void => {
    if (this.#shown.failure === null) this.#pending ??= { group: Blockly.Events.getGroup() };
    this.commit();
  };

  #current(): Blocks | undefined {
    return blocksOf(this.#options.session.document.currentSketch(), this.#options.owner(), this.#options.piece);
  }

  #save(): WorkspaceState {
    return Blockly.serialization.workspaces.save(this.#workspace) as unknown as WorkspaceState;
  }

  #print(): BlocksCode {
    return codeOfWorkspace(this.#workspace, this.#context);
  }

  /** Shows the blocks of the sketch. Returns why that is not possible, or null. */
  #load(blocks: Blocks | undefined): string | null {
    this.#blocks = blocks;
    this.#pending = null;
    const empty = blocks === undefined || blocks.blocks.length === 0;
    const state = empty ? newState() : stateOfBlocks(blocks);
    const focused = focusedBlocks(this.#workspace);
    // A block that has the focus when it is removed would pass the focus on after this method.
    if (focused.length > 0) Blockly.getFocusManager().focusNode(this.#workspace);
    Blockly.Events.disable();
    // Each text is measured once.
    Blockly.utils.dom.startTextWidthCache();
    try {
      const changed = empty ? null : changedStacks(this.#save(), state);
      if (changed === null) Blockly.serialization.workspaces.load(state as State, this.#workspace);
      else {
        for (const id of changed.gone) this.#workspace.getBlockById(id)?.dispose(false);
        for (const stack of changed.added) Blockly.serialization.blocks.append(stack as never, this.#workspace);
      }
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      Blockly.utils.dom.stopTextWidthCache();
      Blockly.Events.enable();
      this.#state = this.#save();
      if (focused.length > 0) focusFirst(this.#workspace, focused);
    }
  }

  /** Each function of the body adds its call to the toolbox. */
  #offerFunctions(): void {
    const functions = functionsIn(this.#workspace);
    const offered = JSON.stringify(functions);
    if (offered === this.#offered) return;
    this.#offered = offered;
    this.#workspace.updateToolbox(toolboxOf(this.#context, functions));
  }

  #show(): void {
    this.#change({ failure: this.#load(this.#current()), printed: this.#print() });
    this.#offerFunctions();
    this.#showProblems();
  }

  #listen(container: HTMLElement): void {
    const { document, theme, problems } = this.#options.session;
    const onChange = (event: Blockly.Events.Abstract) => this.#onEvent(event);
    this.#workspace.addChangeListener(onChange);
    const resized = new ResizeObserver(() => Blockly.svgResize(this.#workspace));
    resized.observe(container);
    const onPointer = (event: Event) => this.#point(event.target);
    const onLeave = () => this.#point(null);
    container.addEventListener('pointerover', onPointer);
    container.addEventListener('pointerleave', onLeave);
    this.#ends.push(
      keepFocus(this.#workspace, container),
      document.onFlush(this.#flush),
      document.store.subscribe(() => this.#follow(document.currentSketch())),
      theme.store.subscribe((now) => this.#workspace.setTheme(blocksTheme(now.theme))),
      problems.store.subscribe(() => this.#showProblems()),
      () => resized.disconnect(),
      () => container.removeEventListener('pointerover', onPointer),
      () => container.removeEventListener('pointerleave', onLeave),
    );
  }

  #onEvent(event: Blockly.Events.Abstract): void {
    const { BLOCK_DRAG, SELECTED, FINISHED_LOADING } = Blockly.Events;
    if (event.type === SELECTED) this.#mark();
    if (event.type === FINISHED_LOADING) return;
    // Blockly keeps the group of a move by keyboard for all that comes after it.
    if (event.type === BLOCK_DRAG && !this.#workspace.isDragging() && event.group === Blockly.Events.getGroup()) {
      Blockly.Events.setGroup(false);
    }
    if (!event.isUiEvent) this.#pending = { group: event.group };
    else if (event.type !== BLOCK_DRAG) return;
    // Blockly reports all changes of a gesture in one turn.
    if (this.#pending !== null) queueMicrotask(this.commit);
  }

  /** Shows what another view, or undo, has changed. */
  #follow(sketch: Sketch): void {
    const { owner, piece } = this.#options;
    const context = contextOf(sketch, owner(), piece);
    if (context === null) return;
    if (!same(context, this.#context)) {
      this.#context = context;
      setContext(this.#workspace, context);
      this.#workspace.updateToolbox(toolboxOf(context, functionsIn(this.#workspace)));
      this.#change({ printed: this.#print() });
    }
    if (this.#isCommitting || this.#pending !== null) return;
    if (this.#current() !== this.#blocks) this.#show();
  }

  #point(target: EventTarget | null): void {
    const block = target instanceof Element ? target.closest('.blocklyDraggable[data-id]') : null;
    const id = block?.getAttribute('data-id') ?? null;
    const known = id === null || this.#workspace.getBlockById(id) === null ? null : id;
    if (known === this.#pointed) return;
    this.#pointed = known;
    this.#mark();
  }

  #mark(): void {
    const selected = Blockly.common.getSelected();
    const marked = this.#pointed ?? (selected instanceof Blockly.BlockSvg ? selected.id : null);
    if (marked !== this.#shown.marked) this.#change({ marked });
  }

  /** The problems of the printer, and the messages of the last build about this code. */
  #showProblems(): void {
    const { printed } = this.#shown;
    const texts = new Map<string, string[]>();
    const add = (id: string | null, text: string) => {
      if (id !== null) texts.set(id, [...(texts.get(id) ?? []), text]);
    };
    for (const { blockId, message } of printed.problems) add(blockId, message);
    const { name } = this.#options.owner();
    for (const { element, member, line, message, severity } of this.#options.session.problems.store.getState()
      .diagnostics) {
      if (element?.name !== name || member !== this.#options.piece || line === null || severity === 'note') continue;
      add(printed.blockAt(line), message);
    }
    Blockly.Events.disable();
    for (const block of this.#workspace.getAllBlocks(false)) {
      const text = texts.get(block.id)?.join('\n') ?? null;
      if (text !== null || block.getIcon(Blockly.icons.WarningIcon.TYPE) !== undefined) block.setWarningText(text);
    }
    Blockly.Events.enable();
  }

  #addVariableButtons(): void {
    for (const [type, key] of Object.entries(NEW_VARIABLE)) {
      this.#workspace.registerButtonCallback(key, () =>
        Blockly.Variables.createVariableButtonHandler(this.#workspace, undefined, type),
      );
    }
  }

  get #viewportKey(): string {
    return `${this.#options.bodyId} ${this.#options.piece}`;
  }

  #keepViewport(): void {
    const { scrollX: x, scrollY: y, scale } = this.#workspace;
    this.#options.session.codeViews.viewports.set(this.#viewportKey, { x, y, scale });
  }

  #restoreViewport(): void {
    const kept = this.#options.session.codeViews.viewports.get(this.#viewportKey);
    if (kept === undefined) return;
    this.#workspace.setScale(kept.scale);
    this.#workspace.scroll(kept.x, kept.y);
  }
}

/** Whether the workspace is like a new one: it has only the block that holds the body. */
function isUntouched({ blocks, ...others }: WorkspaceState): boolean {
  const [start, ...more] = blocks?.blocks ?? [];
  return more.length === 0 && start?.inputs === undefined && Object.keys(others).length === 0;
}
