/**
 * The interface between a command and the program that offers it. A command imports this file, and
 * neither the program nor other commands.
 */
import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/** Runs a command's work. The work resolves to the exit code. */
export type Run = (work: (terminal: Terminal) => Promise<number>) => Promise<void>;

/** Declares a command of the program: its arguments, its options, and the work that it runs. */
export type AddCommand = (program: Command, run: Run) => void;
