/** Devices, and the programs that run on them. */
import type { DeviceFacts } from '../../generator/health/device-facts.ts';
import type { PartView } from '../../generator/parts/part-type.ts';
import { MAX_ELEMENTS } from '../../generator/sketch/limits.ts';
import { boardFactsSchema, elementSchemas } from '../../generator/sketch/schema.ts';
import { bytes, id, method, nothing } from './define.ts';
import * as z from './zod.ts';

const features = z.object({ pause: z.boolean(), speedControl: z.boolean(), pins: z.boolean() });

const device = z.object({
  /** May be a port name (`/dev/ttyACM0`, `COM3`). */
  id: z.string().min(1).max(256),
  label: z.string(),
  features,
  /** True for a board that the user chose and that is not plugged in. */
  isAbsent: z.boolean().optional(),
  /** The board that it is by its USB ids, if that is not the sketch's. */
  otherBoard: z.string().optional(),
});

/** generator/health/device-facts.ts documents each member. */
const functions = z.array(z.string());
const facts = z.object({
  wallClock: z.boolean().optional(),
  disconnected: z.boolean().optional(),
  resets: z.int().optional(),
  lastReset: z.object({ cause: z.enum(['watchdog', 'jump']), functions }).optional(),
  interruptsOffNs: z.number().optional(),
  routine: z.string().optional(),
  functions: functions.optional(),
  asleepNs: z.number().optional(),
  lostEdges: z.record(z.string(), z.int().min(0)).optional(),
  deliveries: z.record(z.string(), z.int().min(0)).optional(),
  stackOverflow: z
    .object({
      atNs: z.number(),
      bytes: z.number(),
      stack: z.enum(['shared', 'interrupts', 'task']),
      functions: functions.optional(),
    })
    .optional(),
  fault: z.string().optional(),
  serial: z.object({ transmits: z.boolean(), rate: z.number(), expectedRate: z.number() }).optional(),
}) satisfies z.ZodType<DeviceFacts>;

const status = z.object({
  state: z.enum(['starting', 'running', 'paused', 'stopped', 'failed']),
  /** The time of the program's own clock. Null where it is unknown. */
  boardTimeNs: z.number().nullable(),
  /** Board time divided by wall-clock time. 1 is real time. */
  speed: z.number().nullable(),
  /** The cause of the failure, for the user. */
  message: z.string().nullable(),
  /** What the device does before the program starts: "Writing the program". */
  step: z.string().optional(),
  /** Other facts that the device knows about the program. Absent when it knows none. */
  facts: facts.optional(),
});

const pin = z.object({
  pin: z.string(),
  direction: z.enum(['in', 'out']),
  level: z.union([z.literal(0), z.literal(1)]),
  /** From 0 to 1, over the last interval. */
  duty: z.number(),
});

const pinInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('digital'), level: z.union([z.literal(0), z.literal(1)]) }),
  z.strictObject({ kind: z.literal('analog'), millivolts: z.number().min(0).max(10_000) }),
  z.strictObject({ kind: z.literal('floating') }),
]);

const fraction = z.number().min(0).max(1);
const cell = z.object({ column: z.int(), row: z.int() }).nullable();

/** generator/parts/part-type.ts documents each member. */
const partView = z.discriminatedUnion('shows', [
  z.object({ shows: z.literal('light'), brightness: fraction }),
  z.object({ shows: z.literal('colour'), red: fraction, green: fraction, blue: fraction }),
  z.object({ shows: z.literal('angle'), degrees: z.number(), driven: z.boolean() }),
  z.object({ shows: z.literal('tone'), hertz: z.number() }),
  z.object({ shows: z.literal('segments'), segments: z.array(fraction) }),
  z.object({
    shows: z.literal('text'),
    on: z.boolean(),
    characters: z.array(z.int()),
    glyphs: z.array(z.int()),
    cursor: cell,
    blink: cell,
  }),
  z.object({ shows: z.literal('pixels'), pixels: z.array(z.int()) }),
]) satisfies z.ZodType<PartView>;

/** What one part shows. Parts that show nothing have no state. */
const partState = z.object({ part: z.string(), view: partView });

/** app/host/devices/device.ts documents each member. */
const edgeReport = z.object({
  pins: z.array(z.string()),
  clockHz: z.number(),
  zeroCycle: z.number().nullable(),
  baseCycle: z.number(),
  high: z.array(z.number()),
  /** Words of 32 bits, little-endian. */
  words: bytes,
  lostFrom: z.number().nullable(),
});

/** What the user has set on parts: the part's name → the value of its control. */
const partValues = z.record(z.string(), z.number());

/** Everything that a reloaded window needs to continue showing a run. */
const currentRun = z.object({
  runId: id,
  firmwareId: id,
  deviceId: z.string(),
  features,
  /** The sketch that the firmware was built from. */
  sketchText: z.string(),
  status,
  pins: z.array(pin),
  /** What each part shows. */
  parts: z.array(partState),
  /** The values of all controls of the wired parts. */
  partValues,
  /**
   * The run's serial output. `serialOffset` is the number of bytes since start that came before
   * this output and are no longer kept.
   */
  serialOffset: z.int(),
  serial: bytes,
});

/** A random name that a window keeps across a reload (in sessionStorage). */
const windowId = id;
const runId = z.strictObject({ runId: id });

/** How many events a run may be ahead of its window. About half a second at real time. */
export const EVENTS_AHEAD = 64;
export const EVENTS_TAKEN = 8;

/** Largest number of bytes that a window may write to a program in one request. */
const MAX_WRITE_BYTES = 65_536;

