import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('configuration', () => {
  test('needs nothing to start', () => {
    expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', dataDir: './data', hasRateLimits: true });
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  test.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['PORT', '1.5'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['DATABASE_URL', 'postgres://u:p@[::'],
    ['PUBLIC_URL', 'farm.example.org'],
    ['PUBLIC_URL', 'ftp://farm.example.org'],
    ['PUBLIC_URL', 'https://farm.example.org/goats'],
    ['PUBLIC_URL', 'https://ada:secret@farm.example.org'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'Bellwether'],
    ['MAIL_FROM', 'a@example.org, b@example.org'],
    ['MAIL_FROM', 'Farm\r\nBcc: x <a@example.org>'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMITS', 'maybe'],
  ])('%s=%j is refused by name', (variable, value) => {
    expect(() => readConfig({ [variable]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [variable]: value })).toThrow(variable);
  });

  test('names everything that is wrong at once', () => {
    expect(() => readConfig({ PORT: 'x', RATE_LIMITS: 'x' })).toThrow(/PORT[^]*RATE_LIMITS/);
  });

  test('the sender is an address with or without a name', () => {
    expect(readConfig({ MAIL_FROM: 'Hill Farm <farm@example.org>' }).mailFrom).toEqual({
      name: 'Hill Farm',
      address: 'farm@example.org',
    });
    expect(readConfig({ MAIL_FROM: 'farm@example.org' }).mailFrom).toEqual({ name: 'Bellwether', address: 'farm@example.org' });
  });

  test.each(['127.0.0.1', 'loopback, 10.0.0.0/8', '::1', '2001:db8::/32'])('proxies are named by address: %s', (value) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(value);
  });

  test('the public address has no slash at its end', () => {
    expect(readConfig({ PUBLIC_URL: 'https://farm.example.org/' }).publicUrl).toBe('https://farm.example.org');
  });
});
