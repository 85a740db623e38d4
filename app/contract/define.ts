/**
 * How a domain of the contract is written down: a closed list of methods and events, each with validators for what goes
 * over the line. The types of client and server follow from these records, so that neither can say anything else.
 */
import * as z from './zod.ts';

export interface MethodSpec<P extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly params: P;
  readonly result: R;
}

export interface DomainSpec {
  readonly methods: Readonly<Record<string, MethodSpec>>;
  readonly events: Readonly<Record<string, z.ZodType>>;
}

export type ContractSpec = Readonly<Record<string, DomainSpec>>;

export function method<P extends z.ZodType, R extends z.ZodType>(params: P, result: R): MethodSpec<P, R> {
  return { params, result };
}

export type Params<M extends MethodSpec> = z.input<M['params']>;
export type ReceivedParams<M extends MethodSpec> = z.output<M['params']>;
export type Result<M extends MethodSpec> = z.output<M['result']>;

/** Wire names of all events, e.g. `builds.line`. */
export type EventName<C extends ContractSpec> = {
  [D in keyof C & string]: `${D}.${keyof C[D]['events'] & string}`;
}[keyof C & string];

export type EventPayload<C extends ContractSpec, N extends EventName<C>> = N extends `${infer D}.${infer E}`
  ? D extends keyof C
    ? E extends keyof C[D]['events']
      ? z.output<C[D]['events'][E]>
      : never
    : never
  : never;

/** For methods without parameters or without a result. */
export const nothing = z.strictObject({});

/** An identifier that the host or the window made up: never shown, never part of a path. */
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'expected an identifier');

/** A path on the host's machine. Zero bytes would cut it short in C libraries. */
export const path = z
  .string()
  .min(1)
  .max(4096)
  .refine((text) => !text.includes('\0'), 'a path cannot hold a zero byte');

/** Bytes: a Uint8Array in a message port, base64 in JSON (see json.ts). */
export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected bytes');
