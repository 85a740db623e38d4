// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { staticFit } from '../../../../generator/judge/fit.ts';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { updateSketch } from '../../../../generator/sketch/edits.ts';
import { testSession } from '../../state/session/test-session.ts';
import { MemoryMeters } from '../build/memory-meters.tsx';
import { show } from '../test-view.ts';
import { Memory } from './memory.tsx';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

it('RAM has two figures with different names: the estimate, and the figure of the build', async () => {
  const sketch = newSketch('s', { target: 'superloop', tasks: [newTask('a')] });
  const fit = staticFit(sketch);
  if (fit === null) throw new Error('no estimate');
  const session = testSession(sketch);
  const stacks = [
    { task: null, bytes: 190, certainBytes: 120, availableBytes: 1791, unknown: [] },
    { task: 'a', bytes: 210, certainBytes: 150, availableBytes: 224, unknown: ['recursion of f', 'recursion of g'] },
  ];
  const memory = { ramBytes: 257, ramAvailableBytes: 2048, flashBytes: 5740, flashAvailableBytes: 32_256, stacks };
  const view = await show(
    session,
    <>
      <Memory fit={fit} />
      <MemoryMeters memory={memory} />
    </>,
  );
  expect(plain(view.text())).toContain(`Estimated RAM: ${fit.ramBytes} of 2 048 B, `);
  expect(plain(view.text())).toContain('is known after a build');
  expect(plain(view.text())).toContain(`Estimated flash: 5 130 of 32 256 B, 16 %. About: the runtime`);
  const built = 'RAM of the build: 257 of 2 048 B, 12.6 %';
  const titles = () =>
    [...view.container.querySelectorAll('.memory-meter')].map((meter) => plain(meter.getAttribute('title') ?? ''));
  expect(titles()[0]).toContain(built);
  const current = session.document.currentSketch();
  await view.change(() => session.build.store.setState({ phase: 'ok', memory, sketch: current }));
  expect(plain(view.text())).toContain(`${built}, without the main stack and the heap.`);
  expect(plain(view.text())).toContain('Flash of the build: 5 740 of 32 256 B, 17.8 %.');
  expect(plain(view.text())).toContain('Stack: at most 190 of 1 791 B.');
  expect(plain(view.text())).toContain('Stack of task "a": 210 of 224 B without recursion of f, recursion of g.');
  expect(view.text()).not.toContain('earlier version');
  await view.change(() => session.document.edit('Change', (now) => updateSketch(now, { prelude: '// other' })));
  expect(view.text()).toContain('Built from an earlier version of the sketch.');
});
