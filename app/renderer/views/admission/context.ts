/** The admission of the present sketch, computed once per frame for all views. */
import { createContext, useContext } from 'react';
import type { Admission } from '../../../../generator/analysis/admission.ts';
import { useSession } from '../../state/session/use-session.ts';
import { judge } from '../../state/sketch/admission.ts';

export interface Judgement {
  readonly admission: Admission;
  /** True while a large sketch is being analysed and the previous verdict is shown. */
  readonly stale: boolean;
}

export const AdmissionContext = createContext<Judgement | null>(null);

export function useJudged(): Judgement {
  const { document } = useSession();
  return useContext(AdmissionContext) ?? { admission: judge(document.currentSketch(), false), stale: false };
}
