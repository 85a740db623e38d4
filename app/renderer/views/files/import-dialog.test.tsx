// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { FileDialogs } from './file-dialogs.tsx';

const TEXT = `#include <Servo.h>
int n;
long a, b;
void setup() {}
void loop() {
  if (millis() - a >= 50) { a = millis(); n++; }
  if (millis() - b >= 70) { b = millis(); Serial.println(n); }
}
`;

/** The text of the page, with plain spaces. */
const wordsOf = (): string => (document.body.textContent ?? '').replaceAll(/\s/g, ' ');

async function asked(text = TEXT) {
  const session = testSession(newSketch('mine', { prelude: 'int own;', tasks: [newTask('a')] }));
  const view = await show(session, <FileDialogs />);
  await view.change(() => void session.imports.importFiles([new File([text], 'two.ino')]));
  await view.until(() => expect(view.all('dialog')).toHaveLength(1));
  return { session, view };
}

describe('the proposal of an import', () => {
  it('adds the tasks to the sketch in one step of undo', async () => {
    const { session, view } = await asked();
    await view.until(() => expect(wordsOf()).toContain('every 50 ms'));
    const words = wordsOf();
    expect(words).toContain('The budgets are automatic');
    expect(words).toContain('n is used by a, b');
    expect(words).toContain('<Servo.h>');
    expect(words).toContain('fits');
    await view.press('button', 'Add to this sketch');
    const sketch = session.document.currentSketch();
    expect(sketch.tasks.map(({ name, periodUs }) => [name, periodUs])).toEqual([
      ['a', 10_000],
      ['a2', 50_000],
      ['b', 70_000],
    ]);
    expect(sketch.tasks.map(({ budgetFrom }) => budgetFrom?.source)).toEqual([undefined, 'estimate', 'estimate']);
    expect(sketch.prelude).toBe('int own;\n\n#include <Servo.h>\nint n;');
    expect(sketch.groups).toMatchObject([{ name: 'Imported', tasks: ['a2', 'b'] }]);
    expect(view.all('dialog')).toEqual([]);
    await view.change(session.document.undo);
    expect(session.document.currentSketch().tasks.map(({ name }) => name)).toEqual(['a']);
  });

  it('applies the remedy for a shared variable, and judges the import alone and with the sketch', async () => {
    const { session, view } = await asked();
    await view.until(() => expect(view.get('box', 'Send n through a channel')).toBeTruthy());
    expect(wordsOf()).toContain('As a new sketch:');
    expect(wordsOf()).toContain('Added to this sketch:');
    const verdicts = () =>
      [...document.querySelectorAll('[data-testid="import-verdict"]')].map((each) => each.textContent);
    expect(new Set(verdicts()).size).toBe(2);
    await view.press('box', 'Send n through a channel');
    await view.press('button', 'Add to this sketch');
    const sketch = session.document.currentSketch();
    expect(sketch.channels).toMatchObject([{ name: 'n', writer: 'a2', readers: ['b'] }]);
    expect(sketch.tasks[2]?.body).toContain('n_read(&n);');
  });

  it('says before the press why the import cannot be added', async () => {
    const session = testSession(newSketch('mine', { tasks: [newTask('a')], channels: [newChannel('n')] }));
    const view = await show(session, <FileDialogs />);
    await view.change(() => void session.imports.importFiles([new File([TEXT], 'two.ino')]));
    await view.until(() => expect(view.get('box', 'Send n through a channel')).toBeTruthy());
    await view.press('box', 'Send n through a channel');
    expect(wordsOf()).toContain('This sketch has a channel “n” already.');
  });

  it('puts a proposed task back into loop', async () => {
    const { session, view } = await asked();
    await view.until(() => expect(view.get('box', /^b as a task/)).toBeTruthy());
    await view.press('box', /^b as a task/);
    expect(wordsOf()).toContain('stays in loop');
    await view.press('button', 'Open as a new sketch');
    const sketch = session.document.currentSketch();
    expect(sketch.name).toBe('two');
    expect(sketch.tasks.map(({ name }) => name)).toEqual(['a', 'loop']);
    expect(sketch.tasks[1]?.body).toContain('if (millis() - b >= 70)');
  });

  it('says what is not a sketch', async () => {
    const { session, view } = await asked('int main() {}');
    await view.until(() => expect(view.get('dialog', /^This is not an Arduino sketch/)).toBeTruthy());
    expect(session.document.currentSketch().name).toBe('mine');
  });
});

describe('files that are given to the window', () => {
  it('are refused if none of them belongs to a sketch', async () => {
    const session = testSession(newSketch('mine'));
    await session.imports.importFiles([new File(['x'], 'photo.png')]);
    expect(session.files.store.getState().dialog).toBeNull();
    expect(JSON.stringify(session.notices.store.getState())).toContain('not an Arduino sketch');
  });

  it('are not opened if they are a sketch of Polyloop, which would have no place to be saved in', async () => {
    const session = testSession(newSketch('mine'));
    await session.imports.importFiles([new File(['{}'], 'lights.polyloop.json')]);
    expect(session.document.currentSketch().name).toBe('mine');
    expect(session.notices.store.getState().notices.at(-1)?.text).toMatch(
      /^lights\.polyloop\.json is a sketch of Polyloop/,
    );
  });
});
