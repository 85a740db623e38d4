/**
 * Writes table.tsv from the manifests of PlatformIO's platforms: `npm run boards -- FOLDER…`. Each folder is a
 * checkout or an installation of a platform, with `platform.json` and `boards/`. Platforms without a folder
 * keep their rows. For `atmelavr` it also writes the manifests of the boards that Polyloop's own platform builds.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ownFile } from '../../setup/paths.mjs';
import { readTable, TABLE, type TableBoard, tableText } from './table.ts';

/** Programs of Polyloop do not fit into less. */
const LEAST_RAM_BYTES = 1024;

const hexadecimal = z.string().regex(/^0x[0-9a-f]{4}$/i);
const manifest = z.object({
  name: z.string(),
  vendor: z.string().default(''),
  frameworks: z.array(z.string()).default([]),
  build: z.object({
    mcu: z.string(),
    f_cpu: z.string().regex(/^\d+[UL]*$/i),
    hwids: z.array(z.array(z.string())).default([]),
  }),
  upload: z.object({ maximum_ram_size: z.number(), maximum_size: z.number() }),
});

const usbIdsOf = (hwids: readonly (readonly string[])[]): string[] =>
  hwids
    .filter((ids) => ids.length === 2 && ids.every((id) => hexadecimal.safeParse(id).success))
    .map((ids) => ids.map((id) => id.slice(2).toLowerCase()).join(':'));

function boardsIn(folder: string): TableBoard[] {
  const { name: platform } = z
    .object({ name: z.string() })
    .parse(JSON.parse(readFileSync(path.join(folder, 'platform.json'), 'utf8')));
  const boards = path.join(folder, 'boards');
  return readdirSync(boards)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file): TableBoard[] => {
      const read = manifest.safeParse(JSON.parse(readFileSync(path.join(boards, file), 'utf8')));
      if (!read.success || !read.data.frameworks.includes('arduino')) return [];
      const { name, vendor, build, upload } = read.data;
      if (upload.maximum_ram_size < LEAST_RAM_BYTES) return [];
      const facts = { name, platform, mcu: build.mcu, clockHz: Number.parseInt(build.f_cpu, 10) };
      const sizes = { ramBytes: upload.maximum_ram_size, flashBytes: upload.maximum_size };
      return [{ id: path.basename(file, '.json'), vendor, ...facts, ...sizes, usb: usbIdsOf(build.hwids) }];
    });
}

/** The folders in `variants/` of Arduino's core for AVR. Other boards need files that this core does not have. */
const VARIANTS: ReadonlySet<string> = new Set([
  ...['circuitplay32u4', 'eightanaloginputs', 'ethernet', 'gemma', 'leonardo', 'mega', 'micro', 'robot_control'],
  ...['robot_motor', 'standard', 'yun'],
]);

const bool = z.boolean().optional();
/** The members that Polyloop's platform reads. Others are left out. */
const ownManifest = z.object({
  build: z.object({
    core: z.literal('arduino'),
    extra_flags: z.string().optional(),
    f_cpu: z.string(),
    hwids: z.array(z.array(z.string())).optional(),
    mcu: z.string(),
    usb_product: z.string().optional(),
    variant: z.string().refine((name) => VARIANTS.has(name)),
  }),
  frameworks: z.array(z.string()),
  name: z.string(),
  upload: z.object({
    maximum_ram_size: z.number().min(LEAST_RAM_BYTES),
    maximum_size: z.number(),
    protocol: z.string(),
    require_upload_port: bool,
    speed: z.number().optional(),
    use_1200bps_touch: bool,
    wait_for_upload_port: bool,
  }),
  url: z.string().optional(),
  vendor: z.string(),
});

/** Writes what is not there yet: some of the manifests differ from those of PlatformIO. */
function writeOwnManifests(folder: string): void {
  for (const file of readdirSync(path.join(folder, 'boards')).filter((name) => name.endsWith('.json'))) {
    const own = path.join(ownFile('platform', 'boards'), file);
    const read = ownManifest.safeParse(JSON.parse(readFileSync(path.join(folder, 'boards', file), 'utf8')));
    if (read.success && !existsSync(own)) writeFileSync(own, `${JSON.stringify(read.data, null, 2)}\n`);
  }
}

for (const folder of process.argv.slice(2))
  if (/^\s*"name": "atmelavr",$/m.test(readFileSync(path.join(folder, 'platform.json'), 'utf8')))
    writeOwnManifests(folder);
const written = process.argv.slice(2).flatMap(boardsIn);
const renewed = new Set(written.map(({ platform }) => platform));
const kept = readTable().filter(({ platform }) => !renewed.has(platform));
writeFileSync(TABLE, tableText([...kept, ...written]));
console.log(`${written.length} boards of ${[...renewed].sort().join(', ')}; ${kept.length} others are as before.`);
