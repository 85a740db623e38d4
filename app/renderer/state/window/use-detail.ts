/** Hooks that read what the window shows in simple and in full. */
import { useRef } from 'react';
import type { Detail } from '../../../contract/settings.ts';
import { useSession } from '../session/use-session.ts';
import { useDocument, useSketch } from '../sketch/document.ts';
import { DETAIL, type Fields, fieldsOf, isShown, type Rules } from './detail.ts';
import { useSettings } from './settings.ts';

export const useDetail = (): Detail => useSettings(({ settings }) => settings.detail);

/**
 * The fields that a form shows of an element. A field that the user sees stays until the form
 * closes: it does not disappear while its slider is dragged to the default.
 */
export function useFields<E, Field extends string>(rules: Rules<E, Field>, element: E): Fields<Field> {
  const sketch = useSketch();
  const detail = useDetail();
  const generation = useDocument((state) => state.generation);
  const kept = useRef({ generation, fields: new Set<string>() });
  if (kept.current.generation !== generation) kept.current = { generation, fields: new Set() };
  const fields = fieldsOf(rules, element, sketch, detail, kept.current.fields);
  if (detail === 'simple') {
    for (const field of Object.keys(rules)) if (fields.shows(field as Field)) kept.current.fields.add(field);
  }
  return fields;
}

/** @param isUsed whether the section shows what is not the default */
export function useShowsSection(section: keyof typeof DETAIL.sections, isUsed = false): boolean {
  const sketch = useSession().document.currentSketch();
  const detail = useDetail();
  return isShown(DETAIL.sections[section], isUsed, sketch, detail);
}
