/**
 * The edits of docs/skeletons still apply to the files that they change. test/skeletons adds and
 * builds each skeleton, which takes longer.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { edited, readSkeleton, skeletonIds } from '../skeletons/skeleton.ts';
import { root } from './files.ts';

it.each(skeletonIds())('the edits of docs/skeletons/%s apply', (id) => {
  const texts = new Map<string, string>();
  const edits = readSkeleton(id).steps.flatMap((step) => step.edits);
  for (const edit of edits) {
    const text = texts.get(edit.file) ?? readFileSync(path.join(root, edit.file), 'utf8');
    texts.set(edit.file, edited(text, edit));
  }
  expect(texts.size).toBeGreaterThan(0);
});
