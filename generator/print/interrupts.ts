/**
 * Interrupts: their bottom halves, the runtime's tables, and the replacements of Arduino's
 * functions for interrupts.
 */
import { type Code, c, EMPTY, initializers, misuse, sections, stack } from '../emit/code.ts';
import { identifier } from '../emit/identifier.ts';
import { integerLiteral, stringLiteral } from '../emit/literal.ts';
import type { LoweredInterrupt, LoweredServer, Program } from '../lower/program.ts';
import type { InterruptMode } from '../sketch/model.ts';
import { quote } from '../sketch/problem.ts';
import { accessOf } from './access.ts';
import { byRank } from './tasks.ts';
import { codeSection, isEmpty, namespaceOf } from './user-code.ts';

const MODES: Readonly<Record<InterruptMode, string>> = {
  rising: 'PL_RISING',
  falling: 'PL_FALLING',
  change: 'PL_CHANGE',
  low: 'PL_LOW',
};

const BOTTOM_HALF = 'pl_bottom_half';

/** Code that runs in the bottom half; empty if there is none. */
export function bottomHalfSection(interrupt: LoweredInterrupt, program: Program): Code {
  if (isEmpty(interrupt.body)) return EMPTY;
  const functions = [{ name: BOTTOM_HALF, text: interrupt.body }];
  return codeSection(interrupt, [{ access: accessOf(interrupt, program), functions }]);
}

function refusal(name: string, text: string): Code {
  return c`
    #undef ${identifier(name)}
    #define ${identifier(name)}(...) ${misuse(stringLiteral(text))}
  `;
}

/**
 * noInterrupts() and interrupts() apply to the sketch's interrupts only, as in Qduino. The
 * runtime's interrupts stay on, because otherwise time would stop. A second owner of the same
 * vectors would not link.
 */
export function arduinoInterrupts({ interrupts }: Program): Code {
  if (interrupts.length === 0) return EMPTY;
  const attaching = ['attachInterrupt', 'detachInterrupt'].map((name) =>
    refusal(name, `${name}() conflicts with the interrupts of the sketch: add an interrupt on the canvas instead`),
  );
  const displaced = interrupts.flatMap(({ name: owner, displaces }) =>
    displaces.map((name) =>
      refusal(
        name,
        `${name}() conflicts with the interrupt ${quote(owner)}, which uses its timer: choose one of the two`,
      ),
    ),
  );
  return c`
    #undef interrupts
    #define interrupts() pl_interrupts_on()
    #undef noInterrupts
    #define noInterrupts() pl_interrupts_off()
    ${stack([...attaching, ...displaced])}
  `;
}

function tableEntry(interrupt: LoweredInterrupt, id: number, positions: ReadonlyMap<number, number>): Code {
  const { costTicks, server, handler, line, mode, body } = interrupt;
  const bottom = isEmpty(body) ? c`nullptr` : c`${namespaceOf(interrupt)}::${identifier(BOTTOM_HALF)}`;
  const position = handler === null ? undefined : positions.get(handler);
  return c`
    {
      .cost = ${integerLiteral(costTicks)},
      .bottom = ${bottom},
      .server = ${server === null ? identifier('PL_NO_SERVER') : integerLiteral(server)},
      .handler = ${position === undefined ? identifier('PL_NO_HANDLER') : integerLiteral(position)},
      .line = ${integerLiteral(line)},
      .mode = ${identifier(MODES[mode])},
      .id = ${integerLiteral(id)},
    }
  `;
}

function serverEntry({ budgetTicks, periodTicks }: LoweredServer): Code {
  return c`
    {
      .budget = ${integerLiteral(budgetTicks)},
      .period = ${integerLiteral(periodTicks)},
    }
  `;
}

/** In sketch order. */
export function interruptTables({ interrupts, ioServers, tasks }: Program): Code {
  if (interrupts.length === 0) return EMPTY;
  const positions = new Map(byRank(tasks).map(({ index }, position) => [index, position]));
  const rows = interrupts.map((interrupt, id) => tableEntry(interrupt, id, positions));
  const servers = c`
    const pl_io_server_config_t pl_io_servers[PL_IO_SERVER_COUNT] PL_FLASH = {
      ${initializers(ioServers.map(serverEntry))}
    };
  `;
  return sections([
    c`
      const pl_interrupt_config_t pl_interrupts[PL_INTERRUPT_COUNT] PL_FLASH = {
        ${initializers(rows)}
      };
    `,
    ioServers.length === 0 ? EMPTY : servers,
  ]);
}
