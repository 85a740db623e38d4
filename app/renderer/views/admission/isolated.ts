/**
 * The worst-case response of each task alone on its server, bounded by the periodic resource model
 * (Shin, Lee 2003).
 */
import type { Admission } from '../../../../generator/analysis/admission.ts';

/**
 * By index in the sketch's tasks. Null means that there is no bound. Empty when no server enforces
 * budgets. Unit: ns.
 */
export function isolatedResponses({ methods, set }: Admission): ReadonlyMap<number, number | null> {
  const result = methods.find(({ method, applies }) => method === 'periodic-resource' && applies);
  return new Map(
    (result?.tasks ?? []).flatMap(({ entity, responseNs }) => {
      const { kind, source } = set.entities[entity] ?? {};
      return kind === 'task' && source !== undefined ? [[source, responseNs] as const] : [];
    }),
  );
}
