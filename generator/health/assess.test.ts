import { expect, it } from 'vitest';
import { assess } from './assess.ts';
import { FINDING_KINDS } from './finding.ts';
import type { RunObservation } from './observation.ts';
import { MS, NOTHING_SENT, observation, task } from './test-observations.ts';

const kinds = (run: RunObservation) => assess(run).map(({ kind }) => kind);
const sentence = (run: RunObservation) => assess(run)[0]?.sentence;
const cause = (run: RunObservation) => assess(run)[0]?.cause;
const UNHEARD = { heardNs: null, boots: 0, releaseStartNs: null };

it('finds nothing in a healthy run of any length', () => {
  expect(assess(observation())).toEqual([]);
  const young = { ...UNHEARD, line: NOTHING_SENT };
  expect(assess(observation({ ...young, boardTimeNs: 250_000 }))).toEqual([]);
  expect(assess(observation({ ...young, boardTimeNs: 999 * MS, state: 'running' }))).toEqual([]);
});

it('gives every kind a unique exit status, different from those of all commands', () => {
  const codes = Object.values(FINDING_KINDS).flatMap(({ exitCode }) => exitCode);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => code < 10 || code >= 126)).toEqual([]);
});

it('a board without a byte is silent', () => {
  const run = observation({ ...UNHEARD, line: NOTHING_SENT });
  expect(kinds(run)).toEqual(['silent']);
  expect(sentence(run)).toBe('The board has sent nothing since its start, until 2 s.');
  expect(kinds(observation({ ...run, boardTimeNs: 1001 * MS, state: 'running' }))).toEqual(['silent']);
});

it('a process that was stopped before it had processor time is not silent', () => {
  const run = { ...UNHEARD, line: NOTHING_SENT, facts: { wallClock: true } };
  expect(kinds(observation({ ...run, boardTimeNs: 218 * MS }))).toEqual([]);
  expect(kinds(observation({ ...run, boardTimeNs: 1000 * MS }))).toEqual(['silent']);
});

it('reports what the device knows about the silence', () => {
  const serial = { transmits: false, rate: 500_000, expectedRate: 500_000 };
  expect(cause(observation({ ...UNHEARD, line: NOTHING_SENT, facts: { serial } }))).toContain('UCSR0B');
  const off = observation({ ...UNHEARD, line: NOTHING_SENT, facts: { interruptsOffNs: 1990 * MS } });
  expect(cause(off)).toContain('Interrupts have been off since 10 ms');
});

it('a board that hangs in a body before its first telemetry leads to that code, and in set-up code does not', () => {
  const element = { kind: 'task', name: 'fast' } as const;
  const run = {
    ...{ ...UNHEARD, line: { bytes: 10, frames: 1 }, boardTimeNs: 1000 * MS },
    facts: { interruptsOffNs: 999 * MS },
  };
  const [inBody] = assess(observation({ ...run, code: { element, part: 'body' } }));
  expect(inBody).toMatchObject({ kind: 'silent', element });
  expect(inBody?.remedy).toMatch(/^Check the body of "fast"/);
  const [inSetup] = assess(observation({ ...run, code: { element, part: 'setup' } }));
  expect(inSetup).toMatchObject({ kind: 'silent', element: null });
  expect(inSetup?.remedy).toMatch(/^Check the setup code/);
});

it('a board that sent only its first frames is silent, too', () => {
  const run = observation({ ...UNHEARD, boots: 1, line: { bytes: 40, frames: 2, bytesSinceFrame: 0 } });
  expect(kinds(run)).toEqual(['silent']);
  expect(kinds(observation({ ...run, boardTimeNs: 400 * MS }))).toEqual([]);
});

it('distinguishes text from garbage', () => {
  const frameless = { frames: 0, bytes: 1000, bytesSinceFrame: 1000 };
  expect(kinds(observation({ ...UNHEARD, line: { ...frameless, printableBytes: 990 } }))).toEqual(['text-only']);
  expect(kinds(observation({ ...UNHEARD, line: { ...frameless, printableBytes: 300 } }))).toEqual(['garbage']);
  const later = observation({ heardNs: 300 * MS, line: { bytesSinceFrame: 3000 } });
  expect(kinds(later)).toEqual(['garbage']);
  const facts = { serial: { transmits: true, rate: 9615.4, expectedRate: 500_000 } };
  expect(cause(observation({ ...later, facts }))).toContain('9615 bits a second; telemetry needs 500000');
});

it('names a program that speaks another version of telemetry', () => {
  const [found] = assess(observation({ ...UNHEARD, line: { bytes: 1000, frames: 0, otherVersion: 1 } }));
  expect(found).toMatchObject({
    kind: 'garbage',
    sentence: 'The board sends telemetry of version 1; this Polyloop reads version 2.',
  });
});

