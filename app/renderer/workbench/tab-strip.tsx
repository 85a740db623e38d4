/**
 * One tab for each open sketch. With a single sketch there is no row of tabs: the sketch's name in
 * the top strip is enough.
 */

import { Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { tr } from '../../../generator/words/tr.ts';
import { isLivePhase } from '../state/run/run.ts';
import type { Tab, Tabs } from '../state/session/tabs.ts';
import { SessionContext, useSession } from '../state/session/use-session.ts';
import { TabsContext, useTabs } from '../state/session/use-tabs.ts';
import { isDirty } from '../state/sketch/document.ts';
import { IconButton } from '../views/controls/button.tsx';
import { shortcutOf } from './shortcuts.ts';

/** Draws the window for the session of the active tab. */
export function TabbedWindow({ tabs, children }: { readonly tabs: Tabs; readonly children: ReactNode }) {
  const { id, session } = useStore(tabs.store, ({ active }) => active);
  return (
    <TabsContext value={tabs}>
      <SessionContext key={id} value={session}>
        {children}
      </SessionContext>
    </TabsContext>
  );
}

export function TabStrip() {
  const tabs = useTabs();
  return tabs === null ? null : <Strip tabs={tabs} />;
}

function Strip({ tabs }: { readonly tabs: Tabs }) {
  const { runCommand } = useSession().commands;
  const { tabs: open, active } = useStore(tabs.store);
  if (open.length < 2) return null;
  return (
    <nav className="tabs" aria-label={tr`Open sketches`}>
      <ul>
        {open.map((tab) => (
          <TabItem key={tab.id} tab={tab} tabs={tabs} isActive={tab === active} />
        ))}
      </ul>
      <IconButton label={tr`New sketch`} shortcut={shortcutOf('new')} onClick={() => runCommand('new')}>
        <Plus />
      </IconButton>
    </nav>
  );
}

interface ItemProps {
  readonly tab: Tab;
  readonly tabs: Tabs;
  readonly isActive: boolean;
}

const MIDDLE_BUTTON = 1;

function TabItem({ tab: { id, session }, tabs, isActive }: ItemProps) {
  const { document, run } = session;
  const name = useStore(document.store, ({ history }) => history.present.name);
  const path = useStore(document.store, ({ file }) => file.path);
  const dirty = useStore(document.store, isDirty);
  const isRunning = useStore(run.store, ({ phase }) => isLivePhase(phase));
  const item = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new name changes the width of the tab
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [isActive, name]);
  const states = [dirty ? tr`unsaved` : '', isRunning ? tr`running` : ''].filter(Boolean);
  return (
    <li ref={item} className="tabs-tab" data-active={isActive} data-testid={`sketch-tab-${name}`}>
      <button
        type="button"
        className="tabs-name"
        aria-current={isActive ? 'page' : undefined}
        aria-label={[name, ...states].join(', ')}
        title={path ?? tr`${name} (not saved yet)`}
        onClick={() => tabs.activate(id)}
        onMouseDown={(event) => {
          // A press of the middle button would start to scroll.
          if (event.button === MIDDLE_BUTTON) event.preventDefault();
        }}
        onAuxClick={(event) => (event.button === MIDDLE_BUTTON ? tabs.close(id) : undefined)}
      >
        {isRunning ? <span className="tabs-running" /> : null}
        <span className="one-line" translate="no">
          {name}
        </span>
        {dirty ? <span className="tabs-unsaved" /> : null}
      </button>
      <IconButton label={tr`Close ${name}`} onClick={() => tabs.close(id)}>
        <X />
      </IconButton>
    </li>
  );
}
