import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

export interface LoadOptions {
  readonly url: string;
  /** Every address of 127.0.0.0/8 is loopback, and each counts as another client. */
  readonly from: string;
  readonly connections: number;
  readonly first: string | Uint8Array;
  readonly bodyBytes?: number;
  readonly repeats?: boolean;
  readonly trickle?: { readonly everyMs: number; readonly text: string };
  readonly reconnectAfterMs?: number;
  readonly neverReads?: boolean;
}

export interface LoadCounts {
  readonly open: number;
  readonly opened: number;
  readonly answers: Readonly<Record<string, number>>;
}

export interface LoadGenerator {
  count(): Promise<LoadCounts>;
  stop(): Promise<void>;
}

/** A worker thread, so that the load does not distort what the latency probe measures. */
export async function startLoad(plan: LoadOptions): Promise<LoadGenerator> {
  const worker = new Worker(new URL('./load-generator-worker.ts', import.meta.url), { workerData: plan, execArgv: [] });
  await once(worker, 'message');
  return {
    async count() {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('count');
      const [counts] = (await once(worker, 'message')) as [LoadCounts];
      return counts;
    },
    async stop() {
      await worker.terminate();
    },
  };
}

export interface TimedResponse {
  readonly status: number | undefined;
  readonly ms: number;
  readonly cookie: string;
}

interface TimedRequestOptions {
  readonly from?: string;
  readonly timeoutMs?: number;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The status is undefined when no complete answer came within `timeoutMs`. */
export function sendTimed(
  url: string,
  { from = '127.0.0.9', timeoutMs = 5000, method = 'GET', headers = {}, body }: TimedRequestOptions = {},
): Promise<TimedResponse> {
  const started = performance.now();
  return new Promise((resolve) => {
    const end = (status?: number, [cookie = '']: string[] = []): void =>
      resolve({ status, ms: performance.now() - started, cookie: cookie.split(';')[0] ?? '' });
    const options = { localAddress: from, agent: false, method, headers, signal: AbortSignal.timeout(timeoutMs) };
    const clientRequest = request(url, options, (answer) => {
      answer.resume();
      answer.once('end', () => end(answer.statusCode, answer.headers['set-cookie']));
      answer.once('error', () => end());
    });
    clientRequest.once('error', () => end());
    clientRequest.end(body);
  });
}

export const postJson = (url: string, body: object, from: string): Promise<TimedResponse> =>
  sendTimed(url, { from, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export interface LatencyProbe {
  /**
   * The longest answer since the last call. `ownMs` leaves out the time during which the server or this process was ready to run
   * and the machine was busy with others.
   */
  slowest(): { readonly ms: number; readonly ownMs: number };
  readonly failed: number;
  stop(): Promise<void>;
}

/** Has an address of its own, because limits apply per address. */
export function startLatencyProbe(url: string, pid: number): LatencyProbe {
  const over = new AbortController();
  let failed = 0;
  let slowest = { ms: 0, ownMs: 0 };
  const watching = (async () => {
    while (!over.signal.aborted) {
      const [started, delayedBefore] = [performance.now(), delayedMs(pid) + delayedMs(process.pid)];
      const { status } = await sendTimed(`${url}/healthz`, { from: '127.0.0.99' });
      if (status !== 200) failed += 1;
      const ms = performance.now() - started;
      const ownMs = Math.max(0, ms - (delayedMs(pid) + delayedMs(process.pid) - delayedBefore));
      slowest = { ms: Math.max(slowest.ms, ms), ownMs: Math.max(slowest.ownMs, ownMs) };
      await pause(20);
    }
  })();
  return {
    slowest() {
      const since = slowest;
      slowest = { ms: 0, ownMs: 0 };
      return since;
    },
    get failed() {
      return failed;
    },
    async stop() {
      over.abort();
      await watching;
    },
  };
}

/** Milliseconds that the main thread of a process has waited for a processor (Linux schedstat). */
function delayedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
