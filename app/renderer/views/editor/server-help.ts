/** What clangd knows about a place in code, where the host has one. It adds to what the window knows itself. */
import { writeSketch } from '../../../../generator/sketch/write.ts';
import type { CodeHelp, HelpKind } from '../../../contract/code.ts';
import type { Session } from '../../state/session/session.ts';
import type { ArduinoName } from './arduino-names.ts';
import type { CodeContext } from './code-help.ts';
import { changeCode } from './code-member.ts';

interface Place {
  readonly lineNumber: number;
  readonly column: number;
}

/** The window's own help does not wait longer. */
const PATIENCE_MS = 400;

/** Null without clangd, and if it has no answer in time. `code` may be newer than the sketch's. */
export async function serverHelp(
  { connection, document, settings, tools }: Session,
  { sketch, owner, member }: CodeContext,
  code: string,
  { lineNumber, column }: Place,
  kind: HelpKind,
): Promise<CodeHelp | null> {
  const isInstalled = tools.store.getState().tools.some(({ name, installed }) => name === 'clangd' && installed);
  const changed = isInstalled ? changeCode(sketch, owner, member, code) : null;
  if (changed?.ok !== true) return null;
  const of: 'sketch' | 'interrupt' | 'task' =
    owner === null ? 'sketch' : owner.kind === 'interrupts' ? 'interrupt' : 'task';
  const order = {
    text: writeSketch(changed.sketch),
    path: document.store.getState().file.path,
    tool: settings.store.getState().settings.tool,
    element: { kind: of, name: owner?.name ?? '' },
  };
  try {
    const host = await connection.requireHost();
    const answer = await host.code.help(
      { ...order, kind, member, line: lineNumber, column },
      { timeoutMs: PATIENCE_MS },
    );
    return answer.available && answer.names.length > 0 ? answer : null;
  } catch {
    // There is the window's own help.
    return null;
  }
}

/** The server's names that the window does not know itself. The runtime's own names come from its table. */
export function otherNames(known: readonly ArduinoName[], help: CodeHelp | null): ArduinoName[] {
  const names = new Set(known.map(({ name }) => name));
  const others = help?.names.filter(({ name }) => !names.has(name) && !/^(?:_|pl_|PL_)/.test(name)) ?? [];
  return others.map(({ snippet, ...name }) => (snippet === null ? name : { ...name, snippet }));
}
