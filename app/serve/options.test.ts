import { describe, expect, it } from 'vitest';
import { parseServeArguments } from './options.ts';

describe('the command line of the server', () => {
  it('opens a browser on any free port by default', () => {
    expect(parseServeArguments([])).toEqual({
      help: false,
      port: null,
      open: true,
      sketch: null,
      template: null,
      devOrigins: [],
    });
  });

  it('parses its options', () => {
    const args = ['--port', '4173', '--no-open', '--sketch', 'a b.json', '--dev-origin', 'http://localhost:5173'];
    expect(parseServeArguments(args)).toMatchObject({
      port: 4173,
      open: false,
      sketch: 'a b.json',
      devOrigins: ['http://localhost:5173'],
    });
  });

  it.each([
    [['--port', '65536']],
    [['--port', 'x']],
    [['--port=-1']],
    [['--dev-origin', 'http://example.org']],
    [['--dev-origin', 'http://localhost:5173/path']],
    [['--dev-origin', '*']],
    [['--sketch', 'a', '--template', 'b']],
    [['--unknown']],
    [['stray']],
  ])('refuses %j', (args) => {
    expect(() => parseServeArguments(args)).toThrow();
  });
});
