/**
 * Time of the schedulability tests and the simulation, in one run with the oracles. Prints docs/bench-analysis.md.
 *
 *   npm run bench:analysis > docs/bench-analysis.md
 *   npm run bench:analysis -- schedules             only the section of schedule abstraction
 *   npm run bench:analysis -- --against COMMIT      each line beside the same one of another commit
 *   npm run bench:analysis -- --against COMMIT EDF  only the lines that have this in their names
 *
 * Each time is the quickest of three goes on the same input, so that other programs on the machine, and the first translation
 * of our own, count little; of what takes longer than 40 ms it is the processor time of the thread.
 */
import { cpus } from 'node:os';
import { printAgainst } from './against.ts';
import { printGrowth } from './growth.ts';
import { printHelp } from './help.ts';
import { printAllMethods, printLarge } from './methods.ts';
import { printProven, printSimso } from './oracles.ts';
import { print } from './report.ts';
import { printSchedules } from './schedules.ts';
import { printSimulation } from './simulation.ts';

async function printAll(): Promise<void> {
  print('# How long analysis and simulation take');
  print();
  print(`On one core of an ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}, as printed by`);
  print();
  print('    npm run bench:analysis > docs/bench-analysis.md');
  print();
  print(
    'Each time is the quickest of three goes on the same input; where one takes more than 40 ms, its processor time. Random sets:',
  );
  print(
    'periods over three decades from 1 ms, deadlines from 0.8·T to T, a load of 0.8 (on 4 cores 2), spread over the tasks',
  );
  print('uniformly (Bini, Buttazzo 2005).');
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
