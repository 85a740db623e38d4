/** The C core has the layers that runtime-c/README.md lists, and the check finds violations. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Layers, layerProblems, layersOf } from './core-layers.ts';
import { filesBelow, root } from './files.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const core = new Map(filesBelow('runtime-c/src', /\.[ch]$/).map((file) => [path.basename(file), read(file)]));
const layers = layersOf(read('runtime-c/README.md'));

/** Two layers of three modules. */
const PLANTED: Layers = [
  { name: 'low', modules: ['clock', 'alarm'] },
  { name: 'high', modules: ['task'] },
];
const SOUND = {
  'clock.h': 'int pl_clock(void);\n',
  'clock.c': '#include "clock.h"\n\nint pl_clock(void)\n{\n    return 1;\n}\n',
  'alarm.h': '#include "clock.h"\nvoid pl_hook_alarm(void);\nextern int pl_alarm_at;\n',
  'alarm.c': '#include "alarm.h"\n\nint pl_alarm_at;\n',
  'task.c': '#include "alarm.h"\n\nvoid pl_hook_alarm(void)\n{\n    pl_alarm_at = pl_clock();\n}\n',
};
const problems = (files: Readonly<Record<string, string>>) =>
  layerProblems(new Map(Object.entries({ ...SOUND, ...files })), PLANTED);

describe('the layers of the C core', () => {
  it('have no violations', () => {
    expect(layers.length).toBeGreaterThan(5);
    expect(core.size).toBeGreaterThan(30);
    expect(layerProblems(core, layers)).toEqual([]);
  });

  it('would be violated if the alarm included releases', () => {
    const planted = new Map(core).set('alarm.c', `#include "release.h"\n${core.get('alarm.c') ?? ''}`);
    expect(layerProblems(planted, layers)).toEqual([
      'alarm.c includes release.h of the higher layer jobs',
      'a circle of includes: alarm → release → budget → watch → exhaust → alarm',
      'a circle of includes: alarm → release → monitor → alarm',
      'a circle of includes: alarm → release → alarm',
    ]);
  });
});

describe('the check of layers', () => {
  it('accepts hooks and includes of the same layer', () => {
    expect(problems({})).toEqual([]);
  });

  it('finds an upward include, also in a header', () => {
    expect(problems({ 'task.h': '', 'clock.h': '#include "task.h"\nint pl_clock(void);\n' })).toContain(
      'clock.h includes task.h of the higher layer high',
    );
  });

  it('finds an include cycle in one layer', () => {
    expect(problems({ 'clock.c': `#include "alarm.h"\n${SOUND['clock.c']}` })).toEqual([
      'a circle of includes: clock → alarm → clock',
    ]);
  });

  it('finds a function and a variable that a higher layer defines', () => {
    expect(
      problems({
        'clock.c': '#include "clock.h"\n',
        'alarm.c': '#include "alarm.h"\n',
        'task.c': `${SOUND['task.c']}\nint pl_alarm_at = 1;\n\nint pl_clock(void)\n{\n    return 1;\n}\n`,
      }),
    ).toEqual([
      'pl_clock of clock.h is defined in another layer, by task.c',
      'pl_alarm_at of alarm.h is defined in another layer, by task.c',
    ]);
  });

  it('finds a hook that no higher layer defines', () => {
    expect(problems({ 'task.c': '#include "alarm.h"\n' })).toEqual(['pl_hook_alarm of alarm.h is defined nowhere']);
    const defined = `${SOUND['alarm.c']}\nvoid pl_hook_alarm(void)\n{\n}\n`;
    expect(problems({ 'alarm.c': defined, 'task.c': '' })).toEqual([
      'pl_hook_alarm of alarm.h is no hook: alarm.c is not above it',
    ]);
  });

  it('finds a declaration outside of a header', () => {
    expect(problems({ 'clock.c': `${SOUND['clock.c']}\nvoid pl_task_run(void);\nextern int pl_tasks[2];\n` })).toEqual([
      'clock.c declares pl_task_run for itself: include its header',
      'clock.c declares pl_tasks for itself: include its header',
    ]);
  });

  it('finds a file without a layer, and a layer without its file', () => {
    expect(problems({ 'spare.c': '' })).toEqual(['spare is in no layer']);
    const more = [...PLANTED, { name: 'top', modules: ['absent', 'clock'] }];
    expect(layerProblems(new Map(Object.entries(SOUND)), more)).toEqual([
      'absent is in a layer, but there is no such file',
      'clock is in two layers',
    ]);
  });
});
