import { describe, expect, it, vi } from 'vitest';
import { createCommands, keyOf, showKey } from './commands.ts';

const press = (key: string, modifiers: Partial<Record<'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey', true>> = {}) =>
  keyOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers });

describe('keys', () => {
  it('are named by what they do, not by how they are typed', () => {
    expect(press('z', { ctrlKey: true })).toBe('Mod+Z');
    expect(press('Z', { ctrlKey: true, shiftKey: true })).toBe('Mod+Shift+Z');
    expect(press('?', { shiftKey: true })).toBe('?');
    expect(press('Delete')).toBe('Delete');
    expect(press(' ')).toBe('Space');
    expect(showKey('Mod+Shift+Z')).toBe('Ctrl+Shift+Z');
  });
});

describe('commands', () => {
  it('run when they are enabled, and are gone when taken away', () => {
    const { registerCommands, runCommand } = createCommands();
    const run = vi.fn();
    let enabled = false;
    const remove = registerCommands([{ id: 'a', title: 'A', run, enabled: () => enabled }]);
    runCommand('a');
    expect(run).not.toHaveBeenCalled();
    enabled = true;
    runCommand('a');
    expect(run).toHaveBeenCalledOnce();
    remove();
    runCommand('a');
    expect(run).toHaveBeenCalledOnce();
  });
});
