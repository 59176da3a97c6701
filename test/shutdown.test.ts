// @module-tag long
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWebOnce } from '#test/build-web.ts';
import { startProduct, startServer, type StartedServer } from '#test/product.ts';
import { openRawConnection } from '#test/raw-connection.ts';
import { newFolder } from '#test/temporary-folder.ts';

// The build is done beforehand, so that only the server is measured.
beforeAll(buildWebOnce);

let dataDir = '';
let group = 0;
beforeEach(() => {
  dataDir = newFolder();
});
afterEach(() => {
  if (group > 0 && isGroupAlive()) process.kill(-group, 'SIGKILL');
});

const isGroupAlive = (): boolean => {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
};

function expectEndedInOrder(): void {
  expect(isGroupAlive()).toBe(false);
  // The shutdown has checkpointed the database.
  expect(existsSync(join(dataDir, 'bellwether.db-wal'))).toBe(false);
}

/** In a process group of its own, as a terminal or a service manager starts it. */
async function startInGroup(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<StartedServer> {
  const started = await startServer(program, args, { detached: true, env: { PORT: '0', DATA_DIR: dataDir, ...env } });
  group = started.process.pid ?? 0;
  return started;
}

const npmStart = (): Promise<StartedServer> =>
  startInGroup('npm', ['start'], { PATH: process.env['PATH'], HOME: process.env['HOME'], BACKUPS: 'off' });

const beginRegistration = async (url: string): Promise<{ finish(): Promise<string> }> => {
  const json = JSON.stringify({ username: 'farmer', password: 'correct horse', email: 'farmer@example.org' });
  const connection = openRawConnection(url);
  connection.send(`POST /api/auth/register HTTP/1.1\r\nHost: farm\r\nContent-Type: application/json\r\n`);
  connection.send(`Expect: 100-continue\r\nContent-Length: ${json.length}\r\n\r\n${json.slice(0, 20)}`);
  // A busy machine takes its time until the server knows of the request.
  await expect.poll(() => connection.received()).toMatch(/^HTTP\/1\.1 100 /);
  return {
    finish: () => {
      connection.send(json.slice(20));
      return connection.closed;
    },
  };
};

const ways: Readonly<Record<string, (pid: number) => void | Promise<void>>> = {
  'the group gets SIGTERM, as a service manager sends it': (pid) => void process.kill(-pid, 'SIGTERM'),
  'the group gets SIGINT, as Ctrl+C sends it': (pid) => void process.kill(-pid, 'SIGINT'),
  'the group gets SIGHUP, as a terminal that is closed sends it': (pid) => void process.kill(-pid, 'SIGHUP'),
  'npm alone gets SIGTERM': (pid) => void process.kill(pid, 'SIGTERM'),
  'the group gets several signals within a second': async (pid) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT', 'SIGTERM'] as const) {
      process.kill(-pid, signal);
      await setTimeout(200);
    }
  },
};

describe('npm start', () => {
  test.each(Object.entries(ways))('answers the request under way and checkpoints the database when %s', async (_, stop) => {
    const { url, ended } = await npmStart();
    const registration = await beginRegistration(url);
    await stop(group);
    await setTimeout(1000);
    expect(await registration.finish()).toMatch(/^HTTP\/1\.1 201 /m);
    const exit = await ended;
    // npm returns after the whole group has ended; only on SIGHUP it does not wait.
    if (exit === 'SIGHUP') while (isGroupAlive()) await setTimeout(50);
    expectEndedInOrder();
    expect([0, 'SIGTERM', 'SIGINT', 'SIGHUP', 130, 143]).toContain(exit);
    using db = new DatabaseSync(join(dataDir, 'bellwether.db'), { readOnly: true });
    expect(db.prepare('select username from users').all()).toEqual([{ username: 'farmer' }]);
  });

  test('goes on serving when the reader of its log is gone, and shuts down in order', async () => {
    const { process: npm, url, ended } = await npmStart();
    for (const stream of [npm.stdout, npm.stderr]) stream?.destroy();
    for (let round = 0; round < 5; round += 1) {
      const refused = await fetch(`${url}/api/auth/login`, { method: 'POST', body: '{}', signal: AbortSignal.timeout(5000) });
      expect(refused.status).toBe(415);
    }
    process.kill(-group, 'SIGINT');
    await ended;
    expectEndedInOrder();
  });
});

describe('a server that shuts down', () => {
  test('answers the request under way although an uncaught error happens meanwhile, and exits with 1', async () => {
    const product = await startProduct({ DATA_DIR: dataDir }, ['./test/support/throw-on-signal.mjs']);
    const registration = await beginRegistration(product.url);
    const ended = product.end('SIGTERM');
    await setTimeout(200);
    process.kill(product.pid, 'SIGUSR2');
    await setTimeout(200);
    expect(await registration.finish()).toMatch(/^HTTP\/1\.1 201 /m);
    expect(await ended).toBe(1);
    expect(existsSync(join(dataDir, 'bellwether.db-wal'))).toBe(false);
  });

  test('ends at once on a second signal two seconds later', async () => {
    const product = await startProduct({ DATA_DIR: dataDir });
    await beginRegistration(product.url);
    const ended = product.end('SIGTERM');
    await setTimeout(2200);
    // Otherwise it would wait for the request and end with 0.
    process.kill(product.pid, 'SIGTERM');
    expect(await ended).toBe(1);
  });
});

const settingsOf = (unit: string): Map<string, string[]> => {
  const settings = new Map<string, string[]>();
  for (const [, name = '', value = ''] of unit.matchAll(/^(\w+)=(.*)$/gm))
    settings.set(name, [...(settings.get(name) ?? []), value]);
  return settings;
};

describe('the unit for systemd', () => {
  const unit = settingsOf(readFileSync('deploy/systemd/bellwether.service', 'utf8'));
  const [line = ''] = unit.get('ExecStart') ?? [];
  const environment = Object.fromEntries(
    (unit.get('Environment') ?? []).flatMap((value) =>
      value.split(' ').map((pair): [string, string] => pair.split('=', 2) as [string, string]),
    ),
  );

  test('starts the server without npm, in production mode, and stops it by signalling it alone', async () => {
    const [program = '', ...args] = line.replaceAll('/opt/bellwether', process.cwd()).split(' ');
    const { url, ended } = await startInGroup(program, args, {
      ...environment,
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      NODE_COMPILE_CACHE: join(dataDir, 'cache'),
    });
    const registration = await beginRegistration(url);
    process.kill(group, 'SIGTERM');
    await setTimeout(500);
    expect(await registration.finish()).toMatch(/^HTTP\/1\.1 201 /m);
    expect(await ended).toBe(0);
    expectEndedInOrder();
  });

  test('gives the server longer to stop than it takes, and restarts it always, without a limit', () => {
    expect(unit.get('KillMode')).toEqual(['mixed']);
    expect(Number(unit.get('TimeoutStopSec')?.[0])).toBeGreaterThan(12);
    expect(unit.get('Restart')).toEqual(['always']);
    expect(unit.get('StartLimitIntervalSec')).toEqual(['0']);
    expect(environment['NODE_ENV']).toBe('production');
  });
});
