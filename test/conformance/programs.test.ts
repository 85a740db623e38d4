/** The runtime's promises, program by program, on every port. Each program checks itself; see programs/. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneOf } from '../every-case.ts';
import { PORTS, programsOf } from './ports.ts';
import { PROGRAMS, RUNTIME } from './toolchain.ts';

describe.each(PORTS)('on the port $name', (port) => {
  if (port.missing !== null) console.warn(`Not tried on the port ${port.name}: ${port.missing}`);

  const programs = oneOf(port.oneOf ?? 1, programsOf(port), port.from);
  it.skipIf(port.missing !== null).each(programs)('$title', async ({ source }) => {
    expect(await port.run(source)).toBe('passed');
  });
});

it('has no program with the name of a file of the runtime, because both are compiled into one folder', async () => {
  const runtime = await readdir(path.join(RUNTIME, 'src'));
  expect((await readdir(PROGRAMS)).filter((name) => runtime.includes(name))).toEqual([]);
});
