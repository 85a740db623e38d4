// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import type { ToolStatus } from '../../../contract/settings.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../../views/test-view.ts';
import { MissingTools } from './missing-tools.tsx';

const PROBLEM = 'FREERTOS_KERNEL_PATH names /nowhere. To get it: npx polyloop kernels get freertos';

const INSTALL = 'npx polyloop kernels get freertos, or set FREERTOS_KERNEL_PATH to a checkout';

async function shownFor(changes: Partial<Sketch>, installed = false, part: ToolStatus['part'] = null) {
  const session = testSession(newSketch('s', { target: 'freertos', tasks: [newTask('Blink')], ...changes }));
  const problem = installed ? null : PROBLEM;
  session.tools.store.setState({
    tools: [{ name: 'FreeRTOS', purpose: 'a kernel', installed, path: null, install: INSTALL, problem, part }],
  });
  const view = await show(session, <MissingTools />);
  await vi.dynamicImportSettled();
  await view.until(() =>
    expect(view.text() === '').toBe(installed || session.document.currentSketch().target !== 'freertos'),
  );
  return { session, view };
}

describe('a kernel that is not installed', () => {
  it('is named before Run, with the way to it, and with a target that needs no kernel', async () => {
    const { session, view } = await shownFor({});
    await view.press('button', 'FreeRTOS not installed');
    expect(view.get('dialog', 'FreeRTOS is not installed').textContent).toContain(PROBLEM);
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

  it('is installed by a button, with the lines of the set-up', async () => {
    const { session, view } = await shownFor({}, false, 'freertos');
    const install = vi.spyOn(session.tools, 'install');
    await view.press('button', 'FreeRTOS not installed');
    expect(view.get('dialog', 'FreeRTOS is not installed').textContent).toContain(`On the command line: ${INSTALL}`);
    await view.press('button', 'Install');
    expect(install.mock.calls).toEqual([['freertos']]);
    session.tools.store.setState({ installation: { part: 'freertos', phase: 'running', lines: ['1 MiB received'] } });
    await view.until(() => expect(document.querySelector('[role="log"]')?.textContent).toBe('1 MiB received'));
    expect(view.get('button', 'Installing…').hasAttribute('disabled')).toBe(true);
  });

  it('waits for the installation of the build tools', async () => {
    const { session, view } = await shownFor({}, false, 'freertos');
    session.tools.store.setState({ installation: { part: 'build-tools', phase: 'running', lines: ['[1/4]'] } });
    await view.press('button', 'FreeRTOS not installed');
    expect(view.get('dialog', 'FreeRTOS is not installed').textContent).toContain('Another installation runs.');
    expect(view.get('button', 'Install').hasAttribute('disabled')).toBe(true);
    expect(document.querySelector('[role="log"]')).toBeNull();
  });

  it('is not mentioned when it is installed, or when the target needs none', async () => {
    expect((await shownFor({}, true)).view.text()).toBe('');
    expect((await shownFor({ target: 'superloop' })).view.text()).toBe('');
  });
});
