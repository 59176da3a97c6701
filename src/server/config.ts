import { isIP } from 'node:net';
import { z } from 'zod';
import { isCurrency } from '#domain/values/money.ts';
import { productTitle } from '#domain/product.ts';

const badPort = 'PORT must be a number from 0 to 65535';

const zText = (isRight: RegExp | ((value: string) => boolean), message: string) =>
  z.string().refine((value) => (isRight instanceof RegExp ? isRight.test(value) : isRight(value)), message);

/** The environment variables (rule 28). Nothing else in the product reads `process.env`. */
const Environment = z.object({
  PORT: z.coerce.number(badPort).int(badPort).min(0, badPort).max(65_535, badPort).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: zText(
    (value) => /^postgres(?:ql)?:\/\//.test(value) && URL.canParse(value),
    'DATABASE_URL must begin with postgres:// and be a whole address (leave it out to use the embedded database)',
  ).optional(),
  DATABASE_REPLICA_URL: zText(
    (value) => replicas(value).every((url) => /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)),
    'DATABASE_REPLICA_URL must be the postgres:// addresses of read replicas, with a comma between two',
  ).optional(),
  S3_URL: zText(
    (value) => bucketOf(value) !== undefined,
    'S3_URL must be the address of a bucket, such as https://s3.example.org/farm-pictures',
  ).optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: zText(/^[\w-]+$/, 'S3_REGION must be the name of a region, such as eu-central-1').default('us-east-1'),
  PUBLIC_URL: zText(isOrigin, 'PUBLIC_URL must be the address people type, such as https://farm.example.org').optional(),
  TRUST_PROXY: z
    .string()
    .superRefine((value, context) => {
      const message = trustProxyViolation(value);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .optional(),
  SMTP_URL: zText(
    (value) => /^smtps?:\/\/./.test(value) && URL.canParse(value),
    'SMTP_URL must begin with smtp:// or smtps:// and name the mail server',
  ).optional(),
  MAIL_FROM: zText(
    /^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
    `MAIL_FROM must be an address such as ${productTitle} <farm@example.org>`,
  ).default(`${productTitle} <no-reply@localhost>`),
  STRIPE_SECRET_KEY: zText(
    /^(?:sk|rk)_\w+$/,
    'STRIPE_SECRET_KEY must be a secret key of Stripe: it begins with sk_ or rk_',
  ).optional(),
  STRIPE_WEBHOOK_SECRET: zText(
    /^whsec_\S+$/,
    'STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook: it begins with whsec_',
  ).optional(),
  STRIPE_API_BASE: zText(
    isOrigin,
    'STRIPE_API_BASE must be an address such as http://localhost:12111 (leave it out for Stripe itself)',
  ).optional(),
  WEBHOOKS: z.enum(['test'], 'WEBHOOKS must be test, or left out').optional(),
  VAPID_PUBLIC_KEY: zText(
    /^[\w-]{87}$/,
    'VAPID_PUBLIC_KEY must be a public key as `npx web-push generate-vapid-keys` prints it',
  ).optional(),
  VAPID_PRIVATE_KEY: zText(
    /^[\w-]{43}$/,
    'VAPID_PRIVATE_KEY must be a private key as `npx web-push generate-vapid-keys` prints it',
  ).optional(),
  CURRENCY: zText(isCurrency, 'CURRENCY must be the code of a currency with cents, such as USD, EUR, GBP or AUD').default('USD'),
  PAYMENTS: z.enum(['test', 'none'], 'PAYMENTS must be test or none, or left out').optional(),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info'),
  METRICS_TOKEN: zText(
    /^[\w.~+/=-]{16,}$/,
    'METRICS_TOKEN must be at least 16 letters and digits, such as what `openssl rand -hex 24` prints',
  ).optional(),
  BACKUPS: z.enum(['hourly', 'off'], 'BACKUPS must be hourly or off').default('hourly'),
  BACKUP_DIR: z.string().optional(),
  RATE_LIMITS: z.enum(['on', 'off'], 'RATE_LIMITS must be on or off').default('on'),
});

const ConsistentEnvironment = Environment.superRefine((env, context) => {
  const must = (isRight: boolean, variable: string, message: string): void => {
    if (!isRight) context.addIssue({ code: 'custom', path: [variable], message });
  };
  for (const key of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    must(env.S3_URL === undefined || env[key] !== undefined, key, `${key} must be set, because S3_URL is`);
  }
  must(
    env.DATABASE_REPLICA_URL === undefined || env.DATABASE_URL !== undefined,
    'DATABASE_REPLICA_URL',
    'DATABASE_REPLICA_URL names replicas of the PostgreSQL in DATABASE_URL, which must be set too',
  );
  must(
    (env.VAPID_PUBLIC_KEY === undefined) === (env.VAPID_PRIVATE_KEY === undefined),
    'VAPID_PRIVATE_KEY',
    'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together: they are one pair',
  );
  must(
    env.STRIPE_SECRET_KEY === undefined || env.STRIPE_WEBHOOK_SECRET !== undefined,
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_WEBHOOK_SECRET must be set with STRIPE_SECRET_KEY: without it nothing that was paid would arrive',
  );
  must(
    env.STRIPE_WEBHOOK_SECRET === undefined || env.STRIPE_SECRET_KEY !== undefined,
    'STRIPE_SECRET_KEY',
    'STRIPE_SECRET_KEY must be set with STRIPE_WEBHOOK_SECRET: without it plans would be sold on the test page, for nothing',
  );
  must(
    env.PAYMENTS !== 'none' || env.STRIPE_SECRET_KEY === undefined,
    'PAYMENTS',
    'PAYMENTS=none sells nothing: leave it out, or remove STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET',
  );
});

export interface S3Address {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type Config = Readonly<ReturnType<typeof readConfig>>;

/**
 * Stripe if its keys are set, else the test checkout. The test checkout grants every plan for free, so in production mode, or with an
 * address other than this machine's, it must be configured explicitly.
 */
export type PaymentConfig =
  | {
      readonly by: 'stripe';
      readonly secretKey: string;
      readonly webhookSecret: string;
      readonly apiBase: string | undefined;
    }
  | { readonly by: 'test' }
  /** `isIntended`: the operator has said so with PAYMENTS=none. */
  | { readonly by: 'nobody'; readonly isIntended: boolean };

export class ConfigError extends Error {}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const retiredVariables: Readonly<Record<string, string>> = {
  REDIS_URL: 'REDIS_URL is no longer used: the database counts the limits',
};

export const retiredSettings = (environment: EnvironmentVariables): string[] =>
  Object.entries(retiredVariables).flatMap(([variable, sentence]) => (environment[variable] ? [sentence] : []));

export function readConfig(environment: EnvironmentVariables) {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const result = ConsistentEnvironment.safeParse(variables);
  if (!result.success) {
    throw new ConfigError(result.error.issues.map(({ path, message }) => named(String(path[0]), message)).join('\n'));
  }
  const env = result.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    replicaUrls: replicas(env.DATABASE_REPLICA_URL),
    s3: bucketAddress(env),
    /** Without a trailing slash; undefined: the address the server listens on. */
    publicUrl: env.PUBLIC_URL?.replace(trailingSlashes, ''),
    /** The proxies whose X-Forwarded-For is trusted, in Fastify's syntax. */
    trustProxy: env.TRUST_PROXY === undefined || env.TRUST_PROXY === 'false' ? (false as const) : env.TRUST_PROXY,
    smtpUrl: env.SMTP_URL,
    mailFrom: sender(env.MAIL_FROM),
    /** The ISO 4217 code of the currency in which all prices are. */
    currency: env.CURRENCY,
    payments: paymentsOf(env),
    /** Whether webhooks may be sent to this machine. */
    allowsLoopbackHooks: env.WEBHOOKS === 'test',
    /** The keys for push notifications; undefined: those in the database. */
    vapidKeys:
      env.VAPID_PUBLIC_KEY !== undefined && env.VAPID_PRIVATE_KEY !== undefined
        ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
        : undefined,
    logLevel: env.LOG_LEVEL,
    /** Grants access to /metrics; undefined: only programs on this machine have it. */
    metricsToken: env.METRICS_TOKEN,
    hasRateLimits: env.RATE_LIMITS === 'on',
    backups: env.BACKUPS,
    /** undefined: in the bucket of S3_URL, else in the data folder. */
    backupDir: env.BACKUP_DIR,
  };
}

const trailingSlashes = /(?<!\/)\/+$/;

/** For links: the configured address, never the Host header of a request. */
export const publicAddress = ({ publicUrl, port }: Config): string => publicUrl ?? `http://localhost:${port}`;

function paymentsOf(env: z.infer<typeof Environment>): PaymentConfig {
  if (env.STRIPE_SECRET_KEY !== undefined && env.STRIPE_WEBHOOK_SECRET !== undefined) {
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = env;
    return { by: 'stripe', secretKey, webhookSecret, apiBase: apiBase?.replace(trailingSlashes, '') };
  }
  if (env.PAYMENTS === 'none') return { by: 'nobody', isIntended: true };
  const isForOthers = env.NODE_ENV === 'production' || (env.PUBLIC_URL !== undefined && !isOwnMachine(env.PUBLIC_URL));
  return isForOthers && env.PAYMENTS !== 'test' ? { by: 'nobody', isIntended: false } : { by: 'test' };
}

/** An https address of this machine has a proxy in front and may be public. */
function isOwnMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function isOrigin(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

const instead =
  'Write the addresses of the proxies in front instead, such as TRUST_PROXY=loopback or TRUST_PROXY=10.0.0.5,10.0.0.6';

/** A trusted proxy can claim any address for a visitor, so no limit per address would hold. */
function trustProxyViolation(value: string): string | undefined {
  if (value === 'false') return undefined;
  if (value === 'true') return `TRUST_PROXY=true would let every visitor make up an address, and no limit would hold. ${instead}`;
  if (/^\d+$/.test(value)) return `TRUST_PROXY must be addresses, not how many proxies there are. ${instead}`;
  const entries = value.split(',').map((entry) => entry.trim());
  if (!entries.every(isProxy)) {
    return 'TRUST_PROXY must be false or the addresses of the proxies in front, such as 10.0.0.5 or 10.0.0.0/8';
  }
  const wide = entries.find(isWideNetwork);
  return wide && `TRUST_PROXY=${wide} would let far too many visitors make up an address, and no limit would hold. ${instead}`;
}

function isProxy(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(entry);
  return rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
}

/** Whether the network is larger than any private one: 10.0.0.0/8, and fc00::/7, which `uniquelocal` means. */
function isWideNetwork(entry: string): boolean {
  const [address = '', bits] = entry.split('/');
  if (bits === undefined) return false;
  if (isIP(address) === 4) return Number(bits) < 8;
  const { hostname } = new URL(`http://[${address}]`);
  // A network at the beginning of IPv6 may contain all of IPv4 (::ffff:0:0/96).
  if (/^\[(?:::|0:)/.test(hostname)) return Number(bits) < 128;
  return Number(bits) < (/^\[f[cd]/.test(hostname) ? 7 : 16);
}

function bucketOf(value: string): Pick<S3Address, 'endpoint' | 'bucket'> | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const [, bucket] = /^\/([a-z\d][a-z\d.-]{2,62})\/?$/.exec(url?.pathname ?? '') ?? [];
  if (!url || bucket === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  return `${url.origin}/${bucket}` === url.href.replace(/\/$/, '') ? { endpoint: url.origin, bucket } : undefined;
}

function bucketAddress(env: z.infer<typeof Environment>): S3Address | undefined {
  const bucket = env.S3_URL === undefined ? undefined : bucketOf(env.S3_URL);
  return (
    bucket && {
      ...bucket,
      region: env.S3_REGION,
      accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    }
  );
}

const replicas = (value = ''): string[] =>
  value
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '');

const named = (variable: string, message: string): string => (message.includes(variable) ? message : `${variable}: ${message}`);

function sender(value: string) {
  const [name = '', address] = value.replace('>', '').split('<');
  return address === undefined ? { name: productTitle, address: name } : { name: name.trim(), address };
}
