/** Takes the profile of the run so far, and of the predicted schedule. */
import type { Admission } from '../../../../generator/analysis/admission.ts';
import { responseBoundsNs } from '../../../../generator/judge/bounds.ts';
import { countedOverheads } from '../../../../generator/judge/overheads.ts';
import { tracedChannels } from '../../../../generator/profile/channels.ts';
import type { Profile } from '../../../../generator/profile/profile.ts';
import { takeProfile } from '../../../../generator/profile/take.ts';
import { ChannelTraffic } from '../../../../generator/trace/jobs/channel-traffic.ts';
import { TraceStatistics } from '../../../../generator/trace/jobs/statistics.ts';
import type { Simulated } from '../../state/run/schedule-simulator.ts';
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
      edges: facts,
    },
  );
}

/** @param admission the verdict on the sketch that was simulated */
export function profileOfPrediction(
  { calibrations }: Pick<Session, 'calibrations'>,
  { question: { sketch }, schedule }: Simulated,
  admission: Admission,
  name: string,
): Profile {
  const { trace: store, jobs, spans } = schedule;
  const statistics = new TraceStatistics(store, jobs);
  const channels = new ChannelTraffic(store, tracedChannels(sketch));
  statistics.update();
  channels.update();
  return takeProfile(
    { store, statistics, spans, channels },
    {
      ...{ name, date: new Date().toISOString(), sketch, device: 'simulation', asleep: null },
      boundsNs: responseBoundsNs(sketch, admission),
      overheads: countedOverheads(sketch, calibrations.store.getState().calibrations).overheads,
    },
  );
}
