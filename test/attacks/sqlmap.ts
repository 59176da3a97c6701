import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPostgres } from '#test/postgres.ts';
import { pathOf } from '#test/system-programs.ts';
import { runTool, startTarget, type Finding, type Target } from './scan.ts';

const minutes = 25;

/** sqlmap tries every field, query parameter and id of every route on both engines; a control server that is injectable must be detected. */
export async function injectSql(folder: string): Promise<Finding[]> {
  pathOf('sqlmap');
  const control = await findControl(folder);
  const postgres = await startPostgres();
  try {
    const onSqlite = await inject(folder, await startTarget(), 'SQLite');
    const onPostgres = await inject(folder, await startTarget({ DATABASE_URL: `${postgres.url}postgres` }), 'PostgreSQL');
    return [control, onSqlite, onPostgres];
  } finally {
    await postgres.stop();
  }
}

async function inject(folder: string, { product, cookie, requests }: Target, engine: 'SQLite' | 'PostgreSQL'): Promise<Finding> {
  const { host } = new URL(product.url);
  const log = join(folder, `${engine}.log`);
  const results = join(folder, `${engine}.csv`);
  // The format of a Burp log; an id in a path is marked with an asterisk.
  const entries = requests.map(({ method, path, ids, body }) => {
    const marked = ids.reduce((text, id) => text.replace(id, `${id}*`), path);
    const type = body === undefined ? '' : 'Content-Type: application/json\n';
    return `${method} ${marked} HTTP/1.1\nHost: ${host}\nCookie: ${cookie}\n${type}\n${body ?? ''}`;
  });
  const line = '='.repeat(54);
  // sqlmap expects a separator line before and after each request.
  writeFileSync(log, entries.map((entry) => `${line}\n${entry}\n${line}\n`).join(''));
  const printed = await runTool('sqlmap', ['-l', log, '--dbms', engine, ...options(folder, results)], minutes * 60);
  await product.stop();
  const tried = new Set(
    [...printed.matchAll(/testing if .*?parameter '(.*?)' is dynamic|heuristic .*?parameter '(.*?)'/g)].map(([, a, b]) => a ?? b),
  );
  const targets = [...printed.matchAll(/\[\d+\/[\d?]+\] URL:/g)].length;
  const faults = [
    ...injectable(results),
    ...[...printed.matchAll(/.*(?:was stopped after|CRITICAL\].*(?:unable|not possible|refused)).*/g)].map(([text]) => text),
    ...(targets < requests.length / 2 || tried.size < 20
      ? [`sqlmap only tried ${targets} targets and ${tried.size} parameters:\n${printed.slice(-1500)}`]
      : []),
  ];
  return {
    attack: `sqlmap over the API, ${engine}`,
    figure: `${targets} targets and ${tried.size} named parameters tried`,
    faults,
  };
}

// oxfmt-ignore
const options = (folder: string, results: string): string[] => [
  '--batch', '--flush-session', '--disable-coloring', '--output-dir', folder, '--results-file', results,
  '--level', '1', '--risk', '1', '--threads', '4', '--timeout', '10', '--retries', '0', '--ignore-code', '401',
];

/** The rows of sqlmap's results without the header and without what it reports as a false positive. */
const injectable = (results: string): string[] =>
  existsSync(results)
    ? readFileSync(results, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .filter((text) => text.includes('http') && !text.includes('false positive or unexploitable'))
    : [];

async function findControl(folder: string): Promise<Finding> {
  const db = new DatabaseSync(':memory:');
  db.exec('create table animals (id integer, tag text)');
  const twin = createServer((request, response) => {
    const id = new URL(request.url ?? '/', 'http://twin').searchParams.get('id') ?? '';
    try {
      response.end(JSON.stringify(db.prepare(`select * from animals where id = '${id}'`).all()));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => twin.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(twin.address() as AddressInfo).port}/?id=1`;
  const results = join(folder, 'twin.csv');
  const printed = await runTool('sqlmap', ['-u', url, '--dbms', 'SQLite', ...options(folder, results)], 180);
  twin.close();
  const isFound = /Parameter: id \(GET\)/.test(printed);
  return {
    attack: 'sqlmap, positive control: a server made to be injectable',
    figure: isFound
      ? 'sqlmap reports its injection, as it must'
      : 'sqlmap does not report its injection: the tool proves nothing',
    faults: isFound ? [] : [printed.slice(-1500)],
  };
}
