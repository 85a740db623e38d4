/** Devices, and programs that run on them. */
import type { DeviceFacts } from '../../generator/health/device-facts.ts';
import { bytes, id, method, nothing } from './define.ts';
import * as z from './zod.ts';

const features = z.object({ pause: z.boolean(), speedControl: z.boolean(), pins: z.boolean() });

const device = z.object({
  /** May name a port (`/dev/ttyACM0`, `COM3`). */
  id: z.string().min(1).max(256),
  label: z.string(),
  features,
});

/** generator/health/device-facts.ts says what each means. */
const functions = z.array(z.string());
const facts = z.object({
  wallClock: z.boolean().optional(),
  resets: z.int().optional(),
  lastReset: z.object({ cause: z.enum(['watchdog', 'jump']), functions }).optional(),
  interruptsOffNs: z.number().optional(),
  routine: z.string().optional(),
  functions: functions.optional(),
  stackOverflow: z.object({ atNs: z.number(), bytes: z.number(), functions: functions.optional() }).optional(),
  fault: z.string().optional(),
  serial: z.object({ transmits: z.boolean(), rate: z.number(), expectedRate: z.number() }).optional(),
}) satisfies z.ZodType<DeviceFacts>;

const status = z.object({
  state: z.enum(['starting', 'running', 'paused', 'stopped', 'failed']),
  /** The program's own clock; null where it cannot be known. */
  boardTimeNs: z.number().nullable(),
  /** Board time per wall time; 1 is real time. */
  speed: z.number().nullable(),
  /** Why it failed, for the user. */
  message: z.string().nullable(),
  /** What else the device knows of the program; absent: nothing. */
  facts: facts.optional(),
});

const pin = z.object({
  pin: z.string(),
  direction: z.enum(['in', 'out']),
  level: z.union([z.literal(0), z.literal(1)]),
  /** 0…1 over the last interval. */
  duty: z.number(),
});

const pinInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('digital'), level: z.union([z.literal(0), z.literal(1)]) }),
  z.strictObject({ kind: z.literal('analog'), millivolts: z.number().min(0).max(10_000) }),
  z.strictObject({ kind: z.literal('floating') }),
]);

/** Everything that a window which comes back needs to go on showing a run. */
const currentRun = z.object({
  runId: id,
  firmwareId: id,
  deviceId: z.string(),
  features,
  /** The sketch that the firmware was built from. */
  sketchText: z.string(),
  status,
  pins: z.array(pin),
  /** The run's serial output; what was before `serialOffset` (a count of bytes since start) is no longer kept. */
  serialOffset: z.int(),
  serial: bytes,
});

/** A random name that a window keeps for itself over a reload (sessionStorage). */
const windowId = id;
const runId = z.strictObject({ runId: id });

/** Bytes that a window may write to a program at once. */
const MAX_WRITE_BYTES = 65_536;

export const devices = {
  methods: {
    list: method(z.strictObject({ board: id }), z.object({ devices: z.array(device) })),
  },
  events: {},
} as const;

export const runs = {
  methods: {
    /**
     * Starts the firmware from reset; answers once the device has taken it, and the run's events follow, none of them
     * before the answer. A run that the window had is stopped first. Fails with not-found (firmware, device) or unavailable, with the device's own words.
     */
    start: method(
      z.strictObject({ firmwareId: id, deviceId: z.string().min(1).max(256), windowId }),
      z.object({ runId: id, features }),
    ),
    /**
     * The run that this window had before it was reloaded: it goes on for a few seconds without a window, then it is
     * stopped. From now on its events come here. `runs.serial` events carry their offset, so that none is taken twice.
     */
    current: method(z.strictObject({ windowId }), z.object({ run: currentRun.nullable() })),
    write: method(z.strictObject({ runId: id, bytes: bytes.refine((b) => b.length <= MAX_WRITE_BYTES) }), nothing),
    setPin: method(z.strictObject({ runId: id, pin: z.string().max(32), input: pinInput }), nothing),
    pause: method(runId, nothing),
    resume: method(runId, nothing),
    /** 1: real time; max: as fast as it goes. */
    setSpeed: method(
      z.strictObject({ runId: id, speed: z.union([z.number().positive().max(1000), z.literal('max')]) }),
      nothing,
    ),
    /** Ends the run. `runs.status` with `stopped` follows. Does nothing when it has ended. */
    stop: method(runId, nothing),
  },
  events: {
    /** `stopped` and `failed` are final. */
    status: z.object({ runId: id, status }),
    /** `offset`: bytes that the program had sent before these. */
    serial: z.object({ runId: id, offset: z.int(), bytes }),
    /** Pins that changed. */
    pins: z.object({ runId: id, pins: z.array(pin) }),
  },
} as const;

export type DeviceInfo = z.infer<typeof device>;
export type RunStatus = z.infer<typeof status>;
export type PinState = z.infer<typeof pin>;
export type PinInput = z.infer<typeof pinInput>;
export type CurrentRun = z.infer<typeof currentRun>;
export type RunFeatures = z.infer<typeof features>;