it('counts unexpected restarts, from telemetry or from the device', () => {
  expect(kinds(observation({ boots: 2 }))).toEqual(['reset']);
  expect(sentence(observation({ boots: 11 }))).toContain('started again 10 times');
  const run = observation({ facts: { resets: 3, lastReset: { cause: 'watchdog', functions: [] } } });
  expect(kinds(run)).toEqual(['reset']);
  expect(cause(run)).toContain('watchdog reset the chip');
});

it('a program that stops sending telemetry is hung, and the finding names its last job', () => {
  const quiet = observation({ heardNs: 500 * MS });
  expect(kinds(quiet)).toEqual(['hung']);
  expect(sentence(quiet)).toContain('at 500 ms. It has sent nothing since, until 2 s.');
  const running = { number: 24, startNs: 499 * MS, deadlineNs: 519 * MS, executionNs: 0 };
  const inJob = observation({ heardNs: 500 * MS, tasks: [task('fast', 20, { running }), task('slow', 50)] });
  expect(sentence(inJob)).toContain('the start of job 24 of "fast"');
  expect(assess(inJob)[0]?.element).toEqual({ kind: 'task', name: 'fast' });
});

it('a program without periodic tasks may be quiet as long as it sends the time', () => {
  const tasks = [task('idle', 100, { kind: 'background', periodNs: null, deadlineNs: null })];
  const run = { tasks, releaseStartNs: null };
  expect(assess(observation({ ...run, heardNs: 1000 * MS }))).toEqual([]);
  expect(kinds(observation({ ...run, heardNs: 500 * MS }))).toEqual(['hung']);
});

it('a job that never ends and blocks all others is hung, although telemetry continues', () => {
  const running = { number: 24, startNs: 500 * MS, deadlineNs: 520 * MS, executionNs: 0 };
  const slow = task('slow', 50, { completed: 10, lastEndNs: 455 * MS });
  const run = observation({ tasks: [task('fast', 20, { completed: 24, running, lastEndNs: 481 * MS }), slow] });
  expect(kinds(run)).toEqual(['hung']);
  expect(sentence(run)).toContain('Job 24 of "fast" has run since 500 ms and has not ended, until 2 s');
  const served = observation({ tasks: [task('fast', 20, { running }), task('slow', 50)] });
  expect(assess(served)).toEqual([]);
});

it('a job that takes no longer than the jobs before it, or than its estimate, is not hung', () => {
  const running = { number: 2, startNs: 1000 * MS, deadlineNs: 1010 * MS, executionNs: 1000 * MS };
  const after = (more: Parameters<typeof task>[2]) =>
    observation({ tasks: [task('slow', 10, { running, lastEndNs: 990 * MS, ...more })] });
  expect(kinds(after({ completed: 2, longestNs: 12 * MS }))).toContain('hung');
  expect(kinds(after({ completed: 2, longestNs: 1001 * MS }))).not.toContain('hung');
  expect(kinds(after({ completed: 0, longestNs: null, estimated: true, guessNs: 1210 * MS }))).not.toContain('hung');
});

it('names the task with the stack overflow, and the threads of the runtime', () => {
  expect(sentence(observation({ overflowedThread: 1, heardNs: 500 * MS }))).toContain('The stack of task "slow"');
  expect(sentence(observation({ overflowedThread: 2 }))).toContain('thread (manager)');
  const stackOverflow = { atNs: 180 * MS, bytes: 42, stack: 'shared', functions: ['deep'] } as const;
  const run = observation({ facts: { stackOverflow } });
  expect(kinds(run)).toEqual(['stack-overflow']);
  expect(sentence(run)).toContain('At 180 ms the stack grew by 42 bytes');
  const ofInterrupts = observation({ facts: { stackOverflow: { ...stackOverflow, stack: 'interrupts' } } });
  expect(kinds(ofInterrupts)).toEqual(['stack-overflow']);
  expect(sentence(ofInterrupts)).toContain('At 180 ms the stack of interrupts and setup code grew by 42 bytes');
  expect(sentence(run)).toContain('in deep');
});

it('a lost connection is not a crash of the program', () => {
  const run = observation({ failure: 'The connection was lost.', facts: { disconnected: true } });
  expect(kinds(run)).toEqual(['disconnected']);
});

it('a crash comes before its consequences', () => {
  const run = observation({ failure: 'The program was ended by SIGSEGV.', boots: 2, heardNs: 100 * MS });
  expect(kinds(run)).toEqual(['crashed']);
  expect(sentence(run)).toContain('SIGSEGV');
  expect(kinds(observation({ facts: { fault: 'HardFault' } }))).toEqual(['crashed']);
});

