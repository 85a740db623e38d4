/** The counters of a decoder. */
export interface DecoderStatistics {
  /** Bytes pushed. */
  bytes: number;
  /** Complete frames. */
  frames: number;
  /**
   * Pieces between zeros that were not accepted as frames: damage, noise, and the first frame after
   * a loss.
   */
  badFrames: number;
  /** Bytes of those pieces, without the zeros. */
  badBytes: number;
  /** Minimum number of missing frames by their sequence numbers. */
  lostFrames: number;
  /** Complete frames with content that the protocol does not allow. */
  malformedFrames: number;
  /** Decoded events, including those that were later discarded. */
  events: number;
  /** Boot events: the number of recorded starts of the program. */
  boots: number;
  /** Runs of programs, by the number in each sync, including those with a lost boot event. */
  runs: number;
  /** Changes from one program's metadata to another's. */
  programSwitches: number;
}

export function noStatistics(): DecoderStatistics {
  return {
    bytes: 0,
    frames: 0,
    badFrames: 0,
    badBytes: 0,
    lostFrames: 0,
    malformedFrames: 0,
    events: 0,
    boots: 0,
    runs: 0,
    programSwitches: 0,
  };
}
