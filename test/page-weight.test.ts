import { globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BuiltScreen, builtScreensFile } from '#contract/screens.ts';
import { buildWebOnce } from '#test/build-web.ts';

const marketPage = 'src/web/market/for-sale.page.tsx';

/** The dashboard and the list with what they begin with from what is stored (scripts/web.ts). */
const herdPages = [
  'src/web/dashboard/dashboard.page.tsx',
  'src/web/dashboard/today.tsx',
  'src/web/animals/animals.page.tsx',
  'src/web/animals/animal-rows.tsx',
];

const built = resolve(import.meta.dirname, '../build/web');

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** The compressed files that a browser loads before the screen is painted. The goals are in docs/performance.md. */
describe('the built page', () => {
  let manifest: Readonly<Record<string, Chunk>>;
  beforeAll(async () => {
    await buildWebOnce();
    manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  }, 120_000);

  const filesOf = (...keys: string[]): Set<string> => {
    const [seen, files] = [new Set<string>(), new Set<string>()];
    for (const open = keys; open.length > 0;) {
      const key = open.pop()!;
      const chunk = manifest[key];
      if (!chunk) throw new Error(`${key} is not among the built files`);
      if (seen.has(key)) continue;
      seen.add(key);
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
      open.push(...(chunk.imports ?? []));
    }
    return files;
  };
  // The build compresses its files, except the smallest ones.
  const weightOf = (file: string): number =>
    statSync(join(built, `${file}.br`), { throwIfNoEntry: false })?.size ??
    brotliCompressSync(readFileSync(join(built, file))).length;
  const visitorStyle = (): string =>
    (JSON.parse(readFileSync(join(built, builtScreensFile), 'utf8')) as BuiltScreen[])
      .find(({ path }) => path === '/for-sale')!
      .visitorStyle!.slice(1);
  const allStyles = (): string => manifest['src/web/ui/styles.css']!.file;
  const weight = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + weightOf(file), 0) / 1000;

  test.each([
    ['the marketplace', marketPage, 120, 7],
    ['the app after signing in', 'src/web/dashboard/dashboard.page.tsx', 184, 13],
    ['the list of animals', 'src/web/animals/animals.page.tsx', 200, 14],
    ['signing in', 'src/web/accounts/login.page.tsx', 193, 14],
  ])('loads %s within its limits of bytes and files', (_, page, kilobytes, count) => {
    const isForVisitors = /\/(?:market|accounts)\//.test(page);
    const files = filesOf('index.html', ...(isForVisitors ? [] : ['src/web/app/screens.tsx']), page);
    if (page !== marketPage) {
      files.delete(visitorStyle());
      files.add(allStyles());
    }
    expect(weight(files)).toBeLessThan(kilobytes);
    expect(files.size).toBeLessThanOrEqual(count);
  });

  test('opens the farm that a browser has stored without the schemas of the contract', () => {
    const files = [...filesOf('index.html', 'src/web/app/farm-on-device.ts', 'src/web/app/screens.tsx', ...herdPages)];
    expect(files.filter((file) => /schemas|records/.test(file))).toEqual([]);
  });

  test('begins the marketplace with the classes of all that it shows first', () => {
    const classesOf = (sheet: string): Set<string> =>
      new Set(
        readFileSync(join(built, sheet), 'utf8')
          .matchAll(/\.((?:\\.|[\w-])+)/g)
          .map(([, name = '']) => name.replaceAll('\\', '')),
      );
    const scripts = [...filesOf('index.html', marketPage, 'src/web/market/heart.tsx')].filter((file) =>
      /(?<!framework-.*)\.js$/.test(file),
    );
    const known = classesOf(allStyles());
    // A text in which each word is a class; the words of a sentence are none.
    const words = scripts
      .flatMap((file) => readFileSync(join(built, file), 'utf8').split(/["'`]|\$\{|\}/))
      .map((text) => text.split(/\s+/).filter(Boolean))
      .filter((list) => list.every((word) => known.has(word)))
      .flat();
    const missing = known.difference(classesOf(visitorStyle())).intersection(new Set(words));
    // It marks an element and styles nothing; it is also a word of the scripts.
    missing.delete('group');
    expect([...missing]).toEqual([]);
  });

  test('needs one style sheet before it is painted, no script, and 56 kB of letters for all its looks', () => {
    const html = readFileSync(join(built, 'index.html'), 'utf8');
    expect(html.match(/<link rel="stylesheet"/g)).toHaveLength(1);
    const blocking = html.match(/<script(?![^>]*type="module")[^>]*>/g) ?? [];
    // The inline script that sets the theme.
    expect(blocking).toEqual(['<script>']);
    expect(html.length).toBeLessThan(2800);
    const letters = globSync('assets/{text,title,tag}-*.woff2', { cwd: built });
    expect(letters).toHaveLength(3);
    expect(letters.reduce((sum, file) => sum + readFileSync(join(built, file)).length, 0)).toBeLessThan(56_000);
  });

  test('can be installed: the manifest names icons of the sizes it says, also for iPhones, and shortcuts to screens', async () => {
    const { icons, shortcuts } = JSON.parse(readFileSync(join(built, 'site.webmanifest'), 'utf8')) as {
      icons: { src: string; sizes: string; purpose: string }[];
      shortcuts: { url: string }[];
    };
    const sizeOf = async (src: string) => {
      const { width, height } = await sharp(join(built, src)).metadata();
      return `${width}x${height}`;
    };
    const drawn = icons.filter(({ sizes }) => sizes !== 'any');
    expect(await Promise.all(drawn.map(({ src }) => sizeOf(src)))).toEqual(drawn.map(({ sizes }) => sizes));
    const needed = ['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'];
    expect(drawn.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual(needed);
    expect(await sizeOf('apple-touch-icon.png')).toBe('180x180');
    expect(readFileSync(join(built, 'index.html'), 'utf8')).toContain('rel="apple-touch-icon" href="/apple-touch-icon.png"');
    const screens = JSON.parse(readFileSync(join(built, builtScreensFile), 'utf8')) as { path: string }[];
    for (const { url } of shortcuts) expect(screens.map(({ path }) => path)).toContain(url);
  });

  test('has no later part above 135.7 kB, and the library of charts only where charts are', () => {
    const parts = Object.entries(manifest).flatMap(([from, { dynamicImports = [] }]) =>
      dynamicImports.map((key) => [from, key] as const),
    );
    const beside = ([from, key]: readonly [string, string]): number =>
      weight(filesOf(key).difference(filesOf('index.html', from)));
    expect(Math.max(...parts.map(beside))).toBeLessThan(135.7);
    const withCharts = parts
      .map(([, key]) => key)
      .filter((key) => [...filesOf(key)].some((file) => /recharts|CategoricalChart/.test(file)));
    expect(withCharts.length).toBeGreaterThan(0);
    expect(withCharts.every((key) => /report|chart/i.test(key))).toBe(true);
  });
});
