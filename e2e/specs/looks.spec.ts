/**
 * The measurable part of the window's look: no content is cut off, all text is legible, and the
 * focus is visible.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { PANELS } from '../pages/panels.ts';
import type { Workbench } from '../pages/workbench.ts';

test.use({
  viewport: { width: 1280, height: 720 },
  // The kernel is missing here, because its message must be legible too.
  environment: { FREERTOS_KERNEL_PATH: '/nowhere/FreeRTOS-Kernel' },
});

/** The theme's name in the command and in the page. */
const THEMES = { light: 'light', dark: 'dark', 'high contrast': 'contrast' } as const;
type Theme = keyof typeof THEMES;

async function choose(workbench: Workbench, theme: Theme): Promise<void> {
  await expect(workbench.task('fast')).toBeVisible();
  await workbench.command(`Theme: ${theme}`);
  await expect(workbench.page.locator('html')).toHaveAttribute('data-theme', THEMES[theme]);
  await expect(workbench.page.getByRole('dialog')).toBeHidden();
}

/** Returns visible elements that extend beyond the window, and buttons with text that does not fit. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').trim().slice(0, 30)}”`;
    const clips = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return overflowX !== 'visible' || overflowY !== 'visible';
    };
    const isClipped = (element: Element): boolean => {
      for (
        let parent = element.parentElement;
        parent !== null && parent !== document.body;
        parent = parent.parentElement
      ) {
        if (clips(parent)) return true;
      }
      return false;
    };
    const found: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      if (
        box.width < 2 ||
        box.height < 2 ||
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        continue;
      const outside = box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1;
      if (outside && !isClipped(element)) found.push(`outside: ${nameOf(element)}`);
      if (!element.matches('button, select, [role="tab"]') || getComputedStyle(element).textOverflow === 'ellipsis')
        continue;
      const tooWide = element.scrollWidth > element.clientWidth + 1 && clips(element);
      if (tooWide && element.clientWidth > 0) found.push(`cut: ${nameOf(element)}`);
    }
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push('the page scrolls');
    return found;
  });
}

/** Returns pairs of texts in a part of the page that cover each other. */
function overlaps(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((within) => {
    const texts: { text: string; box: DOMRect }[] = [];
    const range = document.createRange();
    for (const root of document.querySelectorAll(within)) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        const text = node.textContent?.trim() ?? '';
        if (parent === null || text === '' || parent.closest('svg, math, .visually-hidden, [hidden]') !== null)
          continue;
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        range.selectNodeContents(node);
        const line = range.getBoundingClientRect();
        let { left, right, top, bottom } = line;
        // Text that is scrolled out of view covers nothing.
        for (let around: Element | null = parent; around !== null; around = around.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(around);
          const clip = around.getBoundingClientRect();
          if (overflowX !== 'visible') [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
          if (overflowY !== 'visible') [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
        }
        if (right > left && bottom > top) texts.push({ text, box: new DOMRect(left, top, right - left, bottom - top) });
      }
    }
    const found: string[] = [];
    for (const [index, one] of texts.entries()) {
      for (const other of texts.slice(index + 1)) {
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (width > 2 && height > 5) found.push(`“${one.text}” and “${other.text}”`);
      }
    }
    return found;
  }, selector);
}

interface Contrast {
  readonly text: string;
  readonly ratio: number;
}

/** Returns the contrast of every visible text with its background (WCAG 2.1), lowest first. */
function contrasts(page: Page, selector: string): Promise<Contrast[]> {
  return page.evaluate((within) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1, 1];
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (pen === null) throw new Error('there is no canvas');
    type Colour = [number, number, number, number];
    const parse = (colour: string): Colour => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = pen.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a]: Colour, [R, G, B]: Colour): Colour => [
      r * a + R * (1 - a),
      g * a + G * (1 - a),
      b * a + B * (1 - a),
      1,
    ];
    const behind = (element: Element | null): Colour => {
      if (element === null) return parse(getComputedStyle(document.documentElement).backgroundColor);
      const own = parse(getComputedStyle(element).backgroundColor);
      return own[3] >= 0.999 ? own : over(own, behind(element.parentElement));
    };
    const luminance = ([r, g, b]: Colour) => {
      const [x = 0, y = 0, z = 0] = [r, g, b].map((value) => {
        const share = value / 255;
        return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const found: { text: string; ratio: number }[] = [];
    for (const element of document.querySelectorAll(`${within}, ${within} *`)) {
      const text = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent);
      const words = text.join('').trim();
      if (words === '' || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      const isOff = element.closest(':disabled, [aria-disabled="true"], option, svg, style, .visually-hidden') !== null;
      if (isOff || box.width < 2 || box.height < 2) continue;
      const ground = behind(element);
      const ink = over(parse(getComputedStyle(element).color), ground);
      const [bright = 0, dark = 0] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
      found.push({ text: `${element.className} “${words.slice(0, 40)}”`, ratio: (bright + 0.05) / (dark + 0.05) });
    }
    return found.sort((a, b) => a.ratio - b.ratio);
  }, selector);
}

