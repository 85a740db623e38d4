/**
 * RTEMS's Deterministic Priority SMP Scheduler (schedulerprioritysmp.c): a list for each priority
 * and a bit map of the non-empty lists, so its overhead does not depend on the number of tasks. Its
 * decisions equal those of the simple scheduler.
 */
import { RtemsSimple } from './rtems-simple.ts';

export class RtemsPriority extends RtemsSimple {}
