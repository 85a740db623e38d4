/** Time of all tests together, and of the exact tests with many tasks. */
import type { Method } from '../../generator/analysis/method.ts';
import { head, print, row, section, spread, timed } from './report.ts';
import { EXACT, judgeAll, judged, methodOf, SETTINGS, type Setting, setFor } from './settings.ts';

export function printAllMethods(): void {
  section(
    'All tests of a sketch with 100 tasks',
    'The complete judgement of a sketch: conversion to numbers, then every applicable test. 100 random sets ' +
      'for each policy. Goal: 16 ms, one frame, at the 99th percentile.',
  );
  head('policy', 'median, ms', '99 %, ms', 'most, ms');
  for (const setting of SETTINGS) {
    for (let seed = 0; seed < 30; seed += 1) judgeAll(setting, seed, 100);
    const times = Array.from({ length: 100 }, (_, seed) => timed(() => judgeAll(setting, 1000 + seed, 100)));
    row(setting.name, ...spread(times));
  }
  print();
}

/** Times of one test under one policy. Unit: ms. */
export function methodTimes(method: Method, setting: Setting, tasks: number, count: number): number[] {
  return Array.from({ length: count }, (_, seed) => {
    const set = setFor(setting, seed, tasks);
    return timed(() => void judged(method, set));
  });
}

export function printLarge(): void {
  section(
    'Exact tests of 1000 tasks',
    '100 random sets for each test. Goals: response times 16 ms, processor demand (QPA) 50 ms.',
  );
  head('test', 'median, ms', '99 %, ms', 'most, ms');
  for (const [id, setting] of EXACT) {
    const method = methodOf(id);
    methodTimes(method, setting, 1000, 10);
    row(method.label, ...spread(methodTimes(method, setting, 1000, 100)));
  }
  print();
}
