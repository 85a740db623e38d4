/**
 * No test fails because the machine is slow: limits are in processor time or counted work, and
 * waits end with a state.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, root } from './files.ts';

const FOLDERS = ['generator', 'app', 'platformio', 'runtime-c', 'templates', 'test', 'e2e'];

/** A wall-clock time; variables such as `began` and `started` hold such times. */
const CLOCK = /\b(performance\.now\(\)|Date\.now\(\)|process\.hrtime)/;
const LIMIT = /toBeLessThan|toBeLessThanOrEqual|toBeCloseTo|\s[<>]=?\s/;
/** Waiting with a limit below minutes. */
const IMPATIENT = [/\btimeout: ?\d{1,2}_?000\b/, /\bvi\.waitFor\(/, /\bvi\.waitUntil\(/, /\btimeout: ?\d{1,3}\b/];

/** Exempt files, and why. This list only gets shorter. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'test/architecture/clock.test.ts': 'names the patterns',
  'test/eventually.ts': 'waits for minutes',
  'test/arduino/sketches.ts': 'waits for minutes',
  'test/conformance/cortex.ts': 'waits for minutes',
  'app/host/devices/qemu.test.ts': 'a slow machine makes the limit larger: the board is no faster than the clock',
  'e2e/screenshot.ts': 'no test',
};

/** The lines that compare a measured time with a limit, or that wait with a short limit. */
function hasty(text: string): string[] {
  const lines = text.split('\n');
  const names = lines.flatMap((line) =>
    CLOCK.test(line) ? [...(/(?:const|let) (\w+) =/.exec(line)?.slice(1) ?? [])] : [],
  );
  const measured = new RegExp(`(${[CLOCK.source, ...names.map((name) => `\\b${name}\\b`)].join('|')})`);
  return lines.filter(
    (line) =>
      IMPATIENT.some((pattern) => pattern.test(line)) ||
      (names.length + Number(CLOCK.test(line)) > 0 && measured.test(line) && LIMIT.test(line)),
  );
}

describe('tests on a busy machine', () => {
  it('finds a limit of wall-clock time', () => {
    expect(
      hasty('const t = performance.now();\nwork();\nexpect(performance.now() - t).toBeLessThan(1000);'),
    ).toHaveLength(1);
    expect(hasty('const end = Date.now() + 5000;\nwhile (Date.now() < end) await step();')).toHaveLength(1);
    expect(hasty('await expect.poll(() => x, { timeout: 20_000 }).toBe(1);')).toHaveLength(1);
    expect(hasty('await vi.waitFor(() => expect(x).toBe(1));')).toHaveLength(1);
    expect(hasty('expect(performance.now() - t).toBeGreaterThan(400);\nexpect(a).toBeLessThan(4);')).toEqual([]);
  });

  it('have no limit of wall-clock time and no short timeout', () => {
    const files = FOLDERS.flatMap((folder) => filesBelow(folder, /\.tsx?$/)).filter(
      (file) => /\.(test|spec)\.tsx?$/.test(file) || /^(test|e2e)\//.test(file),
    );
    expect(files.length).toBeGreaterThan(100);
    const found = files
      .map((file) => [file.split(path.sep).join('/'), hasty(readFileSync(path.join(root, file), 'utf8'))] as const)
      .filter(([, lines]) => lines.length > 0);
    const unexpected = found
      .filter(([file]) => EXCEPTIONS[file] === undefined)
      .map(([file, lines]) => [file, ...lines]);
    expect(unexpected).toEqual([]);
    const hastyFiles = found.map(([file]) => file);
    const past = Object.keys(EXCEPTIONS).filter((file) => !hastyFiles.includes(file));
    expect(past, 'exceptions that are not needed any more: take them off the list').toEqual([]);
  });
});
