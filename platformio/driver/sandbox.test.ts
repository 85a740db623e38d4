import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasSandbox, inSandbox } from './sandbox.ts';

describe.skipIf(!(await hasSandbox()))('a sandbox', () => {
  it('has its own folder of temporary files, whatever TMPDIR names', () => {
    const elsewhere = mkdtempSync('/var/tmp/polyloop-sandbox-');
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    writeFileSync(join(elsewhere, 'of-another-program'), '');
    vi.stubEnv('TMPDIR', elsewhere);
    onTestFinished(() => void vi.unstubAllEnvs());
    const script = `mktemp && ls ${elsewhere}`;
    const [bwrap = '', ...rest] = [...inSandbox({ cwd: '/' }), '/bin/sh', '-c', script];
    expect(execFileSync(bwrap, rest, { encoding: 'utf8' })).toMatch(/^\/tmp\/tmp\.\w+\n$/);
  });
});
