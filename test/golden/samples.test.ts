/** The sample code of every kind of part compiles for the Uno without a warning. */
import { afterAll, describe, expect, it } from 'vitest';
import { boardById } from '../../generator/boards/index.ts';
import { PART_TYPES } from '../../generator/parts/kinds.ts';
import { samplesOf } from '../../generator/parts/samples.ts';
import { newPartName, wirePart } from '../../generator/parts/wire.ts';
import { newPart, newSketch } from '../../generator/sketch/create.ts';
import { PART_KINDS, type PartKind, type Sketch } from '../../generator/sketch/model.ts';
import { describeMissing } from '../../platformio/setup/tools.ts';
import { compileForUno, sourcesOf, tools } from './compilers.ts';
import { generated, Workspace } from './projects.ts';

if (!tools.avr.installed) console.warn(`Not compiled: ${describeMissing(tools.avr)}`);

const workspace = new Workspace();
afterAll(() => workspace.remove());

const uno = boardById('uno');

function withPart(sketch: Sketch, kind: PartKind): Sketch {
  const wiring = uno === undefined ? null : wirePart(sketch, uno, kind);
  if (wiring?.ok !== true) throw new Error(`The Uno has no pins for ${kind}.`);
  return { ...sketch, parts: [...sketch.parts, newPart(newPartName(sketch, kind), kind, { pins: wiring.pins })] };
}

/** The kinds that the sample code of others needs. */
const PARTNERS = ['led', 'button', 'potentiometer', 'servo'] as const;

function samplesFor(kind: PartKind) {
  const sketch = [...PARTNERS, kind].reduce(withPart, newSketch('samples'));
  const part = sketch.parts.at(-1);
  if (part === undefined) throw new Error('The sketch has no part.');
  return { sketch, samples: samplesOf(sketch, part) };
}

const WITH_SAMPLES = PART_KINDS.filter((kind) => samplesFor(kind).samples.length > 0);

it('most kinds have sample code', () => {
  expect(WITH_SAMPLES.length).toBeGreaterThanOrEqual(9);
});

describe.skipIf(!tools.avr.installed)('the sample code', () => {
  it.each(WITH_SAMPLES)('of %s compiles', async (kind) => {
    const { sketch, samples } = samplesFor(kind);
    for (const [index, { task }] of samples.entries()) {
      const project = generated({ ...sketch, name: PART_TYPES[kind].label, tasks: [task] }, 'uno');
      await compileForUno(await workspace.write(`${kind}-${index}`, project), sourcesOf(project.files));
    }
  });
});
