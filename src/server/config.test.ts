import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('configuration', () => {
  test('needs nothing to start', () => {
    expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', dataDir: './data', hasRateLimits: true });
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  test('.env.example names every setting', () => {
    const settings = readFileSync(new URL('config.ts', import.meta.url), 'utf8').match(/(?<=^ {2})[A-Z][A-Z\d_]+(?=: z)/gm) ?? [];
    expect(settings).toEqual(expect.arrayContaining(['CURRENCY', 'STRIPE_API_BASE']));
    const example = readFileSync('.env.example', 'utf8');
    expect(settings.filter((setting) => !new RegExp(`^(?:# ?)?${setting}=`, 'm').test(example))).toEqual([]);
  });

  test('what cannot be is refused by name, all of it at once', () => {
    const buckets = ['s3://pictures', 'https://s3.test', 'https://s3.test/farm/pictures', 'https://key:secret@s3.test/farm'];
    const addresses = ['farm.test', 'ftp://farm.test', 'https://farm.test/goats', 'https://ada:secret@farm.test'];
    const wrong: Readonly<Record<string, readonly string[]>> = {
      PORT: ['many', '70000', '1.5'],
      DATABASE_URL: ['mysql://localhost', 'postgres://u:p@[::'],
      DATABASE_REPLICA_URL: ['postgres://db1,mysql://db2', 'postgres://db1'],
      S3_URL: [...buckets, 'https://s3.test/farm?x=1'],
      S3_REGION: ['eu central'],
      PUBLIC_URL: addresses,
      TRUST_PROXY: ['yes', '1', '10.0.0.0/33'],
      SMTP_URL: ['mail.example.org', 'smtp://'],
      MAIL_FROM: ['Bellwether', 'a@example.org, b@example.org', 'Farm\r\nBcc: x <a@example.org>'],
      STRIPE_SECRET_KEY: ['pk_live_1'],
      STRIPE_WEBHOOK_SECRET: ['secret'],
      STRIPE_API_BASE: ['localhost:12111'],
      PAYMENTS: ['free'],
      LOG_LEVEL: ['loud'],
      METRICS_TOKEN: ['short'],
      RATE_LIMITS: ['maybe'],
    };
    for (const [variable, values] of Object.entries(wrong))
      for (const value of values) {
        expect(() => readConfig({ [variable]: value }), `${variable}=${value}`).toThrow(ConfigError);
        expect(() => readConfig({ [variable]: value }), `${variable}=${value}`).toThrow(variable);
      }
    expect(() => readConfig({ PORT: 'x', RATE_LIMITS: 'x' })).toThrow(/PORT[^]*RATE_LIMITS/);
  });

  test('a bucket comes with its keys', () => {
    const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
    const url = { S3_URL: 'https://s3.example.org:9000/farm-pictures/' };
    const read = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'us-east-1' };
    expect(readConfig({ ...url, ...keys }).s3).toEqual({
      ...read,
      endpoint: 'https://s3.example.org:9000',
      bucket: 'farm-pictures',
    });
    expect(readConfig(keys).s3).toBeUndefined();
    expect(() => readConfig(url)).toThrow(/S3_ACCESS_KEY_ID must[^]*S3_SECRET_ACCESS_KEY must/);
  });

  test('replicas are named one after another', () => {
    const environment = { DATABASE_URL: 'postgres://db0/x', DATABASE_REPLICA_URL: 'postgres://db1/x, postgres://db2/x,' };
    const { replicaUrls } = readConfig(environment);
    expect(replicaUrls).toEqual(['postgres://db1/x', 'postgres://db2/x']);
  });

  test('the sender is an address with or without a name', () => {
    const named = readConfig({ MAIL_FROM: 'Hill Farm <farm@example.org>' }).mailFrom;
    expect(named).toEqual({ name: 'Hill Farm', address: 'farm@example.org' });
    expect(readConfig({ MAIL_FROM: 'farm@example.org' }).mailFrom).toEqual({ name: 'Bellwether', address: 'farm@example.org' });
  });

  test('proxies are named by address, none is trusted unless one is, and none that would believe what a visitor made up', () => {
    expect(readConfig({}).trustProxy).toBe(false);
    expect(readConfig({ TRUST_PROXY: 'false' }).trustProxy).toBe(false);
    for (const value of ['127.0.0.1', 'loopback, 10.0.0.0/8', '::1', '::1/128', '2001:db8::/32', 'fc00::/7', 'uniquelocal'])
      expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(value);
    const everybody = ['0.0.0.0/0', '::/0', '10.0.0.5,0.0.0.0/0', '0.0.0.0/1,128.0.0.0/1', '2000::/3'];
    const mapped = ['::ffff:0:0/96', '::ffff:0.0.0.0/96', '0:0::/80', '0:0:0:0:0:ffff::/90'];
    const instead = /TRUST_PROXY.*Write the addresses of the proxies in front instead/;
    for (const value of ['true', '1', '255', ...everybody, ...mapped])
      expect(() => readConfig({ TRUST_PROXY: value }), value).toThrow(instead);
  });

  test('without keys the test checkout is used; in production mode it must be configured explicitly', () => {
    const by = (environment: Record<string, string>) => readConfig(environment).payments.by;
    expect(by({})).toBe('test');
    expect(by({ NODE_ENV: 'development' })).toBe('test');
    expect(by({ NODE_ENV: 'production' })).toBe('nobody');
    expect(by({ NODE_ENV: 'production', PAYMENTS: 'test' })).toBe('test');
    const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(by(keys)).toBe('stripe');
    expect(by({ ...keys, PUBLIC_URL: 'https://farm.example.org' })).toBe('stripe');
    expect(by({ ...keys, NODE_ENV: 'production' })).toBe('stripe');
    expect(by({ ...keys, NODE_ENV: 'production', PAYMENTS: 'test' })).toBe('stripe');
    expect(readConfig({ PAYMENTS: 'none' }).payments).toEqual({ by: 'nobody', isIntended: true });
    expect(() => readConfig({ ...keys, PAYMENTS: 'none' })).toThrow(/^PAYMENTS=none sells nothing/);
  });

  test('with a public address the test checkout is off unless it is configured explicitly', () => {
    const by = (PUBLIC_URL: string, more = {}) => readConfig({ PUBLIC_URL, ...more }).payments.by;
    const forOthers = [
      'https://farm.example.org',
      'https://farm.example.org:8443/',
      'http://farm.example.org',
      'https://localhost',
    ];
    expect(readConfig({ PUBLIC_URL: 'https://farm.example.org/' }).publicUrl).toBe('https://farm.example.org');
    for (const address of [...forOthers, 'http://192.168.1.5:3000', 'HTTPS://FARM.EXAMPLE.ORG']) {
      expect([address, by(address), by(address, { PAYMENTS: 'test' })]).toEqual([address, 'nobody', 'test']);
    }
    for (const address of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(by(address)).toBe('test');
  });

  test('one Stripe key without the other is rejected by name, because payments would fail', () => {
    expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(/^STRIPE_WEBHOOK_SECRET must be set/);
    expect(() => readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow(/^STRIPE_SECRET_KEY must be set/);
  });
});
