/** The sketch that measure.ts opens: tasks, and a channel between each fifth task and the next. */

export interface Cards {
  readonly nodes: readonly { readonly id: string; readonly position: { readonly x: number; readonly y: number } }[];
  readonly edges: readonly { readonly source: string; readonly target: string }[];
}

const COLUMN = 248;
const ROW = 136;
const SHAPE = 1.1;
const EACH = 5;

const nameOf = (index: number): string => `task ${index + 1}`;

export function cardsOf(tasks: number): Cards {
  const channels = Math.floor(tasks / EACH);
  const columns = Math.ceil(Math.sqrt((tasks + channels) * SHAPE));
  const place = (index: number) => ({ x: (index % columns) * COLUMN, y: Math.floor(index / columns) * ROW });
  const names = [
    ...Array.from({ length: tasks }, (_, index) => nameOf(index)),
    ...Array.from({ length: channels }, (_, index) => channelName(index)),
  ];
  return {
    nodes: names.map((id, index) => ({ id, position: place(index) })),
    edges: Array.from({ length: channels }, (_, index) => [
      { source: nameOf(index * EACH), target: channelName(index) },
      { source: channelName(index), target: nameOf(index * EACH + 1) },
    ]).flat(),
  };
}

const channelName = (index: number): string => `value ${index + 1}`;

/** The file of the sketch. Its tasks have a total utilization of about 0.6. */
export function sketchOf(tasks: number): string {
  const { nodes } = cardsOf(tasks);
  const at = (name: string) => nodes.find(({ id }) => id === name)?.position;
  return JSON.stringify({
    polyloop: 1,
    name: 'canvas',
    board: 'host',
    target: 'freertos',
    tasks: Array.from({ length: tasks }, (_, index) => {
      const periodUs = 100_000 + 10_000 * (index % 90);
      const budgetUs = Math.max(1, Math.round((0.6 * periodUs) / tasks));
      return { name: nameOf(index), periodUs, budgetUs, position: at(nameOf(index)) };
    }),
    channels: Array.from({ length: Math.floor(tasks / EACH) }, (_, index) => ({
      name: channelName(index),
      kind: 'four-slot',
      item: [{ name: 'value', type: 'int16' }],
      writer: nameOf(index * EACH),
      reader: nameOf(index * EACH + 1),
      position: at(channelName(index)),
    })),
  });
}
