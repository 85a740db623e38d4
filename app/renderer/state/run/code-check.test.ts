/** Messages while typing, with the real host and a compiler that the test controls. */
import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import { eventually } from '../../../../test/eventually.ts';
import type { Diagnostic } from '../../../contract/builds.ts';
import type { CheckedCode } from '../../../contract/code.ts';
import type { CodeCheck, CodeCheckRunner } from '../../../host/code/check-sketch.ts';
import type { Session } from '../session/session.ts';
import { failedBuild, testHost } from '../session/test-host.ts';
import { testSession } from '../session/test-session.ts';

const SKETCH = newSketch('s', { tasks: [newTask('Blink', { body: 'good();' })] });
const BLINK = { kind: 'tasks', name: 'Blink' } as const;

const found = (message: string, severity: Diagnostic['severity'] = 'error'): Diagnostic => ({
  ...{ severity, message, element: { kind: 'task', name: 'Blink' }, member: 'body', line: 1, column: 1, file: null },
});

const bodyOf = ({ sketch }: Pick<CodeCheck, 'sketch'>): string => sketch.tasks[0]?.body ?? '';

/** A compiler that finds an error in each word "bad", and a warning in "slow" when it optimizes. */
async function compile(check: CodeCheck): Promise<CheckedCode> {
  const body = bodyOf(check);
  const diagnostics = [
    ...(body.includes('bad') ? [found('bad')] : []),
    ...(body.includes('slow') && check.depth === 'full' ? [found('slow', 'warning')] : []),
  ];
  return { outcome: 'checked', message: null, diagnostics };
}

async function typing(checkCode: CodeCheckRunner = compile) {
  const checks: CodeCheck[] = [];
  const { openChannel } = await testHost({
    checkCode: (check) => {
      checks.push(check);
      return checkCode(check);
    },
    build: async ({ sketch }) => failedBuild({ diagnostics: [found(`built ${bodyOf({ sketch })}`)] }),
  });
  const session = testSession(SKETCH, { openChannel });
  session.connection.connect();
  await eventually(() => expect(session.document.store.getState().generation).toBeGreaterThan(1));
  session.document.showDocument(SKETCH);
  return { session, checks };
}

const type = (session: Session, body: string) =>
  session.document.edit('Edit body', (sketch) => updateElement(sketch, 'tasks', 'Blink', { body }));
const messagesOf = ({ problems }: Session) => problems.store.getState().diagnostics.map(({ message }) => message);

describe('errors while typing', () => {
  it('appear and disappear without a build, as soon as code is open', async () => {
    const { session, checks } = await typing();
    type(session, 'bad();');
    expect(checks).toEqual([]);
    session.bodies.openBody(BLINK);
    await eventually(() => expect(messagesOf(session)).toEqual(['bad']));
    expect(session.problems.store.getState().source).toBe('typing');
    type(session, 'good();');
    await eventually(() => expect(messagesOf(session)).toEqual([]));
    expect(session.build.store.getState().phase).toBe('idle');
  });

  it('are followed by what only the optimizer finds, if there are none', async () => {
    const { session, checks } = await typing();
    session.bodies.openBody(BLINK);
    type(session, 'slow();');
    await eventually(() => expect(messagesOf(session)).toEqual(['slow']));
    type(session, 'slow(); bad();');
    await eventually(() => expect(messagesOf(session)).toEqual(['bad']));
    const depths = checks.filter((each) => bodyOf(each) === 'slow(); bad();').map(({ depth }) => depth);
    expect(depths).toEqual(['syntax']);
  });

  it('give way to those of a build of the same code, and replace those of a build of older code', async () => {
    const { session } = await typing();
    session.bodies.openBody(BLINK);
    type(session, 'bad();');
    await eventually(() => expect(messagesOf(session)).toEqual(['bad']));
    await session.run.buildAndRun();
    expect(messagesOf(session)).toEqual(['built bad();']);
    expect(session.problems.store.getState().source).toBe('build');
    type(session, 'bad(); bad();');
    await eventually(() => expect(messagesOf(session)).toEqual(['bad']));
    session.document.undo();
    expect(messagesOf(session)).toEqual(['built bad();']);
  });

  it('are of the newest code only', async () => {
    const { session, checks } = await typing(async (check) => {
      if (bodyOf(check) !== 'old bad();') return compile(check);
      await new Promise((resolve) => check.signal.addEventListener('abort', resolve));
      return compile(check);
    });
    session.bodies.openBody(BLINK);
    type(session, 'old bad();');
    await eventually(() => expect(checks.map(bodyOf)).toContain('old bad();'));
    type(session, 'new();');
    await eventually(() => expect(checks.map(bodyOf)).toContain('new();'));
    await eventually(() => expect(session.problems.store.getState().source).toBe('typing'));
    expect(messagesOf(session)).toEqual([]);
  });

  it('are checked again when typing has ended at the same text', async () => {
    const { session, checks } = await typing();
    session.bodies.openBody(BLINK);
    await eventually(() => expect(checks.map(({ depth }) => depth)).toEqual(['syntax', 'full']));
    session.codeCheck.noteTyping();
    session.codeCheck.noteTyped();
    await eventually(() => expect(checks.map(({ depth }) => depth)).toEqual(['syntax', 'full', 'syntax', 'full']));
  });

  it('need a compiler, which is said once', async () => {
    const message = 'No compiler. To get it: do this.';
    const { session, checks } = await typing(async () => ({ outcome: 'unavailable', message, diagnostics: [] }));
    session.bodies.openBody(BLINK);
    await eventually(() =>
      expect(session.notices.store.getState().notices).toMatchObject([{ text: message, tone: 'info' }]),
    );
    session.notices.dismiss(session.notices.store.getState().notices[0]?.id ?? 0);
    type(session, 'bad();');
    await eventually(() => expect(checks.map(bodyOf)).toContain('bad();'));
    session.connection.reconnect();
    expect(session.notices.store.getState().notices).toEqual([]);
    expect(messagesOf(session)).toEqual([]);
  });
});
