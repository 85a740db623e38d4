/** Chooses the sketch's board among Polyloop's own and all that PlatformIO knows. */
import { useCallback, useMemo } from 'react';
import { tr, trCount } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useCalibrations } from '../../state/sketch/calibrations.ts';
import { Picker } from '../controls/picker.tsx';
import { useLoaded } from '../files/use-loaded.ts';
import { useChangeSketch } from '../inspector/use-change.ts';
import { boardItems, foundItems } from './board-items.ts';

/** So many items are in the list. A search finds the others. */
const MOST_SHOWN = 60;

export function BoardPicker() {
  const { closeFileDialog } = useSession().files;
  const change = useChangeSketch();
  const calibrations = useCalibrations((state) => state.calibrations);
  const loaded = useLoaded('boards', (host) => host.boards.list({}));
  const items = useMemo(() => boardItems(loaded?.boards ?? [], calibrations), [loaded, calibrations]);
  const find = useCallback((query: string) => foundItems(items, query).slice(0, MOST_SHOWN), [items]);
  const more = useCallback(
    (query: string) => {
      if (loaded === undefined) return tr`Asking PlatformIO for its boards…`;
      const left = foundItems(items, query).length - MOST_SHOWN;
      if (left > 0)
        return trCount(left, 'One more board. Type a part of its name.', '{0} more boards. Type a part of a name.');
      return loaded.problem;
    },
    [items, loaded],
  );
  return (
    <Picker
      open
      tall
      title={tr`Boards`}
      label={tr`Search boards`}
      placeholder={tr`Type a name, a processor or a vendor`}
      none={tr`No board has these words. Use fewer, or another spelling.`}
      find={find}
      more={more}
      onChoose={(item) => change(tr`Change board`, item.change)}
      onClose={closeFileDialog}
    />
  );
}
