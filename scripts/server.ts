import { buildIfStale, runVite, type BuiltPart } from './vite.ts';

export const server: BuiltPart = {
  name: 'server',
  built: 'build/server/main.js',
  stamp: 'build/server.digest',
  sources: [
    'src/server/**/*',
    'src/contract/**/*',
    'src/domain/**/*',
    'scripts/built-threads.ts',
    'vite.server.config.ts',
    'vite.threads.config.ts',
    'tsconfig.base.json',
    'package-lock.json',
  ],
  build: async () => {
    await runVite('server', '--config', 'vite.server.config.ts');
    await runVite('threads of the server', '--config', 'vite.threads.config.ts');
  },
};

export const buildServerIfStale = (): Promise<void> => buildIfStale(server);
