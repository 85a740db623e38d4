/**
 * Shown when the host cannot be reached. Editing still works, but the sketch cannot be saved or
 * run.
 */

import { Unplug } from 'lucide-react';
import { tr } from '../../../generator/words/tr.ts';
import { useConnection } from '../state/session/connection.ts';
import { useSession } from '../state/session/use-session.ts';
import { Button } from '../views/controls/button.tsx';

export function ConnectionBanner() {
  const { reconnect } = useSession().connection;
  const { status, message } = useConnection();
  if (status === 'connected' || status === 'connecting') return null;
  return (
    <div className="banner" role="alert">
      <Unplug />
      <span>{tr`${message} You can continue to edit, but you cannot save or run until the connection is restored.`}</span>
      <Button onClick={reconnect}>{tr`Try again`}</Button>
    </div>
  );
}
