/** The worker thread of a virtual board. It connects a BoardRunner to its message port. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadLanguage } from '../../words/load-language.ts';
import { AvrBoard } from './avr/board.ts';
import { avrBoardConfig } from './avr/config.ts';
import { readIntelHex } from './avr/intel-hex.ts';
import { BoardRunner } from './board-runner.ts';
import { NO_SYMBOLS, readElfSymbols } from './elf-symbols.ts';
import type { FromWorker, ToWorker, WorkerStart } from './virtual-avr-messages.ts';

const port = parentPort;
if (port === null) throw new Error('This file is a worker thread that virtual-avr.ts starts.');

const { mcu, clockHz, pins, hex, elf, sharedStack, listensAt, paused, speed, parts, recordsEdges, language } =
  workerData as WorkerStart;
const options = { symbols: elf === null ? NO_SYMBOLS : readElfSymbols(elf), sharedStack, recordsEdges };
const config = avrBoardConfig({ mcu, clockHz, pins });
const post = (message: FromWorker) => port.postMessage(message);
const runner: BoardRunner = new BoardRunner(
  (hooks) => {
    const board = new AvrBoard(readIntelHex(hex, config.flashBytes), hooks, config, options);
    board.parts.replace(parts);
    return board;
  },
  post,
  { paused, speed, listensAt },
);
// Messages wait in the port until it has a listener.
await loadLanguage(language);
port.on('message', (message: ToWorker) => runner.receive(message));
post({ kind: 'ready' });
runner.begin();
