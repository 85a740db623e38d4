/** Unusual but legal use of the window: it stays whole, and what can be reached stays reachable. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const base = { polyloop: 1, board: 'uno', target: 'superloop' };
const task = (name: string, index: number) => ({
  ...{ name, periodUs: 1_000_000, budgetUs: 100, body: '' },
  position: { x: 64 + 230 * (index % 20), y: 64 + 140 * Math.floor(index / 20) },
});
const LONG = 'a_task_whose_name_is_as_long_as_a_name_may_be_and_says_little';
const sketches = {
  'names.polyloop.json': {
    ...base,
    name: '아주 긴 이름의 스케치 مخطط طويل جدا '.repeat(6),
    tasks: [task(LONG, 0), task(`${LONG}_too`, 1), { ...task('third', 40), periodUs: 33_333, budgetUs: 9000 }],
    channels: [
      {
        ...{ name: 'many_items', kind: 'ring-buffer', capacity: 12_345, writer: LONG, reader: 'third' },
        item: [{ name: 'a_field_with_a_long_name', type: 'int32' }],
        position: { x: 294, y: 240 },
      },
    ],
    groups: [{ name: 'A group', note: 'What it is for', tasks: [LONG, 'third'] }],
  },
  'many.polyloop.json': {
    ...base,
    name: 'many',
    tasks: Array.from({ length: 200 }, (_, index) => task(`task${index}`, index)),
  },
  'sound.polyloop.json': {
    ...base,
    name: 'sound',
    tasks: [{ name: 'beep', periodUs: 100_000, budgetUs: 5000, setup: 'pinMode(8, OUTPUT);', body: 'tone(8, 440);' }],
    parts: [{ name: 'bell', kind: 'buzzer', pins: { signal: '8' } }],
  },
};

test.use({
  viewport: { width: 1280, height: 720 },
  files: Object.fromEntries(Object.entries(sketches).map(([name, sketch]) => [name, JSON.stringify(sketch)])),
});

/** What extends beyond the window, or is a control that the pointer cannot reach. */
function broken(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    window.scrollTo(1000, 1000);
    if (window.scrollX > 0 || window.scrollY > 0) found.push('the page scrolls');
    for (const control of document.querySelectorAll(
      '.strip :is(button, input), .rail button, .pl-timeline-toolbar button',
    )) {
      const toolbar = control.closest('.pl-timeline-toolbar');
      // The user can scroll it.
      if (toolbar !== null && getComputedStyle(toolbar).overflowX === 'auto')
        control.scrollIntoView({ inline: 'nearest' });
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      if (width < 2 || !control.checkVisibility({ visibilityProperty: true })) continue;
      const owner =
        control.closest('.pl-timeline')?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
      const inside = left >= owner.left - 1 && right <= owner.right + 1 && top >= -1 && bottom <= innerHeight + 1;
      const isRail = control.closest('.rail') !== null;
      if (!inside && !isRail) found.push(control.getAttribute('aria-label') ?? control.textContent ?? '');
    }
    return found;
  });
}

/** Numbers of cards that are cut, or extend over the ring around them. */
function cutNumbers(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.task-response-words > span, .ring-centre, .buffer text')].flatMap((text) => {
      const ring = text.closest('svg')?.getBoundingClientRect();
      const isCut =
        ring === undefined
          ? text.scrollWidth > text.clientWidth + 1
          : text.getBoundingClientRect().width > ring.width * 0.68;
      return isCut ? [text.textContent ?? ''] : [];
    }),
  );
}

test.describe('very long, Korean and right-to-left names', () => {
  test.use({ serveArguments: ['--sketch', 'names.polyloop.json'] });

  test('are cut where there is no room, and complete in their title', async ({ page, workbench }) => {
    await expect(workbench.task(LONG)).toBeVisible();
    expect(await broken(page)).toEqual([]);
    const label = workbench.timeline.locator('button.pl-timeline-label').nth(1);
    await label.hover();
    await expect(label).toHaveAttribute('title', new RegExp(LONG));
    const card = await workbench.task(LONG).boundingBox();
    expect(card?.width ?? 0, 'a name does not widen its card').toBeLessThan(320);
    await expect(page.locator('.group-title'), 'the title of a group is in view').toBeInViewport({ ratio: 0.99 });
    await expect(workbench.task('third')).toContainText('33.333 ms');
    expect(await cutNumbers(page)).toEqual([]);
    await workbench.showPanel('statistics');
    const statistics = page.getByTestId('statistics');
    await expect(statistics.locator('.pl-statistics-histogram')).toHaveCount(3);
    expect(await statistics.evaluate((table) => table.scrollWidth - table.clientWidth)).toBeLessThanOrEqual(0);
  });
});

