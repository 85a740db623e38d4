import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from './model.ts';
import { type BlockState, blocksOfState, stateOfBlocks, type WorkspaceState } from './workspace.ts';

const STATE: WorkspaceState = {
  variables: [{ name: 'count', id: 'v1' }],
  blocks: {
    languageVersion: 0,
    blocks: [
      {
        type: 'repeat',
        id: 'a',
        x: 10,
        y: 20,
        inputs: {
          TIMES: { shadow: { type: 'number', id: 's', fields: { NUM: 10 } }, block: { type: 'read', id: 'b' } },
          DO: { block: { type: 'write', id: 'c', next: { block: { type: 'wait', id: 'd' } } } },
        },
        next: { block: { type: 'print', id: 'e' } },
      },
      { type: 'print', id: 'f', x: 0, y: 300 },
    ],
  },
};

describe('the blocks of a workspace', () => {
  it('are a flat list in reading order', () => {
    const { blocks, workspace } = blocksOfState(STATE);
    expect(blocks).toEqual([
      { type: 'repeat', id: 'a', x: 10, y: 20 },
      { type: 'number', id: 's', of: 'a', input: 'TIMES', shadow: true, fields: { NUM: 10 } },
      { type: 'read', id: 'b', of: 'a', input: 'TIMES' },
      { type: 'write', id: 'c', of: 'a', input: 'DO' },
      { type: 'wait', id: 'd', after: 'c' },
      { type: 'print', id: 'e', after: 'a' },
      { type: 'print', id: 'f', x: 0, y: 300 },
    ]);
    expect(workspace).toEqual({ variables: [{ name: 'count', id: 'v1' }] });
  });

  it('give the same workspace again', () => {
    expect(stateOfBlocks(blocksOfState(STATE))).toEqual(STATE);
    expect(stateOfBlocks(blocksOfState({}))).toEqual({});
  });

  it('give any workspace again', () => {
    const place = fc.tuple(fc.nat(20), fc.constantFrom('after', 'X', 'Y'), fc.boolean());
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (places) => {
        const taken = new Set<string>();
        const blocks = places.map(([to, how, isShadow], index): Block => {
          const [parent, block] = [to % (index + 1), { type: 'a', id: String(index) }];
          const key = `${parent} ${how} ${isShadow}`;
          if (parent === index || taken.has(key)) return block;
          taken.add(key);
          const of = how === 'after' ? { after: String(parent) } : { of: String(parent), input: how };
          return { ...block, ...of, ...(isShadow ? { shadow: true } : {}) };
        });
        const state = stateOfBlocks({ blocks, workspace: {} });
        const list = blocksOfState(state);
        expect(new Set(list.blocks)).toEqual(new Set(blocks));
        expect(stateOfBlocks(list)).toEqual(state);
      }),
    );
  });

  it('touches no other object, whatever an input is called', () => {
    const blocks: Block[] = [{ type: 'a', id: '1' }];
    for (const input of ['__proto__', 'constructor', 'toString']) blocks.push({ type: 'b', id: input, of: '1', input });
    const [top] = stateOfBlocks({ blocks, workspace: {} }).blocks?.blocks ?? [];
    expect(Object.keys(top?.inputs ?? {})).toEqual(['__proto__', 'constructor', 'toString']);
    expect('block' in Object.prototype).toBe(false);
  });

  it('can be a chain of five thousand', () => {
    let chain: BlockState = { type: 'print', id: '4999' };
    for (let index = 4998; index >= 0; index--) chain = { type: 'print', id: String(index), next: { block: chain } };
    const { blocks } = blocksOfState({ blocks: { languageVersion: 0, blocks: [chain] } });
    expect(blocks.map(({ id }) => id)).toEqual(Array.from({ length: 5_000 }, (_, index) => String(index)));
    expect(stateOfBlocks({ blocks, workspace: {} }).blocks?.blocks[0]?.next?.block?.id).toBe('1');
  });
});
