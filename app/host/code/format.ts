/** Formats code with clang-format: in the style of the sketch's folder, otherwise LLVM's with two columns. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tr } from '../../../generator/words/tr.ts';
import { CHECK_LIMITS, limited } from '../../../platformio/driver/check/limits.ts';
import { run } from '../../../platformio/setup/run.mjs';
import { makeTemporary } from '../../../platformio/setup/temporary.mjs';
import { describeMissing, findTools, type Tools } from '../../../platformio/setup/tools.ts';
import type { FormattedCode } from '../../contract/code.ts';
import { readPlainFile } from '../files/plain-file.ts';

export interface FormatOrder {
  readonly text: string;
  /** The sketch's file. Null until it is saved. */
  readonly path: string | null;
}

export type CodeFormatter = (order: FormatOrder) => Promise<FormattedCode>;

const STYLE = '.clang-format';
const MAX_STYLE_BYTES = 65_536;
const DEFAULT_STYLE = 'BasedOnStyle: LLVM\nIndentWidth: 2\n';
const SOURCE = 'code.cpp';

export async function formatCode(order: FormatOrder, tools: Tools = findTools()): Promise<FormattedCode> {
  const { clangFormat } = tools;
  if (!clangFormat.installed)
    return { outcome: 'unavailable', text: null, message: `${describeMissing(clangFormat)}.` };
  const dir = await makeTemporary('format');
  try {
    await writeStyle(dir, order.path);
    await writeFile(join(dir, SOURCE), order.text);
    const command = [...clangFormat.command, '-i', '--style=file', SOURCE];
    const result = await run(limited(command, CHECK_LIMITS), {
      cwd: dir,
      ownTemporary: true,
      env: clangFormat.env,
      timeoutMs: CHECK_LIMITS.wallMs,
      maxOutputBytes: CHECK_LIMITS.outputBytes,
    });
    if (result.code === 0)
      return { outcome: 'formatted', text: await readFile(join(dir, SOURCE), 'utf8'), message: null };
    const reason = result.startError ?? result.tail.at(-1) ?? tr`it was stopped.`;
    return { outcome: 'failed', text: null, message: tr`clang-format could not format the code: ${reason}` };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function writeStyle(dir: string, path: string | null): Promise<void> {
  const own = path === null ? null : join(dirname(path), STYLE);
  const copied =
    own !== null &&
    (await readPlainFile(own, MAX_STYLE_BYTES).then(
      (style) => writeFile(join(dir, STYLE), style).then(() => true),
      () => false,
    ));
  if (!copied) await writeFile(join(dir, STYLE), DEFAULT_STYLE);
}
