// @vitest-environment happy-dom
/** The dock with a session: its panels, the active panel, and the saved layout. */
import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../generator/sketch/create.ts';
import { renameElement } from '../../../generator/sketch/edits.ts';
import { DEFAULT_SETTINGS, type Detail } from '../../contract/settings.ts';
import { testSession } from '../state/session/test-session.ts';
import type { PanelId } from '../state/window/layout.ts';
import { show } from '../views/test-view.ts';
import { Dock } from './dock.tsx';
import { DRAWER_PANELS, LOWER_PANELS, PANEL_IDS, PANELS } from './panels.tsx';

async function dock(detail: Detail = 'full') {
  const session = testSession(newSketch('s', { tasks: [newTask('Blink')] }));
  session.settings.changeSettings({ detail });
  const view = await show(session, <Dock />);
  const tabs = () =>
    [...view.container.querySelectorAll<HTMLElement>('.dock-tab')].map((tab) => ({
      id: tab.dataset.testid?.replace('tab-', ''),
      title: tab.title,
      isActive: tab.closest('.dv-active-tab') !== null,
      canClose: tab.querySelector('.dock-tab-close') !== null,
    }));
  const isActive = (id: string) => tabs().find((tab) => tab.id === id)?.isActive;
  return { session, view, tabs, isActive };
}

