/**
 * The tools that the host has found, so that the window can show what is missing. The window asks
 * the host again when it gets the focus or the target changes, because the user may have installed
 * a tool.
 */
import { createStore } from 'zustand/vanilla';
import type { TargetName } from '../../../../generator/sketch/model.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { HostClient } from '../../../contract/contract.ts';
import type { ClangdStatus, SetupPart, ToolStatus } from '../../../contract/settings.ts';
import type { Connection } from '../session/connection.ts';
import type { Environment } from '../session/environment.ts';
import type { Scope } from '../session/scope.ts';
import { storeHook } from '../session/use-session.ts';
import { type SketchDocument, useSketch } from '../sketch/document.ts';
import type { Notices } from './notices.ts';
import type { UserSettings } from './settings.ts';

interface Needs {
  readonly connection: Connection;
  readonly document: SketchDocument;
  readonly notices: Notices;
  readonly settings: UserSettings;
  readonly environment: Pick<Environment, 'onFocus'>;
}

export type Tools = ReturnType<typeof createTools>;

interface ToolsState {
  readonly tools: readonly ToolStatus[];
  /** With its version. Null until `askForClangd` has an answer. */
  readonly clangd: ClangdStatus | null;
  readonly installation: Installation;
}

/** What the set-up does, or did last. */
export interface Installation {
  /** Null if nothing has been installed. */
  readonly part: SetupPart | null;
  readonly phase: 'idle' | 'running' | 'failed' | 'done';
  /** The last lines that the set-up printed. */
  readonly lines: readonly string[];
}

const MOST_LINES = 200;
const IDLE: Installation = { part: null, phase: 'idle', lines: [] };

export function createTools({ connection, document, notices, environment, settings }: Needs, scope: Scope) {
  const store = createStore<ToolsState>(() => ({
    tools: [],
    clangd: null,
    installation: IDLE,
  }));
  let newest = 0;

  function ask(host: HostClient): void {
    host.tools.status({}).then(({ tools }) => store.setState({ tools }), notices.notifyError);
  }

  function askAgain(): void {
    const { host } = connection.store.getState();
    if (host !== null) ask(host);
  }

  /** The host starts clangd to answer. */
  function askForClangd(): void {
    const { host } = connection.store.getState();
    const number = ++newest;
    const take = (clangd: ClangdStatus) => (number === newest ? store.setState({ clangd }) : undefined);
    host?.tools.clangd({}).then(take, notices.notifyError);
  }

  /** @param path as in the settings */
  async function chooseClangd(path: string): Promise<void> {
    await settings.saveSettings({ clangd: path });
    askAgain();
    askForClangd();
  }

  /** Does nothing while another part is installed. */
  function install(part: SetupPart): void {
    const { host } = connection.store.getState();
    if (host === null || store.getState().installation.phase === 'running') return;
    store.setState({ installation: { part, phase: 'running', lines: [] } });
    host.tools.install({ part }).catch(notices.notifyError);
  }

  function announcement(part: SetupPart): string {
    const name = store.getState().tools.find((tool) => tool.part === part)?.name;
    return name === undefined || part === 'build-tools'
      ? tr`The build tools are installed.`
      : tr`${name} is installed.`;
  }

  connection.withEachHost((host) => {
    ask(host);
    // Another window may have chosen another clangd.
    host.on('settings.changed', () => ask(host));
    host.on('tools.line', ({ part, text }) =>
      store.setState(({ installation: { lines } }) => ({
        installation: { part, phase: 'running', lines: [...lines, text].slice(-MOST_LINES) },
      })),
    );
    host.on('tools.installed', ({ part, ok }) => {
      const phase = ok ? 'done' : 'failed';
      store.setState(({ installation: { lines } }) => ({ installation: { part, phase, lines } }));
      if (ok) notices.notify(announcement(part));
      ask(host);
    });
    host.onClose(() => store.setState({ installation: IDLE }));
  });
  scope.own(environment.onFocus(askAgain));
  scope.own(
    document.store.subscribe((now, before) => {
      if (now.history.present.target !== before.history.present.target) askAgain();
    }),
  );

  return { store, askForClangd, chooseClangd, install };
}

export const useTools = storeHook(({ tools }) => tools.store);

/** The status of the kernel that the sketch's target needs, as `useKernelOf`. */
export const useKernel = (): ToolStatus | null => useKernelOf(useSketch(({ target }) => target));

/**
 * Returns the status of the kernel that a target needs. Null when the target needs none or the host
 * has not answered.
 */
export function useKernelOf(target: TargetName): ToolStatus | null {
  const name = targetById(target).kernel?.name ?? null;
  return useTools(({ tools }) => (name === null ? null : (tools.find((tool) => tool.name === name) ?? null)));
}

/** The kernel that the sketch's target needs, if it is not installed. */
export function useMissingKernel(): ToolStatus | null {
  const kernel = useKernel();
  return kernel === null || kernel.installed ? null : kernel;
}

/** The missing build tools that the set-up can install. */
export const useMissingBuildTools = (): ToolStatus | null =>
  useTools(({ tools }) => tools.find(({ part, installed }) => part === 'build-tools' && !installed) ?? null);
