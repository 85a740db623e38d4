import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIXTURES, runCli } from '../test-cli.ts';

describe('polyloop tasks', () => {
  it('lists the tasks, the most urgent first', async () => {
    const file = path.join(FIXTURES, '../../../templates/sketches/three-blinks/three-blinks.polyloop.json');
    expect(await runCli(['tasks', file])).toEqual({ code: 0, out: 'fast\nmedium\nslow\n', error: '' });
  });

  it('reports a file that it cannot read', async () => {
    expect(await runCli(['tasks', 'nowhere.polyloop.json'])).toMatchObject({ code: 2, out: '' });
  });
});
