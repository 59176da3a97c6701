import { expect, test } from 'vitest';
import { listingFactList, type ListingFact } from '#domain/listings.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const noPage = { placeName: null, coordinates: null, precision: 'km10' } as const;

describeOnEachEngine('the facts of a listing', (server) => {
  const listing = async (id: string) => server().call('readListing', { params: { id } });
  const shareOfAll = (farmer: Person, shared: ListingFact[]) => farmer.call('changeStorefront', { body: { ...noPage, shared } });
  const shareOfOne = (farmer: Person, id: string, shared: ListingFact[] | null) =>
    farmer.call('changeListingDetails', { params: { id }, body: { photos: [], clipUrl: null, shared } });

  const stock = async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    const add = async (body: object) => (await farmer.addAnimal({ tagNumber: 'X', ...body })).id;
    const sire = await add({ tagNumber: 'SIRE-7', name: 'Samson', sex: 'male', breed: 'Boer', birthDate: '2021-01-01' });
    const great = await add({ tagNumber: 'GREAT-1', sex: 'male', birthDate: '2015-01-01' });
    const grand = await add({ tagNumber: 'GRAND-2', name: 'Gail', fatherId: great, birthDate: '2018-01-01' });
    const dam = await add({ tagNumber: 'DAM-3', motherId: grand, birthDate: '2021-01-01' });
    const birthDate = '2025-03-01';
    const kin = { motherId: dam, fatherId: sire, birthDate };
    const id = await add({ tagNumber: 'KID-1', ...kin, forSale: true, salePrice: 300, notes: 'a secret note' });
    await add({ tagNumber: 'KID-2', ...kin });
    for (const [animalId, number] of [
      [id, 'REG-KID'],
      [sire, 'REG-SIRE'],
    ] as const) {
      await farmer.call('addAnimalTag', { body: { animalId, kind: 'registration', number } });
    }
    const at = (day: string, event: object) => ({ id: crypto.randomUUID(), animalId: id, day, ...event });
    const events = [
      at('2025-04-01', { kind: 'weighing', weightGrams: 10_000 }),
      at('2025-05-01', { kind: 'weighing', weightGrams: 16_000 }),
      at('2025-05-02', { kind: 'vaccination', productName: 'Clostri', note: 'a secret note' }),
      at('2025-06-01', { kind: 'treatment', productName: 'Wormout', reason: 'a secret reason' }),
      at('2025-06-02', { kind: 'fostering', isBottleFed: true }),
    ];
    await farmer.call('recordEvents', { body: { events: events as never } });
    return { farmer, id };
  };

  test('no facts are shown until the farm shares them', async () => {
    const { farmer, id } = await stock();
    expect(await listing(id)).not.toHaveProperty('facts');
    await shareOfOne(farmer, id, []);
    const text = JSON.stringify(await listing(id));
    expect(text).not.toMatch(/REG-|Samson|SIRE-7|Clostri|Wormout|2025-0/);
  });

  test('facts shared for all animals are shown, derived from the current records', async () => {
    const { farmer, id } = await stock();
    await shareOfAll(farmer, [...listingFactList]);
    const { facts } = await listing(id);
    expect(facts).toEqual({
      since: expect.any(String) as string,
      birth: { birthDate: '2025-03-01', birthYear: null },
      registrations: ['REG-KID'],
      parents: {
        sire: { tagNumber: 'SIRE-7', name: 'Samson', breed: 'Boer', registrations: ['REG-SIRE'] },
        dam: { tagNumber: 'DAM-3', name: null, breed: null, registrations: [] },
      },
      ancestors: [
        { position: 's', tagNumber: 'SIRE-7', name: 'Samson', breed: 'Boer', registrations: ['REG-SIRE'] },
        { position: 'd', tagNumber: 'DAM-3', name: null, breed: null, registrations: [] },
        { position: 'dd', tagNumber: 'GRAND-2', name: 'Gail', breed: null, registrations: [] },
        { position: 'dds', tagNumber: 'GREAT-1', name: null, breed: null, registrations: [] },
      ],
      weights: [
        { day: '2025-04-01', grams: 10_000 },
        { day: '2025-05-01', grams: 16_000 },
      ],
      gain: { gramsPerDay: 200, days: 30 },
      // The birth was not recorded, so nothing is stated about its litter.
      litter: { bornWith: null, rearedBy: 'bottle' },
      health: {
        vaccinations: [{ day: '2025-05-02', what: 'Clostri' }],
        lastTreatment: { day: '2025-06-01', what: 'Wormout' },
        isWithdrawalUnknown: false,
      },
      // Without scores nothing is stated about dewormings, and without a weaning weight growth is not compared.
      deworming: null,
      growth: null,
      inbreeding: { coefficient: 0, isKnown: false, completeness: 1.375 },
    });
    expect(JSON.stringify(facts)).not.toContain('secret');
    await farmer.call('changeAnimal', { params: { id }, body: { birthDate: '2025-03-02' } });
    expect((await listing(id)).facts?.birth).toEqual({ birthDate: '2025-03-02', birthYear: null });
  });

  test('a weight that was estimated says so and is in no gain', async () => {
    const { farmer, id } = await stock();
    const guess = {
      id: crypto.randomUUID(),
      animalId: id,
      kind: 'weighing',
      day: '2025-07-01',
      weightGrams: 40_000,
      method: 'estimate',
    };
    await farmer.call('recordEvents', { body: { events: [guess] as never } });
    await shareOfAll(farmer, ['weights']);
    const { facts } = await listing(id);
    expect(facts?.weights?.at(-1)).toEqual({ day: '2025-07-01', grams: 40_000, isEstimate: true });
    expect(facts?.gain).toEqual({ gramsPerDay: 200, days: 30 });
  });

  test('a young whose dam left before it was weaned is not called reared by her', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    const dams = [await farmer.addAnimal({ tagNumber: 'D-1' }), await farmer.addAnimal({ tagNumber: 'D-2' })];
    const at = (animalId: string, day: string, event: object) => ({ id: crypto.randomUUID(), animalId, day, ...event });
    const [orphan = '', reared = ''] = dams.map(() => crypto.randomUUID());
    const birth = (young: string) => ({ kind: 'birth', young: [{ id: young, tagNumber: young, sex: 'female', state: 'alive' }] });
    const events = [
      at(dams[0]!.id, '2026-03-01', birth(orphan)),
      at(dams[0]!.id, '2026-03-03', { kind: 'death' }),
      at(dams[1]!.id, '2026-03-01', birth(reared)),
      at(dams[1]!.id, '2026-05-03', { kind: 'sale' }),
    ];
    await farmer.call('recordEvents', { body: { events: events as never } });
    await shareOfAll(farmer, ['litter']);
    for (const id of [orphan, reared])
      await farmer.call('changeAnimal', { params: { id }, body: { forSale: true, salePrice: 100, weaningAgeDays: 60 } });
    expect([(await listing(orphan)).facts?.litter, (await listing(reared)).facts?.litter]).toEqual([
      { bornWith: 1, rearedBy: null },
      { bornWith: 1, rearedBy: 'dam' },
    ]);
  });

  test('a farm can share more or less for one animal than for all, and undo that', async () => {
    const { farmer, id } = await stock();
    await shareOfAll(farmer, ['birth', 'weights']);
    await shareOfOne(farmer, id, ['parents']);
    const shown = async () => Object.keys((await listing(id)).facts ?? {}).toSorted();
    expect(await shown()).toEqual(['parents', 'since']);
    expect(JSON.stringify(await listing(id))).not.toContain('REG-');
    await shareOfOne(farmer, id, null);
    expect(await shown()).toEqual(['birth', 'gain', 'since', 'weights']);
    await shareOfAll(farmer, []);
    expect(await shown()).toEqual([]);
    const list = await server().call('listForSale', { query: {} });
    expect(list.some((one) => one.facts !== undefined)).toBe(false);
  });

  test('growth is that of the group on the performance screen, and deworming follows from scores and treatments', async () => {
    const { farmer, id } = await stock();
    const kin = (await farmer.call('listAnimals')).find((animal) => animal.id === id);
    const add = async (tagNumber: string, birthDate: string, weaningWeightGrams: number) => {
      const { motherId = null, fatherId = null } = kin ?? {};
      const body = { tagNumber, motherId, fatherId, birthDate, species: 'goat', sex: 'female' } as const;
      const added = await farmer.addAnimal(body);
      return weigh(added.id, weaningWeightGrams);
    };
    const weigh = (animalId: string, weaningWeightGrams: number) =>
      farmer.call('changeAnimal', {
        params: { id: animalId },
        body: { birthWeightGrams: 3000, weaningWeightGrams, weaningAgeDays: 90 },
      });
    await weigh(id, 22_000);
    await add('KID-3', '2025-03-01', 18_000);
    await add('LATE', '2025-09-01', 18_000);
    await shareOfOne(farmer, id, ['growth', 'deworming']);
    const { facts } = await listing(id);
    expect(facts?.growth).toEqual({ ratio: 1.1, of: 2, targetDays: 90, bornFrom: '2025-03-01', bornTo: '2025-03-01' });

    const of = (day: string, event: object) => ({ id: crypto.randomUUID(), animalId: id, day, ...event });
    await farmer.call('addProduct', { body: { name: 'Wormout', kind: 'dewormer' } });
    await farmer.call('recordEvents', {
      body: {
        events: [of('2025-07-01', { kind: 'scores', famacha: 4 }), of('2025-08-01', { kind: 'scores', eggCount: 50 })] as never,
      },
    });
    expect((await listing(id)).facts?.deworming).toEqual({
      lastOn: '2025-06-01',
      since: '2025-06-01',
      isSinceBirth: false,
      scored: 2,
    });
    await farmer.call('recordEvents', {
      body: { events: [of('2025-08-02', { kind: 'treatment', productName: 'Unknown drench' })] as never },
    });
    expect((await listing(id)).facts?.deworming).toBeNull();
  });

  test('a season that is too large is not compared for public requests', async () => {
    const { farmer, id } = await stock();
    const body = { birthWeightGrams: 3000, weaningWeightGrams: 20_000, weaningAgeDays: 90 };
    await farmer.call('changeAnimal', { params: { id }, body });
    await shareOfOne(farmer, id, ['growth']);
    const { db } = server();
    const own = await db.selectFrom('animals').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const addYoung = async (count: number) => {
      const copies = Array.from({ length: count }, () => ({
        ...own,
        id: crypto.randomUUID(),
        for_sale: false,
        is_reference: true,
      }));
      for (let at = 0; at < count; at += 500)
        await db
          .insertInto('animals')
          .values(copies.slice(at, at + 500))
          .execute();
    };
    await addYoung(20);
    expect((await listing(id)).facts).toMatchObject({ growth: { of: 21 } });
    // More than one female rears: otherwise each of them would be compared with all others.
    await addYoung(10);
    expect((await listing(id)).facts).toMatchObject({ growth: null });
    await db
      .updateTable('animals')
      .set({ mother_id: null })
      .where('is_reference', '=', true)
      .where('farm_id', '=', farmer.farmId)
      .execute();
    await addYoung(20);
    expect((await listing(id)).facts).toMatchObject({ growth: { of: expect.any(Number) } });
    await addYoung(4000);
    expect((await listing(id)).facts).toMatchObject({ growth: null });
  });
});
