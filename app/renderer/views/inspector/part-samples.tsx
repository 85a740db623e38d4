/** Offers tasks with sample code, or in simple with blocks, for a part that no code uses yet. */

import { useEffect } from 'react';
import { boardOf } from '../../../../generator/boards/index.ts';
import { type Sample, samplesOf } from '../../../../generator/parts/samples.ts';
import { ESTIMATE } from '../../../../generator/sketch/budgets/budget-from.ts';
import type { Part, Task } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useDetail } from '../../state/window/use-detail.ts';
import { freePlace, NODE_SIZES } from '../canvas/canvas-layout.ts';
import { Button } from '../controls/button.tsx';
import { loadSampleBlocks } from '../editor/load-blocks.ts';
import { Group } from './form.tsx';

export function PartSamples({ part }: { readonly part: Part }) {
  const { notices, sketchActions } = useSession();
  const detail = useDetail();
  const sketch = useSketch();
  const samples = samplesOf(sketch, part);
  const offersBlocks = detail === 'simple' && samples.length > 0;
  useEffect(() => {
    // Loaded before the click, which then takes effect at once. A failure is reported after the click.
    if (offersBlocks) loadSampleBlocks().catch(() => {});
  }, [offersBlocks]);
  if (samples.length === 0) return null;
  const add = (sample: Sample) => {
    // The sample's budget is a guess for any board. Where the costs of code are known, an estimate replaces it.
    const { costs } = boardOf(sketch)?.targets[sketch.target] ?? {};
    const automatic = costs === undefined ? {} : { budgetFrom: ESTIMATE };
    const place = (task: Task) => sketchActions.addTask({ ...task, ...automatic, position }, sample.offer);
    // In simple, a new body begins with blocks.
    if (detail === 'full') place(sample.task);
    else loadSampleBlocks().then(({ builtTask }) => place(builtTask(sketch, sample)), notices.notifyError);
  };
  // To the left of the part.
  const { x, y } = part.position ?? { x: 0, y: 0 };
  const position = freePlace(sketch, 'tasks', { x: x - NODE_SIZES.tasks.width - 48, y });
  return (
    <Group
      title={detail === 'full' ? tr`Code` : tr`Blocks`}
      note={
        detail === 'full'
          ? tr`Adds a task with this code. Undo removes it.`
          : tr`Adds a task with these blocks. Undo removes it.`
      }
    >
      {samples.map((sample, index) => (
        <Button key={sample.offer} tone={index === 0 ? 'primary' : 'plain'} onClick={() => add(sample)}>
          {sample.offer}
        </Button>
      ))}
    </Group>
  );
}
