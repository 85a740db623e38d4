import { describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../../../test/patience.ts';
import { workerHere } from './test-worker.ts';
import { WorkerClient, type WorkerEnd, WorkerUnavailable } from './worker-client.ts';
import { type JobHandlers, Transferred } from './worker-server.ts';

type TestJobs = {
  count: { request: number; progress: number; result: string };
  /** Never yields and never ends. */
  hang: { request: null; progress: never; result: never };
  bytes: { request: Uint8Array<ArrayBuffer>; progress: never; result: Uint8Array };
  fail: { request: null; progress: never; result: never };
};

const handlers: JobHandlers<TestJobs> = {
  count: async (to, job) => {
    for (let i = 1; i <= to; i++) {
      job.progress(i);
      await job.turn();
    }
    return `counted to ${to}`;
  },
  hang: () => new Promise(() => {}),
  bytes: (bytes) =>
    new Transferred(
      bytes.map((byte) => byte + 1),
      [],
    ),
  fail: () => {
    throw new Error('There is no answer.');
  },
};

function threadlessWorker(made: WorkerEnd[], jobs = handlers): WorkerEnd {
  const worker = workerHere(jobs);
  made.push({ ...worker, terminate: vi.fn(worker.terminate) });
  return made.at(-1) ?? worker;
}

/** This client does not replace its worker, however slow the machine is. */
function makeClient(patienceMs = PATIENCE_MS) {
  const made: WorkerEnd[] = [];
  return { made, client: new WorkerClient<TestJobs>(() => threadlessWorker(made), { patienceMs }) };
}

describe('a worker client', () => {
  it('reports progress in order, then the result, and uses one worker for all jobs', async () => {
    const { client, made } = makeClient();
    const seen: number[] = [];
    expect(made).toHaveLength(0);
    await expect(client.run('count', 3, { onProgress: (i) => seen.push(i) })).resolves.toBe('counted to 3');
    expect(seen).toEqual([1, 2, 3]);
    await client.run('count', 1);
    expect(made).toHaveLength(1);
    client.dispose();
  });

  it('rejects a cancelled job immediately; the worker stops at its next yield and is kept', async () => {
    const { client, made } = makeClient();
    const controller = new AbortController();
    const seen: number[] = [];
    const job = client.run('count', 1e9, {
      signal: controller.signal,
      onProgress: (i) => {
        seen.push(i);
        if (i === 5) controller.abort('enough');
      },
    });
    await expect(job).rejects.toBe('enough');
    await expect(client.run('count', 2)).resolves.toBe('counted to 2');
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(made).toHaveLength(1);
    client.dispose();
  });

  it('replaces a worker that does not stop, and restarts its other jobs', async () => {
    const made: WorkerEnd[] = [];
    const hanging: JobHandlers<TestJobs> = { ...handlers, count: () => new Promise(() => {}) };
    const make = () => threadlessWorker(made, made.length === 0 ? hanging : handlers);
    const client = new WorkerClient<TestJobs>(make, { patienceMs: 20 });
    const controller = new AbortController();
    const stuck = client.run('hang', null, { signal: controller.signal });
    const other = client.run('count', 2);
    controller.abort('slider moved');
    await expect(stuck).rejects.toBe('slider moved');
    await expect(other).resolves.toBe('counted to 2');
    expect(made).toHaveLength(2);
    expect(made[0]?.terminate).toHaveBeenCalledOnce();
    client.dispose();
  });

  it('does not start a job with an aborted signal', async () => {
    const { client, made } = makeClient();
    await expect(client.run('count', 1, { signal: AbortSignal.abort('late') })).rejects.toBe('late');
    expect(made).toHaveLength(0);
  });

  it('transfers objects', async () => {
    const { client } = makeClient();
    const bytes = new Uint8Array([1, 2, 3]);
    const answer = client.run('bytes', bytes, { transfer: [bytes.buffer] });
    expect(bytes.byteLength).toBe(0);
    await expect(answer).resolves.toEqual(new Uint8Array([2, 3, 4]));
    client.dispose();
  });

  it('reports errors of jobs and unknown jobs', async () => {
    const { client } = makeClient();
    await expect(client.run('fail', null)).rejects.toThrow('There is no answer.');
    await expect(client.run('unknown' as 'fail', null)).rejects.toThrow('no job named unknown');
    client.dispose();
  });

  it('reports a missing worker, without trying again', async () => {
    const make = vi.fn(() => {
      throw new Error('blocked by policy');
    });
    const client = new WorkerClient<TestJobs>(make);
    await expect(client.run('count', 1)).rejects.toThrow(WorkerUnavailable);
    await expect(client.run('count', 1)).rejects.toThrow('blocked by policy');
    expect(make).toHaveBeenCalledOnce();
  });

  it('rejects running jobs when it is closed', async () => {
    const { client } = makeClient();
    const job = client.run('hang', null);
    client.dispose();
    await expect(job).rejects.toThrow(WorkerUnavailable);
  });
});
