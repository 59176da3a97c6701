import { globSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (file: string): string => readFileSync(file, 'utf8');
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };

describe('the image', () => {
  const run =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';

  test('runs as an unprivileged user', () => {
    expect(run.indexOf('\nUSER node\n')).toBeGreaterThan(run.lastIndexOf('\nCOPY '));
    expect(run).not.toContain('USER root');
  });

  test('has every package that the server imports', () => {
    const imported = globSync('src/{domain,contract,server}/**/*.ts')
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) => [
        ...read(file).matchAll(/(?<!\.)\b(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[\w./-]*)?'/g),
      ])
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

  test('every service has a read-only root, no capabilities and no new privileges', () => {
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

  test('holds no secret', () => {
    expect(common).toContain('env_file: compose.env');
    expect(services + common).not.toMatch(/(?:PASSWORD|SECRET\w*|KEY\w*): (?!\$\{)/);
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['compose.env', 'deploy/s3.json']));
  });

  test('its nginx gets the files of deploy/, and believes the host that passes visitors on', () => {
    const nginx = named.find(([name]) => name === 'nginx')?.[1] ?? '';
    const mounted = [...nginx.matchAll(/- \.\/(\S+):(\S+):ro$/gm)].map(([, from = '', to = '']) => [from, to]);
    expect(mounted).toEqual([
      ['deploy/nginx/compose.conf', '/etc/nginx/conf.d/default.conf'],
      ['deploy/nginx/bellwether-proxy.conf', '/etc/nginx/snippets/bellwether-proxy.conf'],
    ]);
    const [, gateway = ''] = /gateway: ([\d.]+)/.exec(read('compose.yaml')) ?? [];
    expect(read('deploy/nginx/compose.conf')).toContain(`set_real_ip_from ${gateway};`);
    // A client that reached nginx from outside could claim any address.
    expect(nginx).toContain("ports: ['${HTTP_PORT:-127.0.0.1:8080}:8080']");
  });

  test('a server that hangs can be killed by its health check: it is not the first process of its container', () => {
    expect(common).toMatch(/^ {2}init: true$/m);
  });
});

test('docs/operating.md names every file of deploy/', () => {
  const files = globSync('deploy/**/*').filter((path) => statSync(path).isFile() && path !== 'deploy/nginx/compose.conf');
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((path) => !read('docs/operating.md').includes(`(../${path})`))).toEqual([]);
});
