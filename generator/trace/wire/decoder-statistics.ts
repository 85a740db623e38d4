/** What a decoder counts of a telemetry stream. */
export interface DecoderStatistics {
  /** Bytes pushed. */
  bytes: number;
  /** Frames that were whole. */
  frames: number;
  /** Pieces between zeros that could not be taken as frames: damage, noise, and the first frame after a loss. */
  badFrames: number;
  /** Bytes of those pieces, without the zeros. */
  badBytes: number;
  /** Frames missing by their sequence numbers; at least that many. */
  lostFrames: number;
  /** Whole frames with content that the protocol does not allow. */
  malformedFrames: number;
  /** Events read, also those that were later discarded. */
  events: number;
  /** Boot events: how often the program was seen to start. */
  boots: number;
  /** Runs of programs, by the number that each sync carries: also those of which the boot event was lost. */
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
