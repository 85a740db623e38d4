/**
 * Programs of others that read exported traces in the tests: the schema of Perfetto and a parser of
 * value change dumps, from PyPI. babeltrace2 is a system package.
 */
import path from 'node:path';
import { traceReadersDir, traceReadersPython } from '../paths.mjs';
import { isInPlace, place } from '../place.mjs';
import { SetupError } from '../step.mjs';
import { isExecutableFile } from '../which.mjs';
import { findPython, needsForPython, pipInstall } from './python.mjs';

const inputs = { perfetto: '0.59.1', protobuf: '7.36.2', vcdvcd: '2.6.0' };

/** @param {import('../step.mjs').Context} context @param {string} directory */
async function makeReaders({ must }, directory) {
  const python = findPython();
  if (python === null) throw new SetupError('Python 3.9 or later with venv is not installed.');
  await must([...python, '-m', 'venv', directory]);
  const inside = path.join(directory, path.relative(traceReadersDir, traceReadersPython));
  await must([inside, ...pipInstall('trace-readers')]);
}

/** @type {import('../step.mjs').Step} */
export const traceReadersStep = {
  title: 'Readers of exported traces',
  required: false,
  without: 'exported traces are not read back by other programs',
  present: () => (isInPlace(traceReadersDir, inputs) && isExecutableFile(traceReadersPython) ? inputs.perfetto : null),
  needs: needsForPython,
  bring: (context) => place(traceReadersDir, inputs, (directory) => makeReaders(context, directory)),
};
