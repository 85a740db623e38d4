import { describe, expect, it, vi } from 'vitest';
import { createCommands } from './commands.ts';

describe('commands', () => {
  it('run when they are enabled, and do not exist after removal', () => {
    const { registerCommands, runCommand } = createCommands();
    const run = vi.fn();
    let enabled = false;
    const remove = registerCommands([{ id: 'a', title: 'A', run, enabled: () => enabled }]);
    runCommand('a');
    expect(run).not.toHaveBeenCalled();
    enabled = true;
    runCommand('a');
    expect(run).toHaveBeenCalledOnce();
    remove();
    runCommand('a');
    expect(run).toHaveBeenCalledOnce();
  });
});
