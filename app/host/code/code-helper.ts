/** What clangd knows about the code of one window's sketches. Positions are those of a piece of code. */
import type { CompletionItem, Hover, MarkupContent, SignatureHelp } from 'vscode-languageserver-protocol';
import { compileCommand } from '../../../platformio/driver/check/command.ts';
import { linesBefore } from '../../../platformio/driver/user-code.ts';
import { findTools, type Tools, withClangd } from '../../../platformio/setup/tools.ts';
import type { BuildTool } from '../../contract/builds.ts';
import type { CodeHelp, HelpKind } from '../../contract/code.ts';
import { buildFolder } from '../builds/service.ts';
import { generate, type PipelineOptions } from '../pipeline.ts';
import { readSketchText } from '../sketch-text.ts';
import { Clangd } from './clangd.ts';
import { clangdVersion } from './clangd-version.ts';
import { Scratch } from './scratch.ts';

export interface HelpOrder {
  readonly text: string;
  readonly path: string | null;
  readonly tool: BuildTool;
  readonly kind: HelpKind;
  readonly element: { readonly kind: 'sketch' | 'task' | 'interrupt'; readonly name: string };
  readonly member: string;
  readonly line: number;
  readonly column: number;
}

export interface CodeHelper {
  help(order: HelpOrder): Promise<CodeHelp>;
  close(): Promise<void>;
}

type Name = CodeHelp['names'][number];

const NOTHING: CodeHelp = { available: true, names: [], active: 0, argument: 0 };
const UNAVAILABLE: CodeHelp = { ...NOTHING, available: false };
/** A server that ends so often is not started again. */
const MOST_STARTS = 4;
const SOURCE = 'src/main.cpp';

export class ClangdHelper implements CodeHelper {
  readonly #cache: string;
  readonly #clangdPath: () => Promise<string>;
  readonly #options: PipelineOptions;
  readonly #scratch = new Scratch();
  #server: { readonly clangd: Clangd; readonly key: string } | null = null;
  #starts = 0;
  /** The setting that the server and the starts belong to. */
  #path = '';
  /** Requests run one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #newest = 0;

  /** @param clangdPath the present setting: the path of clangd, or empty to find it */
  constructor(cache: string, clangdPath: () => Promise<string>, options: PipelineOptions = {}) {
    this.#cache = cache;
    this.#clangdPath = clangdPath;
    this.#options = options;
  }

  /** A request that has not begun when a newer one of its kind arrives has no result. */
  help(order: HelpOrder): Promise<CodeHelp> {
    this.#newest += 1;
    const number = this.#newest;
    const answer = this.#last.then(() =>
      order.kind === 'completion' && number !== this.#newest ? NOTHING : this.#help(order),
    );
    this.#last = answer.catch(() => {});
    return answer.catch(() => NOTHING);
  }

  async #help(order: HelpOrder): Promise<CodeHelp> {
    const path = await this.#clangdPath();
    if (path !== this.#path) this.#restart(path);
    const tools = withClangd(this.#options.tools ?? findTools(), path);
    if (!tools.clangd.installed || this.#starts > MOST_STARTS) return UNAVAILABLE;
    const read = readSketchText(order.text);
    if (!read.ok) return NOTHING;
    const { files } = generate({ ...read.sketch, parts: [] }, { ...this.#options, tools });
    const source = files.get(SOURCE);
    const before = source === undefined ? null : linesBefore(source, { element: order.element, member: order.member });
    if (source === undefined || before === null) return NOTHING;
    const dir = await this.#scratch.write(files);
    const buildDir = buildFolder(this.#cache, order.path, read.sketch, order.tool);
    const clangd = await this.#serverFor(dir, buildDir, tools);
    if (clangd === null) return UNAVAILABLE;
    await clangd.show(source);
    const position = { line: before + order.line - 1, character: order.column - 1 };
    switch (order.kind) {
      case 'completion':
        return { ...NOTHING, names: (await clangd.complete(position)).map(completionOf) };
      case 'hover':
        return hoverOf(await clangd.hover(position));
      case 'signature':
        return signaturesOf(await clangd.signatures(position));
    }
  }

  /** The next request starts the other clangd, which has starts of its own. */
  #restart(path: string): void {
    this.#path = path;
    if (Number.isFinite(this.#starts)) this.#starts = 0;
    this.#server?.clangd.end();
    this.#server = null;
  }

  /** The running server, if it is this clangd with this compiler. Null if it does not run. */
  async #serverFor(dir: string, buildDir: string, tools: Tools): Promise<Clangd | null> {
    const compiler = await compileCommand({ dir, buildDir, tools });
    if (!compiler.installed || !tools.clangd.installed) return null;
    const key = JSON.stringify([dir, tools.clangd.command, compiler.command]);
    if (this.#server?.key === key && !this.#server.clangd.ended) return this.#server.clangd;
    this.#server?.clangd.end();
    this.#server = null;
    this.#starts += 1;
    if ((await clangdVersion(tools.clangd)) === null) return null;
    const clangd = await Clangd.start(tools.clangd, dir, compiler);
    this.#server = { clangd, key };
    return clangd;
  }

  async close(): Promise<void> {
    this.#starts = Number.POSITIVE_INFINITY;
    this.#server?.clangd.end();
    await this.#last;
    this.#server?.clangd.end();
    await this.#scratch.remove();
  }
}

/** LSP's numbers of the kinds of completion. */
const KINDS: Readonly<Record<number, Name['kind']>> = {
  2: 'function',
  3: 'function',
  4: 'function',
  5: 'field',
  6: 'variable',
  7: 'type',
  8: 'type',
  10: 'field',
  13: 'type',
  20: 'constant',
  21: 'constant',
  22: 'type',
};
const SNIPPET = 2;

function completionOf({
  label,
  filterText,
  detail,
  kind,
  insertText,
  insertTextFormat,
  textEdit,
  documentation,
}: CompletionItem): Name {
  const shown = label.replace(/^[ •]+/, '');
  const inserted = textEdit?.newText ?? insertText ?? shown;
  return {
    name: filterText ?? shown,
    signature: detail === undefined ? shown : `${detail} ${shown}`,
    about: textOf(documentation),
    kind: (kind === undefined ? undefined : KINDS[kind]) ?? 'variable',
    snippet: insertTextFormat === SNIPPET && inserted !== filterText ? inserted : null,
  };
}

function hoverOf(hover: Hover | null): CodeHelp {
  const contents = hover?.contents;
  const about = contents === undefined || Array.isArray(contents) || typeof contents === 'string' ? '' : contents.value;
  return about === ''
    ? NOTHING
    : { ...NOTHING, names: [{ name: '', signature: '', about, kind: 'variable', snippet: null }] };
}

function signaturesOf(help: SignatureHelp | null): CodeHelp {
  if (help === null) return NOTHING;
  const names = help.signatures.map(
    ({ label, documentation }): Name => ({
      ...{ name: '', signature: label, about: textOf(documentation), kind: 'function', snippet: null },
    }),
  );
  return { available: true, names, active: help.activeSignature ?? 0, argument: help.activeParameter ?? 0 };
}

const textOf = (text: string | MarkupContent | undefined): string =>
  text === undefined ? '' : typeof text === 'string' ? text : text.value;
