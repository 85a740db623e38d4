/**
 * Measures the schedulability tests, the simulation and the oracles in one run. Prints
 * docs/bench-analysis.md.
 *
 *   npm run bench:analysis > docs/bench-analysis.md
 *   npm run bench:analysis -- schedules             only the section of schedule abstraction
 *   npm run bench:analysis -- --against COMMIT      each line compared with another commit
 *   npm run bench:analysis -- --against COMMIT EDF  only lines with this text in their names
 *
 * Each time is the shortest of three runs on the same input, to exclude other load and the compilation of
 * the code. A run of more than 40 ms counts with the thread's processor time.
 */
import { cpus } from 'node:os';
import { printAgainst } from './against.ts';
import { printGrowth } from './growth.ts';
import { printHelp } from './help.ts';
import { printAllMethods, printLarge } from './methods.ts';
import { printProven, printSimso } from './oracles.ts';
import { paragraph, print } from './report.ts';
import { printSchedules } from './schedules.ts';
import { printSimulation } from './simulation.ts';

async function printAll(): Promise<void> {
  print('# Speed of the analysis and the simulation');
  print();
  paragraph(
    `Measured on one core of an ${cpus()[0]?.model ?? 'unknown processor'} with Node ${process.versions.node}. Printed by`,
  );
  print();
  print('    npm run bench:analysis > docs/bench-analysis.md');
  print();
  paragraph(
    'Each time is the shortest of three runs on the same input. A run of more than 40 ms counts with its ' +
      'processor time. Random sets: periods over three decades from 1 ms, deadlines from 0.8·T to T, a ' +
      'utilization of 0.8 (on 4 cores 2), distributed uniformly over the tasks (Bini, Buttazzo 2005).',
  );
  print();
  printAllMethods();
  printHelp();
  printLarge();
  printSchedules();
  printProven();
  printSimulation();
  printSimso();
  await printGrowth();
}

const [part, ...words] = process.argv.slice(2);
if (part === 'schedules') printSchedules();
else if (part === '--against') await printAgainst(words[0] ?? 'HEAD', words.slice(1));
else await printAll();
