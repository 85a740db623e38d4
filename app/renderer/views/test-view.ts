/**
 * Renders a view of a session in a test, and finds controls as a user does: by kind and name. For
 * files that begin with `// @vitest-environment happy-dom`.
 */
import { Tooltip } from 'radix-ui';
import { act, createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import type { Session } from '../state/session/session.ts';
import { SessionContext } from '../state/session/use-session.ts';

/** CSS selectors of the kinds of controls. */
const KINDS = {
  button: 'button',
  box: 'input[type="checkbox"], [role="switch"]',
  field: 'input:not([type="checkbox"]), textarea',
  list: 'select',
  tab: '[role="tab"]',
  row: 'tbody tr',
  item: 'li',
  dialog: '[role="dialog"]',
  menuitem: '[role="menuitem"], [role="menuitemcheckbox"], [role="menuitemradio"]',
  alert: '[role="alert"]',
} as const;
type Kind = keyof typeof KINDS;
type Name = string | RegExp;

/** Mounts the view until the test ends. */
export async function show(session: Session, view: ReactNode) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  completeDom();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  await act(async () =>
    root.render(createElement(SessionContext, { value: session }, createElement(Tooltip.Provider, null, view))),
  );
  const unmount = async () => {
    await act(async () => root.unmount());
    container.remove();
  };
  onTestFinished(unmount);

  /**
   * Returns all matching elements in the order of the page. Dialogs and menus are outside the
   * view's own element.
   */
  function all<K extends Kind>(kind: K, name?: Name): HTMLElement[] {
    const elements = [...document.body.querySelectorAll<HTMLElement>(KINDS[kind])];
    return name === undefined ? elements : elements.filter((element) => matches(nameOf(element), name));
  }

  /** Returns the only matching element. An error lists the elements that exist instead. */
  function get(kind: Kind, name: Name): HTMLElement {
    const [found, ...others] = all(kind, name);
    if (found !== undefined && others.length === 0) return found;
    const names = all(kind).map(nameOf).join(', ');
    throw new Error(`${found === undefined ? 'no' : 'more than one'} ${kind} “${name}” among: ${names}`);
  }

  async function press(kind: Kind, name: Name): Promise<void> {
    await act(async () => get(kind, name).click());
  }

  /** Opens the menu of a button. */
  async function open(name: Name): Promise<void> {
    const init = { key: 'Enter', bubbles: true, cancelable: true };
    await act(async () => get('button', name).dispatchEvent(new KeyboardEvent('keydown', init)));
  }

  /** Types into a field without leaving it. */
  async function type(name: Name, text: string): Promise<void> {
    const field = get('field', name);
    await act(async () => {
      field.focus();
      setValue(field, text);
    });
  }

  async function key(name: Name, key: string): Promise<void> {
    const field = get('field', name);
    await act(async () => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
  }

  /** Types into a field and presses Enter. */
  async function enter(name: Name, text: string): Promise<void> {
    await type(name, text);
    await key(name, 'Enter');
  }

  /** Selects an option of a list by its visible text. */
  async function choose(name: Name, label: string): Promise<void> {
    const list = get('list', name);
    const option = [...list.querySelectorAll('option')].find((each) => each.textContent === label);
    if (option === undefined || option.disabled) throw new Error(`“${label}” cannot be chosen from “${name}”`);
    await act(async () => setValue(list, option.value));
  }

  return {
    container,
    all,
    get,
    press,
    open,
    type,
    key,
    enter,
    choose,
    unmount,
    text: (): string => plain(container.textContent),
    names: (kind: Kind): string[] => all(kind).map(nameOf),
    value: (kind: 'field' | 'list', name: Name): string => plain((get(kind, name) as HTMLInputElement).value),
    /** Changes the session from outside the view. */
    change: (change: () => void): Promise<void> => act(async () => change()),
    /** Waits until `check` does not throw, however slow the machine is. */
    until: <T>(check: () => T): Promise<T> =>
      eventually(async () => {
        await act(async () => new Promise((resolve) => setTimeout(resolve, 0)));
        return check();
      }),
  };
}

/** Adds what happy-dom lacks: a promise for loaded fonts, and a canvas that draws nothing. */
function completeDom(): void {
  Object.assign(document, { fonts: Object.assign(new EventTarget(), { ready: Promise.resolve() }) });
  const context: object = new Proxy({}, { get: () => () => context, set: () => true });
  HTMLCanvasElement.prototype.getContext = () => context as never;
}

const matches = (name: string, wanted: Name): boolean =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name);

/** Returns the accessible name of an element: its label, or else its text. */
export function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label') ?? textOf(labelOf(element));
  return plain(label ?? textOf(element));
}

/** Returns the text without the parts that assistive technology does not read. */
function textOf(element: Element | null): string | null {
  if (element === null || element.querySelector('[aria-hidden="true"]') === null) return element?.textContent ?? null;
  const read = element.cloneNode(true) as Element;
  for (const hidden of read.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return read.textContent;
}

function labelOf(element: Element): Element | null {
  const { id } = element;
  const named = id === '' ? null : document.querySelector(`label[for="${CSS.escape(id)}"]`);
  return named ?? element.closest('label');
}

/** Replaces no-break spaces by plain spaces. */
const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();

/**
 * Sets a value as typing does. React listens to the event and compares the value with its last
 * known one.
 */
function setValue(element: HTMLElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set;
  setter?.call(element, value);
  element.dispatchEvent(new Event('input', { bubbles: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
