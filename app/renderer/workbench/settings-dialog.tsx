/**
 * The settings dialog: one row for each setting of the contract, and the projector view. If a row is
 * missing, the code does not compile.
 */
import type { ComponentType } from 'react';
import type { Settings } from '../../contract/settings.ts';
import { useSession } from '../state/session/use-session.ts';
import { useLayout } from '../state/window/layout.ts';
import { useSettings } from '../state/window/settings.ts';
import { Button } from '../views/controls/button.tsx';
import { Dialog } from '../views/controls/dialog.tsx';
import { IntegerField } from '../views/controls/number-field.tsx';
import { SelectField } from '../views/controls/select-field.tsx';
import { SwitchField } from '../views/controls/switch-field.tsx';
import { shortcutOf } from './shortcuts.ts';

/** In the order of the dialog. */
const ROWS: Readonly<Record<keyof Settings, ComponentType>> = {
  detail: DetailRow,
  theme: ThemeRow,
  editorFontSize: FontSizeRow,
  tool: ToolRow,
  sound: SoundRow,
  layout: LayoutRow,
  welcomed: WelcomeRow,
};

export const SETTINGS_WITH_ROW = Object.keys(ROWS) as readonly (keyof Settings)[];

export function SettingsDialog() {
  const { showSettings } = useSession().settings;
  const open = useSettings((state) => state.open);
  const close = () => showSettings(false);
  return (
    <Dialog open={open} title="Settings" onClose={close} actions={<Button onClick={close}>Close</Button>}>
      <div className="settings-rows">
        {SETTINGS_WITH_ROW.map((setting) => {
          const Row = ROWS[setting];
          return <Row key={setting} />;
        })}
        <ProjectorRow />
      </div>
    </Dialog>
  );
}

function useSetting<K extends keyof Settings>(key: K) {
  const { changeSettings } = useSession().settings;
  const value = useSettings(({ settings }) => settings[key]);
  return [value, (next: Settings[K]) => changeSettings({ [key]: next })] as const;
}

function DetailRow() {
  const [detail, change] = useSetting('detail');
  return (
    <SelectField
      label="Fields and panels"
      value={detail}
      options={[
        { value: 'simple', label: 'Simple' },
        { value: 'full', label: 'Full' },
      ]}
      onChange={change}
      hint={
        detail === 'simple'
          ? `What most sketches need, and what the open sketch uses. ${shortcutOf('detail')} shows all.`
          : `Every field and panel. ${shortcutOf('detail')} shows less.`
      }
    />
  );
}

function ThemeRow() {
  const [theme, change] = useSetting('theme');
  return (
    <SelectField
      label="Theme"
      value={theme}
      options={[
        { value: 'system', label: 'As the system' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
        { value: 'high-contrast', label: 'High contrast' },
      ]}
      onChange={change}
    />
  );
}

/** The limits of the contract. */
const FONT_SIZE = { min: 8, max: 40 };

function FontSizeRow() {
  const [size, change] = useSetting('editorFontSize');
  return (
    <IntegerField
      label="Code size"
      value={size}
      {...FONT_SIZE}
      unit="px"
      onCommit={(next) => (next === null ? undefined : change(next))}
    />
  );
}

function ToolRow() {
  const [tool, change] = useSetting('tool');
  return (
    <SelectField
      label="Built with"
      value={tool}
      options={[
        { value: 'platformio', label: 'PlatformIO' },
        { value: 'arduino-cli', label: 'Arduino CLI' },
      ]}
      onChange={change}
    />
  );
}

function SoundRow() {
  const [sound, change] = useSetting('sound');
  return <SwitchField label="Sound" checked={sound} onChange={change} hint="Buzzers of the virtual board are heard." />;
}

function LayoutRow() {
  const { resetLayout } = useSession().layout;
  return (
    <div className="field">
      <span className="field-label">Panels</span>
      <div className="field-line">
        <Button onClick={resetLayout}>Reset the layout</Button>
      </div>
    </div>
  );
}

function WelcomeRow() {
  const [welcomed, change] = useSetting('welcomed');
  return (
    <SwitchField
      label="Welcome"
      checked={!welcomed}
      onChange={(shown) => change(!shown)}
      hint="Shown at the next start."
    />
  );
}

function ProjectorRow() {
  const { toggleProjector } = useSession().layout;
  const projector = useLayout((layout) => layout.projector);
  return (
    <SwitchField
      label="Projector view"
      checked={projector}
      onChange={toggleProjector}
      hint={`Larger, with the drawing and the timeline only. ${shortcutOf('projector')}`}
    />
  );
}
