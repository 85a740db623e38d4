/** Every schedulability test, in the order in which they are asked: the simplest proof first. */
import { hyperbolic } from './hyperbolic.ts';
import { liuLayland } from './liu-layland.ts';
import type { Method } from './method.ts';
import { processorDemand, processorDemandNonPreemptive } from './processor-demand.ts';
import { quest } from './quest.ts';
import { responseTime } from './response-time.ts';
import { responseTimeEdf } from './response-time-edf.ts';
import { responseTimeEdfNonPreemptive } from './response-time-edf-non-preemptive.ts';
import { responseTimeNonPreemptive } from './response-time-non-preemptive.ts';

export const METHODS: readonly Method[] = [
  liuLayland,
  hyperbolic,
  quest,
  responseTime,
  responseTimeNonPreemptive,
  processorDemand,
  processorDemandNonPreemptive,
  responseTimeEdf,
  responseTimeEdfNonPreemptive,
];
