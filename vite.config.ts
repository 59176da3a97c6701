import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { productTitle } from './src/domain/product.ts';

// The server owns everything under these paths; in development Vite hands them on.
const server = { target: 'http://127.0.0.1:3000', changeOrigin: false };

const title: Plugin = { name: 'product-title', transformIndexHtml: (html) => html.replaceAll('__PRODUCT_TITLE__', productTitle) };

export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [react({ compiler: true }), tailwindcss(), title],
  build: {
    outDir: 'build/web',
    emptyOutDir: true,
    // The content policy allows no data: addresses, so nothing may be inlined.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': server, '/uploads': server } },
});
