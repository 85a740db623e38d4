/**
 * axe-core finds no serious and no critical violation in any panel, dialog, menu and state of the
 * window, in the light theme and in one of the others. POLYLOOP_ALL=1 checks every theme.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { usually } from '../../test/every-case.ts';
import { expect, test } from '../fixtures.ts';
import { BlocksPage } from '../pages/blocks.ts';
import { cuttableHost } from '../pages/cuttable-host.ts';
import { EVERYTHING } from '../pages/everything.ts';
import { PANELS, type TabbedPanel } from '../pages/panels.ts';
import { Workbench } from '../pages/workbench.ts';

type Theme = 'light' | 'dark' | 'contrast';
const GLASSHOUSE = path.join(import.meta.dirname, '../../test/import/examples/glasshouse.ino');

/** Rules that the list of offered blocks breaks: Blockly 13 names elements as owned that it does not draw. */
const BLOCKLY_FLYOUT = ['aria-required-children', 'aria-valid-attr-value'];

/** Rules that a theme can break. The other rules are checked in the first theme only. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What the system prefers, the theme that follows, and the rules that are checked in it: undefined is all. */
const THEMES = [
  { theme: 'light', rules: undefined, system: { colorScheme: 'light', contrast: 'no-preference' } },
  { theme: 'dark', rules: COLOUR_RULES, system: { colorScheme: 'dark', contrast: 'no-preference' } },
  { theme: 'contrast', rules: COLOUR_RULES, system: { colorScheme: 'dark', contrast: 'more' } },
] as const satisfies readonly {
  readonly theme: Theme;
  readonly rules: readonly string[] | undefined;
  readonly system: Parameters<Page['emulateMedia']>[0];
}[];

/** The group of tabs that shows a panel. */
const groupOf = (panel: TabbedPanel) => `.dv-groupview:has([data-testid="tab-${panel}"])`;

/** The dark theme and the one with high contrast take turns. POLYLOOP_ALL=1 checks every state in both. */
const themesOf = (state: number) =>
  THEMES.filter((_, index) => index === 0 || usually(index === 1 + (state % 2), true));

