/** All keys of the window's commands. */
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useCommands } from '../../state/window/commands.ts';
import { showKey } from '../../state/window/keys.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';

/** Keys of the drawing that are no commands. */
const DRAWING_KEYS = [
  { title: tr`Drawing: next element, end of a wire`, keys: '← → ↑ ↓' },
  { title: tr`Drawing: move the selection`, keys: 'Alt ← → ↑ ↓' },
  { title: tr`Drawing: next wire, previous wire`, keys: '] [' },
  { title: tr`Drawing: select or deselect`, keys: 'Space' },
] as const;

export function Keys() {
  const { close } = useSession().guide;
  const commands = useCommands((state) => state.commands);
  const withKeys = commands.flatMap(({ id, title, key, hidden }) =>
    key === undefined || hidden === true ? [] : [{ id, title, key }],
  );
  return (
    <Dialog
      open
      wide
      title={tr`Keys`}
      text={tr`A single letter, Delete and the keys of the selection work while the drawing has the focus.`}
      onClose={close}
      actions={<Button onClick={close}>{tr`Close`}</Button>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the list */}
      <section className="guide-keys" aria-label={tr`Keys`} tabIndex={0}>
        <dl>
          {DRAWING_KEYS.map(({ title, keys }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                <kbd translate="no">{keys}</kbd>
              </dd>
            </div>
          ))}
          {withKeys.map(({ id, title, key }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>
                <kbd translate="no">{showKey(key)}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Dialog>
  );
}
