/** The panels keep their sizes when the window is resized. The drawing takes the rest. */
import { expect, test } from '../fixtures.ts';

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 1600, height: 720 },
] as const;

test('a larger window enlarges the drawing, and not the panels around it', async ({ page, workbench }) => {
  await expect(workbench.task('fast')).toBeVisible();
  const sizeOf = async (panel: string) => {
    const box = await page
      .locator('.dv-groupview')
      .filter({ has: page.getByRole('tab', { name: panel }) })
      .boundingBox();
    return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
  };
  const sideWidth = (await sizeOf('Board')).width;
  const timelineHeight = (await sizeOf('Timeline')).height;
  const consoleWidth = (await sizeOf('Console')).width;
  const first = page.viewportSize() ?? { width: 0, height: 0 };
  const drawing = await sizeOf('Sketch');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const more = { width: size.width - first.width, height: size.height - first.height };
    await expect
      .poll(() => sizeOf('Sketch'), `${size.width} x ${size.height}`)
      .toEqual({ width: drawing.width + more.width, height: drawing.height + more.height });
    expect((await sizeOf('Board')).width).toBe(sideWidth);
    expect((await sizeOf('Inspector')).width).toBe(sideWidth);
    expect((await sizeOf('Timeline')).height).toBe(timelineHeight);
    expect((await sizeOf('Console')).width).toBe(consoleWidth);
  }
});
