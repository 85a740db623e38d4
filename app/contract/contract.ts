/**
 * All messages that window and host can exchange. A method that is not listed here cannot be
 * called.
 */
import type { ShownLanguage } from '../words/language.ts';
import { boards } from './boards.ts';
import { builds } from './builds.ts';
import { calibrations } from './calibrations.ts';
import type { Channel } from './channel.ts';
import { charts } from './charts.ts';
import { type Client, createClient } from './client.ts';
import { code } from './code.ts';
import type { ContractSpec } from './define.ts';
import { profiles } from './profiles.ts';
import { projects } from './projects.ts';
import { races } from './races.ts';
import { recovery } from './recovery.ts';
import { devices, runs } from './runs.ts';
import { settings, tools } from './settings.ts';

export const contract = {
  profiles,
  projects,
  races,
  recovery,
  boards,
  builds,
  calibrations,
  charts,
  code,
  devices,
  runs,
  settings,
  tools,
} as const satisfies ContractSpec;

export type Contract = typeof contract;

/** The host, as a window sees it. */
export type HostClient = Client<Contract>;

/** @param language of the window. Without it, the host's texts are in the language of the settings. */
export function connectHost(channel: Channel, language?: ShownLanguage): HostClient {
  return createClient(contract, channel, language);
}
