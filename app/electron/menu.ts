/**
 * The application's menu, with the entries that the operating system expects. All commands for
 * sketches are in the window itself.
 */
import type { MenuItemConstructorOptions } from 'electron';
import { tr } from '../../generator/words/tr.ts';

/** `development` adds reload and the developer tools. */
export function menuTemplate(
  platform: NodeJS.Platform,
  name: string,
  development: boolean,
): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  if (development) view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' });
  // The window implements undo and redo itself, so the menu must not intercept their keys.
  const edit: MenuItemConstructorOptions[] = [
    { role: 'cut', registerAccelerator: false },
    { role: 'copy', registerAccelerator: false },
    { role: 'paste', registerAccelerator: false },
    { role: 'selectAll', registerAccelerator: false },
  ];
  const menus: MenuItemConstructorOptions[] = [
    { label: tr`Edit`, submenu: edit },
    { label: tr`View`, submenu: view },
    { role: 'windowMenu' },
  ];
  const first: MenuItemConstructorOptions =
    platform === 'darwin' ? { label: name, role: 'appMenu' } : { label: tr`File`, submenu: [{ role: 'quit' }] };
  return [first, ...menus];
}
