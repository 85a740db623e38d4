import { describe, expect, it } from 'vitest';
import { builds } from './builds.ts';
import { charts } from './charts.ts';
import { contract } from './contract.ts';
import { projects } from './projects.ts';
import { runs } from './runs.ts';
import { DEFAULT_SETTINGS, settings, settingsValues } from './settings.ts';

describe('the contract', () => {
  it('uses names of methods and events that the envelope allows', () => {
    for (const [domain, { methods, events }] of Object.entries(contract)) {
      for (const name of [...Object.keys(methods), ...Object.keys(events)]) {
        expect(`${domain}.${name}`).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
      }
    }
  });

  it.each([
    ['a path with a zero byte', projects.methods.open.params, { path: 'a\0b' }],
    ['an empty path', projects.methods.open.params, { path: '' }],
    ['a template id that is a path', projects.methods.openTemplate.params, { id: '../../etc' }],
    ['a sketch that is not text', projects.methods.save.params, { path: '/a', text: 5 }],
    ['a tool that is not listed', builds.methods.start.params, { text: '', path: null, tool: 'sh -c' }],
    ['an unknown member', builds.methods.cancel.params, { buildId: 'a', force: true }],
    ['bytes as a list', runs.methods.write.params, { runId: 'a', bytes: [1] }],
    ['too many bytes', runs.methods.write.params, { runId: 'a', bytes: new Uint8Array(65_537) }],
    ['a level of 2', runs.methods.setPin.params, { runId: 'a', pin: '2', input: { kind: 'digital', level: 2 } }],
    ['a value that is not a number', runs.methods.setSpeed.params, { runId: 'a', speed: Number.NaN }],
    ['a speed below 0', runs.methods.setSpeed.params, { runId: 'a', speed: -1 }],
    [
      'a unit of a plotted value that is a text',
      charts.methods.keepValues.params,
      {
        sketch: '/a',
        values: [{ name: 'x', unit: 'degrees Celsius', range: { low: null, high: null }, beside: null }],
      },
    ],
    ['an unknown setting', settings.methods.set.params, { proxy: 'x' }],
  ])('refuses %s', (_what, schema, value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });

  it('replaces each invalid stored setting by its default', () => {
    expect(settingsValues.parse({ theme: 'dark', editorFontSize: 'huge' })).toEqual({
      ...DEFAULT_SETTINGS,
      theme: 'dark',
    });
  });
});
