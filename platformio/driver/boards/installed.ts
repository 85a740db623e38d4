/** The Arduino boards of the platforms that are installed in PlatformIO. */
import * as z from 'zod';
import { run } from '../../setup/run.mjs';
import type { Program } from '../../setup/tools.ts';
import type { TableBoard } from './table.ts';

/** What `pio boards --json-output` says of a board. */
const brief = z.object({
  id: z.string(),
  name: z.string(),
  vendor: z.string().default(''),
  platform: z.string(),
  mcu: z.string(),
  fcpu: z.number(),
  ram: z.number(),
  rom: z.number(),
  frameworks: z.array(z.string()).nullish(),
});

/** Boards of other frameworks and boards with missing facts are left out. */
export function boardsOfJson(text: string): TableBoard[] {
  const list = z.array(z.unknown()).parse(JSON.parse(text));
  return list.flatMap((each): TableBoard[] => {
    const read = brief.safeParse(each);
    if (!read.success || !read.data.frameworks?.includes('arduino')) return [];
    const { id, name, vendor, platform, mcu, fcpu, ram, rom } = read.data;
    if (fcpu <= 0 || ram <= 0 || rom <= 0) return [];
    const facts = { name, vendor, platform, mcu: mcu.toLowerCase(), clockHz: fcpu };
    return [{ id, ...facts, ramBytes: ram, flashBytes: rom, usb: [] }];
  });
}

const TIMEOUT_MS = 60_000;
/** Two thousand boards. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** Uses no network. Rejects if PlatformIO does not answer. */
export async function installedBoards(pio: Program, signal?: AbortSignal): Promise<TableBoard[]> {
  const lines: string[] = [];
  const result = await run([...pio.command, 'boards', '--installed', '--json-output'], {
    env: pio.env,
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    onLine: (line, stream) => {
      if (stream === 'stdout') lines.push(line);
    },
    ...(signal && { signal }),
  });
  if (result.code !== 0) throw new Error(result.startError ?? result.tail.at(-1) ?? '');
  return boardsOfJson(lines.join('\n'));
}
