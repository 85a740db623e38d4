// @vitest-environment happy-dom
import { act, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useRoving } from './use-roving.ts';

function Bar({ names, disabled = [] }: { readonly names: readonly string[]; readonly disabled?: readonly string[] }) {
  const bar = useRef<HTMLDivElement>(null);
  useRoving(bar, { items: 'button' });
  return (
    <div ref={bar}>
      {names.map((name) => (
        <button key={name} type="button" disabled={disabled.includes(name)}>
          {name}
        </button>
      ))}
    </div>
  );
}

async function shown() {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    act(() => root.unmount());
    host.remove();
  });
  const show = async (names: readonly string[], disabled: readonly string[] = []) => {
    await act(async () => root.render(<Bar names={names} disabled={disabled} />));
    // The observer of the group reports in a task of its own.
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const stops = () =>
    [...host.querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0).map(({ textContent }) => textContent);
  const press = (key: string) =>
    act(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  const focused = () => document.activeElement?.textContent;
  return { host, show, stops, press, focused };
}

describe('a group with one tab stop', () => {
  it('has the first control as its stop, and then the one that had the focus', async () => {
    const { host, show, stops, press, focused } = await shown();
    await show(['a', 'b', 'c']);
    expect(stops()).toEqual(['a']);
    host.querySelector('button')?.focus();
    press('ArrowRight');
    expect([focused(), stops()]).toEqual(['b', ['b']]);
    press('End');
    expect(focused()).toBe('c');
    press('ArrowRight');
    expect(focused()).toBe('a');
    press('ArrowLeft');
    expect([focused(), stops()]).toEqual(['c', ['c']]);
  });

  it('keeps one stop while controls come, go and are disabled', async () => {
    const { show, stops } = await shown();
    await show(['a', 'b']);
    await show(['x', 'a', 'b']);
    expect(stops()).toEqual(['x']);
    await show(['x', 'a', 'b'], ['x']);
    expect(stops()).toContain('a');
    await show(['b']);
    expect(stops()).toEqual(['b']);
  });
});
