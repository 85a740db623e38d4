/** The number of cores, and how they share ready queues. */

import { MAX_CORES } from '../../../../generator/sketch/limits.ts';
import { targetById } from '../../../../generator/targets/index.ts';
import { tr, trCount } from '../../../../generator/words/tr.ts';
import { useSketch } from '../../state/sketch/document.ts';
import type { SketchFields } from '../../state/window/detail.ts';
import { IntegerField } from '../controls/number-field.tsx';
import { type Option, SelectField } from '../controls/select-field.tsx';
import { useChangeSketch } from './use-change.ts';

const GLOBAL = 'all';

export function SketchCores({ shows }: { readonly shows: SketchFields['shows'] }) {
  const change = useChangeSketch();
  const cores = useSketch((sketch) => sketch.cores);
  const clusterCores = useSketch((sketch) => sketch.clusterCores);
  const maxCores = useSketch((sketch) => targetById(sketch.target).maxCores);
  return (
    <>
      {shows('cores') ? (
        <IntegerField
          label={tr`Cores`}
          value={cores}
          min={1}
          max={Math.min(MAX_CORES, Math.max(maxCores, cores))}
          onCommit={(next) => (next === null ? undefined : change(tr`Change cores`, { cores: next }))}
        />
      ) : null}
      {shows('clusterCores') ? (
        <SelectField
          label={tr`Ready queue`}
          value={clusterCores === null || clusterCores >= cores ? GLOBAL : String(clusterCores)}
          options={queuesOf(cores)}
          onChange={(value) => change(tr`Change clusters`, { clusterCores: value === GLOBAL ? null : Number(value) })}
          hint={hintOf(clusterCores, cores)}
        />
      ) : null}
    </>
  );
}

function queuesOf(cores: number): Option<string>[] {
  const sizes = Array.from({ length: cores - 1 }, (_, i) => i + 1);
  return [
    { value: GLOBAL, label: tr`one for all cores (global)` },
    ...sizes.map((size) => ({
      value: String(size),
      label: size === 1 ? tr`one per core (partitioned)` : tr`one for ${size} cores (clusters)`,
    })),
  ];
}

function hintOf(clusterCores: number | null, cores: number): string {
  if (clusterCores === null || clusterCores >= cores) return tr`A task may run on any core that its affinity names.`;
  if (clusterCores === 1) return tr`Each task stays on its core.`;
  const last = cores % clusterCores;
  if (last === 0) return tr`Tasks move within their cluster.`;
  return trCount(
    last,
    'Tasks move within their cluster. The last one has {0} core.',
    'Tasks move within their cluster. The last one has {0} cores.',
  );
}
