import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ensureInstalled, runGuarded } from './installed.ts';
import { freePort } from './postgres.ts';

export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

/** What docs/operating.md tells to put into nginx, with these servers behind it and without its certificate. */
function documentedSite(port: number, servers: readonly string[]): string {
  const [, site = ''] = /```nginx\n(upstream [^]*?)```/.exec(readFileSync('docs/operating.md', 'utf8')) ?? [];
  const [, options = ''] = /^ *server \d\S* (.*);$/m.exec(site) ?? [];
  const upstreams = servers.map((url) => `    server ${new URL(url).host} ${options};`).join('\n');
  return site
    .replaceAll(/^ *server \d.*;\n/gm, '')
    .replace('    least_conn;', `    least_conn;\n${upstreams}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_.*;\n/gm, '');
}

/** A real nginx in front of these servers, as the operator is told to set it up. */
export async function startNginx(servers: readonly string[]): Promise<Nginx> {
  const program = await ensureInstalled('nginx', 'nginx-light');
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-nginx-'));
  // Its workers are another user, who keeps long bodies here.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    file,
    `daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
worker_processes 1;
events { worker_connections 512; }
http {
  access_log off;
  ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  ${documentedSite(port, servers)}
}
`,
  );
  const server = runGuarded(program, ['-c', file, '-e', join(folder, 'error.log')]);
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  for (let round = 0; ; round += 1) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return { url, stop };
    if (round === 100) {
      const said = readFileSync(join(folder, 'error.log'), 'utf8');
      await stop();
      throw new Error(`nginx did not start:\n${said}`);
    }
    await setTimeout(50);
  }
}
