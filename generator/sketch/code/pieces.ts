/** The pieces of code of a sketch, also when it has been lowered: one walk for both. */
import { CODE_PIECES, type CodePiece } from '../blocks/model.ts';

/** An object with code: a sketch with texts, or a program with texts and their origins. */
interface Coded<Text> {
  readonly prelude: Text;
  readonly tasks: readonly Readonly<Record<CodePiece, Text>>[];
  readonly interrupts: readonly { readonly body: Text }[];
}

/** The code of tasks and interrupts, without the shared code. */
export const codeOfRunnables = <Text>({ tasks, interrupts }: Omit<Coded<Text>, 'prelude'>): Text[] => [
  ...tasks.flatMap((task) => CODE_PIECES.map((piece) => task[piece])),
  ...interrupts.map(({ body }) => body),
];

/** All code. */
export const allCode = <Text>(coded: Coded<Text>): Text[] => [coded.prelude, ...codeOfRunnables(coded)];
