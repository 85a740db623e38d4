/** Why the program of an AVR board cannot continue. */
import { tr } from '../../../../generator/words/tr.ts';

export interface AvrCrash {
  /** Byte address of the instruction. */
  readonly address: number;
  /** A message for the user. */
  readonly message: string;
}

const hex = (value: number) => `0x${value.toString(16).padStart(4, '0')}`;

/** @param address in bytes */
export const jumpedOutOfCode = (address: number): AvrCrash => ({
  address,
  message: tr`The program crashed: it jumped to address ${hex(address)}, where there is no code.`,
});

/** @param address in bytes */
export const invalidInstruction = (address: number, opcode: number): AvrCrash => ({
  address,
  message: tr`The program crashed: the word ${hex(opcode)} at address ${hex(address)} is not an instruction.`,
});

/** @param address in bytes */
export const stackOverflow = (address: number, sramBytes: number): AvrCrash => ({
  address,
  message: tr`The program crashed: its stack has outgrown the ${sramBytes} bytes of RAM. Make arrays smaller, or recursion less deep.`,
});
