import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Db, Engine } from '#server/db/engines/connect.ts';
import type { ConnectionTotals } from '#server/http/connections.ts';
import { listSemaphores, type Semaphore } from '#server/concurrency/semaphore.ts';
import { countTasks } from '#server/tasks/tasks.queries.ts';
import { readDiskSpace } from './disk-space.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

interface Parts {
  readonly db: Db;
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  readonly readiness: Readiness;
  readonly connectionTotals: ConnectionTotals;
}

export function registerGauges(app: FastifyInstance, metrics: Metrics, { db, config, readiness, connectionTotals }: Parts): void {
  const engine: Engine = config.databaseUrl === undefined ? 'sqlite' : 'postgres';
  metrics.gauges('info', 'Which database is used', 'engine', async () => ({ [engine]: 1 }));
  metrics.gauge('ready', '1 when this server should get requests', async () => ((await readiness()).length === 0 ? 1 : 0));
  metrics.gauge('database_up', '1 when the database answers', async () => ((await readiness()).includes('database') ? 0 : 1));
  metrics.gauge('http_connections', 'Open connections of clients', () => openConnections(app));
  metrics.counters('http_connections_closed_total', 'Connections closed because there were too many', 'how', () => ({
    ...connectionTotals,
  }));
  metrics.gauges('disk_bytes', 'The disk that holds DATA_DIR', 'which', async () => {
    const { freeBytes, totalBytes } = await readDiskSpace(config.dataDir);
    return { free: freeBytes, total: totalBytes };
  });
  gaugeQueues(metrics);
  metrics.gauges('outbox_mails', 'Mails that are on their way, and mails that were given up in the last month', 'state', () =>
    countTasks(db, 'mail'),
  );
  metrics.gauges('job_failed', '1 when the last run of a job in the background failed', 'job', async () => {
    const jobs = await db.selectFrom('tasks').select(['dedupe_key', 'last_error']).where('kind', '=', 'job').execute();
    return Object.fromEntries(jobs.map((job) => [job.dedupe_key, job.last_error === null ? 0 : 1]));
  });
}

function gaugeQueues(metrics: Metrics): void {
  const sums = (read: (queue: Semaphore) => number): Record<string, number> => {
    const byName: Record<string, number> = {};
    for (const queue of listSemaphores()) byName[queue.name] = (byName[queue.name] ?? 0) + read(queue);
    return byName;
  };
  metrics.gauges('queue_running', 'Expensive tasks that run now, by kind', 'queue', async () => sums(({ size }) => size.running));
  metrics.gauges('queue_waiting', 'Expensive tasks that wait for a place, by kind', 'queue', async () =>
    sums(({ size }) => size.waiting),
  );
  metrics.counters('queue_refused_total', 'Tasks that were answered with 503 because too many waited', 'queue', () =>
    sums(({ totals }) => totals.refused),
  );
  metrics.counters('queue_left_total', 'Tasks whose caller closed the connection while they waited', 'queue', () =>
    sums(({ totals }) => totals.left),
  );
}

const openConnections = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
