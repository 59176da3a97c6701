// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Db } from '#server/db/engines/connect.ts';
import { newPostgresDatabase } from '#test/engines.ts';
import { HttpVisitor } from '#test/http-visitor.ts';
import { startProduct, type Product } from '#test/product.ts';

const coupon = { id: 'c', code: 'FREE', discount_percent: 100, valid_until: null, is_active: true, created_at: 'now' };

describe('two servers on one database, asked for the same at once', () => {
  let databaseUrl: string;
  const servers: Product[] = [];

  beforeAll(async () => {
    databaseUrl = await newPostgresDatabase();
    const start = () => startProduct({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' });
    servers.push(...(await Promise.all([start(), start()])));
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  const urlOf = (index: number): string => servers[index % servers.length]!.url;

  async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const { db } = openDatabase({ databaseUrl, dataDir: 'unused' });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  /** The same call so many times at once, on each server in turn; resolves to how often each status came. */
  async function race(times: number, ask: (url: string, index: number) => Promise<{ status: number }>) {
    const answers = await Promise.all(Array.from({ length: times }, (_, index) => ask(urlOf(index), index)));
    return Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, { length }]) => [status, length]));
  }

  test('the cap of a plan holds', async () => {
    const farmer = new HttpVisitor();
    await farmer.register(urlOf(0));
    const counts = await race(30, (url, index) => farmer.addAnimal(url, { tagNumber: `A-${index}` }));
    expect(counts).toEqual({ 201: 10, 403: 20 });
    for (const url of [urlOf(0), urlOf(1)]) expect(await farmer.listAnimals(url)).toHaveLength(10);
  });

  test('a coupon is used once', async () => {
    const farmer = new HttpVisitor();
    await farmer.register(urlOf(0));
    await inDatabase((db) => db.insertInto('coupons').values(coupon).execute());
    const plans = ['basic', 'premium', 'enterprise'];
    const select = (url: string, index: number) =>
      farmer.send(url, 'POST', '/select-plan', {
        planType: plans[index % 3],
        billingCycle: 'yearly',
        couponCode: coupon.code,
      });
    // The one plan that was granted is granted again to those who ask for it.
    expect(await race(9, select)).toEqual({ 200: 3, 402: 6 });
    const redeemed = await inDatabase((db) => db.selectFrom('coupon_redemptions').selectAll().execute());
    expect(redeemed).toHaveLength(1);
  });

  test('an act is undone once', async () => {
    const farmer = new HttpVisitor();
    await farmer.register(urlOf(0));
    const { body } = await farmer.addAnimal(urlOf(0));
    const { id } = body as { id: string };
    expect((await farmer.send(urlOf(1), 'DELETE', `/animals/${id}`)).status).toBeLessThan(300);
    const revisionOf = async () =>
      ((await farmer.send(urlOf(0), 'GET', '/acts')).body as { revision: number; call: string }[]).find(
        ({ call }) => call === 'deleteAnimal',
      )?.revision;
    const revision = await revisionOf();
    expect(await race(9, (url) => farmer.send(url, 'POST', `/acts/${revision}/undo`))).toEqual({ 200: 9 });
    expect(await farmer.listAnimals(urlOf(0))).toHaveLength(1);
    const undone = await inDatabase((db) =>
      db.selectFrom('changes').select('n').where('id', '=', id).where('call', '=', 'undoAct').execute(),
    );
    expect(undone).toHaveLength(1);
  });

  test('sold animals go to one farm', async () => {
    const [seller, ...buyers] = Array.from({ length: 4 }, () => new HttpVisitor());
    await Promise.all([seller!, ...buyers].map((person, index) => person.register(urlOf(index))));
    await inDatabase((db) => db.updateTable('farms').set({ plan_type: 'enterprise' }).execute());
    const { body: animal } = await seller!.addAnimal(urlOf(0));
    const saleId = crypto.randomUUID();
    const sale = { id: saleId, kind: 'sale', animalId: (animal as { id: string }).id, day: '2026-05-01' };
    await seller!.send(urlOf(1), 'POST', '/events', { events: [sale] });
    await seller!.send(urlOf(0), 'PATCH', '/users/profile', { farmName: 'Low Farm', address: 'Valley' });
    const paper = { kind: 'movement', eventIds: [saleId], buyer: { name: 'Hill Farm' } };
    const { body: issued } = await seller!.send(urlOf(0), 'POST', '/papers', paper);
    const { body: made } = await seller!.send(urlOf(1), 'POST', '/transfers', { paperId: (issued as { id: string }).id });
    const { code } = made as { code: string };
    const counts = await race(9, (url, index) => buyers[index % 3]!.send(url, 'POST', '/transfers/accept', { code }));
    const herds = await Promise.all(buyers.map(async (buyer) => (await buyer.listAnimals(urlOf(0))).length));
    expect(herds.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    // The buyer's own repetitions get the same answer.
    expect(counts).toEqual({ 200: 3, 400: 6 });
  });

  test('a limit holds', async () => {
    const counts = await race(60, (url) =>
      new HttpVisitor().send(url, 'POST', '/auth/revert-email', { token: crypto.randomUUID() }),
    );
    // Forty, if an hour ends meanwhile.
    expect([20, 40]).toContain(counts[400]);
  });
});
