import type { Config } from '#server/config.ts';
import { errorMessage } from '#server/error-message.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { verifySmtp } from '#server/mail/mail-transport.ts';
import { bad, good, note, type Finding } from './findings.ts';

const timeoutMs = 5000;

export async function examineServer({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding[]> {
  const url = `http://${['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host}:${port}`;
  const answer = await fetchJson(`${url}/readyz`);
  if (!answer) return [note(`no server answers at ${url}`, 'Start it with npm start')];
  const { reasons } = answer.body as { reasons?: string[] };
  return [
    answer.status === 200
      ? good(`the server at ${url} is ready`)
      : bad(`the server at ${url} is not ready: ${reasons?.join(', ') ?? answer.status}`, 'Look into its log'),
  ];
}

export async function examinePublicAddress({
  publicUrl,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'trustProxy'>): Promise<Finding[]> {
  if (publicUrl === undefined) {
    return [note('PUBLIC_URL is not set', 'Set it to the address people type as soon as others than yourself use it')];
  }
  const { protocol, hostname } = new URL(publicUrl);
  const isOwnMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !isOwnMachine) {
    return [
      bad(`${publicUrl} has no https: passwords can be read on the way`, 'Put a proxy with https in front (docs/operating.md)'),
    ];
  }
  const health = await fetchJson(`${publicUrl}/healthz`);
  const isOurs = (health?.body as { status?: string } | undefined)?.status === 'alive';
  return [
    isOurs
      ? good(`${publicUrl} leads to the server`)
      : note(
          `${publicUrl} does not lead to the server, as seen from this machine`,
          'Start the server, then look at the proxy and at DNS',
        ),
    ...(protocol === 'https:' && trustProxy === false
      ? [note('TRUST_PROXY is not set', 'Set it to the address of the proxy, or limits count all visitors as one')]
      : []),
  ];
}

export async function examineMail(config: Pick<Config, 'smtpUrl' | 'dataDir'>): Promise<Finding[]> {
  if (config.smtpUrl === undefined) {
    return [note('SMTP_URL is not set: mails become files in DATA_DIR/mail', 'Set it, or nobody gets a new password by mail')];
  }
  try {
    await verifySmtp(config.smtpUrl);
    return [good('the mail server takes mails from here')];
  } catch (error) {
    return [
      bad(
        `the mail server refuses: ${errorMessage(error)}`,
        'Correct SMTP_URL, or ask whoever runs the mail server. Mails wait for a day',
      ),
    ];
  }
}

export async function examinePayments({ payments, publicUrl }: Pick<Config, 'payments' | 'publicUrl'>): Promise<Finding[]> {
  const setKeys = 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to sell them';
  if (payments.by === 'nobody') {
    return [
      payments.isIntended
        ? good('no paid plan is sold here (PAYMENTS=none)')
        : bad('payments are not set up: no paid plan can be bought', `${setKeys}, or PAYMENTS=none to sell nothing`),
    ];
  }
  const isPublic = publicUrl?.startsWith('https://') ?? false;
  if (payments.by === 'test') {
    return [
      isPublic
        ? note('PAYMENTS=test gives every plan to anybody for nothing', setKeys)
        : good('paid plans are bought on the test page: no money moves'),
    ];
  }
  const isLive = /^[sr]k_live_/.test(payments.secretKey);
  if (isLive && !isPublic)
    return [
      bad('Stripe has its live key, but PUBLIC_URL is not https', 'Set PUBLIC_URL, or people cannot come back from paying'),
    ];
  return [
    isLive
      ? good('Stripe has a live key and a secret for its webhook')
      : note('Stripe has a test key: no money moves', 'Set the live key and the secret of the live webhook to sell plans'),
  ];
}

export async function examineBucket(config: Pick<Config, 's3' | 'dataDir'>): Promise<Finding[]> {
  if (config.s3 === undefined) return [];
  const address = `${config.s3.endpoint}/${config.s3.bucket}`;
  try {
    await Array.fromAsync(openPictures(config).list('doctor'));
    return [good(`the bucket ${address} answers`)];
  } catch (error) {
    return [bad(errorMessage(error), 'Look at S3_URL, its keys and its region')];
  }
}

async function fetchJson(url: string): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    return { status: response.status, body: await response.json().catch(() => ({})) };
  } catch {
    return undefined;
  }
}
