import { createHash } from 'node:crypto';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { createFairQueue, type FairQueue } from '#server/concurrency/fair-queue.ts';

/** `count(*)` and the like are 64-bit in PostgreSQL; none of ours comes near 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The database cancels a statement after this. */
const statementMs = 5000;
/** The same after `allowLongStatements`. */
export const longStatementMs = 60_000;
/** How much longer an answer may take on the network before the connection is considered dead. */
const networkMs = 2000;

const connectionMs = 10_000;

/** Stands in a statement whose plan is good for all values: each connection plans it once, which may take longer than running it. */
export const reusePlan = '/* plan is kept */';

/** `hasNoTimeouts` is for migrations and the operator's commands. */
export function postgresDialect(connectionString: string, { hasNoTimeouts = false, mostConnections = 10 } = {}): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: mostConnections,
    connectionTimeoutMillis: connectionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!hasNoTimeouts && { statement_timeout: statementMs, idle_in_transaction_session_timeout: longStatementMs }),
  });
  // A connection that breaks (the database restarts) is replaced by the pool, and a query that was under way fails. Unheard, the
  // event would end the process: the pool hears it while the connection is idle, we while somebody holds it between two queries.
  pool.on('error', () => {});
  const places = createFairQueue({
    name: 'database_connections',
    capacity: mostConnections,
    waiting: 5000,
    perCaller: Math.ceil(mostConnections / 2),
    timeoutMs: connectionMs,
    outlivesCaller: true,
  });
  const open = new Set<pg.PoolClient>();
  // What cut one line cut the others too: those that nobody uses are replaced before somebody waits for them.
  const checkIdle = (): void => open.forEach((client) => client.emit('error', new Error('another connection fell silent')));
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', () => {});
    keepPlans(client);
    if (!hasNoTimeouts) endIfSilent(client, checkIdle);
  });
  pool.on('remove', (client) => open.delete(client));
  return new PostgresDialect({
    pool: { options: pool.options, connect: () => connectFairly(pool, places), end: () => pool.end() },
  });
}

/** Writes of one farm wait for each other with a connection each; unlimited, they would take all connections. */
async function connectFairly(pool: pg.Pool, slots: FairQueue): Promise<pg.PoolClient> {
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

/** Names a statement by its text: a connection plans what has a name only once. */
function keepPlans(client: pg.PoolClient): void {
  const send = client.query.bind(client);
  const query = (text: string, values?: unknown[]): Promise<unknown> =>
    text.includes(reusePlan)
      ? send({ name: createHash('sha1').update(text).digest('hex'), text, values: values ?? [] })
      : send(text, values);
  Object.assign(client, { query });
}

/** Ends a connection on which no answer came in time: its queries fail, and the pool opens another. */
function endIfSilent(client: pg.PoolClient, onSilent: () => void): void {
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

/** A transaction may have asked for more; the allowance ends with it, as in the database. */
function allowanceAfter(text: string): number | undefined {
  if (text.startsWith('set local statement_timeout')) return longStatementMs;
  return /^(?:begin|commit|rollback)$/.test(text) ? statementMs : undefined;
}
