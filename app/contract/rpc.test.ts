import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { type ContractSpec, method, nothing } from './define.ts';
import { RpcError } from './errors.ts';
import { createServer, type Handlers } from './server.ts';
import { channelPair } from './test-channel.ts';
import * as z from './zod.ts';

const spec = {
  math: {
    methods: {
      add: method(z.strictObject({ a: z.number(), b: z.number() }), z.object({ sum: z.number() })),
      forever: method(nothing, nothing),
      fail: method(nothing, nothing),
      crash: method(nothing, nothing),
      lie: method(nothing, z.object({ sum: z.number() })),
    },
    events: { ticked: z.object({ at: z.number() }) },
  },
} as const satisfies ContractSpec;

function setUp() {
  const [windowEnd, hostEnd] = channelPair();
  const faults: unknown[] = [];
  const aborted: string[] = [];
  const handlers: Handlers<typeof spec> = {
    math: {
      add: ({ a, b }) => ({ sum: a + b }),
      forever: (_params, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.onAbort(() => {
            aborted.push('forever');
            reject(new RpcError('cancelled', 'Cancelled.'));
          }),
        ),
      fail: () => {
        throw new RpcError('not-found', 'There is no such file.', { path: '/x' });
      },
      crash: () => {
        throw new TypeError('secret detail');
      },
      lie: () => ({ sum: 'three' }) as never,
    },
  };
  const server = createServer(spec, hostEnd, handlers, { onInternalError: (_name, error) => faults.push(error) });
  return { client: createClient(spec, windowEnd), server, faults, aborted, windowEnd, hostEnd };
}

describe('client and server', () => {
  it('carry a call and its answer', async () => {
    expect(await setUp().client.math.add({ a: 1, b: 2 })).toEqual({ sum: 3 });
  });

  it('carry a typed failure with its details', async () => {
    const failure = setUp().client.math.fail({});
    await expect(failure).rejects.toMatchObject({ code: 'not-found', details: { path: '/x' } });
  });

  it('withhold the text of an internal error from the window', async () => {
    const { client, faults } = setUp();
    const error = await client.math.crash({}).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'internal' });
    expect(String(error)).not.toContain('secret');
    expect(faults).toHaveLength(1);
  });

  it('refuse parameters that the contract does not allow, naming the field', async () => {
    const wrong = { a: 1, b: '2', c: 3 } as never;
    await expect(setUp().client.math.add(wrong)).rejects.toMatchObject({
      code: 'invalid-params',
      message: expect.stringContaining('b:'),
    });
  });

  it('never send a result that the contract does not allow', async () => {
    const { client, faults } = setUp();
    await expect(client.math.lie({})).rejects.toMatchObject({ code: 'internal' });
    expect(faults).toHaveLength(1);
  });

  it('deliver events to subscribers until they unsubscribe', async () => {
    const { client, server } = setUp();
    const seen: number[] = [];
    const leave = client.on('math.ticked', ({ at }) => seen.push(at));
    server.emit('math.ticked', { at: 1 });
    await client.math.add({ a: 0, b: 0 });
    leave();
    server.emit('math.ticked', { at: 2 });
    await client.math.add({ a: 0, b: 0 });
    expect(seen).toEqual([1]);
  });

  it('cancel a request on both sides', async () => {
    const { client, aborted } = setUp();
    const controller = new AbortController();
    const call = client.math.forever({}, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await client.math.add({ a: 0, b: 0 });
    expect(aborted).toEqual(['forever']);
  });

  it('time out only when a timeout is set', async () => {
    const call = setUp().client.math.forever({}, { timeoutMs: 5 });
    await expect(call).rejects.toMatchObject({ code: 'timeout' });
  });

  it('fail and abort pending requests when the channel closes', async () => {
    const { client, server, aborted } = setUp();
    const call = client.math.forever({});
    await client.math.add({ a: 0, b: 0 });
    server.close();
    await expect(call).rejects.toMatchObject({ code: 'disconnected' });
    await expect(client.math.add({ a: 0, b: 0 })).rejects.toMatchObject({ code: 'disconnected' });
    expect(aborted).toEqual(['forever']);
  });
});

describe('a server', () => {
  async function answerTo(message: unknown): Promise<unknown> {
    const [windowEnd, hostEnd] = channelPair();
    const handlers = { math: { add: () => ({ sum: 0 }), forever: () => ({}), fail: () => ({}), crash: () => ({}) } };
    createServer(spec, hostEnd, { math: { ...handlers.math, lie: () => ({ sum: 0 }) } });
    return new Promise((resolve) => {
      windowEnd.onMessage(resolve);
      windowEnd.onClose(() => resolve('closed'));
      windowEnd.post(message);
    });
  }

  it.each(['math.subtract', 'math.constructor', 'math.toString', 'other.add'])('has no method %s', async (name) => {
    const answer = await answerTo({ type: 'request', id: 1, method: name, params: {} });
    expect(answer).toMatchObject({ type: 'error', id: 1, error: { code: 'unknown-method' } });
  });

  it.each([
    'text',
    null,
    { type: 'request', id: -1, method: 'math.add', params: {} },
    { type: 'request', id: 1, method: '__proto__', params: {} },
    { type: 'request', id: 1, method: 'math.add', params: {}, extra: true },
    { type: 'result', id: 1, value: {} },
  ])('closes on %j', async (message) => {
    expect(await answerTo(message)).toBe('closed');
  });

  it('requires a handler for every method', () => {
    const [, hostEnd] = channelPair();
    expect(() => createServer(spec, hostEnd, { math: {} } as never)).toThrow('math.add');
  });
});

describe('a client', () => {
  it('reports messages that violate the contract and continues', async () => {
    const { client, hostEnd } = setUp();
    const faults: string[] = [];
    client.onFault((fault) => faults.push(fault.code));
    hostEnd.post({ type: 'event', name: 'math.ticked', payload: { at: 'now' } });
    hostEnd.post({ type: 'event', name: 'math.unheard', payload: {} });
    hostEnd.post({ type: 'noise' });
    expect(await client.math.add({ a: 2, b: 2 })).toEqual({ sum: 4 });
    expect(faults).toEqual(['invalid-message', 'invalid-message', 'invalid-message']);
  });

  it('tells the user what to do about an answer of another version, in one sentence and not as JSON', async () => {
    const { client, windowEnd, hostEnd } = setUp();
    const post = hostEnd.post.bind(hostEnd);
    hostEnd.post = (message) => post({ ...(message as object), value: { total: 4 } });
    const error = await client.math.add({ a: 2, b: 2 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'invalid-result' });
    const { message } = error as RpcError;
    expect(message).toContain('Restart Polyloop and reload the window.');
    expect(message).toContain('math.add.sum');
    expect(message).not.toMatch(/[{[]/);
    windowEnd.close();
  });
});
