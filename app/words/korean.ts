/** The Korean catalog: one file for each part of the program. A key stands in one file only. */
import common from './ko/common.json' with { type: 'json' };
import type { Catalog } from './translation.ts';

export const KOREAN: Catalog = { ...common };
