import { setTimeout } from 'node:timers/promises';
import { sendTimed } from '#test/load-generator.ts';
import { startProduct } from '#test/product.ts';
import { ensureTool, runTool, type Finding } from './scan.ts';

/** More than the server lets everybody together have open. */
const connections = 2500;
const seconds = 40;

const modes = [
  ['slow headers', ['-H', '-i', '5']],
  ['slow bodies', ['-B', '-i', '5', '-s', '8192', '-f', 'application/json', '-t', 'POST']],
  ['slow readers', ['-X', '-w', '1', '-y', '1', '-n', '5', '-z', '32', '-k', '3']],
] as const;

/** Clients that send or read a drop at a time: everybody else is served meanwhile, and none of them is kept for long. */
export async function sendSlowly(): Promise<Finding[]> {
  ensureTool('slowhttptest');
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
    // It ends early when there is nobody left to be slow.
    const areAllGone = printed.includes('No open connections left');
    const closed = areAllGone ? connections : Number([...printed.matchAll(/closed:\s+(\d+)/g)].at(-1)?.[1] ?? 0);
    await product.stop();
    const faults = [
      ...(failed > 0 ? [`${failed} of ${asked} requests of others were not served`] : []),
      // What is read slowly has left the server already: it fits into the buffers of the system.
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

/** Asks for something once a second from another address, as a farmer would meanwhile. What slowhttptest itself asks comes from its own. */
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