for (const theme of ['light', 'dark', 'high contrast'] as const) {
  test(`in ${theme} nothing is cut off and all text is legible`, async ({ page, workbench }) => {
    await choose(workbench, theme);
    await workbench.task('slow').click();
    for (const panel of PANELS) {
      await workbench.showPanel(panel);
      expect(await cutOff(page), panel).toEqual([]);
      if (panel !== 'design' && panel !== 'targets') continue;
      // The content of these panels is computed in a worker first.
      await expect(page.getByTestId(panel)).toHaveAttribute('data-stale', 'false');
      await expectLegible(page, `.${panel}`, panel);
    }
    for (const part of ['.strip', '.inspector', '.task-card', '.board', '.dock-tab'])
      await expectLegible(page, part, part);
    await page.getByTestId('admission-meter').click();
    await expect(page.getByTestId('admission-explanation')).toBeVisible();
    expect((await contrasts(page, '.explanation')).filter(({ ratio }) => ratio < 4.5)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
  });
}

/** Checks the contrast of all text in a part of the page. */
async function expectLegible(page: Page, part: string, state: string): Promise<void> {
  expect(await cutOff(page), state).toEqual([]);
  const found = await contrasts(page, part);
  expect(found.length, `${state}: ${part}`).toBeGreaterThan(0);
  expect(
    found.filter(({ ratio }) => ratio < 4.5),
    state,
  ).toEqual([]);
}

for (const theme of ['light', 'dark', 'high contrast'] as const) {
  test(`in ${theme} interrupts, resources, a missing kernel and the legend are legible`, async ({
    page,
    workbench,
  }) => {
    await choose(workbench, theme);
    await workbench.command('Add interrupt');
    await expect(page.getByTestId('node-interrupts-Interrupt1')).toBeVisible();
    await expectLegible(page, '.inspector', 'an interrupt');
    await expectLegible(page, '.interrupt-node', 'an interrupt on the canvas');
    await workbench.command('Add resource');
    await page.getByTestId('inspector').getByRole('checkbox', { name: 'fast' }).check();
    await expectLegible(page, '.inspector', 'a resource');
    await (await workbench.sketchChoice('Target')).selectOption({ label: 'FreeRTOS' });
    await expect(page.getByTestId('kernel-note')).toBeVisible();
    await expectLegible(page, '.inspector', 'a missing kernel');
    await page.getByTestId('kernel-missing').click();
    await expectLegible(page, '.tool-help', 'the way to a missing kernel');
    await page.keyboard.press('Escape');
    await workbench.showPanel('timeline');
    await page.getByRole('button', { name: 'What the marks mean' }).click();
    await expect(page.locator('.pl-timeline-legend dl')).toBeVisible();
    await expectLegible(page, '.pl-timeline-legend', 'the legend');
  });
}

test('in a narrow panel no text covers another, and a table keeps its words', async ({ page, workbench }) => {
  await expect(workbench.task('slow')).toBeVisible();
  await workbench.task('slow').click();
  for (const panel of ['design', 'targets'] as const) {
    await workbench.showPanel(panel);
    await expect(page.getByTestId(panel)).toHaveAttribute('data-stale', 'false');
    expect(await overlaps(page, `[data-testid="${panel}"]`), panel).toEqual([]);
  }
  const verdict = await page.getByTestId('target-superloop').getByText('Admitted').boundingBox();
  expect(verdict?.height ?? 0, 'the verdict is one line').toBeLessThan(20);
  await workbench.showPanel('statistics');
  expect(await overlaps(page, '.pl-statistics')).toEqual([]);
  expect(await overlaps(page, '.inspector')).toEqual([]);
  await workbench.fromMenu('Help', 'Keys');
  expect(await overlaps(page, '[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await workbench.fromMenu('File', 'New sketch');
  await expect(page.getByText('Add a task to see its statistics here.')).toBeVisible();
  const hint = await page.locator('.board-hint').boundingBox();
  const uno = await page.locator('.drawn-board').boundingBox();
  if (hint === null || uno === null) throw new Error('The board and its hint must be visible.');
  expect(uno.y + uno.height, 'the hint covers no part of the board').toBeLessThanOrEqual(hint.y + 1);
});

test('notes of the inspector wrap', async ({ page, workbench }) => {
  await workbench.sketchChoice('Board');
  const notes = page.getByTestId('inspector').locator('.group-note');
  await expect(notes.first()).toBeVisible();
  expect(await notes.evaluateAll((all) => all.filter((note) => note.scrollWidth > note.clientWidth + 1).length)).toBe(
    0,
  );
});

test.describe('a starter sketch with twelve cards', () => {
  test.use({ serveArguments: ['--template', 'rover'] });

  test('has readable letters on its cards and parts, and a whole board', async ({ page, workbench }) => {
    await expect(workbench.task('steer')).toContainText(/done\s+in\s+\d+/);
    const small = () =>
      page.evaluate(() => {
        const found: string[] = [];
        for (const element of document.querySelectorAll(
          '.task-card *, .small-node *, .channel-node *, .drawn-name > span',
        )) {
          const hasText = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
          if (!(element instanceof HTMLElement) || !hasText || element.offsetWidth === 0) continue;
          if (!element.checkVisibility() || element.closest('.visually-hidden') !== null) continue;
          const scale = element.getBoundingClientRect().width / element.offsetWidth;
          const letters = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
          if (letters < 10.8) found.push(`${element.textContent}: ${letters.toFixed(1)} px`);
        }
        return found;
      });
    await expect.poll(small).toEqual([]);
    await expect(page.locator('.board-extent')).toHaveCount(0);
    const cut = page.locator('.task-figures dd, .task-response-words > span, .drawn-name > span');
    expect(
      await cut.evaluateAll((all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth + 1).map(({ textContent }) => textContent),
      ),
    ).toEqual([]);
  });
});

test('the sliders of a task are as wide as the inspector, and a pixel changes a time by a few percent', async ({
  page,
  workbench,
}) => {
  await workbench.task('slow').click();
  const whole = await page.getByTestId('inspector').boundingBox();
  for (const name of ['Period', 'Budget', 'Deadline']) {
    await workbench.slider(name).scrollIntoViewIfNeeded();
    const field = page.locator('.field').filter({ has: workbench.field(name) });
    const [slider, input] = [await field.locator('.slider').boundingBox(), await workbench.field(name).boundingBox()];
    const thumb = await workbench.slider(name).boundingBox();
    if (whole === null || slider === null || input === null || thumb === null) throw new Error(`${name} is not shown.`);
    expect(slider.width, name).toBeGreaterThanOrEqual(whole.width - 50);
    expect(slider.y, `the slider of ${name} is below its field`).toBeGreaterThanOrEqual(input.y + input.height - 1);
    const [x, y] = [thumb.x + thumb.width / 2, thumb.y + thumb.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    // Farther than a mark at which the thumb snaps.
    await page.mouse.move(x - 30, y, { steps: 10 });
    const from = await milliseconds(workbench, name);
    await page.mouse.move(x - 40, y, { steps: 10 });
    const to = await milliseconds(workbench, name);
    await page.mouse.up();
    await workbench.command('Undo');
    const perPixel = (from / to) ** (1 / 10) - 1;
    expect(perPixel, name).toBeGreaterThan(0.01);
    expect(perPixel, name).toBeLessThan(0.045);
  }
});

/** The value of a field that shows a time. */
async function milliseconds(workbench: Workbench, field: string): Promise<number> {
  const text = await workbench.field(field).inputValue();
  const [, number = '', unit = ''] = /^([\d.]+)\s(µs|ms|s)$/.exec(text.replaceAll(/(?<=\d)\s(?=\d)/g, '')) ?? [];
  return Number(number) * ({ µs: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN);
}

test('the focus after Tab is visible', async ({ page, workbench }) => {
  await expect(workbench.task('fast')).toBeVisible();
  const visited: string[] = [];
  for (let press = 0; press < 24; press += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      // The focus ring may be drawn by the element itself or by one inside it.
      const drawn = [element, ...element.querySelectorAll('*')].slice(0, 60);
      const marks = () =>
        drawn.map((each) => {
          const { outlineStyle, outlineWidth, boxShadow, borderColor, stroke } = getComputedStyle(each);
          return outlineStyle === 'none'
            ? [boxShadow, borderColor, stroke]
            : [outlineWidth, boxShadow, borderColor, stroke];
        });
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30) ?? '';
      const focused = JSON.stringify(marks());
      if (!(element instanceof HTMLElement || element instanceof SVGElement)) return { name, seen: false };
      element.blur();
      const without = JSON.stringify(marks());
      element.focus({ focusVisible: true } as FocusOptions);
      return { name, seen: focused !== without };
    });
    if (focus === null) continue;
    visited.push(focus.name);
    expect(focus.seen, `the focus on “${focus.name}” is visible`).toBe(true);
  }
  expect(new Set(visited).size).toBeGreaterThan(12);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing is animated while a program runs', async ({ page, workbench }) => {
    await expect(workbench.task('fast')).toBeVisible();
    await workbench.runUntilAlive();
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(3);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => {
          const duration = effect?.getComputedTiming().activeDuration;
          return playState === 'running' && typeof duration === 'number' && duration > 10;
        })
        .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.getAttribute('class') : 'unknown')),
    );
    expect(moving).toEqual([]);
    await workbench.stop();
  });

  test('another theme takes no transitions', async ({ page, workbench }) => {
    await expect(workbench.task('fast')).toBeVisible();
    await page.evaluate(() => {
      const look = () => {
        const moving = Number(document.documentElement.dataset.moving ?? 0);
        document.documentElement.dataset.moving = String(moving + document.getAnimations().length);
        requestAnimationFrame(look);
      };
      look();
    });
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
    await expect(page.locator('html')).toHaveAttribute('data-moving', '0');
  });
});
