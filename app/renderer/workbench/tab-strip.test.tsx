// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newSketch } from '../../../generator/sketch/create.ts';
import { updateSketch } from '../../../generator/sketch/edits.ts';
import { createTabs } from '../state/session/tabs.ts';
import { testEnvironment, testSession } from '../state/session/test-session.ts';
import { TabsContext } from '../state/session/use-tabs.ts';
import { show } from '../views/test-view.ts';
import { TabStrip } from './tab-strip.tsx';

/** A window without a host, with two sketches. */
async function shown() {
  const tabs = createTabs(testEnvironment());
  onTestFinished(tabs.dispose);
  const rename = (name: string) =>
    tabs.store.getState().active.session.document.edit('Rename', (sketch) => updateSketch(sketch, { name }));
  const view = await show(
    testSession(newSketch('frame')),
    <TabsContext value={tabs}>
      <TabStrip />
    </TabsContext>,
  );
  expect(view.all('button'), 'one sketch needs no tabs').toEqual([]);
  await view.change(() => {
    rename('one');
    tabs.store.getState().active.session.files.createSketch();
  });
  return { tabs, view, rename };
}

describe('the strip of tabs', () => {
  it('names each sketch and its state, and follows a new name', async () => {
    const { view, rename } = await shown();
    expect(view.names('button')).toEqual(['one, unsaved', 'Close one', 'untitled', 'Close untitled', 'New sketch']);
    expect(view.get('button', 'untitled').getAttribute('aria-current')).toBe('page');
    await view.change(() => void rename('two'));
    expect(view.get('button', 'two, unsaved').title).toBe('two (not saved yet)');
  });

  it('shows and closes a tab with a click, and closes it with the middle button', async () => {
    const { tabs, view } = await shown();
    await view.press('button', 'one, unsaved');
    expect(view.get('button', 'one, unsaved').getAttribute('aria-current')).toBe('page');
    await act(async () =>
      view.get('button', 'untitled').dispatchEvent(new MouseEvent('auxclick', { button: 1, bubbles: true })),
    );
    expect(view.all('button')).toEqual([]);
    await view.change(() => tabs.store.getState().active.session.files.createSketch());
    await view.press('button', 'Close untitled');
    expect(tabs.store.getState().tabs).toHaveLength(1);
  });
});
