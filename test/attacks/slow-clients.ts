import { setTimeout } from 'node:timers/promises';
import { sendTimed } from '#test/load-generator.ts';
import { startProduct } from '#test/product.ts';
import { pathOf } from '#test/system-programs.ts';
import { runTool, type Finding } from './scan.ts';

/** More connections than the server allows in total. */
const connections = 2500;
const seconds = 40;

const modes = [
  ['slow headers', ['-H', '-i', '5']],
  ['slow bodies', ['-B', '-i', '5', '-s', '8192', '-f', 'application/json', '-t', 'POST']],
  ['slow readers', ['-X', '-w', '1', '-y', '1', '-n', '5', '-z', '32', '-k', '3']],
] as const;

/** Other clients are served while clients send or read slowly, and slow connections are closed. */
export async function sendSlowly(): Promise<Finding[]> {
  pathOf('slowhttptest');
  const findings: Finding[] = [];
  for (const [name, flags] of modes) {
    const product = await startProduct({ LOG_LEVEL: 'error' });
    const path = name === 'slow bodies' ? '/api/auth/login' : '/';
    const url = product.url.replace('localhost', '127.0.0.1');
    const watch = watchLatency(url);
    const printed = await runTool(
      'slowhttptest',
      [...flags, '-c', String(connections), '-r', '200', '-l', String(seconds), '-p', '5', '-u', url + path],
      seconds + 30,
    );
    const { slowest, failed, asked } = await watch.end();
    // slowhttptest ends early when all its connections are closed.
    const areAllGone = printed.includes('No open connections left');
    const closed = areAllGone ? connections : Number([...printed.matchAll(/closed:\s+(\d+)/g)].at(-1)?.[1] ?? 0);
    await product.stop();
    const faults = [
      ...(failed > 0 ? [`${failed} of ${asked} requests of others were not served`] : []),
      // A response to a slow reader fits into the system's socket buffers, so the server has already sent it.
      ...(name !== 'slow readers' && closed < connections * 0.9
        ? [`only ${closed} of ${connections} were closed:\n${printed.slice(-800)}`]
        : []),
    ];
    findings.push({
      attack: `${connections} connections at once of one address: ${name}`,
      figure:
        `${asked - failed} of ${asked} requests of others were answered, each within ${Math.round(slowest)} ms; ` +
        `${closed} of the ${connections} connections were closed by the server within ${seconds} s`,
      faults,
    });
  }
  return findings;
}

/** Sends a request once a second from another address than slowhttptest, and measures the answers. */
function watchLatency(url: string): { end: () => Promise<{ slowest: number; failed: number; asked: number }> } {
  const stopped = new AbortController();
  let [slowest, failed, asked] = [0, 0, 0];
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      const { status, ms } = await sendTimed(`${url}/api/for-sale`);
      slowest = Math.max(slowest, ms);
      asked += 1;
      if (status !== 200) failed += 1;
      await setTimeout(1000);
    }
  })();
  return {
    end: async () => {
      stopped.abort();
      await watching;
      return { slowest, failed, asked };
    },
  };
}
