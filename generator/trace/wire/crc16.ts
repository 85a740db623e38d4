/**
 * CRC-16/MCRF4XX, which guarded the frames of telemetry's version 1 and by which that is recognized: polynomial 0x1021 reflected, initial value 0xFFFF, no final
 * inversion (G. Cook, "Catalogue of parametrised CRC algorithms"; check value of "123456789": 0x6F91). It is CRC-16/KERMIT
 * with another initial value, and KERMIT's table comes from the npm package `crc`, by the path that needs no Buffer.
 */
import kermit from 'crc/calculators/crc16kermit';

const INITIAL = 0xffff;

/** Of a frame with its CRC appended, low byte first, the result is 0 exactly when the CRC is right. */
export function crc16(bytes: Uint8Array): number {
  return kermit(bytes, INITIAL);
}
