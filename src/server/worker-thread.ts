import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { currentCaller } from '#server/concurrency/caller.ts';
import { askForNext } from './worker-answers.ts';

export class ThreadOverrun extends Error {
  constructor() {
    super('the work took too long or too much memory');
  }
}

export interface ThreadOptions {
  readonly data: unknown;
  readonly timeLimitMs: number;
  readonly maxMegabytes: number;
}

/** Sends one message per request, so that a long list is never in the server's memory twice. */
export interface Thread<In, Out> extends AsyncDisposable {
  send(message: In): void;
  next(): Promise<Out>;
}

/** Runs a script in a thread that is terminated when it exceeds its limits or when the caller disconnects. */
export function openThread<Out, In = never>(script: URL, { data, timeLimitMs, maxMegabytes }: ThreadOptions): Thread<In, Out> {
  const caller = currentCaller();
  caller?.signal.throwIfAborted();
  const worker = new Worker(script, {
    workerData: data,
    execArgv: [],
    env: compiledCache(),
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb: 16 },
  });
  let failure: Error | undefined;
  // The thread may fail while no message is awaited.
  worker.on('error', (error: Error) => (failure = error));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const send = (message: In | typeof askForNext): void => worker.postMessage(message);
  return {
    send,
    async next() {
      if (failure) throw overrunOr(failure);
      const limit = AbortSignal.timeout(timeLimitMs);
      const answer = once(worker, 'message', { signal: caller ? AbortSignal.any([limit, caller.signal]) : limit });
      send(askForNext);
      try {
        return ((await answer) as [Out])[0];
      } catch (error) {
        caller?.signal.throwIfAborted();
        throw limit.aborted ? new ThreadOverrun() : overrunOr(error);
      }
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

/** With the compile cache a thread starts in a third of the time. */
function compiledCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: folder };
}

const overrunOr = (error: unknown): unknown =>
  (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadOverrun() : error;
