/** A page object of the window, in terms of the user. Selectors are here and tests are in specs. */
import { expect, type Locator, type Page } from '@playwright/test';

export interface JobRow {
  readonly task: string;
  readonly number: number;
  readonly response: string;
  readonly bound: string;
  readonly deadline: string;
  /** How often the job was paused between its start and its end. */
  readonly pauses: number;
  /** Whether the job exhausted its budget. */
  readonly exhausted: boolean;
}

export interface InterruptRow {
  readonly times: number;
  /** How often the interrupt was masked. */
  readonly masked: number;
}

export class Workbench {
  readonly page: Page;
  readonly verdict: Locator;
  readonly timeline: Locator;
  readonly problems: Locator;
  readonly editor: Locator;

  constructor(page: Page) {
    this.page = page;
    this.verdict = page.getByTestId('admission-sentence');
    this.timeline = page.getByTestId('timeline');
    this.problems = page.getByTestId('problems');
    this.editor = page.locator('.monaco-editor').filter({ visible: true }).first();
  }

  task(name: string): Locator {
    return this.page.getByTestId(`node-tasks-${name}`);
  }

  channel(name: string): Locator {
    return this.page.getByTestId(`node-channels-${name}`);
  }

  field(name: string): Locator {
    // A field's name begins with its symbol: "T Period".
    return this.page.getByRole('textbox', { name: new RegExp(`${name}$`) });
  }

  slider(name: string): Locator {
    return this.page.getByRole('slider', { name: `${name} slider` });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Drags a slider's thumb by this many pixels, in small steps. */
  async drag(name: string, pixels: number): Promise<void> {
    // Waits until the slider has stopped moving.
    await this.slider(name).hover();
    const box = await this.slider(name).boundingBox();
    if (box === null) throw new Error(`The slider of ${name} is not shown.`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    for (let step = 1; step <= 20; step += 1) await this.page.mouse.move(x + (pixels * step) / 20, y);
    await this.page.mouse.up();
  }

  async setField(name: string, text: string): Promise<void> {
    await this.field(name).fill(text);
    await this.field(name).press('Enter');
  }

  /** A list in the top strip. */
  choice(label: 'Speed'): Locator {
    return this.page.getByRole('banner').getByRole('combobox', { name: label, exact: true });
  }

  /** Shows the sketch's own form and returns one of its lists. */
  async sketchChoice(label: 'Board' | 'Target' | 'Policy'): Promise<Locator> {
    await this.fromMenu('File', 'Board, target and policy');
    return this.page.getByTestId('inspector').getByRole('combobox', { name: label, exact: true });
  }

  /** Chooses an item from a menu. Each level is the beginning of a label. */
  async fromMenu(button: string, ...labels: readonly string[]): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
    for (const label of labels) {
      await this.page
        .getByRole('menuitem', { name: new RegExp(`^${label}`) })
        .first()
        .click();
    }
  }

  /** Adds an element with the Add menu. */
  async add(label: string): Promise<void> {
    await this.fromMenu('Add', label);
  }

  /** The tab of an open sketch. There are no tabs while only one sketch is open. */
  sketchTab(name: string): Locator {
    return this.page.getByTestId(`sketch-tab-${name}`);
  }

  dialog(title: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name: title });
  }

  /** Runs a command from the palette. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+Shift+P');
    await this.page.getByRole('combobox', { name: 'Search commands' }).fill(title);
    await this.page.keyboard.press('Enter');
  }

  /** Returns a number from the timeline's data attributes. */
  async timelineNumber(
    name: 'jobs' | 'misses' | 'all-jobs' | 'all-misses' | 'events' | 'from-ns' | 'to-ns' | 'playhead-ns',
  ): Promise<number> {
    return Number(await this.timeline.getAttribute(`data-${name}`));
  }

  /** One of the two buttons that select what the timeline shows. */
  shows(what: 'Predicted' | 'Measured'): Locator {
    return this.timeline.getByRole('button', { name: what, exact: true });
  }

  /** Returns the text of the timeline's card with the pointer on a task's lane at a time. */
  async readTimeline(task: string, timeMs: number): Promise<string> {
    const label = await this.timeline.locator('button.pl-timeline-label').filter({ hasText: task }).boundingBox();
    const plot = await this.timeline.locator('.pl-timeline-plot').boundingBox();
    if (label === null || plot === null) throw new Error(`The timeline has no lane of ${task}.`);
    const [from, to] = [await this.timelineNumber('from-ns'), await this.timelineNumber('to-ns')];
    const left = label.x + label.width;
    const x = left + ((timeMs * 1e6 - from) / (to - from)) * (plot.x + plot.width - left);
    await this.page.mouse.move(x, label.y + label.height / 2);
    // The chart takes the pointer's new place in one frame, and its card is drawn in the next.
    await this.page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    });
    const card = this.page.locator('.pl-timeline-readout');
    const text = ((await card.textContent()) ?? '').replaceAll('\u00a0', ' ');
    await expect(card, 'the card is completely inside the window').toBeInViewport({ ratio: 1 });
    return text;
  }

  /** Drags from the output of one element to the input of another. */
  async connect(from: string, to: string): Promise<void> {
    await this.page
      .getByLabel(`Output of ${from}`, { exact: true })
      .dragTo(this.page.getByLabel(`Input of ${to}`, { exact: true }));
  }

  async openBody(task: string): Promise<void> {
    await this.showPanel('canvas');
    await this.task(task).dblclick();
    await expect(this.editor).toBeVisible();
  }

  /** Replaces the code that the editor shows. */
  async writeCode(code: string): Promise<void> {
    await this.editor.click();
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.press('Delete');
    // Inserts the text at once, so that the editor does not close brackets automatically.
    await this.page.keyboard.insertText(code);
    await expect(this.editor).toContainText(code.split('\n')[0]?.slice(0, 12) ?? '');
  }

  async showPanel(id: string): Promise<void> {
    await this.page.getByTestId(`tab-${id}`).click();
  }

  async run(): Promise<void> {
    await this.page.getByTestId('run').click();
  }

  /** Builds and runs, and returns when the program is alive. */
  async runUntilAlive(): Promise<void> {
    await this.run();
    await expect(this.page.getByTestId('board-time')).toBeVisible();
    // Waits until the timeline shows the measurement and no longer the prediction.
    await expect(this.timeline).toHaveAttribute('data-shows', 'measured');
  }

  async stop(): Promise<void> {
    await this.page.getByTestId('stop').click();
    await expect(this.page.getByTestId('run')).toBeVisible();
  }

  /** Returns the jobs of one task in the timeline's table, newest last. */
  async jobs(task: string): Promise<JobRow[]> {
    const rows = this.page.getByTestId('timeline-jobs').locator('tbody tr');
    const cells = await rows.evaluateAll((found) =>
      found.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );
    return cells
      .filter(([name]) => name === task)
      .map(([name, number, , response, bound, , , deadline, pauses, exhausted]) => ({
        task: name ?? '',
        number: Number(number),
        response: response ?? '',
        bound: bound ?? '',
        deadline: deadline ?? '',
        pauses: Number(pauses),
        exhausted: exhausted === 'yes',
      }));
  }

  /**
   * Returns an interrupt's row in the timeline's table, or null when there is none of that name.
   */
  async interrupt(name: string): Promise<InterruptRow | null> {
    const rows = this.page.getByTestId('timeline-interrupts').locator('tbody tr');
    const cells = await rows.evaluateAll((found) =>
      found.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );
    const row = cells.find(([title]) => title === name);
    return row === undefined ? null : { times: Number(row[1]), masked: Number(row[2]) };
  }
}
