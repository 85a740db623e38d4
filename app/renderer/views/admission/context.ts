/** The admission of the present sketch, judged once a frame for all views. */
import { createContext, useContext } from 'react';
import type { Admission } from '../../../../generator/analysis/admission.ts';
import { useSession } from '../../state/session/use-session.ts';
import { judge } from '../../state/sketch/admission.ts';

export interface Judgement {
  readonly admission: Admission;
  /** True while a large sketch is still being judged: what is shown is of a moment ago. */
  readonly stale: boolean;
}

export const AdmissionContext = createContext<Judgement | null>(null);

export function useJudged(): Judgement {
  const { document } = useSession();
  return useContext(AdmissionContext) ?? { admission: judge(document.currentSketch(), false), stale: false };
}
