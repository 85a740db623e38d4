/** Settings of the window: theme, build tool, and visible parts. */
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { useSession } from '../state/session/use-session.ts';
import { useLayout } from '../state/window/layout.ts';
import { useSettings } from '../state/window/settings.ts';
import { type ThemeChoice, useTheme } from '../state/window/theme.ts';
import { shortcutOf } from './shortcuts.ts';

const THEMES: readonly (readonly [ThemeChoice, string])[] = [
  ['system', 'System theme'],
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['high-contrast', 'High contrast'],
];
const TOOLS = [
  ['platformio', 'PlatformIO'],
  ['arduino-cli', 'Arduino CLI'],
] as const;

export function SettingsMenu({ children }: { readonly children: ReactNode }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="rail-item">{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" side="right" align="end" sideOffset={6} collisionPadding={8}>
          <Themes />
          <DropdownMenu.Separator className="menu-line" />
          <Tools />
          <DropdownMenu.Separator className="menu-line" />
          <Parts />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Themes() {
  const { changeSettings } = useSession().settings;
  const choice = useTheme((state) => state.choice);
  return (
    <DropdownMenu.RadioGroup
      value={choice}
      onValueChange={(value) => {
        const theme = THEMES.find(([each]) => each === value)?.[0];
        if (theme !== undefined) changeSettings({ theme });
      }}
    >
      <DropdownMenu.Label className="menu-label">Theme</DropdownMenu.Label>
      {THEMES.map(([value, label]) => (
        <RadioItem key={value} value={value} label={label} />
      ))}
    </DropdownMenu.RadioGroup>
  );
}

function Tools() {
  const { changeSettings } = useSession().settings;
  const tool = useSettings((state) => state.settings.tool);
  return (
    <DropdownMenu.RadioGroup
      value={tool}
      onValueChange={(value) => {
        const chosen = TOOLS.find(([each]) => each === value)?.[0];
        if (chosen !== undefined) changeSettings({ tool: chosen });
      }}
    >
      <DropdownMenu.Label className="menu-label">Built with</DropdownMenu.Label>
      {TOOLS.map(([value, label]) => (
        <RadioItem key={value} value={value} label={label} />
      ))}
    </DropdownMenu.RadioGroup>
  );
}

function RadioItem({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <DropdownMenu.RadioItem className="menu-item" value={value} onSelect={(event) => event.preventDefault()}>
      <span className="menu-check">
        <DropdownMenu.ItemIndicator>
          <Check />
        </DropdownMenu.ItemIndicator>
      </span>
      {label}
    </DropdownMenu.RadioItem>
  );
}

function Parts() {
  const { resetLayout, toggleDock, toggleInspector, toggleProjector } = useSession().layout;
  const { inspector, dock, projector } = useLayout();
  const parts = [
    ['Inspector', inspector, toggleInspector, 'toggle-inspector'],
    ['Lower panels', dock, toggleDock, 'toggle-dock'],
    ['Projector view', projector, toggleProjector, 'projector'],
  ] as const;
  return (
    <>
      <DropdownMenu.Label className="menu-label">Shown</DropdownMenu.Label>
      {parts.map(([label, shown, toggle, command]) => (
        <DropdownMenu.CheckboxItem key={label} className="menu-item" checked={shown} onCheckedChange={toggle}>
          <span className="menu-check">
            <DropdownMenu.ItemIndicator>
              <Check />
            </DropdownMenu.ItemIndicator>
          </span>
          {label}
          <kbd>{shortcutOf(command)}</kbd>
        </DropdownMenu.CheckboxItem>
      ))}
      <DropdownMenu.Item className="menu-item" onSelect={resetLayout}>
        <span className="menu-check" />
        Default layout
      </DropdownMenu.Item>
    </>
  );
}
