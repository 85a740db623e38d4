/** What the user chose for the values that a sketch plots. The host keeps it for each sketch's file. */
import { method, nothing, path } from './define.ts';
import * as z from './zod.ts';

const MAX_NAME = 200;
const MAX_UNIT = 12;
const MAX_VALUES = 200;

const name = z.string().min(1).max(MAX_NAME);
const edge = z.number().nullable();

const value = z.strictObject({
  /** The name that the code gives. */
  name,
  /** Null: the unit that the name gives. */
  unit: z.string().max(MAX_UNIT).nullable(),
  /** The range of wanted values. Null: open on this side. */
  range: z.strictObject({ low: edge, high: edge }),
  /** The value in whose chart this one is drawn. Null: it has its own. */
  beside: name.nullable(),
});

export const plottedValues = z.array(value).max(MAX_VALUES);

export const charts = {
  methods: {
    /** The settings of the values of the sketch in this file. Empty: none were kept. */
    values: method(z.strictObject({ sketch: path }), z.object({ values: plottedValues })),
    keepValues: method(z.strictObject({ sketch: path, values: plottedValues }), nothing),
  },
  events: {},
} as const;

export type PlottedValue = z.infer<typeof value>;
