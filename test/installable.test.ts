import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { builtScreensFile } from '#contract/screens.ts';
import { buildWebOnce } from '#test/build-web.ts';

const built = resolve(import.meta.dirname, '../build/web');

beforeAll(() => buildWebOnce(), 120_000);

interface Manifest {
  icons: Record<'src' | 'sizes' | 'purpose', string>[];
  shortcuts: { url: string }[];
}

const sizeOf = async (src: string) => {
  const { width, height } = await sharp(join(built, src)).metadata();
  return `${width}x${height}`;
};

test('can be installed: the manifest names icons of the sizes it says, also for iPhones, and shortcuts to screens', async () => {
  const { icons, shortcuts } = JSON.parse(readFileSync(join(built, 'site.webmanifest'), 'utf8')) as Manifest;
  const drawn = icons.filter(({ sizes }) => sizes !== 'any');
  expect(await Promise.all(drawn.map(({ src }) => sizeOf(src)))).toEqual(drawn.map(({ sizes }) => sizes));
  const needed = ['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'];
  expect(drawn.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual(needed);
  expect(await sizeOf('apple-touch-icon.png')).toBe('180x180');
  expect(readFileSync(join(built, 'index.html'), 'utf8')).toContain('rel="apple-touch-icon" href="/apple-touch-icon.png"');
  const screens = JSON.parse(readFileSync(join(built, builtScreensFile), 'utf8')) as { path: string }[];
  for (const { url } of shortcuts) expect(screens.map(({ path }) => path)).toContain(url);
});
