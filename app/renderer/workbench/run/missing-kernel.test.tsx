// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../../views/test-view.ts';
import MissingKernel from './missing-kernel.tsx';

const PROBLEM =
  'FreeRTOS is not installed. To get it: git clone --depth 1 https://example.org/kernel "/kernels/FreeRTOS"';

async function shownFor(changes: Partial<Sketch>, installed = false) {
  const session = testSession(newSketch('s', { target: 'freertos', tasks: [newTask('Blink')], ...changes }));
  const problem = installed ? null : PROBLEM;
  session.tools.store.setState({
    tools: [{ name: 'FreeRTOS', purpose: 'a kernel', installed, path: null, install: null, problem, bySetup: false }],
  });
  return { session, view: await show(session, <MissingKernel />) };
}

describe('a kernel that is not installed', () => {
  it('is named before Run, with the way to it, and with a target that needs no kernel', async () => {
    const { session, view } = await shownFor({});
    await view.press('button', 'FreeRTOS not installed');
    expect(view.get('dialog', 'FreeRTOS is not installed').textContent).toContain('git clone --depth 1');
    await view.press('button', 'Run it on Super-loop instead');
    expect(session.document.currentSketch().target).toBe('superloop');
    expect(view.text()).toBe('');
  });

  it('offers no other target to a sketch that cannot run there, and says why', async () => {
    const { view } = await shownFor({ cores: 2 });
    await view.press('button', 'FreeRTOS not installed');
    expect(view.get('dialog', 'FreeRTOS is not installed').textContent).toMatch(/Super-loop cannot run it: .+/);
    expect(view.all('button', /instead/)).toEqual([]);
  });

  it('is not mentioned when it is installed, or when the target needs none', async () => {
    expect((await shownFor({}, true)).view.text()).toBe('');
    expect((await shownFor({ target: 'superloop' })).view.text()).toBe('');
  });
});
