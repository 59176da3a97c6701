import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { productTitle } from './src/domain/product.ts';

// The server owns everything under these paths; in development Vite hands them on.
const server = { target: 'http://127.0.0.1:3000', changeOrigin: false };

/** The page and the manifest of the installed page carry the title, which only the domain spells. */
const title: Plugin = {
  name: 'product-title',
  transformIndexHtml: (html) => html.replaceAll('__PRODUCT_TITLE__', productTitle),
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'site.webmanifest', source: JSON.stringify(manifest) });
  },
};

const manifest = {
  name: productTitle,
  short_name: productTitle,
  description: 'Farm management for people who keep goats and sheep.',
  start_url: '/',
  display: 'standalone',
  background_color: '#faf8f1',
  theme_color: '#22452f',
  icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
};

export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [react({ compiler: true }), tailwindcss(), title],
  build: {
    outDir: 'build/web',
    emptyOutDir: true,
    // The content policy allows no data: addresses, so nothing may be inlined.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Which files a screen begins with: checked against the goals (test/page-weight.test.ts).
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs and seldom changes, in one file: forty small ones compress badly.
            {
              name: 'frame',
              test: /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[\w-]+)\//,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/uploads': server } },
});
