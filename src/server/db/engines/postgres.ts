import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { Semaphore } from '#server/concurrency/semaphore.ts';

/** `count(*)` and sums are 64-bit in PostgreSQL; none of these comes near 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The database cancels a statement after this. */
const statementMs = 5000;
export const longStatementMs = 60_000;
/** Allowance for the network, after which the connection is considered dead. */
const networkMs = 2000;

const connectionMs = 10_000;

export function postgresDialect(connectionString: string, { hasNoTimeouts = false, maxConnections = 10 } = {}): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: connectionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!hasNoTimeouts && { statement_timeout: statementMs, idle_in_transaction_session_timeout: longStatementMs }),
  });
  // A connection that breaks (the database restarts) fails its query and is replaced by the pool. Without a listener the event would end the process;
  // the pool listens only while the connection is idle.
  pool.on('error', () => {});
  const slots = new Semaphore({
    name: 'database_connections',
    capacity: maxConnections,
    waiting: 5000,
    perCaller: Math.ceil(maxConnections / 2),
    outlivesCaller: true,
    ...(!hasNoTimeouts && { timeoutMs: connectionMs }),
  });
  const open = new Set<pg.PoolClient>();
  // The cause has probably broken the other connections too, so idle ones are replaced before a request gets them.
  const checkIdle = (): void => open.forEach((client) => client.emit('error', new Error('another connection fell silent')));
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', () => {});
    if (!hasNoTimeouts) closeIfSilent(client, checkIdle);
  });
  pool.on('remove', (client) => open.delete(client));
  return new PostgresDialect({
    pool: { options: pool.options, connect: () => connectFairly(pool, slots), end: () => pool.end() },
  });
}

/** Without this limit, concurrent requests of one farm could take all connections. */
async function connectFairly(pool: pg.Pool, slots: Semaphore): Promise<pg.PoolClient> {
  const releaseSlot = await slots.enter();
  try {
    const client = await pool.connect();
    const release = client.release.bind(client);
    client.release = (error) => {
      release(error);
      releaseSlot();
    };
    return client;
  } catch (error) {
    releaseSlot();
    throw error;
  }
}

function closeIfSilent(client: pg.PoolClient, onSilent: () => void): void {
  const send = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>;
  let allowedMs = statementMs;
  const query = async (text: string, values?: unknown[]): Promise<unknown> => {
    allowedMs = allowanceAfter(text) ?? allowedMs;
    const timer = setTimeout(() => {
      void client.end();
      onSilent();
    }, allowedMs + networkMs);
    try {
      return await send(text, values);
    } finally {
      clearTimeout(timer);
    }
  };
  Object.assign(client, { query });
}

/** The longer timeout ends with the transaction, as it does in the database. */
function allowanceAfter(text: string): number | undefined {
  if (text.startsWith('set local statement_timeout')) return longStatementMs;
  return /^(?:begin|commit|rollback)$/.test(text) ? statementMs : undefined;
}
