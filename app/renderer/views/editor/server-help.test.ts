import { expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { readSketch } from '../../../../generator/sketch/read.ts';
import { eventually } from '../../../../test/eventually.ts';
import type { CodeHelp } from '../../../contract/code.ts';
import type { HelpOrder } from '../../../host/code/code-helper.ts';
import { testHost } from '../../state/session/test-host.ts';
import { testSession } from '../../state/session/test-session.ts';
import { otherNames, serverHelp } from './server-help.ts';

const SKETCH = newSketch('s', { tasks: [newTask('T', { body: 'old();' })] });
const HELP: CodeHelp = {
  ...{ available: true, active: 0, argument: 0 },
  names: [
    { name: 'strlen', signature: 'size_t strlen(const char *)', about: '', kind: 'function', snippet: 'strlen($1)' },
    { name: 'digitalWrite', signature: '', about: '', kind: 'function', snippet: null },
    { name: 'pl_internal', signature: '', about: '', kind: 'function', snippet: null },
  ],
};

async function asked(installed: boolean) {
  const orders: HelpOrder[] = [];
  const { openChannel } = await testHost({
    createHelper: () => ({
      help: async (order) => {
        orders.push(order);
        return HELP;
      },
      close: async () => {},
    }),
  });
  const session = testSession(SKETCH, { openChannel });
  session.connection.connect();
  await eventually(() => expect(session.connection.store.getState().status).toBe('connected'));
  const status = { name: 'clangd', purpose: '', path: null, install: null, problem: null, installed, part: null };
  await eventually(() => expect(session.tools.store.getState().tools.length).toBeGreaterThan(0));
  session.tools.store.setState({ tools: [status] });
  const context = { sketch: SKETCH, owner: { kind: 'tasks', name: 'T' }, member: 'body' } as const;
  const help = await serverHelp(session, context, 'new();', { lineNumber: 1, column: 4 }, 'hover');
  return { help, orders };
}

it('asks about the code that is in the editor', async () => {
  const { help, orders } = await asked(true);
  expect(help).toEqual(HELP);
  expect(orders).toMatchObject([
    { kind: 'hover', element: { kind: 'task', name: 'T' }, member: 'body', line: 1, column: 4 },
  ]);
  const read = readSketch(orders[0]?.text ?? '');
  expect(read.ok && read.sketch.tasks[0]?.body).toBe('new();');
});

it('asks nothing without clangd', async () => {
  expect(await asked(false)).toEqual({ help: null, orders: [] });
});

it('adds the names that the window does not know', () => {
  const known = [{ name: 'digitalWrite', signature: 'void digitalWrite()', about: '' }];
  expect(otherNames(known, HELP)).toEqual([
    { name: 'strlen', signature: 'size_t strlen(const char *)', about: '', kind: 'function', snippet: 'strlen($1)' },
  ]);
  expect(otherNames(known, null)).toEqual([]);
});
