/** Messages at the lower right, which disappear automatically. */

import { X } from 'lucide-react';
import { tr } from '../../../generator/words/tr.ts';
import { useSession } from '../state/session/use-session.ts';
import { useNotices } from '../state/window/notices.ts';
import { Button, IconButton } from '../views/controls/button.tsx';

export function Notices() {
  const { dismiss } = useSession().notices;
  const notices = useNotices((state) => state.notices);
  return (
    <div className="notices" aria-live="polite" role="status">
      {notices.map(({ id, tone, text, action, isLasting }) => (
        <div key={id} className="notice" data-tone={tone}>
          <p>{text}</p>
          {action === null ? null : <Button onClick={action.run}>{action.label}</Button>}
          {isLasting ? null : (
            <IconButton label={tr`Dismiss`} onClick={() => dismiss(id)}>
              <X />
            </IconButton>
          )}
        </div>
      ))}
    </div>
  );
}
