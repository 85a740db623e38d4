/**
 * Runs the conformance suite on every installed port and prints docs/conformance.md:
 *
 *     npm run conformance:report
 *
 * Failures are printed to the error stream, and the exit status is then 1.
 */
import { type ConformancePort, PORTS, programsOf } from './ports.ts';
import { type Program, SUITE } from './programs.ts';

export const NOT_ASKED = '–';
export const NOT_INSTALLED = 'not installed';
const PASSED = 'passed';

const INTRODUCTION = `# Conformance

The promises of the runtime, one program a row, on every port. Each program of
\`test/conformance/programs/\` checks itself through the public API and passes or fails. On the host
the programs run under the address and undefined-behaviour sanitizers, on virtual time. "Arduino, on
the host" is the port to Arduino's functions below the product's Arduino library, with a board of
virtual time. For the boards they run in the emulators avr8js and QEMU. Printed by

    npm run conformance:report

- \`${NOT_ASKED}\`: the program does not apply to the port, because the port does not preempt or has too little
  memory, or because the program tests a part that does not depend on the kernel.
- \`${NOT_INSTALLED}\`: the tools for this port were not installed. FREERTOS_KERNEL_PATH names the
  FreeRTOS kernel, and RTEMS_PREFIX an installed RTEMS.

Quest is not in the table. Its kernel schedules and enforces budgets itself, so the programs, which
test the runtime's own scheduling, have nothing to test there. \`test/quest/\` has its tests: on any
computer with a stand-in for the kernel's calls, and on the kernel with \`test/golden/quest.test.ts\`.
`;

/** The table's cell for a program on a port if it is known without a run, otherwise null. */
export function outcomeWithoutRun(port: ConformancePort, program: Program): string | null {
  if (!programsOf(port).includes(program)) return NOT_ASKED;
  return port.missing === null ? null : NOT_INSTALLED;
}

async function outcome(port: ConformancePort, program: Program): Promise<string> {
  const known = outcomeWithoutRun(port, program);
  if (known !== null) return known;
  const verdict = await port.run(program.source).catch((error: unknown) => String(error));
  if (verdict === PASSED) return PASSED;
  console.error(`${port.name}: ${program.title}: ${verdict}`);
  process.exitCode = 1;
  return 'failed';
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

async function report(): Promise<string> {
  const lines = [row(['', ...PORTS.map((port) => port.name)]), row(['---', ...PORTS.map(() => '---')])];
  for (const program of SUITE) {
    const cells = [program.title];
    for (const port of PORTS) cells.push(await outcome(port, program));
    lines.push(row(cells));
  }
  return `${INTRODUCTION}\n${lines.join('\n')}\n`;
}

if (import.meta.main) process.stdout.write(await report());
