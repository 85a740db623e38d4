// @vitest-environment happy-dom
/** A name with hidden characters is shown with escapes, wherever the window draws it. */
import { expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from '../../../generator/sketch/create.ts';
import { testSession } from '../state/session/test-session.ts';
import { ResponseTable } from './admission/response-table.tsx';
import { CanvasView } from './canvas/canvas-view.tsx';
import { show } from './test-view.ts';

const NAME = 'a\u202eb\u200bc\u2060';
const SHOWN = 'a\\u202eb\\u200bc\\u2060';
const SKETCH = newSketch('s', {
  tasks: [newTask(NAME, { periodUs: 10_000, budgetUs: 1_000, position: { x: 0, y: 0 } })],
  channels: [newChannel('d\u2066e', { writer: NAME, position: { x: 250, y: 0 } })],
});

/** All that a user reads or hears. */
function read(container: Element): string {
  const names = [...container.querySelectorAll('*')].flatMap((element) =>
    ['title', 'aria-label'].map((attribute) => element.getAttribute(attribute) ?? ''),
  );
  return [container.textContent, ...names].join('\n');
}

it.each([
  ['canvas', <CanvasView key="canvas" />, [SHOWN, 'd\\u2066e']],
  ['table of response times', <ResponseTable key="table" />, [SHOWN]],
])('the %s', async (_where, part, shown) => {
  const view = await show(testSession(SKETCH), part);
  await view.until(() => expect(read(view.container)).toContain(shown[0]));
  for (const text of shown) expect(read(view.container)).toContain(text);
  expect(read(view.container)).not.toMatch(/[\u200b\u202e\u2060\u2066]/);
});
