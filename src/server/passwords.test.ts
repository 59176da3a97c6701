import { parseOptions } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

describe('passwords', () => {
  const passwords = createPasswords();

  test('are stored as argon2id with at least what OWASP asks for (ASVS 11.4.2)', async () => {
    const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(await passwords.hash('correct horse'));
    expect(algorithm).toBe(2);
    expect(memoryCost).toBeGreaterThanOrEqual(46 * 1024);
    expect([timeCost, parallelism]).toEqual([1, 1]);
  });

  test('are compared completely and exactly as typed, and never match without an account (ASVS 6.2.5, 6.2.8, 6.2.9)', async () => {
    const long = '🐐'.repeat(255);
    const kept = await passwords.hash(`${long}x`);
    expect(await passwords.isRight(`${long}x`, kept)).toBe(true);
    expect(await passwords.isRight(`${long}y`, kept)).toBe(false);
    expect(await passwords.isRight(`${long}X`, kept)).toBe(false);
    expect(await passwords.isRight('', undefined)).toBe(false);
  });

  test('a few concurrent checks wait in a short queue, and the others are refused because the server is busy', async () => {
    const narrow = createPasswords(2, 3);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => narrow.hash('correct horse')));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(results.length - refused.length).toBe(5);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'server.busy', status: 503 });
    await expect(narrow.hash('correct horse')).resolves.toContain('$argon2id$');
  });
});
