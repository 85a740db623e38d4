/**
 * How to declare a domain of the contract: a closed list of methods and events, each with
 * validators for the data that is sent. The types of client and server are derived from these
 * records, so neither side can send anything else.
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

/** Names of all events as they are sent, for example `builds.line`. */
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

/** The schema of methods without parameters or without a result. */
export const nothing = z.strictObject({});

/**
 * An identifier that the host or the window generated. It is never displayed and never part of a
 * path.
 */
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'expected an identifier');

/**
 * A path on the host's machine. A zero byte is rejected, because C libraries would end the path
 * there.
 */
export const path = z
  .string()
  .min(1)
  .max(4096)
  .refine((text) => !text.includes('\0'), 'a path cannot contain a zero byte');

/** Bytes. A message port sends a Uint8Array, and JSON carries base64 (see json.ts). */
export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected bytes');
