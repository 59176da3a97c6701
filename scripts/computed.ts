import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Replaces each module `*.computed.ts` by the values it exports: what they are computed from is not bundled. */
export const computed: Plugin = {
  name: 'computed',
  load: {
    filter: { id: /\.computed\.ts$/ },
    async handler(id) {
      const values = Object.entries((await import(pathToFileURL(id).href)) as object);
      return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
    },
  },
};
