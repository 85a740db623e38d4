/** Every schedulability test, in the order in which they are asked: the simplest proof first. */
import { affinity } from './affinity.ts';
import { bak } from './bak.ts';
import { bar } from './bar.ts';
import { bcl } from './bcl.ts';
import { constantBandwidth } from './constant-bandwidth.ts';
import { fewLevels } from './few-levels.ts';
import { gfb } from './gfb.ts';
import { hyperbolic } from './hyperbolic.ts';
import { liuLayland } from './liu-layland.ts';
import type { Method } from './method.ts';
import { offsets } from './offsets.ts';
import { clustered, partitioned } from './partitioned.ts';
import { periodicResource } from './periodic-resource.ts';
import { processorDemand, processorDemandNonPreemptive } from './processor-demand.ts';
import { quest } from './quest.ts';
import { responseTime } from './response-time.ts';
import { responseTimeEdf } from './response-time-edf.ts';
import { responseTimeEdfNonPreemptive } from './response-time-edf-non-preemptive.ts';
import { responseTimeGlobal } from './response-time-global.ts';
import { responseTimeLimitedCarryIn } from './response-time-limited-carry-in.ts';
import { responseTimeNonPreemptive } from './response-time-non-preemptive.ts';
import { scheduleAbstraction } from './schedule-abstraction/method.ts';

export const METHODS: readonly Method[] = [
  liuLayland,
  hyperbolic,
  quest,
  responseTime,
  fewLevels,
  responseTimeNonPreemptive,
  processorDemand,
  processorDemandNonPreemptive,
  responseTimeEdf,
  responseTimeEdfNonPreemptive,
  offsets,
  scheduleAbstraction,
  periodicResource,
  constantBandwidth,
  partitioned,
  clustered,
  affinity,
  gfb,
  bcl,
  bak,
  bar,
  responseTimeLimitedCarryIn,
  responseTimeGlobal,
];