test.describe('200 tasks', () => {
  test.use({ serveArguments: ['--sketch', 'many.polyloop.json'] });

  test('are one stop of the Tab key, and their lanes are scrolled with the keys', async ({ page, workbench }) => {
    await expect(workbench.task('task0')).toBeVisible();
    await expect(page.locator('.react-flow__node[tabindex="0"]')).toHaveCount(1);
    expect(await broken(page)).toEqual([]);
    const scroller = workbench.timeline.locator('.pl-timeline-scroller');
    await workbench.timeline.focus();
    await page.keyboard.press('PageDown');
    await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  });
});

test('a narrow window keeps every control in reach, and the sizes of the panels come back', async ({
  page,
  workbench,
}) => {
  await expect(workbench.task('fast')).toBeVisible();
  const heights = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.dv-groupview')].map((group) => Math.round(group.getBoundingClientRect().height)),
    );
  const before = await heights();
  for (const size of [
    { width: 853, height: 480 },
    { width: 640, height: 400 },
    { width: 480, height: 360 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => broken(page), `${size.width} × ${size.height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(heights).toEqual(before);
});

test('panels that are dragged as small as possible stay, and come back with the layout', async ({
  page,
  workbench,
}) => {
  await expect(workbench.task('fast')).toBeVisible();
  const sashes = page.locator('.dv-sash').filter({ visible: true });
  for (let index = 0; index < (await sashes.count()); index += 1) {
    const box = await sashes.nth(index).boundingBox();
    if (box === null) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const isColumn = box.height > box.width;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(isColumn ? 1279 : x, isColumn ? y : 719, { steps: 4 });
    await page.mouse.up();
  }
  for (const panel of ['timeline', 'console', 'board', 'inspector', 'canvas']) {
    await expect(page.getByTestId(`tab-${panel}`)).toBeInViewport({ ratio: 1 });
  }
  await workbench.command('Reset the panel layout');
  await expect.poll(async () => (await workbench.timeline.boundingBox())?.height ?? 0).toBeGreaterThan(150);
});

test.describe('forced colours and reduced motion', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  test('leave the switch between simple and full visible', async ({ page, workbench }) => {
    await expect(workbench.task('fast')).toBeVisible();
    const border = await page.locator('.rail .switch').evaluate((element) => getComputedStyle(element).borderTopWidth);
    expect(border).toBe('1px');
    expect(await broken(page)).toEqual([]);
  });
});

test.describe('a computer without sound', () => {
  test.use({
    serveArguments: ['--sketch', 'sound.polyloop.json'],
    settings: { welcomed: true, detail: 'full', sound: true },
  });

  test('shows the board of a program that beeps', async ({ page, served, workbench }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'AudioContext', {
        value: class {
          constructor() {
            throw new Error('There is no sound.');
          }
        },
      });
    });
    await page.goto(served.url);
    await expect(workbench.task('beep')).toBeVisible();
    await workbench.runUntilAlive();
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(5);
    await expect(page.getByTestId('part-bell')).toBeVisible();
    await workbench.stop();
  });
});

test('in projector view of a zoomed browser every control stays in reach', async ({ page, workbench }) => {
  await page.setViewportSize({ width: 853, height: 480 });
  await expect(workbench.task('fast')).toBeVisible();
  await page.keyboard.press('F9');
  await expect(page.locator('html')).toHaveAttribute('data-projector', 'true');
  await expect.poll(() => broken(page)).toEqual([]);
  await expect(page.getByTestId('admission-sentence')).toBeVisible();
});
