import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';

const folders = (): string[] => [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

const find = (program: string): string | undefined =>
  folders()
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

/** Installs Debian's package where possible; otherwise the error names the program. */
export async function ensureInstalled(program: string, debianPackage: string): Promise<string> {
  const found = find(program);
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`There is no ${program} on this machine; installing one …`);
    // Two tests may install at once, and each waits for the lock of the other.
    const wait = '-o DPkg::Lock::Timeout=120';
    await run(`apt-get ${wait} update; apt-get ${wait} install -y --no-install-recommends ${debianPackage}`);
    const installed = find(program);
    if (installed) return installed;
  }
  throw new Error(
    `There is no ${program} on this machine and none could be installed. Install one (Debian: apt-get install ${debianPackage}).`,
  );
}

async function run(script: string): Promise<void> {
  const child = spawn('sh', ['-c', script], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  await new Promise((ended) => child.once('close', ended));
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
