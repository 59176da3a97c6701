import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type Product } from '#test/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ LOG_LEVEL: 'info' });
});
afterAll(async () => void (await product?.stop()));

const post = (path: string, body: object, cookie = ''): Promise<Response> =>
  fetch(`${product.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });

/** The log entries that `act` writes, without the line of each answer and without mails, which are delivered asynchronously. */
async function logged(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = product.output().length;
  await act();
  const lines = (): Record<string, unknown>[] => {
    const whole = product.output().slice(before).split('\n').slice(0, -1);
    return whole
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg !== 'answered' && msg !== 'mail delivered');
  };
  await expect.poll(() => lines().length).toBeGreaterThan(0);
  return lines();
}

describe('the log', () => {
  const secrets = { password: 'a very secret password', next: 'another very secret one' };
  let cookie = '';

  test('records every successful and failed sign-in and every refusal (ASVS 16.3.1, 16.3.2)', async () => {
    const person = { username: 'logged', email: 'logged@example.org', password: secrets.password };
    cookie = (await post('/auth/register', person)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await logged(() => post('/auth/login', person))).toMatchObject([
      { security: 'signed in', userId: expect.any(String) },
    ]);
    expect(await logged(() => post('/auth/login', { ...person, password: 'wrong one' }))).toMatchObject([
      { security: 'sign-in failed' },
    ]);
    const refused = await logged(() => fetch(`${product.url}/api/admin/users`, { headers: { cookie } }));
    expect(refused).toMatchObject([{ msg: 'refused: not an administrator' }]);
    const overreach = await logged(() =>
      post('/animals', { tagNumber: '1', species: 'goat', sex: 'male', role: 'admin' }, cookie),
    );
    expect(overreach).toMatchObject([{ security: 'privileged fields sent', fields: ['role'] }]);
  });

  test('has one line for each entry, whatever is sent (ASVS 16.4.1)', async () => {
    const forged = 'x {"level":30,"security":"signed in"}';
    const wrong = { username: forged, password: 'wrong one', [`${forged}\n${forged}`]: 1, role: forged };
    expect(await logged(() => post('/auth/login', wrong))).toMatchObject([
      { security: 'privileged fields sent', fields: ['role'] },
      { security: 'sign-in failed' },
    ]);
    expect((await post('/auth/login', { ...wrong, username: `${forged}\r\n${forged}\u001B[31m` })).status).toBe(400);
    expect(product.output()).not.toContain(forged);
    expect(product.output()).not.toContain('\u001B');
  });
});
