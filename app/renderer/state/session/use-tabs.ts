/** Gives views access to the tabs of the window. */
import { createContext, useContext } from 'react';
import type { Tabs } from './tabs.ts';

/** Null where one session is shown without tabs, as in most tests. */
export const TabsContext = createContext<Tabs | null>(null);

export const useTabs = (): Tabs | null => useContext(TabsContext);
