// @vitest-environment happy-dom
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import type { Session } from '../../state/session/session.ts';
import { testHost } from '../../state/session/test-host.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { ProfileView } from './profile-view.tsx';
import { profileOfRun } from './run-profile.ts';

const MS = 1_000_000;
const SKETCH = newSketch('one', {
  tasks: [
    newTask('loop', { periodUs: 10_000, budgetUs: 9_000, body: 'x++;' }),
    newTask('other', { periodUs: 10_000, budgetUs: 9_000, body: 'y++;' }),
  ],
});

/** A run of both tasks, with jobs of this length each. */
function run({ trace }: Session, us: number, sketch = SKETCH): void {
  trace.beginTrace(sketch);
  const { store } = trace.store.getState();
  store.metadata({
    clockHz: 1_000_000,
    releaseStartNs: 0,
    objects: sketch.tasks.map(({ name }, index) => ({
      ...{ class: 'task' as const, index, name, offsetNs: 0 },
      ...{ periodNs: 10 * MS, deadlineNs: 10 * MS, budgetNs: 9 * MS },
    })),
  });
  store.segment(true);
  store.event(0, 0, -1, 0);
  for (let k = 0; k < 20; k++) {
    for (const task of [0, 1]) {
      const at = k * 10 * MS + task * us * 1_000;
      store.event(at, 1, task, 0);
      store.event(at, 2, task, 0);
      store.event(at + us * 1_000, 5, task, 0);
    }
  }
}

describe('the profile panel', () => {
  it('shows the run, and refits one value or all in one step of undo', async () => {
    const session = testSession(SKETCH);
    const view = await show(session, <ProfileView />);
    expect(view.text()).toContain('Run the sketch to see how long each task really takes.');
    await view.change(() => run(session, 1_000));
    expect(view.container.querySelector('[data-task="loop"]')?.textContent).toContain('11\u00a0%');
    const refit = () => view.container.querySelector('[data-testid="refit"]')?.textContent ?? '';
    expect(refit()).toContain('loopbudget C9\u00a0ms1\u00a0ms201.2\u00a0ms');
    const verdict = () => view.container.querySelector<HTMLElement>('[data-testid="refit-verdict"]')?.dataset.admitted;
    expect(verdict()).toBe('true');

    await view.press('button', 'Apply budget C of other');
    const budgets = () => session.document.currentSketch().tasks.map(({ budgetUs }) => budgetUs);
    expect(budgets()).toEqual([9_000, 1_200]);
    await view.press('button', 'Apply all');
    expect(budgets()).toEqual([1_200, 1_200]);
    expect(refit()).toContain('No value changes.');
    await view.change(() => session.document.undo());
    expect(budgets()).toEqual([9_000, 1_200]);
  });

  it('refits all values of one task, or of all tasks, in one step that undo takes back exactly', async () => {
    const [loop, other] = SKETCH.tasks.map((task) => ({ ...task, kind: 'sporadic' as const, periodUs: 2_000 }));
    if (loop === undefined || other === undefined) throw new Error('no task');
    const sketch = { ...SKETCH, tasks: [loop, other] };
    const session = testSession(sketch);
    const view = await show(session, <ProfileView />);
    await view.change(() => run(session, 1_000, sketch));
    const before = session.document.currentSketch();
    const values = () =>
      session.document.currentSketch().tasks.map(({ budgetUs, periodUs }) => [budgetUs, periodUs] as const);
    expect(values()).toEqual([
      [9_000, 2_000],
      [9_000, 2_000],
    ]);
    const steps = () => session.document.store.getState().history.past.length;

    await view.press('button', 'Apply all values of loop');
    expect(values()).toEqual([
      [1_200, 8_330],
      [9_000, 2_000],
    ]);
    expect(steps()).toBe(1);
    await view.change(() => session.document.undo());
    expect(session.document.currentSketch()).toBe(before);
    expect(writeSketch(session.document.currentSketch())).toBe(writeSketch(sketch));

    await view.press('button', 'Apply all');
    expect(values()).toEqual([
      [1_200, 8_330],
      [1_200, 8_330],
    ]);
    expect(steps()).toBe(1);
    await view.change(() => session.document.undo());
    expect(session.document.currentSketch()).toBe(before);
    await view.change(() => session.document.redo());
    expect(view.text()).toContain('No value changes.');
  });

  it('keeps profiles beside the file, and compares the run with one of them', async () => {
    const { folder, openChannel } = await testHost();
    const session = testSession(undefined, { openChannel });
    session.connection.connect();
    const view = await show(session, <ProfileView />);
    // The host says first what the window opens.
    await view.until(() => expect(session.document.store.getState().generation).toBe(1));
    const path = join(folder, 'one.polyloop.json');
    await view.change(() => session.document.showDocument(SKETCH, { path, revision: null, writable: true }));
    await view.change(() => run(session, 1_000));
    await view.change(() => void session.profiles.keep({ ...profileOf(session), name: 'before' }));
    await view.until(() => expect(session.profiles.store.getState().kept).toHaveLength(1));
    expect(readdirSync(join(folder, 'one.profiles'))).toEqual(['before.json']);

    await view.change(() => run(session, 2_000));
    await view.choose('Compared with', 'before');
    const row = view.container.querySelector('[data-value="loop task.executionMost"]');
    expect(row?.textContent).toBe('loopexecution, most1\u00a0ms2\u00a0ms+100\u00a0%');

    await view.change(() => void session.profiles.remove('before.json'));
    await view.until(() => expect(session.profiles.store.getState().kept).toEqual([]));
    expect(readdirSync(join(folder, 'one.profiles'))).toEqual([]);
  });

  it('compares the run with its prediction', async () => {
    const session = testSession(SKETCH);
    const view = await show(session, <ProfileView />);
    await view.change(() => run(session, 1_000));
    await view.until(() => expect(optionsOf(view)).toContain('Prediction'));
    await view.choose('Compared with', 'Prediction');
    const row = () => view.container.querySelector('[data-value="loop task.executionMost"]')?.textContent;
    expect(row()).toMatch(/^loopexecution, most9(\.\d+)?\sms1\sms−89\s%$/);
    expect(view.text()).toContain('From prediction (Arduino Uno, Super-loop, simulation) to this run');
    await view.choose('Profile', 'Prediction');
    const others = [...view.get('list', 'Compared with').querySelectorAll('option')].map(
      (option) => option.textContent,
    );
    expect(others, 'a profile is not compared with itself').toEqual(['nothing', 'This run']);
    expect(view.container.querySelector('[data-task="loop"]')?.textContent).toMatch(/9(\.\d+)?\sms/);
  });

  it('says that a sketch without a file has no place for profiles', async () => {
    const session = testSession(SKETCH);
    run(session, 1_000);
    expect(await session.profiles.keep(profileOf(session))).toBe(false);
    expect(session.notices.store.getState().notices.at(-1)?.text).toContain('Save the sketch first.');
  });
});

const optionsOf = (view: { readonly container: HTMLElement }) =>
  [...view.container.querySelectorAll('option')].map(({ textContent }) => textContent);

function profileOf(session: Session) {
  const admission = session.admission.shown.getState().admission;
  const profile = profileOfRun(session, admission, 'this run');
  if (profile === null) throw new Error('no profile');
  return profile;
}
