/**
 * Functions that a sketch must not call or define, because the runtime does their work. Each use is
 * a compile-time error at its line that names the function and an alternative. Only functions that
 * the sketch's code mentions are printed.
 */
import { blankLiterals } from '../cpp/tokens.ts';
import { type Code, c, EMPTY, errorAt, misuse, stack } from '../emit/code.ts';
import { identifier } from '../emit/identifier.ts';
import { stringLiteral } from '../emit/literal.ts';
import type { Program, UserText } from '../lower/program.ts';
import { codeOfRunnables } from '../sketch/code/pieces.ts';

const PERIOD = 'a body is one job and must end; give the task a period, and the runtime starts the next job on time';
const DRAW = 'draw a task on the canvas; Polyloop makes its thread';
const SCHEDULER = 'Polyloop starts the scheduler; remove the call';
const ORDER = "the runtime decides which task runs; change the task's priority, period or budget instead";
const LOCK = 'it delays the releases of all tasks; draw a resource, and lock it where the code must not be interrupted';
const QUEUE = 'the kernel is built without it; draw a channel between the tasks';
const SEMAPHORE = 'the kernel is built without it; draw a resource that both tasks use, or a channel between them';

/** The functions of FreeRTOS by name, with an alternative. */
const KERNEL_CALLS: Readonly<Record<string, string>> = {
  vTaskDelay: PERIOD,
  vTaskDelayUntil: PERIOD,
  xTaskDelayUntil: PERIOD,
  xTaskCreate: DRAW,
  xTaskCreateStatic: DRAW,
  xTaskCreatePinnedToCore: DRAW,
  vTaskStartScheduler: SCHEDULER,
  vTaskEndScheduler: SCHEDULER,
  vTaskDelete: ORDER,
  vTaskSuspend: ORDER,
  vTaskResume: ORDER,
  xTaskResumeFromISR: ORDER,
  vTaskPrioritySet: ORDER,
  taskYIELD: ORDER,
  taskENTER_CRITICAL: LOCK,
  taskEXIT_CRITICAL: LOCK,
  taskDISABLE_INTERRUPTS: LOCK,
  taskENABLE_INTERRUPTS: LOCK,
  vTaskSuspendAll: LOCK,
  xTaskResumeAll: LOCK,
  xQueueCreate: QUEUE,
  xQueueCreateStatic: QUEUE,
  xQueueSend: QUEUE,
  xQueueSendToBack: QUEUE,
  xQueueSendFromISR: QUEUE,
  xQueueReceive: QUEUE,
  xSemaphoreCreateMutex: SEMAPHORE,
  xSemaphoreCreateBinary: SEMAPHORE,
  xSemaphoreCreateCounting: SEMAPHORE,
  xSemaphoreTake: SEMAPHORE,
  xSemaphoreGive: SEMAPHORE,
  xSemaphoreGiveFromISR: SEMAPHORE,
  xTimerCreate: PERIOD,
};

const KERNEL_HEADER = /#\s*include\s*<\s*(?:\w*FreeRTOS|task|queue|semphr|timers)\.h\s*>/;

function calledNames(texts: readonly UserText[]): string[] {
  const words = new Set(texts.flatMap(({ text }) => blankLiterals(text).match(/[A-Za-z_]\w*(?=\s*\()/g) ?? []));
  return Object.keys(KERNEL_CALLS).filter((name) => words.has(name));
}

function refusals(names: readonly string[]): Code {
  return stack(
    names.map((name) => {
      const text = `${name}() cannot be used in a sketch: ${KERNEL_CALLS[name]}`;
      return c`
        #undef ${identifier(name)}
        #define ${identifier(name)}(...) ${misuse(stringLiteral(text))}
      `;
    }),
  );
}

function includesKernel({ text }: UserText): boolean {
  return KERNEL_HEADER.test(text);
}

/**
 * Placed before the shared code, for its own calls. A kernel header that it includes declares these
 * names and must come first.
 */
export function misplacedInPrelude({ prelude }: Program): Code {
  return includesKernel(prelude) ? EMPTY : refusals(calledNames([prelude]));
}

/** Placed after the shared code, for calls in the code of tasks and interrupts. */
export function misplacedInTasks(program: Program): Code {
  const { prelude } = program;
  const before = includesKernel(prelude) ? [] : calledNames([prelude]);
  return refusals(calledNames(codeOfRunnables(program)).filter((name) => !before.includes(name)));
}

/** Arduino's two functions, which main.cpp defines. */
const ENTRIES = ['setup', 'loop'] as const;
export type Entry = (typeof ENTRIES)[number];

/** The line on which the shared code defines the function, from 1; null: it does not define it. */
function lineOf(name: Entry, { text }: UserText): number | null {
  const found = new RegExp(`(?:^|[\\s;}])void\\s+(${name})\\s*\\(\\s*(?:void)?\\s*\\)\\s*\\{`).exec(
    blankLiterals(text),
  );
  if (found === null) return null;
  return text.slice(0, found.index + found[0].indexOf(name)).split('\n').length;
}

/** Which of Arduino's two functions the shared code defines itself; this is an error. */
export function definedEntries({ prelude }: Program): Entry[] {
  return ENTRIES.filter((name) => lineOf(name, prelude) !== null);
}

const INSTEAD: Readonly<Record<Entry, string>> = {
  setup: 'put code that runs once at the start into the setup code of a task',
  loop: 'put code that runs repeatedly into the body of a task, and give the task a period',
};

/** An error for each, at its line. */
export function entryErrors(program: Program): Code {
  const { prelude } = program;
  return stack(
    definedEntries(program).map((name) => {
      const text = `${name}() cannot be defined in the shared code, because Polyloop defines it: ${INSTEAD[name]}`;
      return errorAt(stringLiteral(text), stringLiteral(prelude.origin), lineOf(name, prelude) ?? 1);
    }),
  );
}
