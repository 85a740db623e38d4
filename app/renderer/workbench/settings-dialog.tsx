/**
 * The settings dialog: one row for each setting of the contract, and the projector view. If a row is
 * missing, the code does not compile.
 */

import { type ComponentType, useEffect } from 'react';
import { MARGIN_LIMITS } from '../../../generator/estimate/margin.ts';
import { tr } from '../../../generator/words/tr.ts';
import type { Settings } from '../../contract/settings.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../words/language.ts';
import { useSession } from '../state/session/use-session.ts';
import { useLanguageSetting } from '../state/window/language.ts';
import { useLayout } from '../state/window/layout.ts';
import { useSettings } from '../state/window/settings.ts';
import { useTools } from '../state/window/tools.ts';
import { Button } from '../views/controls/button.tsx';
import { Dialog } from '../views/controls/dialog.tsx';
import { IntegerField } from '../views/controls/number-field.tsx';
import { SelectField } from '../views/controls/select-field.tsx';
import { SwitchField } from '../views/controls/switch-field.tsx';
import { TextField } from '../views/controls/text-field.tsx';
import { shortcutOf } from './shortcuts.ts';

/** In the order of the dialog. */
const ROWS: Readonly<Record<keyof Settings, ComponentType>> = {
  detail: DetailRow,
  theme: ThemeRow,
  language: LanguageRow,
  editorFontSize: FontSizeRow,
  tool: ToolRow,
  budgetMarginPercent: MarginRow,
  clangd: ClangdRow,
  port: PortRow,
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
    <Dialog open={open} title={tr`Settings`} onClose={close} actions={<Button onClick={close}>{tr`Close`}</Button>}>
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
      label={tr`Fields and panels`}
      value={detail}
      options={[
        { value: 'simple', label: tr`Simple` },
        { value: 'full', label: tr`Full` },
      ]}
      onChange={change}
      hint={
        detail === 'simple'
          ? tr`What most sketches need, and what the open sketch uses. ${shortcutOf('detail') ?? ''} shows all.`
          : tr`Every field and panel. ${shortcutOf('detail') ?? ''} shows less.`
      }
    />
  );
}

function ThemeRow() {
  const [theme, change] = useSetting('theme');
  return (
    <SelectField
      label={tr`Theme`}
      value={theme}
      options={[
        { value: 'system', label: tr`As the system` },
        { value: 'light', label: tr`Light` },
        { value: 'dark', label: tr`Dark` },
        { value: 'high-contrast', label: tr`High contrast` },
      ]}
      onChange={change}
    />
  );
}

function LanguageRow() {
  const { reload } = useSession().language;
  const [language, change] = useSetting('language');
  const needsReload = useLanguageSetting((state) => state.needsReload);
  const hint = (
    <>
      {tr`The window shows the new language after it is loaded again. Unsaved changes are kept; a running program ends.`}{' '}
      <Button onClick={reload}>{tr`Reload window`}</Button>
    </>
  );
  return (
    <SelectField
      label={tr`Language`}
      value={language}
      options={[
        { value: 'system', label: tr`As the system` },
        ...LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] })),
      ]}
      onChange={change}
      hint={needsReload ? hint : undefined}
    />
  );
}

/** The limits of the contract. */
const FONT_SIZE = { min: 8, max: 40 };

function FontSizeRow() {
  const [size, change] = useSetting('editorFontSize');
  return (
    <IntegerField
      label={tr`Code size`}
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
      label={tr`Built with`}
      value={tool}
      options={[
        { value: 'platformio', label: 'PlatformIO' },
        { value: 'arduino-cli', label: 'Arduino CLI' },
      ]}
      onChange={change}
    />
  );
}

function MarginRow() {
  const [margin, change] = useSetting('budgetMarginPercent');
  return (
    <IntegerField
      label={tr`Margin of automatic budgets`}
      value={margin}
      {...MARGIN_LIMITS}
      unit="%"
      hint={tr`Added to the longest job of a run, and to an estimate.`}
      onCommit={(next) => (next === null ? undefined : change(next))}
    />
  );
}

function ClangdRow() {
  const { askForClangd, chooseClangd } = useSession().tools;
  const path = useSettings(({ settings }) => settings.clangd);
  const found = useTools(({ clangd }) => clangd);
  useEffect(askForClangd, [askForClangd]);
  return (
    <TextField
      label={tr`Path of clangd`}
      text={path}
      parse={(text) => ({ ok: true, value: text.trim() })}
      placeholder={tr`found automatically`}
      onCommit={(next) => void chooseClangd(next)}
      hint={found === null ? undefined : (found.problem ?? tr`Version ${found.version ?? ''}, ${found.path ?? ''}`)}
      testId="clangd-path"
    />
  );
}

function PortRow() {
  const [port, change] = useSetting('port');
  return (
    <TextField
      label={tr`Another serial port`}
      text={port}
      parse={(text) => ({ ok: true, value: text.trim() })}
      placeholder={tr`none`}
      onCommit={change}
      hint={tr`USB ports are found without this. A port that is named here is listed beside the Run button, too.`}
      testId="serial-port"
    />
  );
}

function SoundRow() {
  const [sound, change] = useSetting('sound');
  return (
    <SwitchField
      label={tr`Sound`}
      checked={sound}
      onChange={change}
      hint={tr`Buzzers of the virtual board are heard.`}
    />
  );
}

function LayoutRow() {
  const { resetLayout } = useSession().layout;
  return (
    <div className="field">
      <span className="field-label">{tr`Panels`}</span>
      <div className="field-line">
        <Button onClick={resetLayout}>{tr`Reset the layout`}</Button>
      </div>
    </div>
  );
}

function WelcomeRow() {
  const [welcomed, change] = useSetting('welcomed');
  return (
    <SwitchField
      label={tr`Welcome`}
      checked={!welcomed}
      onChange={(shown) => change(!shown)}
      hint={tr`Shown at the next start.`}
    />
  );
}

function ProjectorRow() {
  const { toggleProjector } = useSession().layout;
  const projector = useLayout((layout) => layout.projector);
  return (
    <SwitchField
      label={tr`Projector view`}
      checked={projector}
      onChange={toggleProjector}
      hint={tr`Everything larger, with the drawing, the schedule, its formula and the board. ${shortcutOf('projector') ?? ''}`}
    />
  );
}
