// @vitest-environment happy-dom
/** How many cards are rendered, so that a large sketch stays fast. */
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { newChannel, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import { testSession } from '../../state/session/test-session.ts';
import { judge } from '../../state/sketch/admission.ts';
import { boundWords } from '../admission/bound-words.ts';
import { show } from '../test-view.ts';
import { CanvasView } from './canvas-view.tsx';
import { nameIdOf } from './nodes/node-frame.tsx';

/** Names of the elements with a card that was rendered. */
const rendered = vi.hoisted((): string[] => []);
vi.mock('./nodes/node-frame.tsx', async (original) => {
  const frame = await original<typeof import('./nodes/node-frame.tsx')>();
  return {
    ...frame,
    NodeFrame: (props: Parameters<typeof frame.NodeFrame>[0]) => {
      rendered.push(props.element.name);
      return frame.NodeFrame(props);
    },
  };
});

const TASKS = 100;
const SKETCH = newSketch('s', {
  board: 'host',
  target: 'freertos',
  tasks: Array.from({ length: TASKS }, (_, index) =>
    newTask(`T${index}`, {
      periodUs: 100_000 + 1_000 * index,
      budgetUs: 500,
      position: { x: 200 * (index % 10), y: 120 * Math.floor(index / 10) },
    }),
  ),
  channels: [newChannel('value', { writer: 'T0', readers: ['T1'], position: { x: 2_000, y: 0 } })],
});

async function canvas(zoom = 1) {
  const session = testSession(SKETCH);
  if (zoom !== 1) session.layout.keepDrawingView({ x: 0, y: 0, zoom });
  const view = await show(session, <CanvasView />);
  const node = (name: string) => view.container.querySelector<HTMLElement>(`[data-id="tasks:${name}"]`);
  expect(view.container.querySelectorAll('.task-card')).toHaveLength(TASKS);
  rendered.length = 0;
  return { session, view, node };
}

it('a card that is dragged is rendered with none of the others', async () => {
  const { session, node } = await canvas();
  // React Flow moves the view while the pointer is near its border.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 10_000, 10_000));
  const send = (target: EventTarget | null, type: string, clientX: number) =>
    act(async () => {
      target?.dispatchEvent(new MouseEvent(type, { view: window, bubbles: true, button: 0, clientX, clientY: 5_000 }));
    });
  await send(node('T5'), 'mousedown', 5_000);
  await send(window, 'mousemove', 5_010);
  await send(window, 'mousemove', 5_020);
  rendered.length = 0;
  for (let x = 5_040; x <= 5_200; x += 40) await send(window, 'mousemove', x);
  expect(node('T5')?.style.transform).toMatch(/^translate\(11[89]\d/);
  expect(new Set(rendered)).toEqual(new Set());
  await send(window, 'mouseup', 5_200);
  expect(session.document.currentSketch().tasks[5]?.position?.x).toBeCloseTo(1_192, -1);
  expect(new Set(rendered)).toEqual(new Set(['T5']));
});

it('an edit of a budget renders the card of its task, and changes only cards with other numbers', async () => {
  const { session, view, node } = await canvas();
  const touched = new Set<string>();
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const card = element?.closest<HTMLElement>('[data-id^="tasks:"]');
      if (card?.dataset.id !== undefined) touched.add(card.dataset.id.replace('tasks:', ''));
    }
  });
  observer.observe(view.container, { subtree: true, childList: true, characterData: true, attributes: true });
  const shown = (name: string) => node(name)?.querySelector('.task-response-words')?.textContent;
  const first = TASKS - 10;
  const [before, above] = [shown('T99'), shown('T89')];
  await view.change(() =>
    session.document.edit('Budget', (sketch) => updateElement(sketch, 'tasks', `T${first}`, { budgetUs: 9_000 })),
  );
  await view.until(() => expect(shown('T99')).not.toBe(before));
  expect(new Set(rendered)).toEqual(new Set([`T${first}`]));
  // The names for screen readers follow once the verdict is still.
  const sketch = session.document.currentSketch();
  const last = judge(sketch, session.calibrations.counted()).tasks.find(({ task }) => task === TASKS - 1);
  const plain = (text: string | null | undefined) => text?.replace(/\s/g, ' ');
  const name = () => plain(document.getElementById(nameIdOf({ kind: 'tasks', name: 'T99' }))?.textContent);
  await view.until(() => expect(name()).toContain(`worst response ${plain(last && boundWords(last))} of`));
  expect(shown('T89')).toBe(above);
  // Shorter periods have higher priorities, so no bound of a task before the changed one is another.
  expect([...touched].every((task) => Number(task.slice(1)) >= first)).toBe(true);
  expect(touched.size).toBeGreaterThan(5);
});

it('from far away, each of many cards has few elements, and ports while it is used', async () => {
  const { session, view, node } = await canvas(0.3);
  const ports = (name: string) => node(name)?.querySelectorAll('.react-flow__handle').length;
  for (let index = 0; index < TASKS; index++) {
    expect(node(`T${index}`)?.querySelectorAll('*').length).toBeLessThanOrEqual(9);
    expect(ports(`T${index}`)).toBe(0);
  }
  const card = view.container.querySelector('[data-testid="node-tasks-T5"]');
  await act(async () => void card?.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  expect(ports('T5')).toBe(3);
  await act(async () => void card?.dispatchEvent(new MouseEvent('pointerout', { bubbles: true })));
  expect(ports('T5')).toBe(0);
  await view.change(() => session.selection.select([{ kind: 'tasks', name: 'T6' }]));
  expect([ports('T5'), ports('T6')]).toEqual([0, 3]);
});

it('a card that rests has no transform, which each frame of a moving view would visit', async () => {
  const { node } = await canvas();
  const { left, top, transform } = node('T15')?.style ?? {};
  expect([left, top, transform]).toEqual(['1000px', '120px', 'none']);
});
