/** The process of QEMU that runs a program on an emulated board, with the options that it is started with. */
import type { ChildProcessByStdio } from 'node:child_process';
import path from 'node:path';
import { Duplex, type Readable, type Writable } from 'node:stream';
import type { Board } from '../../../generator/platform/board.ts';
import { tr } from '../../../generator/words/tr.ts';
import { spawnGuarded } from '../../../platformio/setup/guarded.mjs';
import { describeMissing, findTools, type Tools } from '../../../platformio/setup/tools.ts';
import { CONSOLE_ARGUMENTS } from './qemu-console.ts';
import { QemuMonitor } from './qemu-monitor.ts';

const ERROR_TAIL = 2000;
/** QEMU inherits a serial line as this file descriptor. */
const LINE_FD = 3;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Where the bytes of the serial line go. */
export type QemuLine =
  | { readonly kind: 'file'; readonly path: string }
  /** A pair of sockets. No other process can connect to it. */
  | { readonly kind: 'inherited' }
  /** A connection to a server on this computer. */
  | { readonly kind: 'port'; readonly port: number };

interface QemuProgram {
  readonly board: Board;
  /** Path of the ELF file. */
  readonly elf: string;
  /** Cores that the program's kernel is configured for. */
  readonly cores: number;
  readonly line: QemuLine;
  /** Whether QEMU waits for real time while the processor is idle. Otherwise it runs as fast as possible. */
  readonly isPaced: boolean;
}

export class QemuProcess {
  readonly monitor: QemuMonitor;
  /** The other end of an inherited line. */
  readonly line: Duplex | null;
  readonly #child: Child;
  readonly #ended: Promise<void>;
  #isAlive = true;
  #errors = '';
  readonly #killAtExit = () => void this.#child.kill('SIGKILL');

  /**
   * @param onEnd called if the process ends without `kill()`
   * @throws if a tool that the board needs is not installed
   */
  constructor(program: QemuProgram, onEnd: (message: string) => void) {
    const third = program.line.kind === 'inherited' ? 'pipe' : 'ignore';
    const cwd = path.dirname(program.elf);
    const stdio: ('pipe' | 'ignore')[] = ['pipe', 'pipe', 'pipe', third];
    const child = spawnGuarded<Child>(commandOf(program), { stdio, cwd });
    this.#child = child;
    const inherited = child.stdio[LINE_FD];
    this.line = inherited instanceof Duplex ? inherited : null;
    process.on('exit', this.#killAtExit);
    this.monitor = new QemuMonitor(child.stdin, child.stdout);
    child.stderr.on('data', (bytes: Buffer) => {
      this.#errors = (this.#errors + bytes.toString('utf8')).slice(-ERROR_TAIL);
    });
    this.#ended = new Promise((resolve) => {
      child.on('close', () => {
        this.#isAlive = false;
        process.off('exit', this.#killAtExit);
        if (!child.killed) onEnd(this.#endWords());
        resolve();
      });
    });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Waits until the process has started. Call it at once after the constructor. */
  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#child.once('spawn', resolve);
      this.#child.once('error', (error) => reject(new Error(tr`QEMU could not be started: ${error.message}.`)));
    });
  }

  /** Waits until the process has ended. */
  async kill(): Promise<void> {
    if (this.#isAlive) this.#child.kill('SIGKILL');
    await this.#ended;
  }

  #endWords(): string {
    if (/\bLockup\b/i.test(this.#errors)) return tr`The processor locked up: a fault occurred in its fault handler.`;
    return tr`QEMU ended. ${this.#errors}`.trim();
  }
}

function commandOf({ board, elf, cores, line, isPaced }: QemuProgram): [command: string, ...args: string[]] {
  const tools = findTools();
  const { virtual } = board;
  if (virtual?.emulator !== 'qemu') throw new Error(tr`QEMU does not emulate the ${board.label}.`);
  const qemu = virtual.processor === 'i386' ? tools.qemuPc : tools.qemuArm;
  if (!qemu.installed) throw new Error(`${describeMissing(qemu)}.`);
  const icount = `shift=${virtual.icountShift},align=off,sleep=${isPaced ? 'on' : 'off'}`;
  // A kernel that is configured for several cores needs as many.
  const smp = cores > 1 ? ['-smp', String(cores)] : [];
  const machine = ['-M', virtual.machine, ...smp, ...(virtual.machineArguments ?? [])];
  const clock = ['-nodefaults', '-display', 'none', '-icount', icount, '-rtc', 'clock=vm'];
  const console = virtual.consoleEnds ? CONSOLE_ARGUMENTS : [];
  const ports = ['-chardev', chardevOf(line), '-serial', 'chardev:line', '-chardev', 'stdio,id=control,signal=off'];
  const control = ['-mon', 'chardev=control,mode=control', ...imageOf(virtual.boots, elf, tools)];
  return [...qemu.command, ...machine, ...clock, ...console, ...ports, ...control];
}

function chardevOf(line: QemuLine): string {
  if (line.kind === 'file') return `file,id=line,path=${optionText(line.path)}`;
  if (line.kind === 'inherited') return `socket,id=line,fd=${LINE_FD}`;
  return `socket,id=line,host=127.0.0.1,port=${line.port},nodelay=on`;
}

/** A module's path must not have a space or a comma, so it is relative to QEMU's folder. */
function imageOf(boots: 'quest' | undefined, elf: string, { questKernel }: Tools): string[] {
  if (boots === undefined) return ['-kernel', elf];
  if (!questKernel.installed) throw new Error(`${describeMissing(questKernel)}.`);
  return ['-kernel', questKernel.kernelImage, '-initrd', path.basename(elf)];
}

/** QEMU's options escape a comma by doubling it. */
const optionText = (text: string) => text.replaceAll(',', ',,');
