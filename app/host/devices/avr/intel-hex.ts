/** Reads firmware files: converts Intel HEX into the bytes of a flash. */
import MemoryMap from 'nrf-intel-hex';
import { tr } from '../../../../generator/words/tr.ts';

/** Value of an erased flash byte. */
const ERASED = 0xff;

export interface FlashImage {
  /** The whole flash. */
  readonly bytes: Uint8Array;
  /** The highest address that the file fills, plus one. */
  readonly end: number;
}

/**
 * Reads a HEX file. Throws an Error with a message for the user when the file is damaged, empty, or
 * too large for the flash.
 */
export function readIntelHex(file: string | Uint8Array, flashBytes: number): FlashImage {
  const text = typeof file === 'string' ? file : new TextDecoder('latin1').decode(file);
  const bytes = new Uint8Array(flashBytes).fill(ERASED);
  let end = 0;
  for (const [address, block] of parse(text)) {
    const blockEnd = address + block.length;
    if (blockEnd > flashBytes) {
      throw new Error(
        tr`The firmware needs ${blockEnd} bytes of flash, but the board has ${flashBytes}. Build it for this board, or make it smaller.`,
      );
    }
    bytes.set(block, address);
    end = Math.max(end, blockEnd);
  }
  if (end === 0) throw new Error(tr`The firmware file contains no program. Build the sketch again.`);
  return { bytes, end };
}

function parse(text: string): MemoryMap {
  try {
    return MemoryMap.fromHex(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(tr`The firmware file is not an Intel HEX file (${reason}). Build the sketch again.`);
  }
}
