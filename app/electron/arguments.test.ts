import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileIn, firstSketch } from './arguments.ts';

describe('what the desktop program opens', () => {
  it.each([
    [[], { kind: 'template', id: 'three-blinks' }],
    [['--no-sandbox'], { kind: 'template', id: 'three-blinks' }],
    [['--template', 'logger'], { kind: 'template', id: 'logger' }],
    [['--template', '../x'], { kind: 'template', id: 'three-blinks' }],
    [['--template'], { kind: 'template', id: 'three-blinks' }],
    [['--sketch', 'a.polyloop.json'], { kind: 'path', path: resolve('a.polyloop.json') }],
    [['--enable-x', 'A.JSON'], { kind: 'path', path: resolve('A.JSON') }],
  ])('with %j', (args, open) => {
    expect(firstSketch(args)).toEqual(open);
  });

  it('finds the file of a second start in the folder of that start', () => {
    expect(fileIn(['--no-sandbox', 'b.polyloop.json'], '/home/me')).toBe(resolve('/home/me', 'b.polyloop.json'));
    expect(fileIn(['--template', 'logger'], '/home/me')).toBeNull();
  });
});
