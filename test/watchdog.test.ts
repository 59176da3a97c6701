// @module-tag long
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { isInstalled, pathOf } from '#test/system-programs.ts';
import { freePort } from '#test/postgres.ts';
import { startProduct } from '#test/product.ts';
import { newFolder } from '#test/temporary-folder.ts';

const watchdog = 'src/server/operations/watchdog.ts';
const hangs = './test/support/block-on-signal.mjs';

let folder = '';
beforeEach(() => {
  folder = newFolder();
});

const exitOf = (command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number | null> =>
  new Promise((resolve) => {
    spawn(command, args, { stdio: 'ignore', env: { PATH: process.env['PATH'], ...env } }).once('exit', resolve);
  });

const look = (port: string | number): Promise<number | null> =>
  exitOf(process.execPath, [watchdog, '127.0.0.1', String(port), '2', '1']);

const portOf = async (server: Server | TcpServer): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

describe('the watchdog', () => {
  test('leaves a server alone that answers, whatever it answers', async () => {
    const product = await startProduct();
    expect(await look(new URL(product.url).port)).toBe(0);
    await product.stop();
    const busy = createServer((_, response) => response.writeHead(503).end());
    expect(await look(await portOf(busy))).toBe(0);
    busy.close();
  });

  test('leaves a server alone that is starting, migrating or stopped, or accepts no further connection', async () => {
    expect(await look(await freePort())).toBe(1);
    const full = createTcpServer((socket) => socket.resetAndDestroy());
    expect(await look(await portOf(full))).toBe(1);
    full.close();
  });

  test('detects a server that hangs', async () => {
    const product = await startProduct({}, [hangs]);
    process.kill(product.pid, 'SIGUSR2');
    expect(await look(new URL(product.url).port)).toBe(2);
    await product.kill();
    rmSync(product.dataDir, { recursive: true });
  });

  test('gives a server that is late another chance', async () => {
    let requests = 0;
    const late = createServer((_, response) => (++requests === 1 ? undefined : response.end()));
    expect(await look(await portOf(late))).toBe(0);
    late.closeAllConnections();
    late.close();
  });
});

describe('the action on a server that hangs', () => {
  test.each([
    ['0', ''],
    ['1', ''],
    ['2', 'kill --signal=SIGKILL bellwether.service\n'],
  ])('systemd, when the watchdog ends with %s, is told: %j', async (status, told) => {
    const unit = readFileSync('deploy/systemd/bellwether-watchdog.service', 'utf8');
    const [, script = ''] = /^ExecStopPost=\+\/bin\/sh -c '(.*)'$/m.exec(unit) ?? [];
    writeFileSync(join(folder, 'told'), '');
    writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\necho "$@" > ${folder}/told\n`);
    chmodSync(join(folder, 'systemctl'), 0o755);
    await exitOf('/bin/sh', ['-c', script], { EXIT_STATUS: status, PATH: `${folder}:${process.env['PATH']}` });
    expect(readFileSync(join(folder, 'told'), 'utf8')).toBe(told);
  });

  test('the check of the image says that a server is well, and kills one that hangs', async () => {
    const [, check = ''] = /^HEALTHCHECK .*\\\n {2}CMD (.*)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    const product = await startProduct({}, [hangs]);
    writeFileSync(join(folder, 'children'), `${product.pid} `);
    const script = check
      .replace('/proc/1/task/1/children', join(folder, 'children'))
      .replace('node src', `${process.execPath} src`)
      .replace('"$PORT"', '"$PORT" 2 1');
    const { port } = new URL(product.url);
    expect(await exitOf('/bin/sh', ['-c', script], { PORT: port })).toBe(0);
    process.kill(product.pid, 'SIGUSR2');
    expect(await exitOf('/bin/sh', ['-c', script], { PORT: port })).toBe(1);
    // A blocked thread handles no SIGTERM: it was ended by the health check.
    await product.end('SIGTERM');
    expect(await exitOf('/bin/sh', ['-c', script], { PORT: port })).toBe(1);
    rmSync(product.dataDir, { recursive: true });
  });
});

if (isInstalled('systemd-analyze'))
  test('systemd finds no fault with the units', () => {
    for (const name of ['bellwether.service', 'bellwether-watchdog.service', 'bellwether-watchdog.timer']) {
      const unit = readFileSync(join('deploy/systemd', name), 'utf8').replaceAll('/opt/bellwether', process.cwd());
      writeFileSync(join(folder, name), unit);
    }
    const files = ['bellwether.service', 'bellwether-watchdog.timer'].map((name) => join(folder, name));
    const { status, stderr } = spawnSync(pathOf('systemd-analyze'), ['verify', ...files], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
