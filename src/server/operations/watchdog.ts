import { request } from 'node:http';

/**
 * `node watchdog.ts HOST PORT [TRIES] [SECONDS]` checks whether the server responds. Exit status 0: it does; 1: nothing listens (starting
 * or stopped); 2: it accepts connections but does not respond. Only 2 is a reason to kill it, as deploy/systemd and the Dockerfile do.
 */
const [host, port, tries = '3', seconds = '5'] = process.argv.slice(2);

type Outcome = 'answers' | 'nobody' | 'silence';
const exitCodes: Readonly<Record<Outcome, number>> = { answers: 0, nobody: 1, silence: 2 };

function probe(): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const sent = request({ host, port, path: '/healthz', agent: false }, () => resolve('answers'));
  sent.on('error', () => resolve('nobody'));
  sent.end();
  // A response that arrives byte by byte counts as too late.
  setTimeout(() => resolve('silence'), Number(seconds) * 1000);
  return promise;
}

let outcome: Outcome = 'silence';
for (let left = Number(tries); left > 0 && outcome === 'silence'; left -= 1) outcome = await probe();
if (outcome === 'silence') {
  console.log(
    `The server at ${host}:${port} takes connections but has not answered for ${Number(tries) * Number(seconds)} seconds.`,
  );
}
process.exit(exitCodes[outcome]);
