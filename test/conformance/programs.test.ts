/** The runtime's promises, program by program, on every port. Each program checks itself; see programs/. */
import { describe, expect, it } from 'vitest';
import { oneOf } from '../every-case.ts';
import { PORTS, programsOf } from './ports.ts';

describe.each(PORTS)('on the port $name', (port) => {
  if (port.missing !== null) console.warn(`Not tried on the port ${port.name}: ${port.missing}`);

  const programs = oneOf(port.oneOf ?? 1, programsOf(port), port.from);
  it.skipIf(port.missing !== null).each(programs)('$title', async ({ source }) => {
    expect(await port.run(source)).toBe('passed');
  });
});
