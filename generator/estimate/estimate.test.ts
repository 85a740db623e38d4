import { describe, expect, it } from 'vitest';
import { COSTS } from '../boards/uno/costs.ts';
import { newChannel, newResource, newSketch, newTask } from '../sketch/create.ts';
import type { Sketch } from '../sketch/model.ts';
import { estimateOf } from './estimate.ts';

const { calls, operations, passNs, branchNs, jobNs, callNs } = COSTS.superloop;
const call = (name: string): number => calls[name]?.ns ?? Number.NaN;

function estimate(body: string, rest: Partial<Sketch> = {}) {
  const task = newTask('blink', { body });
  const found = estimateOf(newSketch('s', { ...rest, tasks: [task] }), task);
  return { ...found, ns: found.ns === null ? null : found.ns - jobNs, said: found.assumptions.map((a) => a.sentence) };
}
const nsOf = (body: string, rest: Partial<Sketch> = {}) => estimate(body, rest).ns ?? Number.NaN;

const WRITE = 'digitalWrite(13, HIGH);';
const write = call('digitalWrite');

describe('the estimate of a body', () => {
  it('adds what was measured', () => {
    expect(nsOf(';')).toBe(0);
    expect(nsOf(WRITE)).toBe(write);
    expect(nsOf(`// twice\n${WRITE} /* and */ ${WRITE}`)).toBe(2 * write);
    expect(nsOf('static int n = 0; int m = n + 3;')).toBe(operations.move.int + operations.add.int);
    expect(nsOf('static float f; f = f * 2.5;')).toBe(operations.multiply.float + operations.move.float);
    expect(nsOf('long a = 5; int b = 2; a /= b;')).toBe(
      2 * operations.move.long + operations.move.int + operations.divide.long,
    );
  });

  it('takes the longer branch, and leaves out one that never runs', () => {
    expect(nsOf(`int n = 1; if (n) { ${WRITE} } else { ${WRITE}${WRITE} }`)).toBe(
      operations.move.int + branchNs + 2 * write,
    );
    expect(nsOf(`if (true) { ${WRITE} } else { delay(50); }`)).toBe(write);
    const choice = nsOf(`int n = 1; switch (n) { case 1: ${WRITE} break; case 2: ${WRITE} default: ${WRITE} }`);
    expect(choice).toBe(operations.move.int + 3 * (operations.add.int + branchNs) + 2 * write);
  });

  it.each([
    ['for (int i = 0; i < 8; i++)', 8],
    ['for (int i = 1; i <= 8; ++i)', 8],
    ['for (byte i = 8; i > 0; i -= 2)', 4],
    ['for (int i = 0; i < COUNT; i++)', 12],
    ['for (int i = 0; i < LIMIT - 2; i = i + 2)', 4],
    ['for (auto pin : pins)', 3],
  ])('multiplies %s', (head, passes) => {
    const prelude = '#define COUNT 12\nconst int LIMIT = 10;\nint pins[] = {1, 2, 3};';
    const found = estimate(`${head} { ${WRITE} }`, { prelude });
    expect(found.said).toEqual([]);
    expect(found.ns).toBeGreaterThanOrEqual(passes * (write + passNs));
    expect(found.ns).toBeLessThan((passes + 1) * (write + passNs) + passes * 4 * operations.add.long);
  });

  it('knows the range of an outer loop in the bound of an inner one', () => {
    const inner = estimate(`for (int i = 0; i < 4; i++) for (int j = 0; j < i; j++) { ${WRITE} }`);
    expect(inner.said).toEqual([]);
    expect((inner.ns ?? 0) / write).toBeGreaterThan(12);
  });

  it('says what it assumes for a loop without a constant bound', () => {
    const found = estimate(`int n = analogRead(A0);\nwhile (n > 3) {\n  ${WRITE}\n  n--;\n}`);
    expect(found.said).toEqual(['The loop in line 2 has no constant bound: 10 passes assumed.']);
    expect(found.ns).toBeGreaterThan(10 * write + call('analogRead'));
    const written = estimate(`for (int i = 0; i < 8; i++) { ${WRITE} i = 0; }`);
    expect(written.said).toHaveLength(1);
  });

  it('reads no more items than a ring buffer holds', () => {
    const channels = [newChannel('press', { kind: 'ring-buffer', capacity: 4, writer: 'x', readers: ['blink'] })];
    const found = estimate('uint32_t at;\nwhile (press_read(&at)) {\n  Serial.println(at);\n}', { channels });
    expect(found.said).toEqual([]);
    expect(found.ns).toBeGreaterThan(4 * (call('Serial.print(long)') + call('ring-buffer read')));
  });

  it('waits as long as the code waits', () => {
    expect(nsOf('delay(2); delayMicroseconds(50);')).toBe(2_050_000 + call('delayMicroseconds'));
    const busy = estimate('unsigned long began = micros();\nwhile (micros() - began < 500) {}');
    expect(busy.said).toEqual([]);
    expect(busy.ns).toBeGreaterThan(500_000);
    expect(busy.ns).toBeLessThan(530_000);
    const pulse = estimate('unsigned long echo = pulseIn(8, HIGH, 9000);');
    expect(pulse.ns).toBeGreaterThanOrEqual(9_000_000);
    expect(pulse.said).toEqual(['pulseIn() in line 1 is assumed to wait for its longest time, 9 ms.']);
  });

  it('counts the bytes of prints, channels and locks', () => {
    const { perByteNs = 0, ns = 0 } = calls['Serial.print'] ?? {};
    expect(nsOf('Serial.print("four");')).toBe(ns + 4 * perByteNs);
    expect(nsOf('Serial.println(F("four"));')).toBe(ns + 4 * perByteNs + call('Serial.println'));
    expect(nsOf('int n = 1; Serial.print(n * 2.5);')).toBeGreaterThan(call('Serial.print(float)'));
    const write4 = calls['four-slot write'];
    const channels = [newChannel('level', { writer: 'blink' })];
    expect(nsOf('level_write(3);', { channels })).toBe((write4?.ns ?? 0) + 4 * (write4?.perByteNs ?? 0));
    const resources = [newResource('bus', { users: [{ task: 'blink', criticalSectionUs: 10 }] })];
    expect(nsOf('bus_lock(); bus_unlock();', { resources })).toBe(call('lock'));
    expect(nsOf('bus_guard held;', { resources })).toBe(call('lock'));
  });

  it('follows the functions of the shared code, and names its lines', () => {
    const prelude = `void twice() {\n  ${WRITE}\n  ${WRITE}\n}\nint slow(int n) {\n  while (n > 0) n--;\n  return n;\n}`;
    expect(nsOf('twice();', { prelude })).toBe(callNs + 2 * write);
    const { said } = estimate('slow(3);', { prelude });
    expect(said).toEqual(['The loop in line 6 of the shared code has no constant bound: 10 passes assumed.']);
  });

  it('says which call it does not know', () => {
    const found = estimate('display.refresh();\ndisplay.refresh();');
    expect(found.ns).toBe(200_000);
    expect(found.said).toEqual([
      'The time of display.refresh() in line 1 is not known: 100 µs assumed.',
      'The time of display.refresh() in line 2 is not known: 100 µs assumed.',
    ]);
  });
});

describe('no estimate', () => {
  const problemOf = (body: string, rest: Partial<Sketch> = {}) => {
    const { ns, problem } = estimate(body, rest);
    expect(ns).toBeNull();
    return problem;
  };

  it('for code that never ends, that calls itself, or that is not complete', () => {
    expect(problemOf('int n;\nwhile (true) { n++; }')).toBe(
      'The loop in line 2 never ends, so no budget is enough for it.',
    );
    expect(problemOf(' \n')).toBe('There is no code to estimate yet.');
    expect(problemOf('for (;;) {}')).toContain('never ends');
    const prelude = 'int down(int n) {\n  return n < 1 ? 0 : down(n - 1);\n}';
    expect(problemOf('down(3);', { prelude })).toContain('down() calls itself in line 2 of the shared code');
    expect(problemOf('int x = * ;')).toContain('not complete in line 1');
    expect(problemOf('}')).toContain('a bracket too many or too few');
    expect(problemOf('while (pl_job_budget_left_micros() > 50) {}')).toContain('uses the budget that is left');
  });

  it('where nothing was measured', () => {
    expect(problemOf(WRITE, { board: 'host' })).toContain('This computer');
  });
});
