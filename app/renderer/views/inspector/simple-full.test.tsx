// @vitest-environment happy-dom
/** What the forms show in simple: few fields, and what the sketch uses. */
import { describe, expect, it } from 'vitest';
import {
  newChannel,
  newInterrupt,
  newPart,
  newResource,
  newSketch,
  newTask,
} from '../../../../generator/sketch/create.ts';
import { ELEMENT_KINDS } from '../../../../generator/sketch/elements.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { testSession } from '../../state/session/test-session.ts';
import type { ElementRef } from '../../state/sketch/element-ref.ts';
import { show } from '../test-view.ts';
import { Inspector } from './inspector.tsx';

const PLAIN = newSketch('plain', {
  tasks: [newTask('Blink')],
  channels: [newChannel('value')],
  interrupts: [newInterrupt('Edge', '2')],
  resources: [newResource('Bus')],
  parts: [newPart('Lamp', 'led')],
});

/** Every field that simple hides has a value that is not its default. */
const EXPERT = newSketch('expert', {
  target: 'rtems',
  board: 'uno',
  policy: 'fixed',
  cores: 4,
  clusterCores: 2,
  timeUnit: 'ms',
  libraries: [{ name: 'U8g2', version: null, folder: null }],
  ioServer: { budgetUs: 300, periodUs: 5_000 },
  tasks: [
    newTask('Blink', {
      kind: 'sporadic',
      offsetUs: 1_000,
      jitterUs: 500,
      core: 0,
      affinity: [0],
      stackBytes: 4_096,
      overrun: 'catch-up',
      catchUpLimit: 2,
      exhaustion: 'wait',
      budgetHandler: 'late();',
      execution: { shape: 'constant', leastUs: 0, mostUs: 500, rarePercent: 0 },
    }),
  ],
  channels: [newChannel('queue', { kind: 'ring-buffer' })],
  interrupts: [
    newInterrupt('Edge', '2', {
      handlerBudgetUs: 0,
      topHalfUs: 1,
      bottomHalfUs: 2,
      ioBudgetUs: 70,
      arrivals: { pattern: 'periodic', periodUs: 1_000, burst: 1 },
    }),
  ],
  resources: [newResource('Bus', { ceiling: 3 })],
});

async function inspect(sketch: Sketch, selected: readonly ElementRef[]) {
  const session = testSession(sketch);
  session.selection.select(selected);
  const view = await show(session, <Inspector />);
  /** The fields, and the button of the budget handler, which is a field of the task as well. */
  const fields = () =>
    [...view.container.querySelectorAll('.field:not(.ports-field):not(.resource-user .field)')].length +
    view.all('button', /budget handler$|I\/O server$/).length;
  const hint = () => view.container.querySelector('.form-more');
  return { session, view, fields, hint };
}

const everyForm = ({ ...sketch }: Sketch): (readonly ElementRef[])[] => [
  [],
  ...ELEMENT_KINDS.flatMap((kind) => sketch[kind].map(({ name }) => [{ kind, name }])),
];
const nameOfForm = ([ref]: readonly ElementRef[]): string => ref?.kind ?? 'sketch';

describe('a form in simple', () => {
  it('shows what a task needs, and no expert’s field', async () => {
    const { view } = await inspect(PLAIN, [{ kind: 'tasks', name: 'Blink' }]);
    const labels = [...view.container.querySelectorAll('.field-label')].map((each) => each.lastChild?.textContent);
    expect(labels.length).toBeLessThanOrEqual(6);
    for (const shown of [/Period/, /Budget/, /Deadline/]) expect(view.all('field', shown).length).toBe(1);
    expect(view.all('field', /Offset|Jitter|Stack/)).toEqual([]);
    expect(view.all('list', /If it overruns|Its job|Jobs take/)).toEqual([]);
    expect(view.text()).not.toMatch(/Scheduling|Budget exhausted|In the prediction/);
  });

  it.each(everyForm(PLAIN).map((form) => [nameOfForm(form), form] as const))(
    'ends with the number of fields that full adds: %s',
    async (_what, form) => {
      const { session, view, fields, hint } = await inspect(PLAIN, form);
      const shown = fields();
      const promised = Number(/^(\d+) more fields?:/.exec(hint()?.textContent ?? '0 more field:')?.[1]);
      await view.change(() => session.settings.changeSettings({ detail: 'full' }));
      expect(fields() - shown).toBe(promised);
      expect(hint()).toBeNull();
    },
  );

  it.each(everyForm(EXPERT).map((form) => [nameOfForm(form), form] as const))(
    'shows all that the file uses: %s',
    async (_what, form) => {
      const { session, view, fields, hint } = await inspect(EXPERT, form);
      const shown = fields();
      expect(hint()).toBeNull();
      await view.change(() => session.settings.changeSettings({ detail: 'full' }));
      expect(fields()).toBe(shown);
    },
  );

  it('shows the jitter of the task that has one, and of no other', async () => {
    const sketch = newSketch('s', { tasks: [newTask('Calm'), newTask('Shaky', { jitterUs: 200 })] });
    const { session, view } = await inspect(sketch, [{ kind: 'tasks', name: 'Calm' }]);
    expect(view.all('field', /Jitter/)).toEqual([]);
    await view.change(() => session.selection.select([{ kind: 'tasks', name: 'Shaky' }]));
    expect(view.all('field', /Jitter/)).toHaveLength(1);
    expect(view.all('field', /Offset/)).toEqual([]);
  });

  it('keeps a field that the user has set to its default, until another element is selected', async () => {
    const sketch = newSketch('s', { tasks: [newTask('Calm'), newTask('Shaky', { jitterUs: 200 })] });
    const { session, view } = await inspect(sketch, [{ kind: 'tasks', name: 'Shaky' }]);
    await view.enter(/Jitter/, '0');
    expect(view.all('field', /Jitter/)).toHaveLength(1);
    await view.change(() => session.selection.select([{ kind: 'tasks', name: 'Calm' }]));
    await view.change(() => session.selection.select([{ kind: 'tasks', name: 'Shaky' }]));
    expect(view.all('field', /Jitter/)).toEqual([]);
  });

  it('forgets the fields of one file when another is opened', async () => {
    const { session, view } = await inspect(newSketch('seconds', { timeUnit: 's' }), []);
    expect(view.all('list', 'Times in')).toHaveLength(1);
    await view.change(() => session.document.showDocument(PLAIN));
    expect(view.all('list', 'Times in')).toEqual([]);
  });

  it('offers full at its end', async () => {
    const { session, view } = await inspect(PLAIN, [{ kind: 'tasks', name: 'Blink' }]);
    await view.press('button', 'Show all fields');
    expect(session.settings.store.getState().settings.detail).toBe('full');
    expect(view.all('field', /Jitter/)).toHaveLength(1);
  });
});
