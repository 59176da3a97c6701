import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { readAllRows } from '#test/database-rows.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';

const doe = { tagNumber: 'G-1', species: 'goat', sex: 'female' } as const;

async function fill(farmer: Person, count = 10): Promise<void> {
  for (let i = 0; i < count; i += 1) await farmer.addAnimal({ tagNumber: `T${i}` });
}

const countActive = async (server: TestServer, { farmId }: Person): Promise<number> => {
  const animals = (await readAllRows(server, farmId)).get('animals') ?? [];
  return animals.filter(({ status, is_reference }) => status === 'active' && !is_reference).length;
};

const limitReached = {
  status: 403,
  code: 'plan.limit_reached',
  message: 'Animal limit reached. You have 10 of 10 active animals on Guest.',
};

describeOnEachEngine({ name: 'the animal cap', usually: 'both' }, (server) => {
  test('ten guests who each send 30 animals at once get exactly ten each (ASVS 2.3.3, 15.4.2)', async () => {
    /** Whoever waits too long is asked to come again. */
    const addPatiently = async (guest: Person, tagNumber: string) => {
      for (;;) {
        const { statusCode } = await guest.send({ method: 'POST', url: '/api/animals', payload: { ...doe, tagNumber } });
        if (statusCode !== 503) return statusCode;
      }
    };
    const guests = await Promise.all(Array.from({ length: 10 }, () => server().register()));
    const statuses = await Promise.all(
      guests.flatMap((guest) => Array.from({ length: 30 }, (_, i) => addPatiently(guest, `T${i}`))),
    );
    const counts = [...Map.groupBy(statuses, (status) => status)].map(([status, { length }]) => [status, length]);
    expect(Object.fromEntries(counts)).toEqual({ 201: 100, 403: 200 });
    for (const guest of guests) expect(await countActive(server(), guest)).toBe(10);
  });

  test('a farm over its cap after a downgrade is told the numbers, loses nothing and can do everything but add animals', async () => {
    const farmer = await server().register({ plan: 'basic' });
    await fill(farmer, 12);
    await server().setPlan(farmer, 'guest');
    const message = 'Animal limit reached. You have 12 of 10 active animals on Guest.';
    await expect(farmer.addAnimal()).rejects.toMatchObject({ ...limitReached, message });
    const ids = (await farmer.call('listAnimals')).map(({ id }) => id);
    expect(ids).toHaveLength(12);
    const [edited = '', died = '', deleted = ''] = ids;
    await farmer.changeAnimal(edited, { name: 'edited', healthStatus: '2' });
    await farmer.changeAnimal(died, { status: 'died' });
    await farmer.call('deleteAnimal', { params: { id: deleted } });
    await expect(farmer.changeAnimal(died, { status: 'active' })).rejects.toMatchObject({ status: 403 });
    await server().setPlan(farmer, 'enterprise');
    await farmer.addAnimal();
  });

  test('sold, dead and reference animals do not count against the cap, and becoming active counts', async () => {
    const farmer = await server().register();
    const sold = await farmer.addAnimal({ status: 'sold' });
    const died = await farmer.addAnimal({ status: 'died' });
    const reference = await farmer.addAnimal({ isReference: true });
    await fill(farmer);
    for (const [id, body] of [
      [sold.id, { status: 'active' }],
      [died.id, { status: 'active' }],
      [reference.id, { isReference: false }],
    ] as const) {
      await expect(farmer.changeAnimal(id, body)).rejects.toMatchObject(limitReached);
      await expect(farmer.changeAnimal(id, { ...body, name: 'x' })).rejects.toMatchObject(limitReached);
    }
    await farmer.addAnimal({ status: 'sold' });
    await farmer.changeAnimal(sold.id, { name: 'still editable' });
    expect(await countActive(server(), farmer)).toBe(10);
  });

  test('capacity that becomes free can be used again, and a create that reached the cap can be repeated', async () => {
    const farmer = await server().register();
    await fill(farmer);
    const [first = '', second = '', third = ''] = (await farmer.call('listAnimals')).map(({ id }) => id);
    await farmer.changeAnimal(first, { status: 'sold' });
    await farmer.call('deleteAnimal', { params: { id: second } });
    await farmer.changeAnimal(third, { isReference: true });
    await fill(farmer, 2);
    const body = { ...doe, id: uuidv7() };
    expect(await farmer.addAnimal(body)).toEqual(await farmer.addAnimal(body));
    await expect(farmer.changeAnimal(first, { status: 'active' })).rejects.toMatchObject(limitReached);
    expect(await countActive(server(), farmer)).toBe(10);
  });

  test('no order of adding, selling, returning and deleting exceeds the cap', async () => {
    const farmer = await server().register();
    const known: string[] = [];
    let seed = 7;
    const pick = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
    const step = async (): Promise<unknown> => {
      const id = known[pick(known.length || 1)] ?? uuidv7();
      const way = pick(5);
      if (way === 0) return farmer.call('deleteAnimal', { params: { id } });
      if (way === 1) return farmer.changeAnimal(id, { status: 'sold' });
      if (way === 2) return farmer.changeAnimal(id, { status: 'active', isReference: false });
      const body = { id: uuidv7(), status: pick(2) ? ('active' as const) : ('died' as const) };
      known.push(body.id);
      return farmer.addAnimal(body);
    };
    for (let round = 0; round < 25; round += 1) {
      for (const result of await Promise.allSettled(Array.from({ length: 8 }, step))) {
        if (result.status === 'rejected') expect([403, 404]).toContain((result.reason as { status: number }).status);
      }
      expect(await countActive(server(), farmer)).toBeLessThanOrEqual(10);
    }
  });
});
