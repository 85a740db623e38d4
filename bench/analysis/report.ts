/** Measures times and prints them for the page. */
export const print = (line = ''): void => console.log(line);

/** Prints a paragraph in lines of at most 100 characters. */
export function paragraph(text: string): void {
  for (let rest = text; rest !== ''; ) {
    const end = rest.length <= 100 ? rest.length : rest.lastIndexOf(' ', 100);
    print(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
}

/** Prints a heading and the paragraph below it. */
export function section(title: string, text: string): void {
  print(`## ${title}\n`);
  paragraph(text);
  print();
}

export const row = (...cells: readonly (string | number)[]): void => print(`| ${cells.join(' | ')} |`);

export function head(...cells: readonly string[]): void {
  row(...cells);
  row(...cells.map((_, index) => (index === 0 ? '---' : '---:')));
}

const RUNS = 3;
/** Above this limit the report gives processor time. That clock has a resolution of some milliseconds. Unit: ms. */
const LONG_MS = 40;

/** The shortest of three runs. Unit: ms. */
export function timed(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let go = 0; go < RUNS; go += 1) {
    const [before, cpu] = [performance.now(), process.threadCpuUsage()];
    run();
    const wall = performance.now() - before;
    const { user, system } = process.threadCpuUsage(cpu);
    least = Math.min(least, wall > LONG_MS ? (user + system) / 1000 : wall);
  }
  return least;
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const shown = (ms: number): string => ms.toPrecision(3);

/** Median, 99th percentile and maximum. */
export const spread = (times: readonly number[]): string[] =>
  [0.5, 0.99, 1].map((share) => shown(quantile(times, share)));
