import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (file: string): string => readFileSync(file, 'utf8');
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };

describe('the image', () => {
  const [build = '', run = ''] = read('Dockerfile')
    .split(/^FROM /m)
    .slice(1);

  test('stands on the Node that the packages name, by its exact version', () => {
    for (const stage of [build, run]) expect(stage.split('\n')[0]).toMatch(`node:${dependencies['node']}-slim`);
  });

  test('runs for production as nobody special, with Node as its first process and a check of its health', () => {
    expect(run).toMatch(/^ENV NODE_ENV=production /m);
    expect(run.indexOf('\nUSER node\n')).toBeGreaterThan(run.lastIndexOf('\nCOPY '));
    expect(run).not.toMatch(/^(?:RUN npm|ADD|USER root)/m);
    expect(run).toMatch(/^HEALTHCHECK [^]*\/healthz/m);
    expect(run).toMatch(/^CMD \["node", "--max-semi-space-size=2", "build\/server\/main\.js"\]$/m);
  });

  test('holds only what runs: nothing for development, nothing of the operator’s, and files that are there', () => {
    expect(build).toMatch(/npm ci --omit=dev/);
    expect(build).toMatch(/keep-server-packages\.ts/);
    const copied = [...run.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, path = '']) => path);
    const made = ['node_modules', 'build/web'];
    expect(copied.filter((path) => !made.includes(path) && !existsSync(path))).toEqual([]);
    expect(copied.filter((path) => /^(?:test|scripts|docs|src\/web)/.test(path))).toEqual([]);
    for (const secret of ['.env', 'data', 'node_modules', '.git', 'compose.env', 'deploy']) {
      expect(read('.dockerignore').split('\n')).toContain(secret);
    }
  });

  test('has every package that the server imports', () => {
    const imported = globSync('src/{domain,contract,server}/**/*.ts')
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) => [...read(file).matchAll(/(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[\w./-]*)?'/g)])
      .map(([, name = '']) => name);
    expect(new Set(imported).size).toBeGreaterThan(10);
    expect([...new Set(imported)].filter((name) => dependencies[name] === undefined)).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const [common = '', rest = ''] = read('compose.yaml').split(/^services:\n/m);
  const [services = ''] = rest.split(/^volumes:\n/m);
  const parts = services.split(/^ {2}(?=\w+:$)/m).filter((part) => part !== '');
  const named = parts.map((part): [string, string] => [part.split(':')[0] ?? '', part]);

  test('runs two servers behind nginx on PostgreSQL and Redis, and a store for those who want one', () => {
    expect(named.map(([name]) => name)).toEqual(['app1', 'app2', 'nginx', 'postgres', 'redis', 'store']);
    expect(parts.at(-1)).toContain('profiles: [store]');
  });

  test('everything has a read-only root, no capabilities and no way to new privileges', () => {
    const hardened = /x-hardened: &hardened\n((?: {2}.*\n)*)/.exec(common)?.[1] ?? '';
    for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"]) {
      expect(hardened).toContain(line);
    }
    expect(/x-app: &app\n {2}<<: \*hardened\n/.test(common)).toBe(true);
    for (const [name, part] of named) {
      expect([name, /^ {4}<<: \*(?:app|hardened)$/m.test(part)]).toEqual([name, true]);
      expect(part).not.toMatch(/privileged: true|cap_add|read_only: false|network_mode/);
    }
  });

  test('images are named by version, health is checked, and only nginx can be reached', () => {
    for (const [name, part] of named.filter(([service]) => !service.startsWith('app'))) {
      expect([name, /image: \S+:v?\d+(?:\.\d+)?\S*\n/.test(part), part.includes('healthcheck:')]).toEqual([name, true, true]);
    }
    expect(named.filter(([, part]) => part.includes('ports:')).map(([name]) => name)).toEqual(['nginx']);
  });

  test('no secret stands in it', () => {
    expect(common).toContain('env_file: compose.env');
    expect(services + common).not.toMatch(/(?:PASSWORD|SECRET\w*|KEY\w*): (?!\$\{)/);
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['compose.env', 'deploy/s3.json']));
  });

  test('its nginx is set up as the operator is told to', () => {
    const [, site = ''] = /```nginx\n(upstream [^]*?)```/.exec(read('docs/operating.md')) ?? [];
    const here = site
      .replace('10.0.0.11', 'app1')
      .replace('10.0.0.12', 'app2')
      .replace('listen 443 ssl', 'listen 8080')
      .replaceAll(/^ *ssl_.*;\n/gm, '');
    expect(read('deploy/nginx.conf')).toBe(here);
  });
});
