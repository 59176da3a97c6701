// @module-tag long
import { execFile, spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

test('the release starts with Node alone, serves the product, and its commands run', async () => {
  await run(process.execPath, ['scripts/release.ts', 'folder'], { cwd: root });
  const [folder = ''] = globSync('build/release/bellwether-*', { cwd: root });
  const released = join(root, folder);
  expect(globSync('{node_modules/{vite,react,typescript},src/web,test,src/**/*.test.ts}', { cwd: released })).toEqual([]);

  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-release-'));
  const env = { DATA_DIR: dataDir, PORT: '0', PAYMENTS: 'none' };
  const server = spawn(process.execPath, ['build/server/main.js'], { cwd: released, env });
  onTestFinished(() => {
    server.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(join(root, 'build/release'), { recursive: true, force: true });
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output).toContain('Ready at');
  const [, port = ''] = /listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(output) ?? [];
  const page = await (await fetch(`http://127.0.0.1:${port}/for-sale`)).text();
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
  expect((await fetch(`http://127.0.0.1:${port}${script}`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/api/for-sale`)).status).toBe(200);

  const { stdout } = await run(process.execPath, ['scripts/run.mjs', 'src/server/cli.ts', 'admin', 'list'], {
    cwd: released,
    env,
  });
  expect(stdout).not.toContain('Error');
});
