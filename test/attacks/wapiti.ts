import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBuiltScreens } from '#test/web-dir.ts';
import { pathOf } from '#test/system-programs.ts';
import { runTool, startTarget, type Finding } from './scan.ts';

const minutes = 10;

/** Modules that would send requests to third-party servers are left out: ssrf, xxe, log4shell. */
const modules =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss';

/** wapiti crawls the screens and every GET route of the API. */
export async function scanWithWapiti(folder: string): Promise<Finding[]> {
  pathOf('wapiti');
  const { product, cookie, requests } = await startTarget();
  const report = join(folder, 'wapiti.json');
  const starts = [
    ...readBuiltScreens().map(({ path }) => path.replace('$id', 'x')),
    ...requests.filter(({ method }) => method === 'GET').map(({ path }) => path),
  ];
  const printed = await runTool(
    'wapiti',
    // oxfmt-ignore
    [
      '-u', `${product.url}/`, '--scope', 'domain', ...starts.flatMap((path) => ['-s', product.url + path]),
      '-H', `Cookie: ${cookie}`, '-m', modules, '-f', 'json', '-o', report, '--flush-session', '--no-bugreport',
      '-d', '2', '--max-scan-time', String(minutes * 60 - 60), '-t', '10', '--store-session', folder,
    ],
    minutes * 60,
  );
  await product.stop();
  const { vulnerabilities, anomalies, infos } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const found = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, list]) =>
    list.map((one) => ({ kind, ...one })),
  );
  const faults = found
    .filter((one) => !excused.some((pattern) => pattern.test(`${one.kind}: ${one.info}`)))
    .map(({ kind, method, path, info, parameter }) => `${kind}: ${method} ${path} ${parameter ?? ''}: ${info}`);
  const pages = Number(infos.crawled_pages_nbr ?? /found (\d+)/i.exec(printed)?.[1] ?? 0);
  return [
    {
      attack: 'wapiti over screens and API',
      figure: `${pages} pages and ${modules.split(',').length} modules tried; ${found.length - faults.length} reports are no defects (reasons in wapiti.ts)`,
      faults: [...faults, ...(pages < starts.length / 2 ? [`wapiti only saw ${pages} pages:\n${printed.slice(-1500)}`] : [])],
    },
  ];
}

/** Reports that are no defects, with the reason. */
const excused: readonly RegExp[] = [
  // '0' is what OWASP asks for: the filter it would switch on was itself a hole.
  /X-XSS-Protection/i,
  // The loopback has no https; behind https both are set (test/headers.test.ts).
  /Secure flag|Strict-Transport-Security/i,
];

interface Report {
  readonly vulnerabilities: Readonly<Record<string, readonly Item[]>>;
  readonly anomalies: Readonly<Record<string, readonly Item[]>>;
  readonly infos: { readonly crawled_pages_nbr?: number };
}

interface Item {
  readonly method: string;
  readonly path: string;
  readonly info: string;
  readonly parameter: string | null;
}
