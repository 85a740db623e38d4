/** All exports. A new one is a file beside this one and an entry here. */
import { chrome } from './chrome.ts';
import { csv } from './csv.ts';
import type { Exporter } from './exporter.ts';
import { vcd } from './vcd.ts';

export type { Exporter } from './exporter.ts';

export const EXPORTERS: readonly Exporter[] = [chrome, csv, vcd];

/**
 * The extension of a file with the bytes that the board sent (docs/telemetry.md), for a
 * TelemetryDecoder.
 */
export const RAW_EXTENSION = '.pltrace';
