/** The channels and resources that the code of one task or interrupt may use. */
import type { Program, Runnable } from '../lower/program.ts';
import { quote } from '../sketch/problem.ts';
import { channelAccess, channelCalls } from './channels.ts';
import { type Access, called, refusedCall, refusedName } from './refusal.ts';
import { resourceAccess, resourceCalls, resourceGuard } from './resources.ts';

export function accessOf(owner: Runnable, { channels, resources }: Program): Access[] {
  return [
    ...channels.flatMap((channel) => channelAccess(channel, owner)),
    ...resources.flatMap((resource) => resourceAccess(resource, owner)),
  ];
}

/**
 * For handlers that can run at any point of their task's body. They would be a second writer,
 * reader or holder.
 */
export function handlerAccessOf(owner: Runnable, { channels, resources }: Program): Access[] {
  const text = (what: string) =>
    `a handler of ${called(owner)} runs while the task may be using ${what}: set a variable, and let the body do the access`;
  const refusal = ({ name }: { name: string }, kind: string) => text(`${kind} ${quote(name)}`);
  return [
    ...channels.flatMap((one) => channelCalls(one).map((call) => refusedCall(call, refusal(one, 'channel')))),
    ...resources.flatMap((one) => [
      ...resourceCalls(one).map((call) => refusedCall(call, refusal(one, 'resource'))),
      refusedName(resourceGuard(one), refusal(one, 'resource')),
    ]),
  ];
}
