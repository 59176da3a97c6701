import { request } from 'node:http';

/**
 * `node watchdog.ts HOST PORT [TRIES] [SECONDS]` checks from outside whether the server responds: exit status 0: it does; 1: nothing
 * listens (starting or stopped); 2: it accepts connections and does not respond. Only 2 is a reason to kill it; deploy/systemd and the
 * Dockerfile do.
 */
const [host, port, tries = '3', seconds = '5'] = process.argv.slice(2);

type Sign = 'answers' | 'nobody' | 'silence';
const exitCodes: Readonly<Record<Sign, number>> = { answers: 0, nobody: 1, silence: 2 };

function look(): Promise<Sign> {
  const { promise, resolve } = Promise.withResolvers<Sign>();
  const asked = request({ host, port, path: '/healthz', agent: false }, () => resolve('answers'));
  asked.on('error', () => resolve('nobody'));
  asked.end();
  // A response that arrives byte by byte counts as too late.
  setTimeout(() => resolve('silence'), Number(seconds) * 1000);
  return promise;
}

let sign: Sign = 'silence';
for (let left = Number(tries); left > 0 && sign === 'silence'; left -= 1) sign = await look();
if (sign === 'silence') {
  console.log(
    `The server at ${host}:${port} takes connections but has not answered for ${Number(tries) * Number(seconds)} seconds.`,
  );
}
process.exit(exitCodes[sign]);
