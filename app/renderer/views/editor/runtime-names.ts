/** The functions of the runtime that code may call. Source: runtime-c/include/polyloop, and generator/print/plots.ts. */
import { tr } from '../../../../generator/words/tr.ts';
import type { ArduinoName } from './arduino-names.ts';

export const RUNTIME_NAMES: readonly ArduinoName[] = [
  {
    name: 'plot',
    signature: 'void plot(const char *name, Number value)',
    about: tr`Records a value under this name, which charts show over time. The name is a literal: plot("temperature", x).`,
  },
  {
    name: 'pl_now',
    signature: 'pl_tick_t pl_now(void)',
    about: tr`Ticks of the release timer. Compare with pl_tick_reached().`,
  },
  {
    name: 'pl_tick_reached',
    signature: 'bool pl_tick_reached(pl_tick_t now, pl_tick_t when)',
    about: tr`Whether \`now\` is at or after \`when\`.`,
  },
  {
    name: 'pl_mark',
    signature: 'void pl_mark(uint8_t mark, int32_t value)',
    about: tr`Records a value, which charts show over time.`,
  },
  {
    name: 'pl_text',
    signature: 'uint16_t pl_text(const char *text, uint16_t length)',
    about: tr`Records text. Returns how many bytes found room.`,
  },
  {
    name: 'pl_task_counters',
    signature: 'pl_task_counters_t pl_task_counters(uint8_t task)',
    about: tr`Deadline misses, budget overruns and dropped releases of the task at this position, most urgent first.`,
  },
  {
    name: 'pl_task_stopped',
    signature: 'bool pl_task_stopped(uint8_t task)',
    about: tr`Whether the overrun policy “stop” has stopped the task at this position.`,
  },
  {
    name: 'pl_job_micros',
    signature: 'uint32_t pl_job_micros(void)',
    about: tr`The execution time of this job so far, without interrupts and other tasks. Unit: µs.`,
  },
  {
    name: 'pl_job_budget_left_micros',
    signature: 'uint32_t pl_job_budget_left_micros(void)',
    about: tr`What this job has left of its budget. UINT32_MAX without a budget. Unit: µs.`,
  },
  { name: 'pl_tick_t', signature: 'pl_tick_t', about: tr`A time in ticks of the release timer.`, kind: 'type' },
  { name: 'PL_TICK_HZ', signature: 'PL_TICK_HZ', about: tr`Ticks of the release timer in a second.`, kind: 'constant' },
];
