/** What the window loads before it can be used. */
import { expect, test } from '../fixtures.ts';

/** A request for a file is answered on this computer, so parsing costs more than loading. */
const MOST_SCRIPT_BYTES = 1_950_000;
const MOST_STYLE_BYTES = 250_000;

test('index.html names every script and style that the start needs, and they are few', async ({ page, workbench }) => {
  await expect(workbench.task('fast')).toBeVisible();

  const html = await (await page.request.get(new URL('/', page.url()).href)).text();
  const named = [...html.matchAll(/(?:href|src)="\.\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .map(({ name, decodedBodySize }) => ({ name: new URL(name).pathname.slice(1), bytes: decodedBodySize }))
      .filter(({ name }) => /\.(?:js|css)$/.test(name)),
  );

  // The workers and the drawn board come after the window.
  const others = loaded
    .map(({ name }) => name)
    .filter((name) => !named.includes(name) && !/worker|drawn-board/.test(name));
  expect(others).toEqual([]);
  expect(named.length).toBeLessThanOrEqual(8);
  const bytesOf = (ending: string) =>
    loaded
      .filter(({ name }) => named.includes(name) && name.endsWith(ending))
      .reduce((sum, { bytes }) => sum + bytes, 0);
  expect(bytesOf('.js')).toBeGreaterThan(1_000_000);
  expect(bytesOf('.js')).toBeLessThan(MOST_SCRIPT_BYTES);
  expect(bytesOf('.css')).toBeLessThan(MOST_STYLE_BYTES);
});

test('Run stays where it is while the window learns about the board', async ({ page, served }) => {
  await page.addInitScript(() => {
    const places = new Set<string>();
    const look = () => {
      const box = document.querySelector('[data-testid="run"]')?.getBoundingClientRect();
      if (box !== undefined) places.add(`${box.x} ${box.y} ${box.width}`);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { placesOfRun: places });
  });
  await page.goto(served.url);
  await expect(page.getByRole('button', { name: 'Run on: Virtual Arduino Uno' })).toBeVisible();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  // A click between two places would press and release the mouse on different elements, and do nothing.
  expect(await page.evaluate(() => [...(window as unknown as { placesOfRun: Set<string> }).placesOfRun])).toHaveLength(
    1,
  );
});
