/** The worst response of each task alone on its server, as the periodic resource model bounds it (Shin, Lee 2003). */
import type { Admission } from '../../../../generator/analysis/admission.ts';

/** By index in the sketch's tasks; null: not bounded. Empty where no server holds tasks to their budgets. Unit: ns. */
export function isolatedResponses({ methods, set }: Admission): ReadonlyMap<number, number | null> {
  const result = methods.find(({ method, applies }) => method === 'periodic-resource' && applies);
  return new Map(
    (result?.tasks ?? []).flatMap(({ entity, responseNs }) => {
      const { kind, source } = set.entities[entity] ?? {};
      return kind === 'task' && source !== undefined ? [[source, responseNs] as const] : [];
    }),
  );
}
