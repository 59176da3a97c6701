import { createHash } from 'node:crypto';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { createFairQueue, type FairQueue } from '#server/concurrency/fair-queue.ts';

/** `count(*)` and the like are 64-bit in PostgreSQL; none of ours comes near 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** How long a statement may take before the database gives it up. */
const statementMs = 5000;
/** What `allowLongStatements` allows. */
export const longStatementMs = 60_000;
/** How much longer an answer may be on its way. After that the line is taken to be cut: the machine was unplugged, a firewall forgot us. */
const wayMs = 2000;

/** How long a connection is waited for. */
const connectionMs = 10_000;

/** Stands in a statement whose plan is good for all values: each connection plans it once, which may take longer than running it. */
export const reusePlan = '/* plan is kept */';

/** With `hasNoTimeouts` statements take what they take: for migrations and the operator's commands. */
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
  const distrustIdle = (): void => open.forEach((client) => client.emit('error', new Error('another connection fell silent')));
  pool.on('connect', (client) => {
    open.add(client);
    client.on('error', () => {});
    keepPlans(client);
    if (!hasNoTimeouts) endWhenSilent(client, distrustIdle);
  });
  pool.on('remove', (client) => open.delete(client));
  return new PostgresDialect({
    pool: { options: pool.options, connect: () => connectFairly(pool, places), end: () => pool.end() },
  });
}

/** One farm's writes wait for each other with a connection each, and would leave none to others. */
async function connectFairly(pool: pg.Pool, places: FairQueue): Promise<pg.PoolClient> {
  const leave = await places.enter();
  try {
    const client = await pool.connect();
    const release = client.release.bind(client);
    client.release = (error) => {
      release(error);
      leave();
    };
    return client;
  } catch (error) {
    leave();
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

/** Ends a connection on which no answer came in time: what waits on it fails, and the pool opens another. */
function endWhenSilent(client: pg.PoolClient, tellOthers: () => void): void {
  const send = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>;
  let allowedMs = statementMs;
  const query = async (text: string, values?: unknown[]): Promise<unknown> => {
    allowedMs = allowanceAfter(text) ?? allowedMs;
    const timer = setTimeout(() => {
      void client.end();
      tellOthers();
    }, allowedMs + wayMs);
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
