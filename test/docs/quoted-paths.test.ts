/** The pages quote only files, folders and commands that exist. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const OWN = ['app', 'bench', 'docs', 'e2e', 'generator', 'platformio', 'runtime-c', 'templates', 'test'];

/** All files and folders of the checkout, except its tools. */
const entries = [
  ...readdirSync(root),
  ...OWN.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  ),
].map((file) => file.split(path.sep).join('/'));
const existing = new Set(entries);

/** A page may leave out the beginning of a path. So every end of a path is known, too. */
const ends = new Set(
  entries.flatMap((file) => {
    const parts = file.split('/');
    return parts.map((_, first) => parts.slice(first).join('/'));
  }),
);

/** Quoted paths of other places: generated and built projects, npm packages, and sources of kernels. */
const ELSEWHERE = [
  /^(\.pio|\.polyloop|build|dist)(\/|$)/,
  /^lib\/freertos\b/,
  /^(@lezer\/cpp|culori\/fn)$/,
  /^(kernel\/sched\/vcpu|tasks|list|portable\/GCC\/ARM_CM3\/port)\.c$/,
  /^(NAME\.polyloop|system)\.json$/,
  /^dependencies\.py$/,
  // A board, a module and a file of Zephyr.
  /^(mps2\/an385|modules\/hal\/cmsis(_6)?|kernel\/Kconfig)$/,
  // A board of RTEMS, and the options of its build.
  /^(arm\/realview_pbx_a9_qemu|config\.ini)$/,
  // Folders of the Arduino core for AVR.
  /^(cores|variants)$/,
  // Part of a marker in generated code.
  /^sketch\/prelude$/,
  // The folder that the skeleton of a kernel would add.
  /^runtime-c\/port\/threads$/,
];

const PATH = /^[\w@-][\w.@-]*(\/[\w.@-]+)*$/;
const FILE = /\.(c|cpp|css|h|ini|json|md|mjs|pml|py|svg|toml|ts|tsx)$/;

/** Text between single backticks, without blocks of code. */
const quotesOf = (text: string): string[] =>
  [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/(?<!`)`([^`\s]+)`(?!`)/g)].map(([, quote = '']) => quote);

/** Quoted paths of this repository: with a slash, or with the ending of a file. */
const pathsOf = (text: string): string[] =>
  quotesOf(text)
    .filter((quote) => quote.includes('/') || FILE.test(quote))
    .map((quote) => quote.replace(/\/$/, ''))
    .filter((quote) => PATH.test(quote) && !ELSEWHERE.some((place) => place.test(quote)));

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'platformio/README.md',
  'runtime-c/README.md',
  ...entries.filter((file) => /^docs\/.*\.md$/.test(file) && !file.includes('/files/')),
].map((page) => ({ page, text: readFileSync(path.join(root, page), 'utf8') }));

describe('the pages', () => {
  it('quote files and folders that exist', () => {
    const quoted = pages.flatMap(({ page, text }) => pathsOf(text).map((quote) => ({ page, quote })));
    expect(quoted.length).toBeGreaterThan(200);
    expect(quoted.filter(({ quote }) => !ends.has(quote))).toEqual([]);
  });

  it('link to files that exist', () => {
    const links = pages.flatMap(({ page, text }) =>
      [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !link.includes(':'))
        .map((link) => ({ page, file: path.posix.join(path.posix.dirname(page), link).replace(/\/$/, '') })),
    );
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ file }) => !existing.has(file))).toEqual([]);
  });

  it('name commands of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commands = pages.flatMap(({ page, text }) =>
      [...text.matchAll(/npm run ([a-z][a-z0-9:-]*)/g)].map(([, command = '']) => ({ page, command })),
    );
    expect(commands.length).toBeGreaterThan(20);
    expect(commands.filter(({ command }) => !(command in scripts))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  it('quotes files of a folder by their path in that folder, or by their whole path', () => {
    const { text } = pages.find(({ page }) => page === 'docs/architecture.md') ?? { text: '' };
    const quoted = text
      .split(/^### /m)
      .slice(1)
      .flatMap((section) => {
        const [folder = ''] = quotesOf(section);
        const own = section.replace(/^- Imports:[\s\S]*?(?=\n[^ ]|$)/m, '');
        return pathsOf(own).map((quote) => ({ folder, quote }));
      });
    expect(quoted.length).toBeGreaterThan(40);
    expect(quoted.filter(({ folder, quote }) => !existing.has(quote) && !existing.has(`${folder}/${quote}`))).toEqual(
      [],
    );
  });
});
