/**
 * RTEMS's Deterministic Priority SMP Scheduler (schedulerprioritysmp.c): a list for each priority and a bit map of those that are not
 * empty, so that its own time does not depend on the number of tasks. Whom it runs where is what the simple one decides.
 */
import { RtemsSimple } from './rtems-simple.ts';

export class RtemsPriority extends RtemsSimple {}
