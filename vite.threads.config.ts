import { basename } from 'node:path';
import { defineConfig } from 'vite';
import { threadScripts, threadsDir } from './scripts/built-threads.ts';

/** The scripts of the server's threads with their packages, built apart from the server so that no thread loads the server's code. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: threadsDir,
    emptyOutDir: true,
    target: 'node26',
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(threadScripts.map((script) => [basename(script, '.ts'), script])),
      output: {
        comments: false,
        minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
      },
    },
  },
  ssr: { noExternal: true },
});
