// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { sketchOf } from '../../../../generator/analysis/test-sketches.ts';
import { profileOf } from '../../../../generator/profile/test-profile.ts';
import type { Racer } from '../../../../generator/race/racer.ts';
import { updateSketch } from '../../../../generator/sketch/edits.ts';
import { testSession } from '../../state/session/test-session.ts';
import { show } from '../test-view.ts';
import { RaceSection } from './race-section.tsx';

const base = {
  admitted: true,
  sentence: 'Everything fits.',
  clock: 'cycles',
  memory: null,
  preemptions: 0,
  finding: null,
} as const;
const RACERS: readonly Racer[] = [
  {
    ...base,
    target: 'superloop',
    label: 'Super-loop',
    outcome: 'ran',
    reason: null,
    profile: profileOf({ loop: 4_000, button: 100 }),
  },
  {
    ...base,
    target: 'freertos',
    label: 'FreeRTOS',
    outcome: 'not-installed',
    reason: 'Set FREERTOS_KERNEL_PATH.',
    profile: null,
  },
];

describe('the race', () => {
  it('shows a row for each target, the reasons, and what the times mean', async () => {
    const session = testSession(sketchOf([{ T: 10_000, C: 2_000 }]));
    const view = await show(session, <RaceSection />);
    expect(view.all('row')).toHaveLength(0);
    await view.change(() => {
      const result = {
        racers: [...RACERS],
        picture: '<svg/>',
        report: 'page',
        sketch: session.document.currentSketch(),
      };
      session.race.store.setState({ result });
    });
    expect(view.all('row').map((row) => row.querySelector('th')?.textContent)).toEqual(['Super-loop', 'FreeRTOS']);
    expect(view.all('row')[0]?.textContent).toContain('button, 100 of 100');
    expect(view.text()).toContain('FreeRTOS, Not installed: Set FREERTOS_KERNEL_PATH.');
    expect(view.text()).toContain('processor cycles');
    expect(document.querySelector('.race-picture')?.getAttribute('src')).toBe(
      'data:image/svg+xml;charset=utf-8,%3Csvg%2F%3E',
    );
    expect(view.get('button', 'Save report')).toBeTruthy();
    expect(view.text()).not.toContain('has changed');
    await view.change(() => session.document.edit('Rename', (sketch) => updateSketch(sketch, { name: 'other' })));
    expect(view.text()).toContain('The sketch has changed since this race.');
  });

  it('says what it does while it runs, and can be cancelled', async () => {
    const session = testSession(sketchOf([{ T: 10_000, C: 2_000 }]));
    const view = await show(session, <RaceSection />);
    await view.change(() => session.race.store.setState({ step: 'FreeRTOS: building…' }));
    expect(view.text()).toContain('FreeRTOS: building…');
    await view.press('button', 'Cancel');
  });
});
