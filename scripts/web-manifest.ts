import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { productTitle } from '../src/domain/product.ts';

const iconFile = 'src/web/public/icon.svg';
const sizes = [192, 512] as const;

/** The pictures of the README, which a browser shows where it offers to install the product. */
const screenshots = [
  { picture: 'dashboard', form_factor: 'wide', label: 'The dashboard of a farm' },
  { picture: 'journal-phone', form_factor: 'narrow', label: 'The page of an animal with its journal' },
  { picture: 'health-phone', form_factor: 'narrow', label: 'A health check' },
  { picture: 'animals-phone', form_factor: 'narrow', label: 'The animals in the dark theme' },
  { picture: 'market-phone', form_factor: 'narrow', label: 'The marketplace' },
] as const;

/** The manifest of the installed app: https://www.w3.org/TR/appmanifest/. */
const manifest = {
  id: '/',
  name: productTitle,
  short_name: productTitle,
  description: 'Farm management for people who keep goats and sheep.',
  lang: 'en',
  dir: 'ltr',
  categories: ['business', 'productivity'],
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#faf8f1',
  theme_color: '#22452f',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...sizes.map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any' })),
    ...sizes.map((size) => ({
      src: `/icon-maskable-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'maskable',
    })),
  ],
  shortcuts: [
    { name: 'Record a checkup', short_name: 'Record', url: '/health', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
    { name: 'Find an animal', short_name: 'Find', url: '/animals', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
  ],
};

/** The icon without rounded corners: phones apply their own mask, which shows at least the middle four fifths. */
function maskable(svg: string): string {
  const drawing = svg.replace(/<svg[^>]*>|<\/svg>/g, '').replace(/ rx="\d+"/, '');
  const [background = '', ...rest] = drawing.trim().split(/(?<=\/>)/);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${background}<g transform="translate(4.8 4.8) scale(0.8)">${rest.join('')}</g></svg>`;
}

const png = (svg: string, size: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: (72 * size) / 48 })
    .resize(size, size)
    .png()
    .toBuffer();

/** Emits the manifest and the icons in the sizes that phones need, all rendered from one SVG. */
export const webManifest: Plugin = {
  name: 'web-manifest',
  async generateBundle() {
    const svg = readFileSync(iconFile, 'utf8');
    const shown = await Promise.all(
      screenshots.map(async ({ picture, ...shot }) => {
        const source = readFileSync(`docs/images/${picture}.webp`);
        const { width, height } = await sharp(source).metadata();
        const file = this.getFileName(this.emitFile({ type: 'asset', name: `${picture}.webp`, source }));
        return { src: `/${file}`, sizes: `${width}x${height}`, type: 'image/webp', ...shot };
      }),
    );
    this.emitFile({
      type: 'asset',
      fileName: 'site.webmanifest',
      source: JSON.stringify({ ...manifest, screenshots: shown }),
    });
    for (const size of sizes) {
      this.emitFile({ type: 'asset', fileName: `icon-${size}.png`, source: await png(svg, size) });
      this.emitFile({ type: 'asset', fileName: `icon-maskable-${size}.png`, source: await png(maskable(svg), size) });
    }
    this.emitFile({ type: 'asset', fileName: 'apple-touch-icon.png', source: await png(maskable(svg), 180) });
  },
};