describe('the dock', () => {
  it('has a tab for each panel of the record, with its title and without a close button', async () => {
    const { tabs, isActive } = await dock();
    expect(
      tabs()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([...PANEL_IDS].toSorted());
    for (const { id, title, canClose } of tabs()) {
      expect(title).toBe(PANELS[id as PanelId].title);
      expect(canClose).toBe(false);
    }
    expect(LOWER_PANELS.filter(isActive)).toEqual([LOWER_PANELS[0]]);
    expect(DRAWER_PANELS.filter(isActive)).toEqual([DRAWER_PANELS[0]]);
  });

  it('shows the board, the inspector, the timeline and the console at the same time, each in a group of its own', async () => {
    const { view, isActive } = await dock();
    const shown = ['canvas', 'board', 'inspector', 'timeline', 'console'];
    expect(shown.map(isActive)).toEqual(shown.map(() => true));
    expect(view.container.querySelectorAll('.dv-groupview')).toHaveLength(shown.length);
  });

  it('gives the drawing the whole height or width in projector view, and the usual layout returns', async () => {
    const { session, view, isActive } = await dock();
    /** The branches of the grid with their groups, in the order of the document. */
    const shape = (branch: Element | null | undefined): string =>
      [...(branch?.querySelectorAll(':scope > .dv-split-view-container > .dv-view-container > .dv-view > *') ?? [])]
        .map((child) => {
          const tab = child.querySelector<HTMLElement>('.dock-tab');
          const id = tab?.dataset.testid?.replace('tab-', '') ?? '';
          return child.matches('.dv-branch-node') ? `(${shape(child)})` : id;
        })
        .join(' ');
    const grid = () => shape(view.container.querySelector('.dv-branch-node'));
    const place = (at: (index: number) => { x: number; y: number }) =>
      view.change(() => {
        const tasks = [0, 1, 2, 3, 4].map((index) => newTask(`T${index}`, { position: at(index) }));
        session.document.edit('Move', (sketch) => ({ ok: true, sketch: { ...sketch, tasks } }));
      });
    await place((index) => ({ x: 0, y: index * 300 }));
    const usual = grid();
    expect(usual).toBe('(canvas (board inspector)) (timeline console)');
    await view.change(session.layout.toggleProjector);
    expect(grid()).toBe('(canvas (timeline board inspector)) console');
    expect(isActive('timeline')).toBe(true);
    await view.change(session.layout.toggleProjector);
    expect(grid()).toBe(usual);
    await place((index) => ({ x: index * 300, y: 0 }));
    await view.change(session.layout.toggleProjector);
    expect(grid(), 'a wide drawing has the whole width').toBe('(canvas inspector) (timeline board console)');
    await view.change(session.layout.toggleProjector);
    expect(grid()).toBe(usual);
    await view.change(session.layout.toggleProjector);
    await view.change(session.layout.resetLayout);
    expect(grid()).toBe(usual);
  });

  it('shows the board alone, until another panel or code is asked for', async () => {
    const { session, view } = await dock();
    const shown = () =>
      [...view.container.querySelectorAll('.dv-active-tab .dock-tab')]
        .filter((tab) => tab.closest('.dv-view:not(.visible)') === null)
        .map((tab) => tab.getAttribute('data-testid'));
    const usual = shown();
    expect(usual.length).toBeGreaterThan(3);
    for (const ask of [
      () => session.layout.showBoardAlone(false),
      () => session.layout.showPanel('console'),
      () => session.layout.toggleProjector(),
      () => session.layout.resetLayout(),
      () => session.bodies.openBody({ kind: 'tasks', name: 'Blink' }),
    ]) {
      await view.change(() => session.layout.showBoardAlone(true));
      expect(shown()).toEqual(['tab-board']);
      await view.change(ask);
      expect(shown().length).toBeGreaterThan(1);
    }
  });

  it('hides the lower panels and the console together, and leaves the board', async () => {
    const { session, view } = await dock();
    const hidden = () => view.container.querySelectorAll('.dv-view:not(.visible) .dv-groupview').length;
    expect(hidden()).toBe(0);
    await view.change(session.layout.toggleDock);
    expect(hidden()).toBe(2);
    await view.change(session.layout.toggleInspector);
    expect(hidden()).toBe(3);
    await view.change(() => session.layout.showPanel('problems'));
    expect(hidden()).toBe(1);
  });

  it('activates the requested panel, even after the user activated another one', async () => {
    const { session, view, isActive } = await dock();
    await view.change(() => session.layout.showPanel('problems'));
    expect(isActive('problems')).toBe(true);
    expect([isActive('console'), isActive('timeline')]).toEqual([false, true]);
    await view.change(() => session.layout.showPanel('console'));
    expect([isActive('problems'), isActive('console')]).toEqual([false, true]);
    await view.change(() => session.layout.showPanel('problems'));
    expect(isActive('problems')).toBe(true);
  });

  it('opens a tab for each code editor, names it after its owner, and closes it with a click', async () => {
    const { session, view, tabs } = await dock();
    await view.change(() => session.bodies.openBody({ kind: 'tasks', name: 'Blink' }));
    await view.change(() => session.bodies.openBody(null));
    const bodies = () => tabs().filter(({ id }) => id?.startsWith('body:'));
    expect(bodies()).toMatchObject([
      { title: 'Blink', canClose: true, isActive: false },
      { title: 'Prelude', canClose: true, isActive: true },
    ]);
    await view.change(() => {
      session.document.edit('Rename', (sketch) => renameElement(sketch, 'tasks', 'Blink', 'Flash'));
    });
    expect(bodies().map(({ title }) => title)).toEqual(['Flash', 'Prelude']);
    const cross = view.container.querySelector<HTMLElement>('[title="Close Flash"]');
    await view.change(() => cross?.click());
    expect(session.bodies.store.getState().open).toMatchObject([{ owner: null }]);
    expect(bodies().map(({ title }) => title)).toEqual(['Prelude']);
  });

  it('closes the tab of a code editor on Delete, and no other tab on any key', async () => {
    const { session, view, tabs } = await dock();
    await view.change(() => session.bodies.openBody(null));
    const ids = () => tabs().map(({ id }) => id);
    const press = (tab: Element, key: string) =>
      view.change(() => void tab.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
    const all = ids();
    for (const tab of view.container.querySelectorAll('.dv-tab')) {
      await press(tab, 'Backspace');
      if (tab.querySelector('.dock-tab-close') === null) await press(tab, 'Delete');
    }
    expect(ids()).toEqual(all);
    const [code] = [...view.container.querySelectorAll('.dv-tab')].filter((tab) => tab.textContent === 'Prelude');
    if (code === undefined) throw new Error('There is no tab of the prelude.');
    await press(code, 'Delete');
    expect(session.bodies.store.getState().open).toEqual([]);
    expect(ids()).toHaveLength(all.length - 1);
  });

  it('returns to the default layout without code editors', async () => {
    const { session, view, tabs, isActive } = await dock();
    await view.change(() => {
      session.bodies.openBody(null);
      session.layout.showPanel('design');
    });
    await view.change(session.layout.resetLayout);
    expect(
      tabs()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([...PANEL_IDS].toSorted());
    expect(isActive('timeline')).toBe(true);
    expect(session.bodies.store.getState().open).toEqual([]);
  });

  it('stores its layout in the settings, and restores it once they are known', async () => {
    const first = await dock();
    await first.view.change(() => first.session.settings.store.setState({ known: true }));
    await first.view.change(() => first.session.layout.showPanel('statistics'));
    const { settings } = first.session;
    await first.view.until(() => expect(settings.store.getState().settings.layout).toContain('statistics'));
    const { layout } = settings.store.getState().settings;
    await first.view.unmount();

    const next = await dock();
    const known = (kept: string | null) =>
      next.view.change(() =>
        next.session.settings.store.setState({
          known: true,
          settings: { ...DEFAULT_SETTINGS, detail: 'full', layout: kept },
        }),
      );
    await known(layout);
    expect(next.isActive('statistics')).toBe(true);
  });

  it.each([
    ['of another version', '{"version":3,"dock":{}}'],
    ['that is invalid', '{"version":4,"dock":{"grid":{"root":17}}}'],
    ['that is not JSON', 'dock'],
  ])('shows the default layout instead of one %s', async (_what, layout) => {
    const { session, view, tabs } = await dock();
    await view.change(() =>
      session.settings.store.setState({ known: true, settings: { ...DEFAULT_SETTINGS, detail: 'full', layout } }),
    );
    expect(
      tabs()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([...PANEL_IDS].toSorted());
  });
});

describe('the dock in simple', () => {
  const SIMPLE: readonly PanelId[] = ['canvas', 'board', 'inspector', 'timeline', 'console'];
  const idsOf = (tabs: () => readonly { id: string | undefined }[]) => tabs().map(({ id }) => id);
  const problem = {
    message: 'broken',
    file: null,
    line: null,
    column: null,
    element: null,
    member: null,
    severity: 'error',
  } as const;

  it('has five panels, and full adds the others in the order of the record', async () => {
    const { session, view, tabs } = await dock('simple');
    expect(idsOf(tabs).toSorted()).toEqual([...SIMPLE].toSorted());
    await view.change(session.settings.toggleDetail);
    const added = idsOf(tabs);
    expect(added.filter((id) => LOWER_PANELS.includes(id as PanelId))).toEqual(LOWER_PANELS);
    expect(added.filter((id) => DRAWER_PANELS.includes(id as PanelId))).toEqual(DRAWER_PANELS);
    await view.change(session.settings.toggleDetail);
    expect(idsOf(tabs).toSorted()).toEqual([...SIMPLE].toSorted());
  });

  it('shows a panel that the user opens, and keeps it', async () => {
    const { session, view, tabs, isActive } = await dock('simple');
    await view.change(() => session.layout.openPanel('statistics'));
    expect(isActive('statistics')).toBe(true);
    await view.change(() => session.layout.showPanel('timeline'));
    expect(isActive('timeline')).toBe(true);
    expect(idsOf(tabs)).toContain('statistics');
    await view.change(session.layout.resetLayout);
    expect(idsOf(tabs)).not.toContain('statistics');
  });

  it('shows the build only until the run shows another panel', async () => {
    const { session, view, tabs, isActive } = await dock('simple');
    await view.change(() => session.layout.showPanel('build'));
    expect(isActive('build')).toBe(true);
    await view.change(() => session.layout.showPanel('timeline'));
    expect(idsOf(tabs)).not.toContain('build');
    expect(isActive('timeline')).toBe(true);
  });

  it('shows the problems while there are some', async () => {
    const { session, view, tabs, isActive } = await dock('simple');
    await view.change(() => {
      session.build.store.setState({ diagnostics: [problem] });
      session.layout.showPanel('problems');
    });
    expect(isActive('problems')).toBe(true);
    await view.change(() => {
      session.build.store.setState({ diagnostics: [] });
      session.layout.showPanel('timeline');
    });
    expect(idsOf(tabs)).not.toContain('problems');
    expect(isActive('console')).toBe(true);
  });

  it('restores a layout that full stored, without the panels of full', async () => {
    const first = await dock('full');
    await first.view.change(() => first.session.settings.store.setState({ known: true }));
    await first.view.change(() => first.session.layout.showPanel('design'));
    const { store } = first.session.settings;
    await first.view.until(() => expect(store.getState().settings.layout).toContain('design'));
    const { layout } = store.getState().settings;
    await first.view.unmount();
    const next = await dock('simple');
    await next.view.change(() =>
      next.session.settings.store.setState({ known: true, settings: { ...DEFAULT_SETTINGS, layout } }),
    );
    expect(idsOf(next.tabs).toSorted()).toEqual([...SIMPLE].toSorted());
    expect(next.isActive('timeline')).toBe(true);
  });
});
