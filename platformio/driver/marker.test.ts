import { expect, test } from 'vitest';
import { decodeMarker } from './marker.ts';

test('names an element and its member', () => {
  expect(decodeMarker('task:Blink/body')).toEqual({ element: { kind: 'task', name: 'Blink' }, member: 'body' });
  expect(decodeMarker('sketch/prelude')).toEqual({ element: { kind: 'sketch', name: '' }, member: 'prelude' });
});

test('decodes names that are not valid file names', () => {
  const name = 'Größe: 5/8 "schnell"';
  const marker = decodeMarker(`interrupt:${encodeURIComponent(name)}/deadlineHandler`);
  expect(marker).toEqual({ element: { kind: 'interrupt', name }, member: 'deadlineHandler' });
});

test.each(['src/main.cpp', 'C:\\sketch\\main.cpp', 'task.cpp', 'task:A', 'lib/task:A/x.cpp', 'task:%E0%A4%A/body'])(
  '%s is no marker',
  (name) => expect(decodeMarker(name)).toBeNull(),
);
