import { Agent, request as httpRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { readProcessUsage } from './process-cost.ts';

/** A function creates a new request each time. */
export interface BenchRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly url: string;
  readonly pid: number;
  readonly request: () => BenchRequest;
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second in total; unlimited if absent. */
  readonly rate?: number;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMs: number;
  readonly rssMb: number;
  /** Answers with a status other than 2xx or 304. */
  readonly failed: number;
}

export async function measure(load: Load): Promise<Measured> {
  // Compiled code and caches are warm, as on a server that has been running for a while.
  await run({ ...load, seconds: Math.max(1, load.seconds / 5) });
  const before = readProcessUsage(load.pid);
  const { requests, ...result } = await run(load);
  const { cpuMs, rssMb } = readProcessUsage(load.pid);
  return { ...result, cpuMs: (cpuMs - before.cpuMs) / Math.max(1, requests), rssMb };
}

type Run = Omit<Measured, 'cpuMs' | 'rssMb'> & { readonly requests: number };

const run = ({ rate, ...load }: Load): Promise<Run> => (rate === undefined ? runFreely(load) : runPaced({ ...load, rate }));

/** Measures each answer from the time its request was due; autocannon would send the requests of a second all at its start. */
async function runPaced({ url, request, connections, seconds, rate }: Load & { readonly rate: number }): Promise<Run> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const took: number[] = [];
  const sent: Promise<boolean>[] = [];
  const start = performance.now();
  for (let number = 0; number < seconds * rate; number += 1) {
    const due = start + (number / rate) * 1000;
    if (due > performance.now()) await setTimeout(due - performance.now());
    const answer = send(url, agent, request());
    sent.push(answer.finally(() => took.push(performance.now() - due)));
  }
  const answers = await Promise.all(sent);
  agent.destroy();
  const perSecond = (answers.length * 1000) / (performance.now() - start);
  const sorted = took.toSorted((a, b) => a - b);
  const percentile = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
  const failed = answers.filter((isGood) => !isGood).length;
  return { perSecond, p50: percentile(0.5), p99: percentile(0.99), failed, requests: answers.length };
}

function send(url: string, agent: Agent, { method = 'GET', path, headers = {}, body }: BenchRequest): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const type = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const asking = httpRequest(url + path, { agent, method, headers: { ...headers, ...type } }, (answer) => {
    const { statusCode = 0 } = answer;
    answer.resume().once('close', () => resolve(answer.complete && statusCode < 400));
  });
  asking.once('error', () => resolve(false));
  asking.end(body);
  return promise;
}

async function runFreely({ url, request, connections, seconds }: Omit<Load, 'rate'>): Promise<Run> {
  const result = await autocannon({
    url,
    connections,
    duration: Math.ceil(seconds),
    timeout: 60,
    requests: [
      {
        setupRequest: (plain) => {
          const { method = 'GET', path, headers = {}, body } = request();
          const type = body === undefined ? {} : { 'content-type': 'application/json' };
          return { ...plain, method, path, headers: { ...headers, ...type }, ...(body !== undefined && { body }) };
        },
      },
    ],
  });
  const { latency, errors, timeouts } = result;
  const answers = result.requests.total;
  const failed = result['4xx'] + result['5xx'] + errors + timeouts;
  return { perSecond: answers / result.duration, p50: latency.p50, p99: latency.p99, failed, requests: answers };
}
