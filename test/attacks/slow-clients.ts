import { setTimeout } from 'node:timers/promises';
import { startProduct } from '../support/product.ts';
import { ensureTool, runTool, type Finding } from './scan.ts';

const connections = 1000;
const seconds = 40;

const modes = [
  ['slow headers', ['-H', '-i', '5']],
  ['slow bodies', ['-B', '-i', '5', '-s', '8192', '-f', 'application/json', '-t', 'POST']],
  ['slow readers', ['-X', '-w', '1', '-y', '1', '-n', '5', '-z', '32', '-k', '3']],
] as const;

/** A thousand clients that send or read a drop at a time: everybody else is served meanwhile, and none of them is kept for long. */
export async function sendSlowly(): Promise<Finding[]> {
  ensureTool('slowhttptest');
  const findings: Finding[] = [];
  for (const [name, flags] of modes) {
    const product = await startProduct({ RATE_LIMITS: 'off' });
    const path = name === 'slow bodies' ? '/api/auth/login' : '/';
    const watch = watchOver(product.url);
    const printed = await runTool(
      'slowhttptest',
      [...flags, '-c', String(connections), '-r', '200', '-l', String(seconds), '-p', '5', '-u', product.url + path],
      seconds + 30,
    );
    const { slowest, failed, asked } = await watch.end();
    const unavailable = [...printed.matchAll(/service available:\s+NO/g)].length;
    // It ends early when there is nobody left to be slow.
    const areAllGone = printed.includes('No open connections left');
    const closed = areAllGone ? connections : Number([...printed.matchAll(/closed:\s+(\d+)/g)].at(-1)?.[1] ?? 0);
    await product.stop();
    const faults = [
      ...(failed > 0 ? [`${failed} of ${asked} requests of others were not served`] : []),
      ...(unavailable > 0 ? [`slowhttptest found the service unavailable ${unavailable} times`] : []),
      // What is read slowly has left the server already: it fits into the buffers of the system.
      ...(name !== 'slow readers' && closed < connections * 0.9
        ? [`only ${closed} of ${connections} were shed:\n${printed.slice(-800)}`]
        : []),
    ];
    findings.push({
      attack: `${name}, ${connections} at once`,
      figure: `${closed} shed within ${seconds} s; others served within ${Math.round(slowest)} ms`,
      faults,
    });
  }
  return findings;
}

/** Asks for something once a second, as a farmer would meanwhile. */
function watchOver(url: string): { end: () => Promise<{ slowest: number; failed: number; asked: number }> } {
  const over = new AbortController();
  let [slowest, failed, asked] = [0, 0, 0];
  const watching = (async () => {
    while (!over.signal.aborted) {
      const started = performance.now();
      const isServed = await fetch(`${url}/api/for-sale`, { signal: AbortSignal.timeout(5000) }).then(
        async (answer) => (await answer.arrayBuffer()) && answer.ok,
        () => false,
      );
      slowest = Math.max(slowest, performance.now() - started);
      asked += 1;
      if (!isServed) failed += 1;
      await setTimeout(1000);
    }
  })();
  return {
    end: async () => {
      over.abort();
      await watching;
      return { slowest, failed, asked };
    },
  };
}