it('counts the jobs that were due and did not complete', () => {
  const run = observation({ tasks: [task('fast', 20), task('slow', 50, { completed: 3, lastEndNs: 160 * MS })] });
  expect(kinds(run)).toEqual(['missing-jobs']);
  expect(sentence(run)).toContain('"slow" completed 3 jobs of the 39 that were due');
  const almost = observation({ tasks: [task('fast', 20), task('slow', 50, { completed: 38 })] });
  expect(assess(almost)).toEqual([]);
});

it('releases that the overrun policy dropped are accounted for', () => {
  const run = observation({ tasks: [task('fast', 20, { completed: 50, dropped: 48, misses: 48 })] });
  expect(assess(run)).toMatchObject([{ kind: 'missing-jobs', severity: 'warning' }]);
});

it('requires no jobs of sporadic and background tasks, nor jobs inside a gap', () => {
  const none = { completed: 0, released: 0, lastEndNs: null };
  const tasks = [
    task('fast', 20),
    task('now and then', 50, { ...none, kind: 'sporadic' }),
    task('rest', 50, { ...none, kind: 'background', periodNs: null, deadlineNs: null }),
  ];
  expect(assess(observation({ tasks }))).toEqual([]);
  expect(assess(observation({ gapsNs: 1000 * MS, tasks: [task('fast', 20, { completed: 47 })] }))).toEqual([]);
});

it('a program that never releases its tasks is not healthy', () => {
  const run = observation({ releaseStartNs: null, tasks: [task('fast', 20, { completed: 0, released: 0 })] });
  expect(kinds(run)).toEqual(['missing-jobs']);
  expect(sentence(run)).toContain('No task was released in 1.995 s');
});

it('reports the runtime’s notices in addition to other findings', () => {
  const notices = new Map([
    ['text-cut', { count: 2, total: 37, largest: 30 }],
    ['interrupts-off', { count: 3, total: 30_000, largest: 10_000 }],
    ['heap-exhausted', { count: 1, total: 64, largest: 64 }],
    ['release-timer-pwm', { count: 1, total: 9, largest: 9 }],
  ] as const);
  const found = assess(observation({ notices }));
  expect(found.map(({ kind, severity }) => [kind, severity])).toEqual([
    ['interrupts-off', 'warning'],
    ['heap-exhausted', 'warning'],
    ['release-timer-pwm', 'warning'],
    ['text-cut', 'warning'],
  ]);
  expect(found.map(({ sentence: text }) => text)).toEqual([
    expect.stringMatching(/^Interrupts were off for 5 ms or longer/),
    expect.stringMatching(/no room for 64 bytes/),
    expect.stringMatching(/pin 9 gave no PWM/),
    expect.stringMatching(/^37 characters that the program printed were not sent/),
  ]);
});

it('a release timer that was changed explains jobs that are missing', () => {
  const notices = new Map([['timer-changed', { count: 1, total: 1, largest: 1 }]] as const);
  const missing = [task('fast', 20, { completed: 3, released: 4 }), task('slow', 50)];
  expect(kinds(observation({ notices }))).toEqual(['timer-changed']);
  expect(kinds(observation({ notices, tasks: missing }))).toEqual(['timer-changed', 'missing-jobs']);
});

it('an emulator reports how long interrupts were off, and the lost time', () => {
  const off = (ms: number) => assess(observation({ facts: { longestInterruptsOffNs: ms * MS } }));
  expect(off(0.9)).toEqual([]);
  expect(off(5)).toMatchObject([{ kind: 'interrupts-off', severity: 'warning' }]);
  expect(off(33)).toMatchObject([{ kind: 'interrupts-off', severity: 'error' }]);
  // The runtime releases seven tasks at once.
  const seven = Array.from({ length: 7 }, (_, i) => task(`t${i}`, 20));
  const many = (ms: number) => assess(observation({ tasks: seven, facts: { longestInterruptsOffNs: ms * MS } }));
  expect(many(1.6)).toEqual([]);
  expect(many(1.8)).toMatchObject([{ kind: 'interrupts-off' }]);
});

it.each([
  { share: 0.4, severity: 'error' },
  { share: 0.8, severity: 'warning' },
])('a record that lacks jobs because events were lost is no evidence: $severity', ({ share, severity }) => {
  const [fast, slow] = [task('fast', 20), task('slow', 50)];
  const lossy = { ...fast, released: 0, completed: Math.floor(fast.completed * share) };
  const run = observation({ lostEvents: 5000, gapsNs: 1500 * MS, tasks: [lossy, slow] });
  const [first, ...others] = assess(run);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ kind: 'record-incomplete', severity, element: { kind: 'task', name: 'fast' } });
  expect(first?.sentence).toContain(`${lossy.completed} complete jobs of the 9`);
  expect(first?.sentence).toContain('5000 events');
  expect(assess(observation({ lostEvents: 5, tasks: [fast, slow] }))).toEqual([]);
});
