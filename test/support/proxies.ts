import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { isInstalled, pathOf, runSupervised } from './system-programs.ts';
import { freePort } from './postgres.ts';

export interface Proxy {
  readonly url: string;
  readonly ca: string;
  stop(): Promise<void>;
}

export type StartProxy = (servers: readonly string[]) => Promise<Proxy>;

const hostOf = (url: string): string => new URL(url).host;

/** Throws where a pattern no longer matches. */
function adaptConfig(file: string, changes: readonly (readonly [from: string | RegExp, to: string])[]): string {
  let content = readFileSync(join('deploy', file), 'utf8');
  for (const [from, to] of changes) {
    const changed = content.replaceAll(from, to);
    if (changed === content) throw new Error(`deploy/${file} has no ${String(from)} any more.`);
    content = changed;
  }
  return content;
}

const startNginx: StartProxy = async (servers) => {
  const folder = publicFolder('nginx');
  const { key, certificate } = signCertificate(folder);
  const [port, plainPort] = [await freePort(), await freePort()];
  const site = adaptConfig('nginx/bellwether.conf', [
    [/listen 443\b/g, `listen 127.0.0.1:${port}`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    [/\bssl_certificate \S+;/g, `ssl_certificate ${certificate};`],
    [/\bssl_certificate_key \S+;/g, `ssl_certificate_key ${key};`],
    [/^ *# server 10\S+ .*\n/gm, ''],
    [/^ *server \d\S* (.*;)\n/gm, servers.map((url) => `    server ${hostOf(url)} $1\n`).join('')],
  ]);
  const stop = await runNginx(folder, site, `https://localhost:${port}`);
  return { url: `https://localhost:${port}`, ca: readFileSync(certificate, 'utf8'), stop };
};

const startCaddy: StartProxy = async (servers) => {
  const program = pathOf('caddy');
  const folder = publicFolder('caddy');
  const port = await freePort();
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    adaptConfig('Caddyfile', [
      [/^\{\n/gm, `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system ${folder}\n`],
      ['farm.example.org {', `https://localhost:${port} {\n\ttls internal`],
      [/^\tto 127.0.0.1:3000$/gm, `\tto ${servers.map(hostOf).join(' ')}`],
    ]),
  );
  const server = runSupervised(program, ['run', '--config', file, '--adapter', 'caddyfile'], join(folder, 'log'));
  const url = `https://localhost:${port}`;
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  await untilAnswered(url, stop, join(folder, 'log'));
  return { url, ca: readFileSync(join(folder, 'pki/authorities/local/root.crt'), 'utf8'), stop };
};

const startComposeProxies: StartProxy = async (servers) => {
  const folder = publicFolder('nginx');
  const port = await freePort();
  const site = adaptConfig('nginx/compose.conf', [
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    [/^ *server app2:\S+ .*\n/gm, ''],
    [/^ *server app1:\S+ (.*;)\n/gm, servers.map((url) => `    server ${hostOf(url)} $1\n`).join('')],
    // In compose the trusted host has another address.
    [/set_real_ip_from \S+;/g, 'set_real_ip_from 127.0.0.1;'],
  ]);
  const stopNginx = await runNginx(folder, site, `http://127.0.0.1:${port}`);
  const outer = await startCaddy([`http://127.0.0.1:${port}`]);
  return {
    ...outer,
    stop: async () => {
      await outer.stop();
      await stopNginx();
    },
  };
};

/** The documented setups whose programs are installed. */
export const installedProxies = [
  { name: 'nginx', programs: ['nginx', 'openssl'], start: startNginx },
  { name: 'Caddy', programs: ['caddy'], start: startCaddy },
  { name: 'the nginx of compose.yaml behind a Caddy', programs: ['nginx', 'caddy'], start: startComposeProxies },
].filter(({ programs }) => programs.every(isInstalled));

/** nginx's workers run as another user and buffer long bodies here. */
function publicFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `bellwether-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

function signCertificate(folder: string): { key: string; certificate: string } {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const how = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  const options = [
    'req',
    '-x509',
    ...how.split(' '),
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  const made = spawnSync(pathOf('openssl'), options, { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`No certificate could be made:\n${made.stderr}`);
  return { key, certificate };
}

async function runNginx(folder: string, site: string, url: string): Promise<() => Promise<void>> {
  const program = pathOf('nginx');
  mkdirSync(join(folder, 'snippets'));
  copyFileSync('deploy/nginx/bellwether-proxy.conf', join(folder, 'snippets/bellwether-proxy.conf'));
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
worker_processes 1;
events { worker_connections 768; }
http {
  access_log off;
  ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  ${site}
}
`,
  );
  const server = runSupervised(program, ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  await untilAnswered(url, stop, join(folder, 'error.log'));
  return stop;
}

async function untilAnswered(url: string, stop: () => Promise<void>, log: string): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const isThere = await fetch(url).then(
      () => true,
      // The proxy is ready, with a certificate that is not trusted yet.
      ({ cause }: Error) => /CERT|SELF_SIGNED|ISSUER/.test((cause as { code?: string }).code ?? ''),
    );
    if (isThere) return;
    await setTimeout(50);
  }
  const said = readFileSync(log, 'utf8');
  await stop();
  throw new Error(`The proxy did not start:\n${said}`);
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Sent extends RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export async function requestThrough({ url, ca }: Proxy, path: string, { body, ...options }: Sent = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(new URL(path, url), { ca, agent: false, ...options }, (response) => {
    text(response).then((words) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: words }), reject);
  });
  sent.on('error', reject);
  sent.on('timeout', () => sent.destroy(new Error(`${path} was not answered in time`)));
  sent.end(body);
  return promise;
}
