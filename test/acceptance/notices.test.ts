/** `polyloop run` reports code that disturbs the runtime or loses its own output. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { documents, runCli } from '../../app/cli/test-cli.ts';
import type { Finding } from '../../generator/health/finding.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import type { TargetName } from '../../generator/sketch/model.ts';
import { writeSketch } from '../../generator/sketch/write.ts';
import { describeMissing, findTools } from '../../platformio/setup/tools.ts';

const { pio, freertosKernel } = findTools();
if (!freertosKernel.installed) console.warn(`Not tried with FreeRTOS: ${describeMissing(freertosKernel)}`);

const dir = mkdtempSync(path.join(tmpdir(), 'polyloop-notices-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

interface Report {
  readonly code: number | null;
  readonly findings: readonly Finding[];
  readonly text: string;
  readonly gaps: number;
}

/** Runs a task with this code 20 times per second, together with an empty task. */
async function report(target: TargetName, body: string): Promise<Report> {
  const tasks = [
    newTask('quiet', { periodUs: 10_000, budgetUs: 500, body: 'static volatile unsigned n; n++;' }),
    newTask('tried', { periodUs: 50_000, budgetUs: 20_000, body }),
  ];
  const file = path.join(dir, `${target}.polyloop.json`);
  writeFileSync(file, writeSketch(newSketch(target, { target, tasks })));
  const env = { POLYLOOP_HOME: path.join(dir, 'home') };
  const result = await runCli(['run', file, '--for', '1500ms', '--json'], { env });
  const [document] = documents(result);
  const {
    findings = [],
    text = '',
    telemetry,
  } = (document ?? {}) as {
    findings?: Finding[];
    text?: string;
    telemetry?: { gaps: number };
  };
  if (telemetry === undefined) throw new Error(`${result.out}${result.error}`);
  return { code: result.code, findings, text, gaps: telemetry.gaps };
}

const TARGETS: readonly TargetName[] = freertosKernel.installed ? ['superloop', 'freertos'] : ['superloop'];
const once = (code: string) => `static int n;\nif (n++ == 10) { ${code} }`;

describe.skipIf(!pio.installed).each(TARGETS)('on the virtual Uno with %s', (target) => {
  it('code that disturbs nothing has no notice', async () => {
    const body = 'Serial.println(millis()); analogWrite(3, 100); noInterrupts(); delayMicroseconds(100); interrupts();';
    expect(await report(target, body)).toMatchObject({ code: 0, findings: [], gaps: 0 });
  });

  it('the number of lost characters is exact when the output buffer is full, and the trace has no gap', async () => {
    const lines = 'for (int i = 0; i < 20; i++) Serial.print("0123456789012345678901234567890123456789");';
    const { code, findings, text, gaps } = await report(target, `static int n;\nif (n++ < 10) { ${lines} }`);
    expect({ code, gaps }).toEqual({ code: 0, gaps: 0 });
    expect(findings).toMatchObject([{ kind: 'text-cut', severity: 'warning' }]);
    const cut = [...text.matchAll(/\n… (\d+) characters were not sent: the line was full\n/g)];
    const total = cut.reduce((sum, [, characters]) => sum + Number(characters), 0);
    expect(findings[0]?.sentence).toContain(`${total} characters`);
    const sent = cut.reduce((rest, [line]) => rest.replace(line, ''), text);
    expect(sent).toMatch(/^\d+$/);
    expect(sent.length + total).toBe(10 * 20 * 40);
  });

  it('disabling interrupts for milliseconds is reported, and is an error if the clock loses time', async () => {
    const short = await report(target, once('noInterrupts(); delayMicroseconds(5000); interrupts();'));
    expect(short).toMatchObject({ code: 0, findings: [{ kind: 'interrupts-off', severity: 'warning' }] });
    expect(short.findings[0]?.sentence).toMatch(/^Interrupts were off for [45](\.\d+)? ms or longer/);
    const off = 'noInterrupts(); for (int i = 0; i < 7; i++) delayMicroseconds(10000); interrupts();';
    const long = await report(target, once(off));
    expect(long.code).toBe(19);
    expect(long.findings[0]).toMatchObject({ kind: 'interrupts-off', severity: 'error' });
    expect(long.findings[0]?.sentence).toMatch(/is lost/);
  });

  it('code that changes the release timer is an error', async () => {
    const { code, findings } = await report(target, once('TCCR1A = _BV(COM1A1) | _BV(WGM10);'));
    expect(code).toBe(18);
    expect(findings[0]).toMatchObject({ kind: 'timer-changed', severity: 'error' });
  });

  it('PWM on a pin of the release timer is reported with the pin, if the pin is a variable', async () => {
    const { code, findings } = await report(target, 'static volatile uint8_t pin = 10;\nanalogWrite(pin, 100);');
    expect(code).toBe(0);
    expect(findings).toMatchObject([{ kind: 'release-timer-pwm', severity: 'warning' }]);
    expect(findings[0]?.sentence).toMatch(/pin 10 gave no PWM/);
  });

  it('a failed allocation is reported with its size', async () => {
    const { findings } = await report(target, 'static char *volatile kept;\nkept = (char *)malloc(3000);\nfree(kept);');
    expect(findings).toMatchObject([{ kind: 'heap-exhausted', severity: 'warning' }]);
    expect(findings[0]?.sentence).toContain('3000 bytes');
  });
});

describe.skipIf(!pio.installed || !freertosKernel.installed)('on the virtual Mega with FreeRTOS', () => {
  it('seven releases at once are not reported as code that disables interrupts', async () => {
    const tasks = Array.from({ length: 7 }, (_, i) =>
      newTask(`t${i}`, { periodUs: 20_000 + i * 1000, budgetUs: 400, body: 'static volatile unsigned n; n++;' }),
    );
    const file = path.join(dir, 'seven.polyloop.json');
    writeFileSync(file, writeSketch(newSketch('seven', { board: 'mega', target: 'freertos', policy: 'edf', tasks })));
    const env = { POLYLOOP_HOME: path.join(dir, 'home') };
    const [document] = documents(await runCli(['run', file, '--for', '1500ms', '--json'], { env }));
    expect(document).toMatchObject({ outcome: 'finished', findings: [] });
  }, 120_000);
});
