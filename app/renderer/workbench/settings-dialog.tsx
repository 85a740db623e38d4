/**
 * The settings dialog: one row for each setting of the contract, and the projector view. If a row is
 * missing, the code does not compile.
 */

import { type ComponentType, type ReactNode, useEffect } from 'react';
import { MARGIN_LIMITS } from '../../../generator/estimate/margin.ts';
import { tr } from '../../../generator/words/tr.ts';
import { KEPT_LIMITS, type Settings } from '../../contract/settings.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../words/language.ts';
import { useSession } from '../state/session/use-session.ts';
import { useLanguageSetting } from '../state/window/language.ts';
import { useLayout } from '../state/window/layout.ts';
import { useSettings } from '../state/window/settings.ts';
import { useTools } from '../state/window/tools.ts';
import { Button } from '../views/controls/button.tsx';
import { Dialog } from '../views/controls/dialog.tsx';
import { IntegerField } from '../views/controls/number-field.tsx';
import { type Option, SelectField } from '../views/controls/select-field.tsx';
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
  keptMillionEvents: KeptRow,
  clangd: ClangdRow,
  port: PortRow,
  sound: SoundRow,
  trustedFolders: TrustRow,
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

type SettingsOf<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings];

interface ChoiceRowProps<K extends SettingsOf<string>> {
  readonly setting: K;
  readonly label: string;
  readonly options: readonly Option<Settings[K]>[];
  readonly hint?: ReactNode;
}

function ChoiceRow<K extends SettingsOf<string>>({ setting, ...field }: ChoiceRowProps<K>) {
  const [value, change] = useSetting(setting);
  return <SelectField {...field} value={value} onChange={change} />;
}

interface NumberRowProps {
  readonly setting: SettingsOf<number>;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  readonly hint?: ReactNode;
}

function NumberRow({ setting, ...field }: NumberRowProps) {
  const [value, change] = useSetting(setting);
  return <IntegerField {...field} value={value} onCommit={(next) => (next === null ? undefined : change(next))} />;
}

function DetailRow() {
  const [detail] = useSetting('detail');
  return (
    <ChoiceRow
      setting="detail"
      label={tr`Fields and panels`}
      options={[
        { value: 'simple', label: tr`Simple` },
        { value: 'full', label: tr`Full` },
      ]}
      hint={
        detail === 'simple'
          ? tr`What most sketches need, and what the open sketch uses. ${shortcutOf('detail') ?? ''} shows all.`
          : tr`Every field and panel. ${shortcutOf('detail') ?? ''} shows less.`
      }
    />
  );
}

function ThemeRow() {
  return (
    <ChoiceRow
      setting="theme"
      label={tr`Theme`}
      options={[
        { value: 'system', label: tr`As the system` },
        { value: 'light', label: tr`Light` },
        { value: 'dark', label: tr`Dark` },
        { value: 'high-contrast', label: tr`High contrast` },
      ]}
    />
  );
}

function LanguageRow() {
  const { reload } = useSession().language;
  const needsReload = useLanguageSetting((state) => state.needsReload);
  const hint = (
    <>
      {tr`The window shows the new language after it is loaded again. Unsaved changes are kept; a running program ends.`}{' '}
      <Button onClick={reload}>{tr`Reload window`}</Button>
    </>
  );
  return (
    <ChoiceRow
      setting="language"
      label={tr`Language`}
      options={[
        { value: 'system', label: tr`As the system` },
        ...LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] })),
      ]}
      hint={needsReload ? hint : undefined}
    />
  );
}

/** The limits of the contract. */
const FONT_SIZE = { min: 8, max: 40 };

function FontSizeRow() {
  return <NumberRow setting="editorFontSize" label={tr`Code size`} {...FONT_SIZE} unit="px" />;
}

function ToolRow() {
  return (
    <ChoiceRow
      setting="tool"
      label={tr`Built with`}
      options={[
        { value: 'platformio', label: 'PlatformIO' },
        { value: 'arduino-cli', label: 'Arduino CLI' },
      ]}
    />
  );
}

function MarginRow() {
  return (
    <NumberRow
      setting="budgetMarginPercent"
      label={tr`Margin of automatic budgets`}
      {...MARGIN_LIMITS}
      unit="%"
      hint={tr`Added to the longest job of a run, and to an estimate.`}
    />
  );
}

function KeptRow() {
  return (
    <NumberRow
      setting="keptMillionEvents"
      label={tr`Events kept of a run`}
      {...KEPT_LIMITS}
      unit={tr`million`}
      hint={tr`A million events take about 18 MB. When more come, the oldest are dropped; statistics keep counting them.`}
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

function TrustRow() {
  const { forget } = useSession().trust;
  const folders = useSettings(({ settings }) => settings.trustedFolders);
  return (
    <div className="field">
      <span className="field-label">{tr`Trusted folders`}</span>
      {folders.map((folder) => (
        <div className="field-line trusted-folder" key={folder}>
          <code translate="no">{folder}</code>
          <Button onClick={() => forget(folder)} aria-label={tr`Trust ${folder} no more`}>{tr`Remove`}</Button>
        </div>
      ))}
      <p className="field-message">
        {folders.length === 0
          ? tr`None. A sketch asks before it runs on this computer itself.`
          : tr`Their sketches may run on this computer itself.`}
      </p>
    </div>
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
