/** The settings of plotted values belong to a sketch's file, and last longer than the window. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newSketch } from '../../../../generator/sketch/create.ts';
import { writeSketch } from '../../../../generator/sketch/write.ts';
import { eventually } from '../../../../test/eventually.ts';
import type { Session } from '../session/session.ts';
import { testHost } from '../session/test-host.ts';
import { testSession } from '../session/test-session.ts';

const WANTED = { unit: '°C', range: { low: null, high: 22.5 }, beside: null };

const settingsIn = ({ plottedValues }: Session) => [...plottedValues.store.getState().settings];

it('are kept for the file, and are those of the sketch that is open', async () => {
  const { folder, openChannel } = await testHost();
  const file = async (name: string) => {
    const path = join(folder, `${name}.polyloop.json`);
    await writeFile(path, writeSketch(newSketch(name)));
    return path;
  };
  const [one, other] = [await file('one'), await file('other')];
  const window = async () => {
    const session = testSession(undefined, { openChannel });
    session.connection.connect();
    await eventually(() => expect(session.document.store.getState().generation).toBe(1));
    return session;
  };
  const first = await window();
  await first.files.openPath(one, 'here');
  first.plottedValues.change('temperature', WANTED);
  expect(settingsIn(first)).toEqual([['temperature', WANTED]]);
  await first.files.openPath(other, 'here');
  expect(settingsIn(first)).toEqual([]);
  const kept = join(folder, 'config', 'charts.json');
  await eventually(async () => expect(await readFile(kept, 'utf8')).toContain('temperature'));

  const second = await window();
  await second.files.openPath(other, 'here');
  await second.files.openPath(one, 'here');
  await eventually(() => expect(settingsIn(second)).toEqual([['temperature', WANTED]]));
});
