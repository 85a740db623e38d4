// @vitest-environment happy-dom
/** The settings dialog: every setting of the contract has a row, and each row changes its setting. */
import { describe, expect, it } from 'vitest';
import { newSketch } from '../../../generator/sketch/create.ts';
import { eventually } from '../../../test/eventually.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../contract/settings.ts';
import { testHost } from '../state/session/test-host.ts';
import { testSession } from '../state/session/test-session.ts';
import { show } from '../views/test-view.ts';
import { SETTINGS_WITH_ROW, SettingsDialog } from './settings-dialog.tsx';
import { useWorkbench } from './use-workbench.ts';

function Dialogs() {
  useWorkbench();
  return <SettingsDialog />;
}

async function settingsDialog(environment: Parameters<typeof testSession>[1] = {}) {
  const session = testSession(newSketch('s'), environment);
  const view = await show(session, <Dialogs />);
  const press = new KeyboardEvent('keydown', { key: ',', ctrlKey: true, bubbles: true });
  await view.change(() => void document.body.dispatchEvent(press));
  const values = (): Settings => session.settings.store.getState().settings;
  return { session, view, values };
}

describe('the settings dialog', () => {
  it('has a row for each setting of the contract', () => {
    expect(SETTINGS_WITH_ROW.toSorted()).toEqual(Object.keys(DEFAULT_SETTINGS).toSorted());
  });

  it('opens with its key, and closes', async () => {
    const { view } = await settingsDialog();
    expect(view.get('dialog', /^Settings/)).toBeTruthy();
    await view.press('button', 'Close');
    expect(view.all('dialog')).toEqual([]);
  });

  it('stays open for the Escape that discards what was typed', async () => {
    const { view, values } = await settingsDialog();
    await view.type('Code size', '2');
    await view.key('Code size', 'Escape');
    expect(view.value('field', 'Code size')).toBe('13 px');
    await view.key('Code size', 'Escape');
    expect(view.all('dialog')).toEqual([]);
    expect(values()).toEqual(DEFAULT_SETTINGS);
  });

  it('changes each setting that a row names', async () => {
    const { session, view, values } = await settingsDialog();
    await view.choose('Fields and panels', 'Full');
    await view.choose('Theme', 'High contrast');
    await view.choose('Built with', 'Arduino CLI');
    await view.enter('Code size', '20');
    await view.enter('Events kept of a run', '3');
    await view.press('box', 'Sound');
    await view.press('box', 'Welcome');
    expect(values()).toEqual({
      ...DEFAULT_SETTINGS,
      detail: 'full',
      theme: 'high-contrast',
      tool: 'arduino-cli',
      editorFontSize: 20,
      keptMillionEvents: 3,
      sound: true,
      welcomed: !DEFAULT_SETTINGS.welcomed,
    });
    expect(session.theme.store.getState().theme).toBe('contrast');
    const { capacity } = session.trace.store.getState().store;
    expect([capacity > 2.9e6, capacity <= 3e6]).toEqual([true, true]);
  });

  it('lists the trusted folders, and removes one', async () => {
    const { session, view, values } = await settingsDialog();
    session.settings.changeSettings({ trustedFolders: ['/a', '/b'] });
    await view.until(() => expect(view.get('button', 'Trust /b no more')).toBeTruthy());
    await view.press('button', 'Trust /a no more');
    expect(values().trustedFolders).toEqual(['/b']);
  });

  it('refuses a size that no one can read', async () => {
    const { view, values } = await settingsDialog();
    await view.enter('Code size', '4');
    expect(view.get('alert', 'Between 8 and 40.')).toBeTruthy();
    expect(values().editorFontSize).toBe(DEFAULT_SETTINGS.editorFontSize);
  });

  it('says what is at the path of clangd, and how to get one', async () => {
    const { openChannel, folder } = await testHost();
    const { session, view, values } = await settingsDialog({ openChannel });
    await view.change(() => session.connection.connect());
    await view.until(() => expect(session.settings.store.getState().known).toBe(true));
    const message = () => view.get('field', 'Path of clangd').closest('.field')?.querySelector('.field-message');
    const nowhere = `${folder}/clangd`;
    await view.enter('Path of clangd', ` ${nowhere} `);
    expect(values().clangd).toBe(nowhere);
    const { store } = session.tools;
    const listed = () => store.getState().tools.find(({ name }) => name === 'clangd')?.problem;
    await view.change(() =>
      eventually(() => {
        expect(listed()).toContain(`There is no program at ${nowhere}. To get it: `);
        expect(store.getState().clangd?.problem).toBe(listed());
      }),
    );
    expect(message()?.textContent).toBe(listed());
  });

  it('shows the version of the clangd that is found', async () => {
    const { session, view } = await settingsDialog();
    const found = { name: 'clangd', purpose: '', installed: true, install: null, problem: null, part: null };
    await view.change(() =>
      session.tools.store.setState({ clangd: { ...found, path: '/usr/bin/clangd', version: '18.1.3' } }),
    );
    expect(view.get('dialog', /^Settings/).textContent).toContain('Version 18.1.3, /usr/bin/clangd');
  });

  it('resets the layout, and switches the projector view', async () => {
    const { session, view } = await settingsDialog();
    const { layout } = session;
    await view.press('box', 'Projector view');
    expect(layout.store.getState().projector).toBe(true);
    await view.press('button', 'Reset the layout');
    expect(layout.store.getState()).toMatchObject({ projector: false, resets: 1 });
  });
});
