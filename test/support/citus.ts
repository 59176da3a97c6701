import pg from 'pg';

/** The coordinator of a running Citus in place of a PostgreSQL of the tests' own: `postgres://user@host:port/`, its nodes in the database `postgres`. */
export const citusUrl = process.env['CITUS_URL'];

/** An empty database on each node, which know each other. */
export async function createCitusTemplate(name: string): Promise<void> {
  await onDatabase('postgres', async (client) => {
    await onAllNodes(client, `create database ${name}`);
    const { rows: nodes } = await client.query<{ host: string; port: number; group: number }>(
      'select nodename as host, nodeport as port, groupid as group from pg_dist_node order by groupid',
    );
    for (const { host, port } of nodes) await onDatabase(name, (node) => node.query('create extension citus'), { host, port });
    await onDatabase(name, async (coordinator) => {
      for (const { host, port, group } of nodes) {
        const call = group === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
        await coordinator.query(`select ${call}($1, $2)`, [host, port]);
      }
    });
  });
}

/** Nobody may be connected to a database that is copied, Citus itself included. */
export const closeCitusTemplate = (name: string): Promise<void> =>
  onDatabase('postgres', async (client) => {
    await onAllNodes(client, `alter database ${name} allow_connections false`);
    await onAllNodes(client, `select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = '${name}'`);
  });

export const copyCitusDatabase = (name: string, template: string): Promise<void> =>
  onDatabase('postgres', async (client) => {
    await onAllNodes(client, `create database ${name} template ${template} strategy file_copy`);
    // A copy is one without the settings of its template.
    await client.query(`alter database ${name} set citus.multi_shard_modify_mode to sequential`);
  });

async function onAllNodes(client: pg.Client, command: string): Promise<void> {
  const { rows } = await client.query<{ success: boolean; result: string }>('select * from run_command_on_all_nodes($1)', [
    command,
  ]);
  const failed = rows.find(({ success }) => !success);
  if (failed) throw new Error(`A node of the Citus refuses: ${failed.result}`);
}

async function onDatabase<T>(
  name: string,
  work: (client: pg.Client) => Promise<T>,
  node?: { readonly host: string; readonly port: number },
): Promise<T> {
  const address = new URL(name, citusUrl);
  if (node) Object.assign(address, { hostname: node.host, port: String(node.port) });
  const client = new pg.Client(address.href);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
