/** The picture of a starter sketch: its elements and wires, where the canvas draws them. */
import type { TemplatePicture } from '../../../contract/projects.ts';
import { LED_LIGHT } from '../canvas/part-icon.tsx';
import { Picture } from '../canvas/pictures.tsx';

const TASK = { width: 176, height: 104 };
/** Size of the picture of an element that is not a task. Parts of the starters are at least 72 apart. */
const SMALL = 64;
const MARGIN = 24;
/** Colours of tasks repeat after eight. */
const COLORS = 8;

type Node = TemplatePicture['nodes'][number];

const sizeOf = ({ what }: Node) => (what === 'task' ? TASK : { width: SMALL, height: SMALL });

export function TemplateDrawing({ picture: { nodes, wires } }: { readonly picture: TemplatePicture }) {
  if (nodes.length === 0) return null;
  const left = Math.min(...nodes.map(({ x }) => x)) - MARGIN;
  const top = Math.min(...nodes.map(({ y }) => y)) - MARGIN;
  const right = Math.max(...nodes.map((node) => node.x + sizeOf(node).width)) + MARGIN;
  const bottom = Math.max(...nodes.map((node) => node.y + sizeOf(node).height)) + MARGIN;
  const centre = (index: number) => {
    const node = nodes[index];
    if (node === undefined) return { x: left, y: top };
    const { width, height } = sizeOf(node);
    return { x: node.x + width / 2, y: node.y + height / 2 };
  };
  return (
    <svg className="template-picture" viewBox={`${left} ${top} ${right - left} ${bottom - top}`} aria-hidden="true">
      {wires.map(({ from, to }) => {
        const [a, b] = [centre(from), centre(to)];
        return <path key={`${from} ${to}`} className="template-wire" d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />;
      })}
      {nodes.map((node, index) => {
        const at = { x: node.x, y: node.y, ...sizeOf(node) };
        const key = `${node.what} ${index}`;
        return node.what === 'task' ? (
          <TaskCard key={key} at={at} color={(index % COLORS) + 1} />
        ) : (
          <Picture key={key} of={node.what} at={at} color={node.color && LED_LIGHT[node.color]} />
        );
      })}
    </svg>
  );
}

function TaskCard({
  at,
  color,
}: {
  readonly at: { x: number; y: number; width: number; height: number };
  readonly color: number;
}) {
  const [ringX, ringY] = [at.x + 52, at.y + at.height / 2];
  const line = { x: at.x + 96, height: 10, rx: 5, fill: 'var(--pl-line-strong)' };
  return (
    <g>
      <rect {...at} rx="10" className="template-card" />
      <circle cx={ringX} cy={ringY} r="26" fill="none" stroke="var(--pl-line-strong)" strokeWidth="9" />
      <path
        d={`M${ringX} ${ringY - 26}a26 26 0 0 1 26 26`}
        fill="none"
        stroke={`var(--pl-task-${color})`}
        strokeWidth="9"
      />
      <rect {...line} y={at.y + 32} width="60" />
      <rect {...line} y={at.y + 60} width="40" />
    </g>
  );
}
