/** What a command is to the program that offers it. Commands know this file, and neither the program nor each other. */
import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/** Runs a command's work; the number that the work answers is the exit code. */
export type Run = (work: (terminal: Terminal) => Promise<number>) => Promise<void>;

/** Declares a command under the program: its arguments, its options, and the work that it runs. */
export type AddCommand = (program: Command, run: Run) => void;
