import type { BrowserWindow, Dialog } from 'electron';
import { describe, expect, it } from 'vitest';
import { confirmLeave, systemDialogs, withSketchSuffix } from './dialogs.ts';

describe('the name of a sketch’s file', () => {
  it.each([
    ['/a/blink', '/a/blink.polyloop.json'],
    ['/a/blink.json', '/a/blink.polyloop.json'],
    ['/a/blink.polyloop', '/a/blink.polyloop.json'],
    ['/a/blink.polyloop.json', '/a/blink.polyloop.json'],
    ['/a.b/v1.2', '/a.b/v1.2.polyloop.json'],
  ])('%s becomes %s', (typed, path) => {
    expect(withSketchSuffix(typed)).toBe(path);
  });
});

describe('the dialogs', () => {
  const dialogs = (canceled: boolean) => {
    const dialog = {
      showOpenDialog: async () => ({ canceled, filePaths: canceled ? [] : ['/a/x.polyloop.json'] }),
      showSaveDialog: async () => ({ canceled, filePath: canceled ? '' : '/a/x' }),
    };
    return systemDialogs(dialog as unknown as Dialog, () => ({}) as BrowserWindow);
  };

  it('return the picked file', async () => {
    expect(await dialogs(false).pickOpen()).toBe('/a/x.polyloop.json');
    expect(await dialogs(false).pickSave('x')).toBe('/a/x.polyloop.json');
  });

  it('return null when cancelled', async () => {
    expect(await dialogs(true).pickOpen()).toBeNull();
    expect(await dialogs(true).pickSave('x')).toBeNull();
  });
});

describe('leaving with unsaved changes', () => {
  it.each([
    ['Stay', 0, false],
    ['Leave without saving', 1, true],
  ])('%s', (_button, answer, leaves) => {
    const dialog = { showMessageBoxSync: () => answer } as unknown as Dialog;
    expect(confirmLeave(dialog, {} as BrowserWindow)).toBe(leaves);
  });
});
