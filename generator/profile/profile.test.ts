import { describe, expect, it } from 'vitest';
import { compareProfiles, hasChanged } from './compare.ts';
import { type Profile, type ProfiledTimes, readProfile, writeProfile } from './profile.ts';
import { profileOf, SKETCH } from './test-profile.ts';
import { changeWords, valueWords } from './words.ts';

const PROFILE = profileOf({ loop: 1_000, button: 50 });

describe('the file of a profile', () => {
  it('is read back as it was written', () => {
    expect(readProfile(writeProfile(PROFILE))).toEqual({ ok: true, profile: PROFILE });
  });

  it.each([
    ['{', 'not valid JSON'],
    ['[]', 'no member "profile"'],
    ['{"profile": 2}', 'version 2, and this program reads version 1. Update the program.'],
    [writeProfile({ ...PROFILE, cores: 0 }), 'not valid at /cores'],
    [writeProfile(PROFILE).replace('"late"', '"later"'), 'not valid at /tasks/0'],
    [
      writeProfile({ ...PROFILE, tasks: PROFILE.tasks.flatMap((row) => [row, row]) }),
      '/tasks/1/name: “loop” comes twice.',
    ],
  ])('that is wrong gets a sentence with the place and the way out', (text, words) => {
    const read = readProfile(text);
    expect(!read.ok && read.problem).toContain(words);
    expect(!read.ok && read.problem).toContain('or delete the file.');
  });
});

describe('the comparison of two profiles', () => {
  it('pairs each value of each task, and says what differs', () => {
    const slower = profileOf({ loop: 2_000, button: 50 }, 20, {
      ...SKETCH,
      tasks: SKETCH.tasks.map((task) => (task.name === 'loop' ? { ...task, body: 'x += 2;' } : task)),
    });
    const { tasks, differs } = compareProfiles(PROFILE, slower);
    expect(differs).toEqual(['fingerprint']);
    expect(tasks.map(({ name, isOtherCode }) => [name, isOtherCode])).toEqual([
      ['loop', true],
      ['button', false],
    ]);
    expect(tasks[0]?.pairs).toContainEqual({ value: 'executionMost', a: 1e6, b: 2e6 });
    expect(tasks[0]?.pairs.filter((pair) => hasChanged(pair)).map(({ value }) => value)).toEqual([
      ...['executionMean', 'executionMedian', 'execution95', 'execution99', 'executionMost'],
      ...['responseMean', 'responseMedian', 'response95', 'response99', 'responseMost', 'utilization'],
    ]);
    expect(tasks[1]?.pairs.filter((pair) => hasChanged(pair, 0.02))).toEqual([]);
  });

  it('has the jitter, the ages and the trend', () => {
    const times = { ...(PROFILE.tasks[0]?.execution as ProfiledTimes), medianNs: 1e3, p95Ns: 2e3, p99Ns: 3e3 };
    const withTrend = (nsPerSecond: number): Profile => ({
      ...PROFILE,
      tasks: PROFILE.tasks.slice(0, 1).map((task) => ({
        ...task,
        executionTrend: { direction: nsPerSecond === 0 ? 'none' : nsPerSecond > 0 ? 'rising' : 'falling', nsPerSecond },
        releaseJitter: times,
      })),
      channels: PROFILE.channels.slice(0, 1).map((channel) => ({ ...channel, age: times })),
    });
    const { tasks, channels } = compareProfiles(withTrend(-2e6), withTrend(3e6));
    expect(tasks[0]?.pairs).toEqual(
      expect.arrayContaining([
        { value: 'trend', a: -2e6, b: 3e6 },
        { value: 'jitterMedian', a: 1e3, b: 1e3 },
        { value: 'jitter95', a: 2e3, b: 2e3 },
        { value: 'jitter99', a: 3e3, b: 3e3 },
      ]),
    );
    expect(channels[0]?.pairs).toEqual(
      expect.arrayContaining([
        { value: 'age95', a: 2e3, b: 2e3 },
        { value: 'age99', a: 3e3, b: 3e3 },
      ]),
    );
    const { format } = valueWords('task.trend');
    expect([-2e6, 3e6].map(format)).toEqual(['−2 ms per second', '+3 ms per second']);
    expect(changeWords('task.trend', -2e6, 3e6)).toBeNull();
    const none = compareProfiles(withTrend(0), withTrend(3e6)).tasks[0]?.pairs;
    expect(none).toContainEqual({ value: 'trend', a: null, b: 3e6 });
  });

  it('has a row for what only one of them has', () => {
    const one = { ...PROFILE, tasks: PROFILE.tasks.slice(0, 1), channels: PROFILE.channels.slice(1) };
    const { tasks, channels } = compareProfiles(one, PROFILE);
    expect(tasks.map(({ name, side }) => [name, side])).toEqual([
      ['loop', 'both'],
      ['button', 'b'],
    ]);
    expect(tasks[1]?.pairs.every(({ a }) => a === null)).toBe(true);
    expect(channels.map(({ name, side }) => [name, side])).toEqual([
      ['latest', 'both'],
      ['queue', 'b'],
    ]);
  });
});
