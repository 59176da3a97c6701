import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';

const folders = (): string[] => [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** Tests of optional programs are left out where one is not installed; nothing is ever installed. */
export const isInstalled = (program: string): boolean => find(program) !== undefined;

export function pathOf(program: string): string {
  const found = find(program);
  if (found) return found;
  throw new Error(`There is no ${program} on this machine. Install it for this part.`);
}

function find(program: string): string | undefined {
  return folders()
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));
}

/** Also stops when the test process ends, for whatever reason. */
export function runSupervised(program: string, args: readonly string[], log?: string): { stop(): Promise<void> } {
  const output = log === undefined ? 'ignore' : openSync(log, 'a');
  const supervisor = spawn('sh', ['-c', '"$@" & server=$!; cat >/dev/null; kill $server; wait $server', 'sh', program, ...args], {
    stdio: ['pipe', output, output],
    detached: true,
  });
  if (typeof output === 'number') closeSync(output);
  const ended = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()));
  return {
    stop: async () => {
      supervisor.stdin?.end();
      await ended;
    },
  };
}
