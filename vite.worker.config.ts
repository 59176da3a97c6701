import { defineConfig } from 'vite';
import { readBuild } from './scripts/precache.ts';

/** The service worker, built after the web part, whose files it names (decisions/0035). */
export default defineConfig({
  publicDir: false,
  define: { webBuild: JSON.stringify(readBuild()) },
  build: {
    outDir: 'build/web',
    emptyOutDir: false,
    rolldownOptions: {
      input: 'src/web/service-worker/worker.ts',
      // In one file without imports every browser can run it as a classic script.
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
});
