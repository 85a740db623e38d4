/** What a newcomer sees first, at the smallest window: everything fits, and few controls take the Tab key. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Workbench } from '../pages/workbench.ts';

test.use({ viewport: { width: 1280, height: 720 }, settings: { welcomed: true } });

/** The most controls that Tab stops at on the first screen. */
const MOST_STOPS = 30;

/** The names of the elements that Tab goes through, until the first one comes again. */
async function tabStops(page: Page): Promise<readonly string[]> {
  const stops: string[] = [];
  const seen = new Set<string>();
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const path: number[] = [];
      for (let each: Element | null = element; each?.parentElement != null; each = each.parentElement) {
        path.push([...each.parentElement.children].indexOf(each));
      }
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
      return { path: path.join(), name: `${element.tagName.toLowerCase()} “${name}”` };
    });
    if (stop === null) continue;
    if (seen.has(stop.path)) return stops;
    seen.add(stop.path);
    stops.push(stop.name);
  }
}

test('Tab stops at no more controls than a newcomer needs', async ({ page, workbench }) => {
  await expect(workbench.task('slow')).toBeVisible();
  await expect(page.getByTestId('drawn-pin-13')).toBeVisible();
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(0);
  const stops = await tabStops(page);
  expect(stops.length, stops.join('\n')).toBeLessThanOrEqual(MOST_STOPS);
  expect(stops.length).toBeGreaterThan(15);
  for (const group of [/pin/i, /^\w+ “Zoom/, /^div “Task/]) {
    expect(stops.filter((stop) => group.test(stop)).length, `${group} is one stop`).toBeLessThanOrEqual(2);
  }
});

test('arrows go through a toolbar, the parts and the cards', async ({ page, workbench }) => {
  await expect(workbench.task('slow')).toBeVisible();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await page.getByRole('button', { name: 'Zoom in (W)' }).focus();
  const span = await workbench.timelineNumber('to-ns');
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('Zoom out (S)');
  expect(await workbench.timelineNumber('to-ns'), 'the keys of the chart do nothing').toBe(span);
  await page.getByRole('button', { name: 'red', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'yellow', exact: true })).toBeFocused();
  const card = page.locator('.react-flow__node[data-id="tasks:fast"]');
  await card.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.react-flow__node[data-id="tasks:medium"]')).toBeFocused();
  await expect(page.locator('.react-flow__node[tabindex="0"]')).toHaveCount(1);
});

/** The names of lanes that are not completely visible. */
function hiddenLanes(workbench: Workbench): Promise<readonly string[]> {
  return workbench.timeline.evaluate((timeline) => {
    const view = timeline.querySelector('.pl-timeline-scroller')?.getBoundingClientRect();
    if (view === undefined) throw new Error('The timeline has no lanes.');
    return [...timeline.querySelectorAll('.pl-timeline-label')]
      .filter((label) => {
        const { top, bottom } = label.getBoundingClientRect();
        return top < view.top - 1 || bottom > view.bottom + 1;
      })
      .map(({ textContent }) => textContent ?? '');
  });
}

test('all lanes fit: predicted, with a selected task, running, and in projector view', async ({ page, workbench }) => {
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(0);
  await expect(workbench.timeline.getByText('Idle')).toBeVisible();
  expect(await hiddenLanes(workbench)).toEqual([]);
  await workbench.task('slow').click();
  await expect(workbench.timeline.getByText('Critical instant')).toBeVisible();
  expect(await hiddenLanes(workbench)).toEqual([]);
  await page.keyboard.press('F9');
  await expect(page.locator('html')).toHaveAttribute('data-projector', 'true');
  await expect.poll(() => hiddenLanes(workbench)).toEqual([]);
  await page.keyboard.press('F9');
  await workbench.runUntilAlive();
  await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(5);
  expect(await hiddenLanes(workbench)).toEqual([]);
  await page.keyboard.press('F9');
  await expect.poll(() => hiddenLanes(workbench)).toEqual([]);
  await page.keyboard.press('F9');
  await workbench.stop();
});

test.describe('with many tasks', () => {
  const tasks = Array.from({ length: 12 }, (_, index) => ({
    name: `task${index}`,
    periodUs: 1_000_000,
    budgetUs: 1000,
    body: '',
  }));
  test.use({
    files: {
      'many.polyloop.json': JSON.stringify({ polyloop: 1, name: 'many', board: 'uno', target: 'superloop', tasks }),
    },
    serveArguments: ['--sketch', 'many.polyloop.json'],
  });

  test('the lanes have a scroll bar that is always visible', async ({ workbench }) => {
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(0);
    expect((await hiddenLanes(workbench)).length).toBeGreaterThan(0);
    // The browser of the tests draws no scroll bars, so this reads the style: a bar with a width is no overlay.
    const bar = await workbench.timeline.locator('.pl-timeline-scroller').evaluate((scroller) => {
      const { overflowY, scrollbarWidth } = getComputedStyle(scroller);
      return { overflowY, scrollbarWidth, width: getComputedStyle(scroller, '::-webkit-scrollbar').width };
    });
    expect(bar).toEqual({ overflowY: 'auto', scrollbarWidth: 'auto', width: '10px' });
  });
});
