/** The Arduino boards that PlatformIO knows. */
import { boardFacts } from '../../generator/sketch/schema.ts';
import { method, nothing } from './define.ts';
import * as z from './zod.ts';

const listedBoard = z.object({
  /** PlatformIO's id: the sketch's `board`. */
  id: z.string(),
  vendor: z.string(),
  /** Whether its platform is installed in PlatformIO. */
  isInstalled: z.boolean(),
  facts: boardFacts,
});

export const boards = {
  methods: {
    /**
     * Lists boards: first those of installed platforms, then the others, each group sorted by name, without
     * Polyloop's own boards. `problem` says why the boards of installed platforms are not known. Uses no network.
     */
    list: method(nothing, z.object({ boards: z.array(listedBoard), problem: z.string().nullable() })),
  },
  events: {},
} as const;

export type ListedBoard = z.infer<typeof listedBoard>;

/** Whether each word of a search is in one of the texts that describe a board. Case does not count. */
export function matchesSearch(search: string, texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** What a search looks at. */
export const textsOf = ({ id, vendor, facts }: ListedBoard): readonly string[] => [
  ...[id, vendor, facts.name, facts.mcu, facts.platform],
];
