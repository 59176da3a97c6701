// @module-tag long
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '#test/product.ts';
import { type BuiltScreen, builtScreensFile } from '#contract/screens.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

test('the archive of a release starts with Node alone, serves every screen with a fixed address, and its commands run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  onTestFinished(() => rmSync(join(root, 'build/release'), { recursive: true, force: true }));
  const [released, dataDir] = [join(folder, 'program'), join(folder, 'data')];
  await run(process.execPath, ['scripts/release.ts'], { cwd: root });
  const [archive = ''] = globSync('build/release/*.tar.gz', { cwd: root });
  mkdirSync(released);
  await extract({ file: join(root, archive), cwd: released, strip: 1 });
  expect(globSync('{node_modules/{vite,react,typescript},src/web,test,src/**/*.test.ts}', { cwd: released })).toEqual([]);
  expect(existsSync(join(released, '.env.example'))).toBe(true);

  const env = { DATA_DIR: dataDir, PORT: '0', PAYMENTS: 'none' };
  const { process: server, url } = await startServer(process.execPath, ['build/server/main.js'], { cwd: released, env });
  onTestFinished(() => void server.kill('SIGKILL'));
  const page = await (await fetch(`${url}/for-sale`)).text();
  const screens = JSON.parse(readFileSync(join(root, 'build/web', builtScreensFile), 'utf8')) as BuiltScreen[];
  const statusOf = async ({ path }: BuiltScreen) => [path, (await fetch(`${url}${path}`)).status];
  const fixed = screens.filter(({ path }) => !path.includes('$'));
  expect(await Promise.all(fixed.map(statusOf))).toEqual(fixed.map(({ path }) => [path, 200]));
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
  expect((await fetch(`${url}${script}`)).status).toBe(200);
  expect((await fetch(`${url}/api/for-sale`)).status).toBe(200);

  const { stdout } = await run(process.execPath, ['scripts/run.mjs', 'src/server/cli.ts', 'admin', 'list'], {
    cwd: released,
    env,
  });
  expect(stdout).not.toContain('Error');
});
