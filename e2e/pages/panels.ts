/** The panels that have a tab, from the window's own record of panels. */
import { DETAIL } from '../../app/renderer/state/window/detail.ts';
import type { PanelId } from '../../app/renderer/state/window/layout.ts';

export type TabbedPanel = Exclude<PanelId, 'canvas' | 'inspector'>;

const hasTab = (id: string): id is TabbedPanel => id !== 'canvas' && id !== 'inspector';

export const PANELS: readonly TabbedPanel[] = Object.keys(DETAIL.panels).filter(hasTab);
