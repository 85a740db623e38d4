/** The shape of blocks in a sketch file. checks/blocks.ts checks how they are connected. */
import * as z from 'zod';
import { MAX_BLOCK_ID_LENGTH, MAX_BLOCKS, MAX_FIELDS, MAX_NAME_LENGTH, MAX_NOTE_LENGTH } from '../limits.ts';
import { code, coordinate, fnv1a32 } from '../schema-values.ts';

const blockId = z.string().min(1).max(MAX_BLOCK_ID_LENGTH);

const block = z
  .strictObject({
    type: z.string().min(1).max(MAX_NAME_LENGTH),
    id: blockId.describe('Unique in its list.'),
    after: blockId.optional().describe('Id of an earlier block. This block is attached below it.'),
    of: blockId.optional().describe('Id of an earlier block that has this one in its input.'),
    input: blockId.optional().describe('Name of the input of that block.'),
    shadow: z.literal(true).optional().describe('A default value, which shows while no other block is in its place.'),
    x: coordinate.optional(),
    y: coordinate.optional(),
    collapsed: z.boolean().optional(),
    deletable: z.boolean().optional(),
    movable: z.boolean().optional(),
    editable: z.boolean().optional(),
    enabled: z.boolean().optional(),
    disabledReasons: z.array(z.string().max(MAX_NOTE_LENGTH)).max(MAX_FIELDS).optional(),
    inline: z.boolean().optional(),
    data: z.string().max(MAX_NOTE_LENGTH).optional(),
    icons: z.json().optional(),
    extraState: z.json().optional(),
    fields: z.record(z.string(), z.json()).optional(),
  })
  .meta({ id: 'block', description: "A block. Members without a description are those of Blockly's serialization." });

/** The blocks of one piece of code. */
export const blocks = z
  .strictObject({
    printed: fnv1a32.describe('FNV-1a, 32 bits, of the code that was printed from the blocks.'),
    blocks: z.array(block).max(MAX_BLOCKS),
    typed: code.optional().describe('The code that was typed over the blocks, set aside for them.'),
    workspace: z
      .record(z.string(), z.json())
      .default(() => ({}))
      .describe("The other members of Blockly's serialization, e.g. its variables."),
  })
  .optional()
  .meta({ id: 'blocks', description: 'Blocks that a piece of code was built from. They do not change the program.' });
