/** The memory that the last build of a sketch used, for code that does not build. */
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { writeSketch } from '../../../generator/sketch/write.ts';
import { REPEAT_DIR } from '../../../platformio/driver/repeat/record.ts';
import { type MemoryUse, memoryUse } from '../../contract/builds.ts';
import * as z from '../../contract/zod.ts';

/** A new file beside the project's own would make the next build a complete one. */
const FILE = join(REPEAT_DIR, 'memory.json');

const stored = z.object({ sketch: z.string(), memory: memoryUse });

export interface LastMemory {
  readonly memory: MemoryUse;
  /** False if the sketch has changed since. */
  readonly isCurrent: boolean;
}

const digestOf = (sketch: Sketch): string => createHash('sha256').update(writeSketch(sketch)).digest('hex');

/** @param dir the build folder */
export async function noteMemory(dir: string, sketch: Sketch, memory: MemoryUse): Promise<void> {
  await mkdir(join(dir, REPEAT_DIR), { recursive: true });
  await writeFileAtomic(join(dir, FILE), JSON.stringify({ sketch: digestOf(sketch), memory }));
}

/** Null: the sketch was not built in this folder. */
export async function lastMemory(dir: string, sketch: Sketch): Promise<LastMemory | null> {
  try {
    const record = stored.parse(JSON.parse(await readFile(join(dir, FILE), 'utf8')));
    return { memory: record.memory, isCurrent: record.sketch === digestOf(sketch) };
  } catch {
    return null;
  }
}
