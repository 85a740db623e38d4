/**
 * Groups the tests by relevance: the deciding test, then tests that agree, then inconclusive tests.
 */

import type { Admission } from '../../../../generator/analysis/admission.ts';
import type { MethodResult } from '../../../../generator/analysis/method.ts';
import { tr } from '../../../../generator/words/tr.ts';

export interface MethodGroup {
  readonly id: 'decided' | 'holds' | 'fails' | 'unknown' | 'off';
  readonly title: string;
  /** In the registry's order. Never empty. */
  readonly methods: readonly MethodResult[];
}

const TITLES: Readonly<Record<MethodGroup['id'], string>> = {
  decided: tr`Decided`,
  holds: tr`Also passes`,
  fails: tr`Fails`,
  unknown: tr`Inconclusive`,
  off: tr`Does not apply`,
};

const GROUPS = ['decided', 'holds', 'fails', 'unknown', 'off'] as const;

/** Assigns each test to one group. Empty groups are left out. */
export function methodGroups({ methods, decidedBy }: Pick<Admission, 'methods' | 'decidedBy'>): readonly MethodGroup[] {
  const groupOf = (result: MethodResult): MethodGroup['id'] => {
    if (!result.applies) return 'off';
    if (result.method === decidedBy) return 'decided';
    return ({ schedulable: 'holds', unschedulable: 'fails', unknown: 'unknown' } as const)[result.verdict];
  };
  return GROUPS.flatMap((id) => {
    const members = methods.filter((result) => groupOf(result) === id);
    return members.length === 0 ? [] : [{ id, title: TITLES[id], methods: members }];
  });
}
