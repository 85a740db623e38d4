// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Profile } from '../../../../generator/profile/profile.ts';
import { profileOf } from '../../../../generator/profile/test-profile.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { ProfileTables } from './profile-tables.tsx';

const NARROW = /[\u00a0\u202f]/g;

async function loadOf(load: Profile['load']) {
  const profile = { ...profileOf({ loop: 3_000, button: 1_000 }), load };
  const view = await show(testSession(), <ProfileTables profile={profile} />);
  const bar = view.container.querySelector('.profile-load');
  return {
    words: bar?.querySelector('small')?.textContent?.replaceAll(NARROW, ' '),
    parts: bar?.querySelector('[role=img]')?.getAttribute('title')?.replaceAll(NARROW, ' '),
  };
}

it('leaves out the share of the telemetry where it is not known', async () => {
  const { words, parts } = await loadOf({ tasks: 0.4, runtime: 0.1, telemetry: null, idle: 0.5 });
  expect(words).toBe('tasks 40 %, runtime 10 %, idle 50 %');
  expect(parts).not.toContain('telemetry');
  expect((await loadOf({ tasks: 0.4, runtime: 0.1, telemetry: 0.2, idle: 0.3 })).words).toBe(
    'tasks 40 %, runtime 10 %, telemetry 20 %, idle 30 %',
  );
  expect((await loadOf({ tasks: 0.4, runtime: null, telemetry: null, idle: null })).words).toBe(
    'tasks 40 %, the rest is not known',
  );
});

it('divides the share of all tasks between them, so that the bar is the sum beside it', async () => {
  // The record covers half of the run.
  const { parts } = await loadOf({ tasks: 0.2, runtime: 0.1, telemetry: null, idle: 0.7 });
  expect(parts).toBe('loop 15 %, button 5 %, runtime 10 %, idle 70 %');
});
