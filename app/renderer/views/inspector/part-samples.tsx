/** Offers tasks with sample code for a part that no code uses yet. */
import { samplesOf } from '../../../../generator/parts/samples.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { freePlace, NODE_SIZES } from '../canvas/canvas-layout.ts';
import { Button } from '../controls/button.tsx';
import { Group } from './form.tsx';

export function PartSamples({ part }: { readonly part: Part }) {
  const { sketchActions } = useSession();
  const sketch = useSketch();
  const samples = samplesOf(sketch, part);
  if (samples.length === 0) return null;
  // To the left of the part.
  const { x, y } = part.position ?? { x: 0, y: 0 };
  const place = freePlace(sketch, 'tasks', { x: x - NODE_SIZES.tasks.width - 48, y });
  return (
    <Group title="Code" note="Adds a task with this code. Undo removes it.">
      {samples.map(({ offer, task }, index) => (
        <Button
          key={offer}
          tone={index === 0 ? 'primary' : 'plain'}
          onClick={() => sketchActions.addTask({ ...task, position: place }, offer)}
        >
          {offer}
        </Button>
      ))}
    </Group>
  );
}
