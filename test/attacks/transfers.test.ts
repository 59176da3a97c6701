import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const invalid = { status: 400, code: 'transfers.invalid' };

async function sell(seller: Person): Promise<{ paperId: string; animalId: string; saleId: string }> {
  const { id: animalId } = await seller.call('addAnimal', { body: { tagNumber: 'E-1', species: 'sheep', sex: 'female' } });
  const saleId = uuidv7();
  await seller.call('recordEvents', { body: { events: [{ id: saleId, kind: 'sale', animalId, day: '2026-05-01' }] } });
  await seller.call('changeProfile', { body: { farmName: 'Low Farm', address: 'Valley' } });
  const body = { kind: 'movement' as const, eventIds: [saleId], buyer: { name: 'Hill Farm' } };
  return { paperId: (await seller.call('issuePaper', { body })).id, animalId, saleId };
}

const make = async (seller: Person, paperId: string) => {
  const { code, transfer } = await seller.call('makeTransfer', { body: { paperId } });
  return { code, id: transfer.id };
};
const accept = (person: Person, code: string) => person.call('acceptTransfer', { body: { code } });
const countHerd = async (person: Person) => (await person.call('listAnimals', { query: {} })).length;

describeOnEachEngine({ name: 'a code for sold animals', usually: 'both' }, (server) => {
  const enterprise = () => server().register({ plan: 'enterprise' });

  test('works for one farm, whoever accepts at the same moment, and never again', async () => {
    const seller = await enterprise();
    const { code } = await make(seller, (await sell(seller)).paperId);
    const buyers = [await enterprise(), await enterprise(), await enterprise()];
    const results = await Promise.allSettled(buyers.map((buyer) => accept(buyer, code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await Promise.all(buyers.map(countHerd))).toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    await expect(accept(await enterprise(), code)).rejects.toMatchObject(invalid);
    await expect(server().call('openTransfer', { body: { code } })).rejects.toMatchObject(invalid);
  });

  test('brings the animals once where the buyer accepts several times at once', async () => {
    const [seller, buyer] = [await enterprise(), await enterprise()];
    const { code } = await make(seller, (await sell(seller)).paperId);
    const answers = await Promise.all([accept(buyer, code), accept(buyer, code), accept(buyer, code)]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await countHerd(buyer)).toBe(1);
  });

  test('is either revoked or accepted', async () => {
    const [seller, buyer] = [await enterprise(), await enterprise()];
    for (let round = 0; round < 3; round += 1) {
      const { code, id } = await make(seller, (await sell(seller)).paperId);
      const before = await countHerd(buyer);
      const revoke = seller.call('revokeTransfer', { params: { id } });
      const [accepted, revoked] = await Promise.allSettled([accept(buyer, code), revoke]);
      expect([accepted.status, revoked.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await countHerd(buyer)).toBe(before + Number(accepted.status === 'fulfilled'));
    }
  });

  test('stops working when it is made again, revoked or two weeks old, and when whoever made it may not sell any more', async () => {
    const [seller, buyer] = [await enterprise(), await enterprise()];
    const { paperId } = await sell(seller);
    const first = await make(seller, paperId);
    const second = await make(seller, paperId);
    await expect(accept(buyer, first.code)).rejects.toMatchObject(invalid);
    for (const _ of [1, 2]) await seller.call('revokeTransfer', { params: { id: second.id } });
    await expect(accept(buyer, second.code)).rejects.toMatchObject(invalid);
    const third = await make(seller, paperId);
    server().clock.advance({ days: 14, seconds: 1 });
    await expect(accept(buyer, third.code)).rejects.toMatchObject(invalid);

    const manager = await server().register();
    await server().addMember(seller, manager, 'manager');
    const fourth = await make(manager, paperId);
    await server().changeMember(seller, manager, { role: 'worker' });
    await expect(accept(buyer, fourth.code)).rejects.toMatchObject(invalid);
    await server().changeMember(seller, manager, { role: 'manager' });
    await seller.call('removeMember', { params: { userId: manager.userId } });
    await expect(accept(buyer, fourth.code)).rejects.toMatchObject(invalid);
    expect(await countHerd(buyer)).toBe(0);
  });

  test('fills a farm up to its cap and not beyond, whatever is accepted at the same moment', async () => {
    const seller = await enterprise();
    const buyer = await server().register({ plan: 'guest' });
    for (let n = 0; n < 8; n += 1) {
      await buyer.call('addAnimal', { body: { tagNumber: `B-${n}`, species: 'goat', sex: 'female' } });
    }
    const codes: string[] = [];
    for (let n = 0; n < 4; n += 1) codes.push((await make(seller, (await sell(seller)).paperId)).code);
    const results = await Promise.allSettled(codes.map((code) => accept(buyer, code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await countHerd(buyer)).toBe(10);
  });

  test('is stored as a digest alone, and ends with a restore of the database', async () => {
    const [seller, buyer] = [await enterprise(), await enterprise()];
    const { code, id } = await make(seller, (await sell(seller)).paperId);
    const row = await server().db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(code);
    expect(JSON.stringify(row)).not.toContain(code.replaceAll('-', ''));
    await server().markRestored();
    await buyer.signIn();
    await expect(accept(buyer, code)).rejects.toMatchObject(invalid);
  });
});

describeOnEachEngine(
  'where limits hold, codes for sold animals',
  (server) => {
    test('are guessed 20 times an hour from one address, signed in or not', async () => {
      server().clock.nextHour();
      const buyer = await server().register({ plan: 'basic' });
      const open = () => server().call('openTransfer', { body: { code: uuidv7() } });
      for (let n = 0; n < 10; n += 1) await expect(open()).rejects.toMatchObject(invalid);
      for (let n = 0; n < 10; n += 1) await expect(accept(buyer, uuidv7())).rejects.toMatchObject(invalid);
      for (const guess of [open, () => accept(buyer, uuidv7())])
        await expect(guess()).rejects.toMatchObject({ code: 'request.too_many' });
    });
  },
  { env: { RATE_LIMITS: 'on' } },
);
