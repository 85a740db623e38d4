// @vitest-environment happy-dom
/** The record of the panels, and the commands that show them. */
import { describe, expect, it } from 'vitest';
import { newSketch } from '../../../generator/sketch/create.ts';
import { testSession } from '../state/session/test-session.ts';
import type { PanelId } from '../state/window/layout.ts';
import { show } from '../views/test-view.ts';
import { BODY_COMPONENT, COMMAND_PANELS, DOCK_COMPONENTS, PANEL_IDS, PANELS, panelOf } from './panels.tsx';
import { frame } from './test-frame.ts';

describe('the panels', () => {
  it('are one record: a panel that is missing there does not compile', () => {
    const { board: _, ...others } = PANELS;
    // @ts-expect-error: the board is missing.
    const missing: typeof PANELS = others;
    expect(Object.keys(missing)).toHaveLength(PANEL_IDS.length - 1);
  });

  it('each have a component, a place in the default layout, and a command unless they belong to the drawing', async () => {
    const { session } = await frame();
    expect(Object.keys(DOCK_COMPONENTS).toSorted()).toEqual([...PANEL_IDS, BODY_COMPONENT].toSorted());
    const shown = session.commands.store.getState().commands.flatMap(({ id }) => /^show-(.*)/.exec(id)?.[1] ?? []);
    expect(shown).toEqual(COMMAND_PANELS);
    expect(PANEL_IDS.filter((id) => !COMMAND_PANELS.includes(id))).toEqual(['canvas', 'inspector']);
    expect(panelOf('body:3')).toBeNull();
  });

  it('are activated together with the part of the window that contains them', async () => {
    const { session, view } = await frame();
    const { layout, commands } = session;
    const shows = (panel: PanelId) => {
      layout.showPanel(panel);
      const { inspector, dock, wanted } = layout.store.getState();
      return { inspector, dock, panel: wanted?.panel };
    };
    await view.change(() => {
      layout.toggleDock();
      layout.toggleInspector();
    });
    expect(shows('canvas')).toEqual({ inspector: false, dock: false, panel: 'canvas' });
    expect(shows('board')).toEqual({ inspector: false, dock: false, panel: 'board' });
    expect(shows('inspector')).toEqual({ inspector: true, dock: false, panel: 'inspector' });
    await view.change(() => commands.runCommand('show-problems'));
    expect(layout.store.getState()).toMatchObject({ dock: true, wanted: { panel: 'problems' } });
  });

  it('count the problems on their tab', async () => {
    const session = testSession(newSketch('s'));
    const Badge = PANELS.problems.Badge ?? (() => null);
    const view = await show(session, <Badge />);
    expect(view.container.querySelector('.dock-tab-count')).toBeNull();
    const problem = { message: '', file: null, line: null, column: null, element: null, member: null };
    await view.change(() =>
      session.build.store.setState({
        diagnostics: [
          { ...problem, severity: 'error' },
          { ...problem, severity: 'warning' },
          { ...problem, severity: 'note' },
        ],
      }),
    );
    expect(view.container.querySelector('.dock-tab-count')?.getAttribute('data-count')).toBe('2');
  });
});