export const devices = {
  methods: {
    /**
     * The devices for a board. `chosen` is the device that the user chose in this window, and `path` the
     * file of the sketch. The answer's `chosen` is that device, or else the one on which the sketch ran
     * last. It is null when neither exists for this board.
     */
    list: method(
      z.strictObject({
        board: id,
        boardFacts: boardFactsSchema,
        path: z.string().nullable().optional(),
        chosen: z.string().max(256).nullable().optional(),
      }),
      z.object({ devices: z.array(device), chosen: z.string().nullable() }),
    ),
    /** A text that changes when a port appears or vanishes. For a window that asks every second. */
    ports: method(nothing, z.object({ version: z.string() })),
  },
  events: {},
} as const;

export const runs = {
  methods: {
    /**
     * Resets the device and starts the firmware. The parts of the firmware's sketch are wired to the
     * device if it has pins. `partValues` are values of their controls from the first cycle on. Returns once the device has accepted the firmware.
     * The run's events follow, and none of them comes before the answer. If the window already has
     * a run, that run is stopped first. Fails with `not-found` (firmware or device), or with
     * `unavailable` and the device's own message. Fails with `not-permitted` and the details `untrusted` when the
     * program would run as the user, and the user has not trusted the sketch. Fails with `unavailable` and the details
     * `stackTooSmall` when a real board would not notice the overflow of a stack.
     */
    start: method(
      z.strictObject({
        firmwareId: id,
        deviceId: z.string().min(1).max(256),
        windowId,
        partValues: partValues.optional(),
        /** The user trusts this sketch, which has no file. It counts for this start only. */
        trusted: z.boolean().optional(),
        /** Write a real board although a stack does not suffice. */
        ignoreStack: z.boolean().optional(),
      }),
      z.object({ runId: id, features }),
    ),
    /**
     * Returns the run that this window had before it was reloaded. A run continues for a few
     * seconds without a window and is then stopped. After this call, the run's events are sent to
     * this window. `runs.serial` events carry their offset, so the window can skip bytes that it
     * already has. `isTaken`: another window that is connected has this id, and this one draws another. That cannot
     * be so if the window says that the id is its own, as after a reload, which can come before the end of the old
     * connection.
     */
    current: method(
      z.strictObject({ windowId, isOwn: z.boolean().optional() }),
      z.object({ run: currentRun.nullable(), isTaken: z.boolean() }),
    ),
    write: method(z.strictObject({ runId: id, bytes: bytes.refine((b) => b.length <= MAX_WRITE_BYTES) }), nothing),
    setPin: method(z.strictObject({ runId: id, pin: z.string().max(32), input: pinInput }), nothing),
    /**
     * Replaces the parts that are wired to the device. A part of the same name and kind keeps its
     * value, and its state too if its wires and settings are the same.
     */
    setParts: method(z.strictObject({ runId: id, parts: z.array(elementSchemas.parts).max(MAX_ELEMENTS) }), nothing),
    /**
     * Sets the value of a part's control. A value outside the control's range is limited to it.
     * Fails with `unavailable` when no part of this name with a control is wired.
     */
    setPart: method(z.strictObject({ runId: id, part: z.string(), value: z.number() }), nothing),
    /**
     * The window has handled this many of the run's events. A virtual board waits while `EVENTS_AHEAD` events or
     * more are not handled, so a busy window shows what happens now. A window sends it each `EVENTS_TAKEN` events.
     */
    taken: method(z.strictObject({ runId: id, events: z.int().min(1).max(10_000) }), nothing),
    pause: method(runId, nothing),
    resume: method(runId, nothing),
    /** `1` is real time. `max` is as fast as possible. */
    setSpeed: method(
      z.strictObject({ runId: id, speed: z.union([z.number().positive().max(1000), z.literal('max')]) }),
      nothing,
    ),
    /**
     * Ends the run. `runs.status` with `stopped` follows. Does nothing when the run has already
     * ended.
     */
    stop: method(runId, nothing),
  },
  events: {
    /** `stopped` and `failed` are final. */
    status: z.object({ runId: id, status }),
    /** `offset` is the number of bytes that the program had sent before these. */
    serial: z.object({ runId: id, offset: z.int(), bytes }),
    /** Only the pins that changed. */
    pins: z.object({ runId: id, pins: z.array(pin) }),
    /** Changes of pin levels, in the order of time. */
    edges: z.object({ runId: id, report: edgeReport }),
    /** Only the parts with a changed view, at most about 30 times per second. */
    parts: z.object({ runId: id, parts: z.array(partState) }),
  },
} as const;

/** The details of `not-permitted` from `runs.start`, when the user has not trusted the sketch yet. */
export const UNTRUSTED = 'untrusted';
export const untrusted = z.object({
  reason: z.literal(UNTRUSTED),
  /** The folder to add to the setting `trustedFolders`. Null: the sketch has no file. */
  folder: z.string().nullable(),
  /** Whether the program will have a sandbox. */
  confined: z.boolean(),
});
export type Untrusted = z.infer<typeof untrusted>;

/** The details of `unavailable` from `runs.start`, when a stack of the program does not suffice. */
export const STACK_TOO_SMALL = 'stack-too-small';
export const stackTooSmall = z.object({ reason: z.literal(STACK_TOO_SMALL) });

export type DeviceInfo = z.infer<typeof device>;
export type RunStatus = z.infer<typeof status>;
export type PinState = z.infer<typeof pin>;
export type EdgeReport = z.infer<typeof edgeReport>;
export type PinInput = z.infer<typeof pinInput>;
export type PartState = z.infer<typeof partState>;
export type CurrentRun = z.infer<typeof currentRun>;
export type RunFeatures = z.infer<typeof features>;
