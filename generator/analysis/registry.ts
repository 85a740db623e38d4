/** All schedulability tests in the order in which they run: the simplest proof first. */

import { processorDemand, processorDemandNonPreemptive } from './edf/processor-demand.ts';
import { responseTimeEdf } from './edf/response-time-edf.ts';
import { responseTimeEdfNonPreemptive } from './edf/response-time-edf-non-preemptive.ts';
import { fewLevels } from './fixed/few-levels.ts';
import { hyperbolic } from './fixed/hyperbolic.ts';
import { liuLayland } from './fixed/liu-layland.ts';
import { responseTime } from './fixed/response-time.ts';
import { responseTimeNonPreemptive } from './fixed/response-time-non-preemptive.ts';
import { affinity } from './global/affinity.ts';
import { bak } from './global/bak.ts';
import { bar } from './global/bar.ts';
import { bcl } from './global/bcl.ts';
import { gfb } from './global/gfb.ts';
import { clustered, partitioned } from './global/partitioned.ts';
import { responseTimeGlobal } from './global/response-time-global.ts';
import { responseTimeLimitedCarryIn } from './global/response-time-limited-carry-in.ts';
import type { Method, MethodId } from './method.ts';
import { offsets } from './offsets.ts';
import { scheduleAbstraction } from './schedule-abstraction/method.ts';
import { constantBandwidth } from './servers/constant-bandwidth.ts';
import { periodicResource } from './servers/periodic-resource.ts';
import { quest } from './servers/quest.ts';
import type { Formula } from './symbols.ts';

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

const FORMULAS: ReadonlyMap<MethodId, Formula> = new Map(METHODS.map(({ id, formula }) => [id, formula]));

/** The equation of a test, without numbers. */
export const formulaOf = (id: MethodId): Formula => FORMULAS.get(id) as Formula;
