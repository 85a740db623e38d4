import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TARGETS as TARGET_NAMES } from '../sketch/model.ts';
import { TARGETS, targetById } from './index.ts';

const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe('target registry', () => {
  it('lists exactly the target folders', () => {
    expect(TARGETS.map((target) => target.id).sort()).toEqual(folders.sort());
  });

  it('lists exactly the target names that a sketch accepts', () => {
    expect(TARGETS.map((target) => target.id).sort()).toEqual([...TARGET_NAMES].sort());
    for (const name of TARGET_NAMES) expect(targetById(name).id).toBe(name);
  });

  it('generates only for policies and core counts that the target supports', () => {
    for (const target of TARGETS) {
      for (const policy of target.generates?.policies ?? []) expect(target.policies).toContain(policy);
      expect(target.generates?.cores ?? 1).toBeLessThanOrEqual(target.maxCores);
    }
  });
});
