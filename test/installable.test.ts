import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { builtScreensFile } from '#contract/screens.ts';
import { buildWebOnce } from '#test/build-web.ts';

const built = resolve(import.meta.dirname, '../build/web');

beforeAll(() => buildWebOnce(), 120_000);

type Pictures<K extends string> = Record<'src' | 'sizes' | K, string>[];
interface Manifest {
  icons: Pictures<'purpose'>;
  screenshots: Pictures<'form_factor'>;
  shortcuts: { url: string }[];
}
const readManifest = () => JSON.parse(readFileSync(join(built, 'site.webmanifest'), 'utf8')) as Manifest;

const sizeOf = async (src: string) => {
  const { width, height } = await sharp(join(built, src)).metadata();
  return `${width}x${height}`;
};

test('can be installed: the manifest names icons of the sizes it says, also for iPhones, and shortcuts to screens', async () => {
  const { icons, shortcuts } = readManifest();
  const drawn = icons.filter(({ sizes }) => sizes !== 'any');
  expect(await Promise.all(drawn.map(({ src }) => sizeOf(src)))).toEqual(drawn.map(({ sizes }) => sizes));
  const needed = ['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'];
  expect(drawn.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual(needed);
  expect(await sizeOf('apple-touch-icon.png')).toBe('180x180');
  expect(readFileSync(join(built, 'index.html'), 'utf8')).toContain('rel="apple-touch-icon" href="/apple-touch-icon.png"');
  const screens = JSON.parse(readFileSync(join(built, builtScreensFile), 'utf8')) as { path: string }[];
  for (const { url } of shortcuts) expect(screens.map(({ path }) => path)).toContain(url);
});

test('has screenshots for phones and desktops, of the sizes it names and that Chrome accepts', async () => {
  const { screenshots } = readManifest();
  expect(await Promise.all(screenshots.map(({ src }) => sizeOf(src)))).toEqual(screenshots.map(({ sizes }) => sizes));
  const byForm = Object.groupBy(screenshots, ({ form_factor }) => form_factor);
  expect(Object.keys(byForm).toSorted()).toEqual(['narrow', 'wide']);
  // Others of the same form are left out: https://developer.chrome.com/docs/devtools/progressive-web-apps
  for (const shots of Object.values(byForm)) expect(new Set(shots?.map(({ sizes }) => sizes)).size).toBe(1);
  for (const { sizes } of screenshots) {
    const [width = 0, height = 0] = sizes.split('x').map(Number);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
    expect(Math.max(width, height)).toBeLessThanOrEqual(Math.min(3840, 2.3 * Math.min(width, height)));
  }
});