class Checks {
  readonly #page: Page;
  #states = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Checks the window, or the parts of it that the selector finds, in its themes. A dialog or a menu stays open, because
   * the theme follows the system. The test goes on, and fails in the end.
   */
  async check(state: string, within: string | null = null, known: readonly string[] = []): Promise<void> {
    for (const { theme, rules, system } of themesOf(this.#states++)) {
      await this.#page.emulateMedia(system);
      await expect(this.#page.locator('html')).toHaveAttribute('data-theme', theme);
      await this.#waitForAnimations();
      if (within !== null) await expect(this.#page.locator(within).first()).toBeVisible();
      const unknown = async () =>
        (await this.#violations(within, rules)).filter(({ id }) => !known.includes(id)).map(({ line }) => line);
      let lines = await unknown();
      // A button that is enabled during the check fades in, so the colours are checked again at rest.
      if (lines.length > 0) {
        await this.#waitForAnimations();
        const again = await unknown();
        lines = lines.filter((line) => again.includes(line));
      }
      expect.soft(lines, `${state}, ${theme}`).toEqual([]);
    }
  }

  /** The colours of a part that fades in are not its own yet. */
  async #waitForAnimations(): Promise<void> {
    await expect
      .poll(() =>
        this.#page.evaluate(
          () =>
            document.getAnimations().filter(({ playState, effect }) => {
              const ends = effect?.getComputedTiming().endTime;
              return playState === 'running' && typeof ends === 'number' && Number.isFinite(ends);
            }).length,
        ),
      )
      .toBe(0);
  }

  /**
   * The serious and critical violations. axe-core is loaded once for each document and runs in it. Its other mode evaluates
   * the results of several frames in a second page, and the window has one frame.
   */
  async #violations(within: string | null, rules: readonly string[] | undefined) {
    expect(this.#page.frames()).toHaveLength(1);
    const isLoaded = await this.#page.evaluate(() => 'axe' in window);
    const axe = new AxeBuilder({ page: this.#page, ...(isLoaded ? { axeSource: ';' } : {}) });
    axe.setLegacyMode().options({ resultTypes: ['violations'] });
    if (rules !== undefined) axe.withRules([...rules]);
    if (within !== null) axe.include(within);
    const { violations } = await axe.analyze();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => ({ id, line: `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}` })),
      );
  }

  /** Opens a menu of a button, checks it, and closes it. */
  async menu(name: string): Promise<void> {
    await this.#page.getByRole('button', { name, exact: true }).click();
    await expect(this.#page.getByRole('menu')).toBeVisible();
    await this.check(`the menu ${name}`, '[role="menu"]');
    await this.#page.keyboard.press('Escape');
    await expect(this.#page.getByRole('menu')).toBeHidden();
  }

  /** Checks the dialog that is open, and closes it. */
  async dialog(state: string): Promise<void> {
    await expect(this.#page.getByRole('dialog')).toBeVisible();
    await this.check(state, '[role="dialog"]');
    await this.#page.keyboard.press('Escape');
    await expect(this.#page.getByRole('dialog')).toBeHidden();
  }
}

test.describe('a first start', () => {
  test.use({ settings: { detail: 'full' } });

  test('welcome, tour and an empty sketch', async ({ page, workbench }) => {
    const checks = new Checks(page);
    await expect(workbench.dialog('Welcome to Polyloop')).toBeVisible();
    await checks.check('the welcome', '[role="dialog"]');
    await workbench.button('Show me around').click();
    await checks.check('the tour');
    await page.keyboard.press('Escape');
    await workbench.fromMenu('File', 'New sketch');
    await expect(workbench.page.locator('.react-flow__node')).toHaveCount(0);
    await checks.check('an empty sketch');
    for (const panel of PANELS) {
      await workbench.showPanel(panel);
      await checks.check(`an empty sketch: ${panel}`, groupOf(panel));
    }
  });
});

test.describe('a sketch with everything', () => {
  test.use({
    files: { 'everything.polyloop.json': JSON.stringify(EVERYTHING) },
    serveArguments: ['--sketch', 'everything.polyloop.json'],
  });

  test('panels, menus, dialogs, forms and the editor', async ({ page, workbench }) => {
    const checks = new Checks(page);
    await expect(workbench.task('blink')).toBeVisible();
    await expect(workbench.verdict).toContainText('Everything fits');
    await workbench.command('Switch between simple and full');
    await checks.check('the simple view');
    await workbench.command('Switch between simple and full');
    await checks.check('the full view');
    for (const panel of PANELS) {
      await workbench.showPanel(panel);
      await checks.check(panel, groupOf(panel));
    }
    for (const menu of ['Add', 'File', 'Help']) await checks.menu(menu);
    for (const node of [
      'tasks-blink',
      'interrupts-pressed',
      'channels-value',
      'channels-queue',
      'resources-line',
      'parts-lamp',
    ]) {
      await page.getByTestId(`node-${node}`).click();
      await checks.check(`the form of ${node}`, '.inspector');
    }
    await workbench.fromMenu('File', 'Board, target and policy');
    await checks.check('the form of the sketch', '.inspector');
    await page.getByTestId('node-tasks-blink').click({ button: 'right' });
    await checks.check('the menu of a task', '[role="menu"]');
    await page.keyboard.press('Escape');
    for (const item of ['Open…', 'Save as…', 'Starter sketches…']) {
      await workbench.fromMenu('File', item);
      await checks.dialog(item);
    }
    for (const item of ['Keys', 'Glossary', 'Documentation']) {
      await workbench.fromMenu('Help', item);
      await checks.dialog(item);
    }
    await workbench.button('Settings').click();
    await checks.dialog('the settings');
    await page.keyboard.press('ControlOrMeta+K');
    await checks.dialog('the palette');
    await workbench.openBody('blink');
    await checks.check('the editor');
    await workbench.showPanel('canvas');
    await page.keyboard.press('F9');
    await checks.check('the projector view');
    await page.keyboard.press('F9');
  });

  test('blocks, and the proposal of an import', async ({ page, workbench }) => {
    const checks = new Checks(page);
    const blocks = new BlocksPage(page);
    await expect(workbench.task('blink')).toBeVisible();
    await workbench.openBody('blink');
    await blocks.look('Blocks').click();
    await checks.check('typed code instead of blocks', '.workbench-main');
    await page.getByRole('tab', { name: 'Deadline handler' }).click();
    await blocks.look('Blocks').click();
    await expect(blocks.blocks('start')).toBeVisible();
    await blocks.intoBody('Parts', 'led_set');
    await expect(blocks.code).toContainText('digitalWrite(13');
    await checks.check('blocks');
    for (const category of ['Parts', 'Math', 'Variables', 'Functions']) {
      await blocks.view.locator('.blocklyToolboxCategoryContainer', { hasText: category }).click();
      await checks.check(`the category ${category}`, '.blocks-view', BLOCKLY_FLYOUT);
    }
    await blocks.view.locator('.blocklyToolboxCategoryContainer', { hasText: 'Variables' }).click();
    await blocks.view.locator('.blocklyFlyoutButton', { hasText: 'New whole number' }).first().click();
    await checks.dialog('the name of a variable');
    const dropped = await page.evaluateHandle(
      (text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'glasshouse.ino'));
        return transfer;
      },
      readFileSync(GLASSHOUSE, 'utf8'),
    );
    await page.locator('body').dispatchEvent('drop', { dataTransfer: dropped });
    await expect(page.getByTestId('import-verdict').first()).toBeVisible();
    for (const details of await page.getByTestId('import').locator('details').all()) await details.click();
    await checks.dialog('the proposal of an import');
  });

  test('running, stopped, an error of the compiler', async ({ page, workbench }) => {
    const checks = new Checks(page);
    await expect(workbench.task('blink')).toBeVisible();
    await workbench.runUntilAlive();
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(10);
    await checks.check('running');
    for (const panel of ['statistics', 'charts', 'profile', 'build', 'board'] as const) {
      await workbench.showPanel(panel);
      await checks.check(`running: ${panel}`, groupOf(panel));
    }
    await page.getByRole('button', { name: 'Show the table of pins' }).click();
    await checks.check('running: the table of pins', groupOf('board'));
    await workbench.stop();
    await workbench.openBody('blink');
    await workbench.writeCode('this is no code');
    await workbench.run();
    await expect(workbench.problems).toBeVisible();
    await checks.check('an error of the compiler');
  });
});

test.describe('a sketch that plots values', () => {
  const body = 'static uint16_t k = 0; k++; plot("temperature of the greenhouse [°C]", k % 40); plot("step", k % 50);';
  const tasks = [
    { name: 'meter', periodUs: 20_000, budgetUs: 4_000, body },
    { name: 'a_task_with_quite_a_long_name', periodUs: 50_000, budgetUs: 3_000, body: 'delayMicroseconds(900);' },
  ];
  test.use({
    files: { 'x.polyloop.json': JSON.stringify({ polyloop: 1, name: 'x', board: 'uno', target: 'superloop', tasks }) },
    serveArguments: ['--sketch', 'x.polyloop.json'],
    settings: { detail: 'full' },
  });

  test('charts, distributions, the settings of a value, and the profile of a run', async ({ page, workbench }) => {
    const checks = new Checks(page);
    await expect(workbench.task('meter')).toBeVisible();
    await workbench.runUntilAlive();
    await workbench.showPanel('charts');
    const charts = page.locator('.pl-plots');
    await expect(charts.getByRole('region', { name: 'step' })).toBeVisible();
    await charts.getByRole('region', { name: 'step' }).getByLabel('Show').selectOption('histogram');
    await charts.getByRole('group', { name: 'Response time' }).getByRole('button', { name: 'all' }).click();
    await workbench.stop();
    await checks.check('charts of a run', groupOf('charts'));
    await charts.getByRole('button', { name: /^Settings of temperature/ }).click();
    await checks.check('the settings of a value', '.pl-plot-menu');
    await page.keyboard.press('Escape');
    await workbench.showPanel('profile');
    await expect(page.getByTestId('profile').locator('tr[data-task="meter"]')).toBeVisible();
    await checks.check('the profile of a run', groupOf('profile'));
  });
});

test.describe('questions, messages and banners', () => {
  const NAME = 'slip.polyloop.json';
  const slip = (budgetUs: number) => ({
    polyloop: 1,
    name: 'slip',
    board: 'uno',
    target: 'superloop',
    tasks: [{ name: 'blink', periodUs: 200_000, budgetUs, body: 'delay(20);' }],
  });
  test.use({
    files: {
      [NAME]: JSON.stringify(slip(1000)),
      'invalid.polyloop.json': '{"polyloop": 1, "name": 7, "tasks": [{"name": "a b"}]}',
    },
    serveArguments: ['--sketch', NAME],
  });

  test('a lost host, a changed file, exports, renaming, the legend and a broken promise', async ({ page, served }) => {
    const host = await cuttableHost(page);
    await page.goto(served.url);
    const workbench = new Workbench(page);
    const checks = new Checks(page);
    await expect(workbench.task('blink')).toBeVisible();

    await workbench.task('blink').click();
    await page.keyboard.press('F2');
    await expect(page.getByRole('textbox', { name: 'Name of blink' })).toBeVisible();
    await checks.check('renaming on the card', '.canvas');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+G');
    await checks.dialog('a group');
    await page.getByRole('button', { name: 'What the marks mean' }).click();
    await expect(page.locator('.pl-timeline-legend')).toBeVisible();
    await checks.check('the legend', '.pl-timeline-legend');
    await page.keyboard.press('Escape');
    await page.getByTestId('admission-meter').click();
    await expect(page.getByTestId('admission-explanation')).toBeVisible();
    await checks.check('the explanation of the verdict', '[role="dialog"]');
    await page.keyboard.press('Escape');
    await workbench.command('Export as a PlatformIO project');
    await checks.dialog('the export of the project');
    await workbench.fromMenu('File', 'Open…');
    await workbench.dialog(/Open/).getByText('invalid.polyloop.json').dblclick();
    await expect(page.getByTestId('file-problems')).toBeVisible();
    await checks.dialog('an invalid file');

    await workbench.runUntilAlive();
    await expect(page.getByTestId('promise-line')).toBeVisible();
    await checks.check('a broken promise');
    await workbench.command('Close the sketch');
    await checks.dialog('a running program');
    await workbench.stop();

    await workbench.task('blink').click();
    await workbench.setField('Budget', '3 ms');
    writeFileSync(path.join(served.folder, NAME), JSON.stringify(slip(4000)));
    await expect(workbench.dialog('The file was changed by another program')).toBeVisible();
    await checks.dialog('a file that another program changed');
    await workbench.command('Close the sketch');
    await checks.dialog('unsaved changes');

    host.cut();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await checks.check('a lost host');
  });
});

test.describe('the starter sketch “overload”', () => {
  test.use({ serveArguments: ['--template', 'overload'] });

  test('refused, and a miss that was measured', async ({ page, workbench }) => {
    const checks = new Checks(page);
    await expect(workbench.verdict).toContainText('100 % is available');
    await checks.check('refused');
    await workbench.showPanel('design');
    await checks.check('refused: design');
    await workbench.showPanel('timeline');
    await workbench.runUntilAlive();
    await expect.poll(() => workbench.timelineNumber('all-misses')).toBeGreaterThan(3);
    await checks.check('a miss');
    await workbench.timeline.getByRole('button', { name: /missed$/ }).click();
    await expect(page.getByTestId('job-card').getByRole('table')).toBeVisible();
    await checks.check('the card of a miss');
    await workbench.stop();
  });
});
