/**
 * Reads the current state of an emulated Cortex-M through QEMU's monitor. Source: ARMv7-M
 * Architecture Reference Manual (DDI 0403E), B1.5.2 exception numbers and B1.5.6 exception entry.
 */
import type { DeviceFacts } from '../../../generator/health/device-facts.ts';
import type { ElfSymbols } from './elf-symbols.ts';
import type { QemuMonitor } from './qemu-monitor.ts';

const FAULTS = new Map([
  [3, 'HardFault'],
  [4, 'MemManage'],
  [5, 'BusFault'],
  [6, 'UsageFault'],
]);
/** Bit of EXC_RETURN: the frame is on the process stack. */
const ON_PROCESS_STACK = 4;
const FRAME_WORDS = 8;
/** Positions of the program counter and the link register in the frame. */
const FRAME_PC = 6;
const FRAME_LR = 5;

export async function cortexFacts(monitor: QemuMonitor, symbols: ElfSymbols): Promise<DeviceFacts> {
  const text = (await monitor.ask('info registers')) ?? '';
  const [pc, lr, sp, xpsr] = [
    register(text, 'R15'),
    register(text, 'R14'),
    register(text, 'R13'),
    register(text, 'XPSR'),
  ];
  if (pc === null || lr === null || sp === null || xpsr === null) return {};
  const fault = FAULTS.get(xpsr & 0x1ff);
  if (fault === undefined) return { functions: namesOf(symbols, [pc, lr]) };
  const isOnProcessStack = (lr & ON_PROCESS_STACK) !== 0;
  const frame = isOnProcessStack ? [] : words((await monitor.ask(`x /${FRAME_WORDS}wx 0x${sp.toString(16)}`)) ?? '');
  return { fault, functions: namesOf(symbols, [frame[FRAME_PC] ?? 0, frame[FRAME_LR] ?? 0]) };
}

/** The lowest bit of a code address marks Thumb code. */
function namesOf(symbols: ElfSymbols, addresses: readonly number[]): string[] {
  return addresses.flatMap((address) => symbols.functionAt(address & ~1) ?? []);
}

function register(text: string, name: string): number | null {
  const found = new RegExp(`${name}=([0-9a-f]{8})`).exec(text)?.[1];
  return found === undefined ? null : Number.parseInt(found, 16);
}

/** Parses one or more lines such as `0000000040028014: 0x00000331 0x…`. */
function words(text: string): number[] {
  return [...text.matchAll(/\b0x([0-9a-f]{8})\b/g)].map(([, digits = '']) => Number.parseInt(digits, 16));
}
