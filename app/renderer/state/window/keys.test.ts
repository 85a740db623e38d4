import { describe, expect, it } from 'vitest';
import { isPressed, showKey } from './keys.ts';

type Modifiers = Partial<Record<'Control' | 'Shift' | 'Alt' | 'Meta' | 'AltGraph', true>>;

/** The part of a key event that is matched. */
const event = (key: string, modifiers: Modifiers = {}, code = '') =>
  ({ key, code, getModifierState: (name: string) => name in modifiers }) as KeyboardEvent;

const onMac = (key: string, ...args: Parameters<typeof event>) => isPressed(key, event(...args), true);
const elsewhere = (key: string, ...args: Parameters<typeof event>) => isPressed(key, event(...args), false);

describe('keys', () => {
  it('are identified by the character that they type', () => {
    expect(elsewhere('Mod+Z', 'z', { Control: true })).toBe(true);
    expect(elsewhere('Mod+Z', 'z', { Control: true }, 'KeyW')).toBe(true);
    expect(elsewhere('Mod+Shift+Z', 'Z', { Control: true, Shift: true })).toBe(true);
    expect(elsewhere('Delete', 'Delete')).toBe(true);
    expect(onMac('Mod+Z', 'z', { Meta: true })).toBe(true);
  });

  it('need exactly their modifiers', () => {
    expect(elsewhere('Mod+Z', 'Z', { Control: true, Shift: true })).toBe(false);
    expect(elsewhere('T', 't', { Meta: true })).toBe(false);
    expect(onMac('T', 't', { Control: true })).toBe(false);
    expect(onMac('Mod+Z', 'z', { Control: true })).toBe(false);
  });

  it('for symbols match with and without Shift', () => {
    expect(elsewhere('Mod+.', '.', { Control: true })).toBe(true);
    expect(elsewhere('Mod+.', '.', { Control: true, Shift: true })).toBe(true);
  });

  it('match with Option, which types another character', () => {
    expect(onMac('Mod+Alt+N', 'Dead', { Meta: true, Alt: true }, 'KeyN')).toBe(true);
    expect(onMac('Mod+Alt+N', 'Dead', { Meta: true, Alt: true }, 'KeyB')).toBe(false);
    // AltGr types a letter on other keyboards: Polish ń.
    expect(elsewhere('Mod+Alt+N', 'ń', { AltGraph: true, Control: true, Alt: true }, 'KeyN')).toBe(false);
  });

  it('are shown as they are printed on the keyboard', () => {
    expect(showKey('Mod+Shift+Z', false)).toBe('Ctrl+Shift+Z');
    expect(showKey('Mod+Alt+N', true)).toBe('⌘⌥N');
  });
});
