/** What the accounting of budgets on an AVR chip with FreeRTOS credits to an interrupted body. */
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import { constantsOf } from './port-constants.ts';
import type { Gap, Span } from './uno-accounts.ts';

const CYCLES_PER_TICK = 8;

/** The credit for each span. Unit: cycles. */
export type Credits = Readonly<Record<Span, number>>;

export function creditsOf(chip: AvrConfig): Credits {
  const constant = constantsOf(`avr/${chip.mcu.toLowerCase()}.h`);
  const ticks = (...names: readonly string[]): number =>
    names.reduce((sum, name) => sum + constant(`PL_${name}_TICKS`) * CYCLES_PER_TICK, 0);
  return {
    entry: ticks('ENTRY'),
    exit: ticks('EXIT'),
    leaving: ticks('EXIT', 'SWITCH_OUT'),
    yield: ticks('SWITCH_OUT'),
    return: ticks('SWITCH_IN'),
    start: ticks('START'),
    end: ticks('END'),
    section: ticks('SECTION'),
    tick: constant('PL_TICK_CYCLES'),
    byte: constant('PL_BYTE_CYCLES'),
    clock: constant('PL_CLOCK_CYCLES'),
    overflow: constant('PL_OVERFLOW_CYCLES'),
    rearmed: constant('PL_REARMED_CYCLES'),
  };
}

/** Length of a gap, plus the excess of the body's credits over the measured spans. Unit: cycles. */
export const grantedCycles = ({ taken, spans }: Gap, credits: Credits): number =>
  spans.reduce((sum, [span, cycles]) => sum + credits[span] - cycles, taken);
