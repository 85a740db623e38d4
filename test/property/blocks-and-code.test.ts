/**
 * Random switches between blocks and code, with edits of both, saves, reloads, undo and redo, in the
 * session of a window. After each step the sketch has exactly the blocks and the typed code that a
 * simple model says: neither ever loses a byte to the other.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeOf, newState } from '../../app/blocks/code.ts';
import { contextOf } from '../../app/blocks/context.ts';
import type { Session } from '../../app/renderer/state/session/session.ts';
import { testSession } from '../../app/renderer/state/session/test-session.ts';
import { goToBlocks } from '../../app/renderer/views/blocks/take-blocks.ts';
import { changeCode } from '../../app/renderer/views/editor/code-member.ts';
import { blocksOf, changeBlocks, codeFormOf, takeTyped } from '../../generator/sketch/blocks/forms.ts';
import type { Block } from '../../generator/sketch/blocks/model.ts';
import { blocksOfState, stateOfBlocks, type Workspace } from '../../generator/sketch/blocks/workspace.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { readSketch } from '../../generator/sketch/read.ts';
import { writeSketch } from '../../generator/sketch/write.ts';

const SEQUENCES = 25;
const STEPS = 40;
const OWNER = { kind: 'tasks', name: 'T1' } as const;
const PIECE = 'body';

/** What must be there: the code, and beside it the blocks and the typed code that stand aside. */
interface Kept {
  readonly code: string;
  readonly blocks: Workspace | null;
  /** Null: nothing was typed, or the code itself is what was typed. */
  readonly typed: string | null;
  readonly isBuilt: boolean;
}

const START: Kept = { code: '', blocks: null, typed: null, isBuilt: false };

/** Statements of the body, one below the other. */
const workspace: fc.Arbitrary<Workspace> = fc
  .array(fc.tuple(fc.constantFrom('polyloop_digital_toggle', 'polyloop_print', 'polyloop_if'), fc.nat(9)), {
    minLength: 1,
    maxLength: 6,
  })
  .map((statements) => {
    const blocks: Block[] = [...blocksOfState(newState()).blocks];
    for (const [index, [type, text]] of statements.entries()) {
      const id = `block ${index}`;
      const place = index === 0 ? { of: 'start', input: 'DO' } : { after: `block ${index - 1}` };
      blocks.push({ type, id, ...place, ...(type === 'polyloop_digital_toggle' ? { fields: { PIN: '13' } } : {}) });
      if (type === 'polyloop_print') {
        const fields = { TEXT: `“${text}” \\ 한` };
        blocks.push({ type: 'polyloop_text', id: `${id} text`, of: id, input: 'TEXT', shadow: true, fields });
      }
    }
    return { blocks, workspace: {} };
  });

type Step =
  | { readonly kind: 'build'; readonly blocks: Workspace }
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'toBlocks' | 'toTyped' | 'undo' | 'redo' | 'reload' | 'show' };

const step: fc.Arbitrary<Step> = fc.oneof(
  workspace.map((blocks): Step => ({ kind: 'build', blocks })),
  fc
    .constantFrom('x();', 'int a = 1;\n\ta++;\r\n', '// “한” \\', '', 'y();\n')
    .map((text): Step => ({ kind: 'type', text })),
  fc.constantFrom('toBlocks', 'toTyped', 'undo', 'redo', 'reload', 'show').map((kind): Step => ({ kind })),
);

const printed = (session: Session, blocks: Workspace): string => {
  const context = contextOf(session.document.currentSketch(), OWNER, PIECE);
  if (context === null) throw new Error('The sketch has no such task.');
  return codeOf(stateOfBlocks(blocks), context).code;
};

