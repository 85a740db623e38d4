/** A command makes every picture of the pages, and no picture is left over. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCH_PICTURES, WINDOW_PICTURES } from '../../e2e/pictures.ts';

const root = path.resolve(import.meta.dirname, '../..');
const docs = path.join(root, 'docs');

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file)),
];

/** The files of this repository that the pages show. */
const shown = pages.flatMap((page) => {
  const text = readFileSync(path.join(root, page), 'utf8');
  const links = [...text.matchAll(/!\[[^\]]*\]\(([^)\s]+)\)|<img[^>]*\ssrc="([^"]+)"/g)];
  return links
    .map(([, link, source]) => link ?? source ?? '')
    .filter((link) => !/^https?:/.test(link))
    .map((link) => path.resolve(root, path.dirname(page), link));
});

const made = [...Object.keys(WINDOW_PICTURES), ...Object.keys(BENCH_PICTURES)].toSorted();

describe('the pictures of the pages', () => {
  it('are made by a command', () => {
    expect(shown.length).toBeGreaterThan(0);
    const names = shown.map((file) => path.relative(path.join(docs, 'images'), file));
    expect([...new Set(names)].toSorted()).toEqual(made);
  });

  it('are all the files of docs/images', () => {
    expect(readdirSync(path.join(docs, 'images')).toSorted()).toEqual(made);
  });

  it('have commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts.images).toBe('node e2e/images.ts');
    for (const { program } of Object.values(WINDOW_PICTURES)) {
      expect(existsSync(path.join(root, program)), program).toBe(true);
    }
    for (const command of Object.values(BENCH_PICTURES)) {
      expect(scripts, command).toHaveProperty([command.replace('npm run ', '')]);
    }
  });
});
