import { describe, expect, it, vi } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { updateSketch } from '../../../../generator/sketch/edits.ts';
import { eventually } from '../../../../test/eventually.ts';
import { failedBuild, testHost } from '../session/test-host.ts';
import { testSession } from '../session/test-session.ts';

const SKETCH = newSketch('pair', { tasks: [newTask('a')] });

async function connected(options: Parameters<typeof testHost>[0] = {}) {
  const download = vi.fn();
  const host = await testHost(options);
  const session = testSession(undefined, { openChannel: host.openChannel, download });
  session.connection.connect();
  await eventually(() => expect(session.document.store.getState().generation).toBe(1));
  session.document.showDocument(SKETCH);
  return { session, download, ...host };
}

describe('a race of the window', () => {
  it('has a result for each target, with the reason why it did not run', async () => {
    const build = async () => failedBuild({ message: 'The compiler is missing.' });
    const { session, download } = await connected({ build });
    const { race } = session;
    race.saveReport();
    expect(download).not.toHaveBeenCalled();
    await race.start(['superloop', 'quest']);
    await eventually(() => expect(race.store.getState().result).not.toBeNull());
    const { result, step } = race.store.getState();
    expect(step).toBeNull();
    expect(result?.racers.map(({ target, outcome }) => [target, outcome])).toEqual([
      ['superloop', 'not-built'],
      ['quest', 'impossible'],
    ]);
    expect(result?.racers[0]?.reason).toBe('The compiler is missing.');
    expect(result?.picture).toBeNull();
    expect(result?.sketch).toBe(session.document.currentSketch());
    session.document.edit('Rename', (sketch) => updateSketch(sketch, { name: 'other' }));
    expect(result?.sketch).not.toBe(session.document.currentSketch());
    race.saveReport();
    expect(download).toHaveBeenCalledWith('pair-race.html', [expect.stringContaining('Not built')], 'text/html');
  });

  it('is cancelled, and another one can start', async () => {
    let builds = 0;
    const build = ({ signal }: { signal: AbortSignal }) => {
      builds++;
      return new Promise<ReturnType<typeof failedBuild>>((resolve) => {
        signal.addEventListener('abort', () => resolve(failedBuild({ outcome: 'cancelled' })));
      });
    };
    const { session } = await connected({ build });
    const { race } = session;
    await race.start(['superloop']);
    await eventually(() => expect(builds).toBe(1));
    await race.start(['superloop']);
    await eventually(() =>
      expect(session.notices.store.getState().notices.map(({ text }) => text)).toContain(
        'Another race is running. Wait for its end.',
      ),
    );
    race.cancel();
    await eventually(async () => {
      await race.start(['superloop']);
      expect(builds).toBe(2);
    });
    expect(race.store.getState().result).toBeNull();
    race.cancel();
  });
});