/** What the step must give. Null: the window does not offer it now. */
function expected(session: Session, kept: Kept, { kind, ...given }: Step): Kept | null {
  const { code, blocks, typed, isBuilt } = kept;
  if (kind === 'build' && 'blocks' in given) {
    // The workspace is there only while the blocks count, or while the piece is empty.
    if (!isBuilt && (blocks !== null || code !== '')) return null;
    return { code: printed(session, given.blocks), blocks: given.blocks, typed, isBuilt: true };
  }
  if (kind === 'type' && 'text' in given) {
    // Code that was printed is locked while typed code stands aside.
    if (isBuilt && typed !== null) return null;
    return { code: given.text, blocks, typed, isBuilt: blocks !== null && given.text === printed(session, blocks) };
  }
  if (kind === 'toBlocks') {
    if (isBuilt || (blocks === null && code.trim() === '')) return null;
    const next = blocks ?? blocksOfState(newState());
    const print = printed(session, next);
    return { code: print, blocks: next, typed: code === print ? null : code, isBuilt: true };
  }
  if (kind === 'toTyped') return typed === null ? null : { code: typed, blocks, typed: null, isBuilt: false };
  return kept;
}

function perform(session: Session, { kind, ...given }: Step): void {
  const { document } = session;
  if (kind === 'build' && 'blocks' in given) {
    const code = printed(session, given.blocks);
    document.edit('Change blocks', (sketch) => changeBlocks(sketch, OWNER, PIECE, given.blocks, code));
  } else if (kind === 'type' && 'text' in given) {
    document.edit('Edit body', (sketch) => changeCode(sketch, OWNER, PIECE, given.text));
  } else if (kind === 'toBlocks') goToBlocks(session, OWNER, PIECE);
  else if (kind === 'toTyped') document.edit('Back to my code', (sketch) => takeTyped(sketch, OWNER, PIECE));
}

function check(session: Session, { code, blocks, typed, isBuilt }: Kept): void {
  const sketch = session.document.currentSketch();
  const found = blocksOf(sketch, OWNER, PIECE);
  expect(sketch.tasks[0]?.body).toBe(code);
  expect(found === undefined ? null : { blocks: found.blocks, workspace: found.workspace }).toEqual(blocks);
  expect(found?.typed ?? null).toBe(typed);
  expect(codeFormOf(sketch, OWNER, PIECE) === 'blocks').toBe(isBuilt);
}

it(`keeps blocks and typed code through ${SEQUENCES * STEPS} switches, edits, saves, undos and reloads`, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: STEPS, maxLength: STEPS }), (steps) => {
      const session = testSession(newSketch('s', { tasks: [newTask('T1')] }));
      let [past, now, future]: [Kept[], Kept, Kept[]] = [[], START, []];
      for (const each of steps) {
        if (each.kind === 'undo') {
          session.document.undo();
          const before = past.pop();
          if (before !== undefined) [now, future] = [before, [...future, now]];
        } else if (each.kind === 'redo') {
          session.document.redo();
          const after = future.pop();
          if (after !== undefined) [past, now] = [[...past, now], after];
        } else if (each.kind === 'reload') {
          const read = readSketch(writeSketch(session.document.currentSketch()));
          if (!read.ok) throw new Error(read.problems[0]?.message);
          session.document.showDocument(read.sketch);
          [past, future] = [[], []];
        } else if (each.kind === 'show') {
          session.bodies.openBody(OWNER);
          const [body] = session.bodies.store.getState().open;
          session.codeViews.showAs(body?.id ?? '', PIECE, past.length % 2 === 0 ? 'code' : 'blocks');
        } else {
          const next = expected(session, now, each);
          if (next === null) continue;
          const before = session.document.currentSketch();
          perform(session, each);
          if (session.document.currentSketch() !== before) [past, future] = [[...past, now], []];
          now = next;
        }
        seen.add(each.kind);
        check(session, now);
      }
      session.dispose();
    }),
    { numRuns: SEQUENCES },
  );
  expect(seen).toEqual(new Set(['build', 'type', 'toBlocks', 'toTyped', 'undo', 'redo', 'reload', 'show']));
});
