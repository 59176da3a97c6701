import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { groups } from './scripts/chunks.ts';
import { computed } from './scripts/computed.ts';
import { webManifest } from './scripts/web-manifest.ts';
import { productTitle } from './src/domain/product.ts';

// In development, Vite forwards requests to these paths to the server.
const server = { target: 'http://127.0.0.1:3000', changeOrigin: false };

const inlineScript = (): string =>
  `<script>${readFileSync(new URL('src/web/app/inline.js', import.meta.url), 'utf8').replaceAll(/^\s*\/\/.*\n/gm, '')}</script>`;

/** Inserts the product's title, which is defined in the domain, and the inline script without its comments. */
const title: Plugin = {
  name: 'product-title',
  transformIndexHtml: (html) => html.replaceAll('__PRODUCT_TITLE__', productTitle).replace('<!-- inline.js -->', inlineScript),
};

export default defineConfig(({ isSsrBuild = false }) => ({
  publicDir: 'src/web/public',
  // The package with which Radix locks scrolling adds a style element, which the content policy forbids.
  resolve: { alias: { 'react-style-singleton': fileURLToPath(new URL('src/web/ui/style-singleton.ts', import.meta.url)) } },
  plugins: [react({ compiler: true }), tailwindcss(), title, computed, webManifest],
  // The renderer of the marketplace is bundled with its dependencies, because React is not installed with the server.
  ssr: { noExternal: true },
  // Otherwise it would use React's development build unless NODE_ENV is set at run time.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  build: {
    outDir: isSsrBuild ? 'build/view' : 'build/web',
    copyPublicDir: !isSsrBuild,
    emptyOutDir: true,
    // The content policy allows no data: addresses, so nothing may be inlined.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: !isSsrBuild,
    // The renderer lists every page by an import of its own, also those that come with the first files.
    rolldownOptions: isSsrBuild ? { checks: { ineffectiveDynamicImport: false } } : { output: { codeSplitting: { groups } } },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': server, '/uploads': server } },
}));
