import { request } from 'node:http';

/**
 * `node watchdog.ts HOST PORT [TRIES] [SECONDS]` asks a server from outside whether it lives, and ends with
 * 0 when it answers, 1 when nobody listens (it starts, stops or is stopped), and 2 when it hangs: it takes connections and says nothing.
 * Only then whoever watches over it kills it; deploy/systemd and the Dockerfile do.
 */
const [host, port, tries = '3', seconds = '5'] = process.argv.slice(2);

type Sign = 'answers' | 'nobody' | 'silence';
const exitCodes: Readonly<Record<Sign, number>> = { answers: 0, nobody: 1, silence: 2 };

function look(): Promise<Sign> {
  const { promise, resolve } = Promise.withResolvers<Sign>();
  const asked = request({ host, port, path: '/healthz', agent: false }, () => resolve('answers'));
  asked.on('error', () => resolve('nobody'));
  asked.end();
  // An answer that comes a byte at a time is one too late.
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
