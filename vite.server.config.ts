import { relative, resolve, sep } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { startBuiltThreads } from './scripts/built-threads.ts';

const root = import.meta.dirname;
const outDir = resolve(root, 'build/server');

/** What finds files beside itself (package.json) finds them where it was written. */
const inPlace: Plugin = {
  name: 'in-place',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/server\/[^?]+\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const written = JSON.stringify(relative(outDir, id).split(sep).join('/'));
      // No line moves: the map of the file as it was stays good.
      return { code: code.replaceAll('import.meta.url', `new URL(${written}, import.meta.url).href`), map: null };
    },
  },
};

/** V8 keeps a text of nothing but ASCII in half the memory. */
const plainText: Plugin = {
  name: 'plain-text',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    }
  },
};

/**
 * The server with its packages as a few files: a thousand modules, each with its text, its comments and its compiled form, take
 * 35 MB more (decisions/0007). What is native, or is only loaded where it is configured, stays a package.
 */
export default defineConfig({
  publicDir: false,
  plugins: [startBuiltThreads, inPlace, plainText],
  build: {
    ssr: 'src/server/main.ts',
    outDir,
    emptyOutDir: true,
    target: 'node26',
    // Names stay, so that a log can be read; lines are told by `node --enable-source-maps`.
    sourcemap: true,
    rolldownOptions: {
      output: {
        comments: false,
        minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
        chunkFileNames: '[name].js',
      },
    },
  },
  ssr: { noExternal: true, external: ['sharp', '@node-rs/argon2', '@aws-sdk/client-s3', 'nodemailer', 'stripe'] },
});
