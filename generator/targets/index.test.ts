import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TARGETS as TARGET_NAMES } from '../sketch/model.ts';
import { TARGETS, targetById } from './index.ts';

const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe('target registry', () => {
  it('holds exactly the folders beside it', () => {
    expect(TARGETS.map((target) => target.id).sort()).toEqual(folders.sort());
  });

  it('holds exactly the names that a sketch may give, under those names', () => {
    expect(TARGETS.map((target) => target.id).sort()).toEqual([...TARGET_NAMES].sort());
    for (const name of TARGET_NAMES) expect(targetById(name).id).toBe(name);
  });

  it('generates only for policies and cores that exist', () => {
    for (const target of TARGETS) {
      for (const policy of target.generates?.policies ?? []) expect(target.policies).toContain(policy);
      expect(target.generates?.cores ?? 1).toBeLessThanOrEqual(target.maxCores);
    }
  });
});
