/** Takes the profile of the run so far. */
import type { Admission } from '../../../../generator/analysis/admission.ts';
import { responseBoundsNs } from '../../../../generator/judge/bounds.ts';
import { countedOverheads } from '../../../../generator/judge/overheads.ts';
import type { Profile } from '../../../../generator/profile/profile.ts';
import { takeProfile } from '../../../../generator/profile/take.ts';
import type { Session } from '../../state/session/session.ts';

/**
 * Null before the first run.
 *
 * @param admission the verdict on the sketch that ran
 */
export function profileOfRun(
  { calibrations, trace }: Pick<Session, 'calibrations' | 'trace'>,
  admission: Admission,
  name: string,
): Profile | null {
  const { store, jobs, statistics, spans, channels, sketch, source } = trace.store.getState();
  if (sketch === null || store.end === 0) return null;
  jobs.update();
  statistics.update();
  spans.update();
  channels.update();
  const { facts, boardTimeNs } = trace.lineOf().last;
  const { asleepNs } = facts;
  return takeProfile(
    { store, statistics, spans, channels },
    {
      ...{ name, date: new Date().toISOString(), sketch },
      device: source === 'virtual' ? 'virtual' : 'port',
      boundsNs: responseBoundsNs(sketch, admission),
      overheads: countedOverheads(sketch, calibrations.store.getState().calibrations).overheads,
      asleep: asleepNs === undefined || boardTimeNs === null ? null : { ns: asleepNs, ofNs: boardTimeNs },
    },
  );
}
