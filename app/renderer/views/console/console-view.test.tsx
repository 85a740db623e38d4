// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { testHost } from '../../state/session/test-host.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { ConsoleView } from './console-view.tsx';

const linesOf = (element: HTMLElement) =>
  [...element.querySelectorAll('.console-lines p')].map((line) => `${line.className}: ${line.textContent}`);

describe('the console', () => {
  it('shows lines with the time of their first character', async () => {
    const session = testSession();
    const view = await show(session, <ConsoleView />);
    expect(view.text()).toContain('What a body prints appears here');
    await view.change(() => {
      session.console.printText('temp 2', 1_500_000_000);
      session.console.printText('1\nhum', 1_700_000_000);
    });
    await view.until(() => expect(linesOf(view.container)).toHaveLength(2));
    const [first, second] = linesOf(view.container);
    expect(first).toMatch(/^console-board: 1.5\S*\s?s?.*temp 21$/);
    expect(second).toMatch(/hum$/);
  });

  it('can be cleared, including text that was not painted yet', async () => {
    const session = testSession();
    const view = await show(session, <ConsoleView />);
    await view.change(() => {
      session.console.addConsoleLine('notice', 'The board is silent.');
      session.console.printText('late', 0);
    });
    await view.press('button', 'Clear the console');
    await view.until(() => expect(linesOf(view.container)).toEqual([]));
  });

  it('sends lines to a running program, and is disabled before', async () => {
    const { openChannel, device } = await testHost();
    const session = testSession(undefined, { openChannel });
    const view = await show(session, <ConsoleView />);
    expect(view.get('field', 'Line to send to the program')).toHaveProperty('disabled', true);
    session.connection.connect();
    await view.until(() => expect(session.document.store.getState().generation).toBe(1));
    await view.change(() => void session.run.buildAndRun());
    await view.until(() => expect(view.get('field', 'Line to send to the program')).toHaveProperty('disabled', false));
    await view.type('Line to send to the program', 'faster');
    await view.press('button', 'Send');
    await view.until(() => expect(String.fromCharCode(...device.written)).toBe('faster\n'));
    expect(linesOf(view.container)).toEqual(['console-sent: faster']);
    expect(view.value('field', 'Line to send to the program')).toBe('');
  });
});
