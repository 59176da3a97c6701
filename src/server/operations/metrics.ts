import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LogEvent } from 'kysely';
import type { RequestOutcome } from '#server/http/request-log.ts';

/** No label contains an id, a name or an address. */
export interface Metrics {
  readonly request: (outcome: RequestOutcome) => void;
  readonly query: (event: LogEvent) => void;
  /** Read when metrics are requested; NaN if it cannot be read. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  gauges(name: string, help: string, label: string, read: () => Promise<Readonly<Record<string, number>>>): void;
  /** Totals since the start, counted elsewhere. */
  counters(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void;
  readonly contentType: string;
  print(): Promise<string>;
}

const prefix = 'bellwether_';

export function createMetrics({ ofProcess = false } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) {
    collectDefaultMetrics({ register: registry, prefix });
    // Gauges with the name of a counter, which promtool rejects. Each is the sum of a gauge that stays.
    for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`${prefix}nodejs_active_${what}_total`);
  }
  const requests = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'How long requests took, from the first byte of the head to the last byte of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const queries = new Histogram({
    name: `${prefix}database_query_duration_seconds`,
    help: 'How long statements took in the database, with the way there and back',
    labelNames: ['kind', 'outcome'],
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });

  return {
    request: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    query: ({ level, query: { query }, queryDurationMillis }) =>
      queries.observe(
        { kind: query.kind.replace(/(?:Query)?Node$/, '').toLowerCase(), outcome: level === 'query' ? 'ok' : 'failed' },
        queryDurationMillis / 1000,
      ),
    gauge: (name, help, read) =>
      void new Gauge({
        name: prefix + name,
        help,
        registers,
        async collect() {
          this.set(await Promise.resolve(read()).catch(() => Number.NaN));
        },
      }),
    gauges: (name, help, label, read) =>
      void new Gauge({
        name: prefix + name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          this.reset();
          for (const [value, number] of Object.entries(await read().catch(() => ({})))) this.set({ [label]: value }, number);
        },
      }),
    counters: (name, help, label, read) =>
      void new Counter({
        name: prefix + name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset();
          for (const [value, total] of Object.entries(read())) this.inc({ [label]: value }, total);
        },
      }),
    contentType: registry.contentType,
    print: () => registry.metrics(),
  };
}
