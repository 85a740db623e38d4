// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { newSketch } from '../../../../generator/sketch/create.ts';
import { failedBuild, testHost } from '../../state/session/test-host.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { BuildView } from './build-view.tsx';

const linesOf = (element: HTMLElement) =>
  [...element.querySelectorAll('.build-lines p')].map((line) => `${line.className}: ${line.textContent}`);

describe('the build', () => {
  it('shows its output as it arrives, then the duration and the memory use', async () => {
    const { openChannel } = await testHost({
      build: async ({ onLine }) => {
        onLine({ stream: 'command', text: 'avr-g++ main.cpp' });
        onLine({ stream: 'error', text: 'warning: unused' });
        const memory = { flashBytes: 4_000, flashAvailableBytes: 32_256, ramBytes: 3_000, ramAvailableBytes: 2_048 };
        return failedBuild({ message: 'The program is too large for the board.', durationMs: 1_500, memory });
      },
    });
    const session = testSession(undefined, { openChannel });
    const view = await show(session, <BuildView />);
    expect(view.text()).toBe('Nothing has been built yet. Run builds the sketch.');
    session.connection.connect();
    await view.until(() => expect(session.document.store.getState().generation).toBe(1));
    await view.change(() => void session.run.buildAndRun());
    await view.until(() => expect(view.text()).toContain('The program is too large for the board.'));
    expect(linesOf(view.container)).toEqual(['build-command: $ avr-g++ main.cpp', 'build-error: warning: unused']);
    const over = [...view.container.querySelectorAll<HTMLElement>('.memory-meter[data-over="true"]')];
    expect(over.map(({ title }) => title.split(':')[0])).toEqual(['RAM of the build']);
  });

  it('keeps the newest 5,000 lines, and shows how many are left out', async () => {
    const { openChannel } = await testHost({
      build: async ({ onLine }) => {
        for (let line = 1; line <= 5_003; line++) onLine({ stream: 'out', text: String(line) });
        return failedBuild({});
      },
    });
    const session = testSession(newSketch('s'), { openChannel });
    session.connection.connect();
    const view = await show(session, <p />);
    await view.until(() => expect(session.document.store.getState().generation).toBe(2));
    await view.change(() => void session.run.buildAndRun());
    await view.until(() => expect(session.build.store.getState().phase).toBe('failed'));
    const { lines, leftOut } = session.build.store.getState();
    expect(leftOut).toBe(3);
    expect([lines.length, lines[0]?.text, lines.at(-1)?.text]).toEqual([5_000, '4', '5003']);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(5_000);
  });
});
