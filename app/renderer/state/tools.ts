/**
 * Which tools the host has found, as far as the window must say what is missing. Asked again whenever the answer may be
 * another: the user may have installed something meanwhile.
 */
import { create } from 'zustand';
import type { Sketch } from '../../../generator/sketch/model.ts';
import { targetById } from '../../../generator/targets/index.ts';
import type { HostClient } from '../../contract/contract.ts';
import type { ToolStatus } from '../../contract/settings.ts';
import { useConnection, withEachHost } from './connection.ts';
import { useDocument, useSketch } from './document.ts';
import { notifyError } from './notices.ts';

const useTools = create<{ readonly tools: readonly ToolStatus[] }>(() => ({ tools: [] }));

function ask(host: HostClient): void {
  host.tools.status({}).then(({ tools }) => useTools.setState({ tools }), notifyError);
}

function askAgain(): void {
  const { host } = useConnection.getState();
  if (host !== null) ask(host);
}

withEachHost(ask);
window.addEventListener('focus', askAgain);
useDocument.subscribe((now, before) => {
  if (now.history.present.target !== before.history.present.target) askAgain();
});

/** The kernel that the sketch's target needs, as the host found it; null: it needs none, or the host has not answered. */
export function useKernel(): ToolStatus | null {
  const name = useSketch(({ target }: Sketch) => targetById(target).kernel?.name ?? null);
  return useTools(({ tools }) => (name === null ? null : (tools.find((tool) => tool.name === name) ?? null)));
}
