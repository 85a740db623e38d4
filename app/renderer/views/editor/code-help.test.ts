import { describe, expect, it } from 'vitest';
import { newChannel, newPart, newResource, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { CodeMember } from '../../state/sketch/bodies.ts';
import { type CodeContext, callAt, completionsAt, hoverAt, parametersOf, signaturesAt } from './code-help.ts';

const PRELUDE = `
#define FAST 3
#define TWICE(x) ((x) * 2)
static volatile int total;
struct Point { int x; float y[2]; void reset(int to); };
static int speedOf(int level, const char *unit = "a,b") { return level * 2; }
`;

const SKETCH: Sketch = newSketch('s', {
  target: 'freertos',
  prelude: PRELUDE,
  tasks: [newTask('sense'), newTask('act'), newTask('wake up', { kind: 'sporadic' })],
  channels: [
    newChannel('reading', {
      writer: 'sense',
      readers: ['act'],
      item: [
        { name: 'level', type: 'int16', count: 1 },
        { name: 'times', type: 'uint32', count: 4 },
      ],
    }),
  ],
  resources: [newResource('bus', { users: [{ task: 'act', criticalSectionUs: 10 }] })],
  parts: [newPart('Lamp', 'led', { pins: { anode: '13' } })],
});

/** The caret is at `|`. */
function at(text: string): { code: string; offset: number } {
  const offset = text.indexOf('|');
  return { code: text.replace('|', ''), offset };
}
const context = (task: string, member: CodeMember = 'body'): CodeContext => ({
  ...{ sketch: SKETCH, member },
  owner: member === 'prelude' ? null : { kind: 'tasks', name: task },
});
function names(text: string, where = context('act')): string[] {
  const { code, offset } = at(text);
  return completionsAt(where, code, offset)?.names.map(({ name }) => name) ?? [];
}

describe('completion', () => {
  it('has the names of Arduino, of the runtime, of the sketch, of the prelude and of the code itself', () => {
    const all = names('int mine = 1;\n|');
    for (const name of ['digitalWrite', 'HIGH', 'Serial', 'pl_now', 'reading_read', 'bus_lock', 'wake_up_trigger']) {
      expect(all).toContain(name);
    }
    for (const name of ['speedOf', 'total', 'FAST', 'TWICE', 'Point', 'reading_t', 'mine']) expect(all).toContain(name);
    expect(all.indexOf('reading_read')).toBeLessThan(all.indexOf('digitalWrite'));
  });

  it('has only the ends of channels and the resources of the task', () => {
    expect(names('|', context('sense'))).toContain('reading_write');
    expect(names('|', context('sense'))).not.toContain('reading_read');
    expect(names('|', context('sense'))).not.toContain('bus_lock');
    expect(names('|', context('act', 'deadlineHandler'))).not.toContain('reading_read');
    expect(names('|', context('act', 'prelude'))).not.toContain('reading_read');
  });

  it('has the fields of an item after a dot and after an arrow', () => {
    expect(names('reading_t item;\nif (reading_read(&item)) { item.|')).toEqual(['level', 'times']);
    expect(names('reading_t *item;\nitem->le|')).toEqual(['level', 'times']);
    expect(names('Point p; p.|')).toEqual(['x', 'y', 'reset']);
    expect(names('int number; number.|')).toEqual([]);
    expect(names('Serial.pri|')).toEqual(expect.arrayContaining(['print', 'println']));
  });

  it('replaces what is typed of a name', () => {
    const { code, offset } = at('  x = digi|');
    expect(completionsAt(context('act'), code, offset)?.from).toBe(code.indexOf('digi'));
    const member = at('Serial.pri|');
    expect(completionsAt(context('act'), member.code, member.offset)?.from).toBe('Serial.'.length);
  });

  it('names the parts of pins where code names a pin', () => {
    expect(names('digitalWrite(|')).toContain('13');
    expect(names('digitalWrite(1|')).toEqual(['13']);
    expect(names('digitalWrite(13, |')).not.toContain('13');
    expect(names('delay(1|')).toEqual([]);
  });

  it.each(['// digi|', '/* digi| */', '"digi|"', 'Serial.print("a // |");'])('has nothing in %s', (text) => {
    expect(names(text)).toEqual([]);
  });

  it('has a snippet that reads a channel with an if', () => {
    const { code, offset } = at('|');
    const read = completionsAt(context('act'), code, offset)?.names.find(
      ({ kind, name }) => kind === 'snippet' && name.startsWith('reading_read'),
    );
    expect(read?.snippet).toBe('reading_t item;\nif (reading_read(&item)) {\n  $0\n}');
  });
});

describe('hover', () => {
  const hover = (text: string) => {
    const { code, offset } = at(text);
    return hoverAt(context('act'), code, offset)?.names.map(({ signature }) => signature) ?? [];
  };

  it('shows the signature of a name', () => {
    expect(hover('reading_re|ad(&item);')).toEqual(['bool reading_read(reading_t *item)']);
    expect(hover('x = spee|dOf(1);')).toEqual(['int speedOf(int level, const char *unit = "a,b")']);
    expect(hover('reading_t item; item.tim|es[0]')).toEqual(['uint32_t times[4]']);
    expect(hover('Serial.print|ln(1)')).toEqual(['size_t Serial.println(value)']);
    expect(hover('r = ran|dom(1)')).toEqual(['long random(long high)', 'long random(long low, long high)']);
    expect(hover('// reading_re|ad')).toEqual([]);
  });

  it('shows the part at a pin', () => {
    expect(hover('digitalWrite(1|3, HIGH);')).toEqual(['pin 13: Lamp (anode)']);
    expect(hover('x = 1|3;')).toEqual([]);
  });
});

describe('signatures', () => {
  const signature = (text: string) => {
    const { code, offset } = at(text);
    const found = signaturesAt(context('act'), code, offset);
    return found === null
      ? null
      : [found.names[found.active]?.signature, found.parameters[found.active]?.[found.argument]];
  };

  it('follow the argument', () => {
    expect(signature('digitalWrite(|')).toEqual(['void digitalWrite(uint8_t pin, uint8_t value)', 'uint8_t pin']);
    expect(signature('digitalWrite(f(1, 2), |')?.[1]).toBe('uint8_t value');
    expect(signature('speedOf(1, |')?.[1]).toBe('const char *unit = "a,b"');
    expect(signature('Serial.print("a, (b", |')).toEqual(['size_t Serial.print(value)', undefined]);
    expect(signature('digitalWrite(13, |)')?.[1]).toBe('uint8_t value');
  });

  it('choose the overload with room for the argument', () => {
    expect(signature('random(|')?.[0]).toBe('long random(long high)');
    expect(signature('random(1, |')?.[0]).toBe('long random(long low, long high)');
  });

  it.each(['if (|', 'x = (|', 'digitalWrite(1, 2); |', '// digitalWrite(|', 'f({ |'])('are none in %s', (text) => {
    expect(signature(text)).toBeNull();
  });

  it('have parameters with brackets and commas of their own', () => {
    expect(parametersOf("void f(int (*g)(int, int), char c = ',', T<a, b> t)")).toEqual([
      'int (*g)(int, int)',
      "char c = ','",
      'T<a, b> t',
    ]);
    expect(parametersOf('bool f(void)')).toEqual([]);
  });

  it('of code of any length take no longer than the text before the caret needs', () => {
    const long = `${'f(1, (2)); '.repeat(100_000)}g(1, `;
    expect(callAt(long, long.length)).toMatchObject({ name: 'g', argument: 1 });
  });
});
