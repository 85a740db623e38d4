/**
 * CRC-16/MCRF4XX, which protected the frames of telemetry version 1 and identifies that version:
 * polynomial 0x1021 reflected, initial value 0xFFFF, no final inversion (G. Cook, "Catalogue of
 * parametrised CRC algorithms"; check value of "123456789": 0x6F91). It is CRC-16/KERMIT with
 * another initial value. KERMIT's table comes from the npm package `crc`, by the path that does not
 * require Buffer.
 */
import kermit from 'crc/calculators/crc16kermit';

const INITIAL = 0xffff;

/**
 * For a frame with its CRC appended, low byte first, the result is 0 if and only if the CRC is
 * correct.
 */
export function crc16(bytes: Uint8Array): number {
  return kermit(bytes, INITIAL);
}
