/**
 * Runs the conformance suite on every port that is there and prints docs/conformance.md:
 *
 *     npm run conformance:report
 *
 * What went wrong is told on the error stream, and the exit status is 1 then.
 */
import { type ConformancePort, PORTS, programsOf } from './ports.ts';
import { type Program, SUITE } from './programs.ts';

export const NOT_ASKED = '–';
export const NOT_INSTALLED = 'not installed';
const PASSED = 'passed';

const INTRODUCTION = `# Conformance

The runtime's promises, program by program, on every port. Each program of \`test/conformance/programs/\` checks itself
against the public API and ends as passed or failed. On the host it runs under the address and undefined-behaviour
sanitizers, on virtual time; on the boards' processors in their emulators, avr8js and QEMU. As printed by

    npm run conformance:report

\`${NOT_ASKED}\`: the port is not asked, because it does not preempt, or has no room, or because the program is about a part that the
kernel does not touch. \`${NOT_INSTALLED}\`: the run could not be made where this was printed. FreeRTOS is found by the
variable FREERTOS_KERNEL_PATH.
`;

/** How the table names the outcome of a program on a port, where that needs no run. */
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
