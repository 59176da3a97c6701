import { isIP } from 'node:net';
import { z } from 'zod';
import { productTitle } from '#domain/product.ts';

const badPort = 'PORT must be a number from 0 to 65535';

/** What the environment may say (ruling 28). Nothing else in the product reads `process.env`. */
const Environment = z.object({
  PORT: z.coerce.number(badPort).int(badPort).min(0, badPort).max(65_535, badPort).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      (value) => /^postgres(?:ql)?:\/\//.test(value) && URL.canParse(value),
      'DATABASE_URL must begin with postgres:// and be a whole address (leave it out to use the embedded database)',
    )
    .optional(),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'PUBLIC_URL must be the address people type, such as https://farm.example.org')
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      (value) => ['true', 'false'].includes(value) || value.split(',').every(isProxy),
      'TRUST_PROXY must be true, false or the addresses of the proxies in front, such as 10.0.0.5 or 10.0.0.0/8',
    )
    .optional(),
  SMTP_URL: z
    .string()
    .refine(
      (value) => /^smtps?:\/\/./.test(value) && URL.canParse(value),
      'SMTP_URL must begin with smtp:// or smtps:// and name the mail server',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
      `MAIL_FROM must be an address such as ${productTitle} <farm@example.org>`,
    )
    .default(`${productTitle} <no-reply@localhost>`),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    )
    .default('info'),
  RATE_LIMITS: z.enum(['on', 'off'], 'RATE_LIMITS must be on or off').default('on'),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Without a trailing slash; absent: whatever address the server listens on. */
  readonly publicUrl: string | undefined;
  readonly trustProxy: string | boolean;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: { readonly name: string; readonly address: string };
  readonly logLevel: string;
  readonly hasRateLimits: boolean;
}

export class ConfigError extends Error {}

/** Reads the configuration; an error names each variable that is wrong and says what it must be. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const result = Environment.safeParse(given);
  if (!result.success) {
    throw new ConfigError(result.error.issues.map(({ path, message }) => named(String(path[0]), message)).join('\n'));
  }
  const env = result.data;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: proxies(env.TRUST_PROXY),
    smtpUrl: env.SMTP_URL,
    mailFrom: sender(env.MAIL_FROM),
    logLevel: env.LOG_LEVEL,
    hasRateLimits: env.RATE_LIMITS === 'on',
  };
}

/** Scheme, host and perhaps a port: the product does not live below a path. */
function isOrigin(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** An address, a network, or one of the names that Fastify knows. */
function isProxy(value: string): boolean {
  const [address = '', bits, ...rest] = value.trim().split('/');
  const family = isIP(address);
  if (family === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(value.trim());
  return rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
}

const named = (variable: string, message: string): string => (message.includes(variable) ? message : `${variable}: ${message}`);

/** 'true', 'false', or the addresses of the proxies in front, as Fastify takes them. */
function proxies(value: string | undefined): string | boolean {
  if (value === undefined || value === 'false') return false;
  return value === 'true' ? true : value;
}

/** `Name <address>` or the address alone. */
function sender(value: string): Config['mailFrom'] {
  const [name = '', address] = value.replace('>', '').split('<');
  return address === undefined ? { name: productTitle, address: name } : { name: name.trim(), address };
}
