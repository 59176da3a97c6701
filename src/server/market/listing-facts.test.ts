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
    const kin = { motherId: dam, fatherId: sire, birthDate: '2025-03-01' };
    const id = await add({ tagNumber: 'KID-1', ...kin, forSale: true, salePrice: 300, notes: 'a secret note' });
    await add({ tagNumber: 'KID-2', ...kin });
    for (const [animalId, number] of Object.entries({ [id]: 'REG-KID', [sire]: 'REG-SIRE' }))
      await farmer.call('addAnimalTag', { body: { animalId, kind: 'registration', number } });
    const record = (...events: object[]) => farmer.record(...events.map((event) => ({ animalId: id, ...event })));
    await record(
      { day: '2025-04-01', kind: 'weighing', weightGrams: 10_000 },
      { day: '2025-05-01', kind: 'weighing', weightGrams: 16_000 },
      { day: '2025-05-02', kind: 'vaccination', productName: 'Clostri', note: 'a secret note' },
      { day: '2025-06-01', kind: 'treatment', productName: 'Wormout', reason: 'a secret reason' },
      { day: '2025-06-02', kind: 'fostering', isBottleFed: true },
    );
    return { farmer, id, kin, record };
  };

  test('no facts are shown until the farm shares them', async () => {
    const { farmer, id } = await stock();
    expect(await listing(id)).not.toHaveProperty('facts');
    await shareOfOne(farmer, id, []);
    expect(JSON.stringify(await listing(id))).not.toMatch(/REG-|Samson|SIRE-7|Clostri|Wormout|2025-0/);
  });

  test('facts shared for all animals are shown, derived from the current records', async () => {
    const { farmer, id } = await stock();
    await shareOfAll(farmer, [...listingFactList]);
    const { facts } = await listing(id);
    const sire = { tagNumber: 'SIRE-7', name: 'Samson', breed: 'Boer', registrations: ['REG-SIRE'] };
    const dam = { tagNumber: 'DAM-3', name: null, breed: null, registrations: [] };
    expect(facts).toEqual({
      since: expect.any(String) as string,
      birth: { birthDate: '2025-03-01', birthYear: null },
      registrations: ['REG-KID'],
      parents: { sire, dam },
      ancestors: [
        { position: 's', ...sire },
        { position: 'd', ...dam },
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
      },
      // Without scores nothing is stated about dewormings, and without a weaning weight growth is not compared.
      deworming: null,
      growth: null,
      inbreeding: { coefficient: 0, isKnown: false, completeness: 1.375 },
    });
    expect(JSON.stringify(facts)).not.toContain('secret');
    await farmer.changeAnimal(id, { birthDate: '2025-03-02' });
    expect((await listing(id)).facts?.birth).toEqual({ birthDate: '2025-03-02', birthYear: null });
  });

  test('a weight that was estimated says so and is in no gain', async () => {
    const { farmer, id, record } = await stock();
    await record({ kind: 'weighing', day: '2025-07-01', weightGrams: 40_000, method: 'estimate' });
    await shareOfAll(farmer, ['weights']);
    const { facts } = await listing(id);
    expect(facts?.weights?.at(-1)).toEqual({ day: '2025-07-01', grams: 40_000, isEstimate: true });
    expect(facts?.gain).toEqual({ gramsPerDay: 200, days: 30 });
  });

  test('a young whose dam left before it was weaned is not called reared by her', async () => {
    const farmer = await server().register({ plan: 'enterprise' });
    await shareOfAll(farmer, ['litter']);
    for (const [end, rearedBy] of [
      [{ day: '2026-03-03', kind: 'death' }, null],
      [{ day: '2026-05-03', kind: 'sale' }, 'dam'],
    ] as const) {
      const [{ id: animalId }, id] = [await farmer.addAnimal(), crypto.randomUUID()];
      const young = [{ id, tagNumber: id, sex: 'female', state: 'alive' }];
      await farmer.record({ animalId, day: '2026-03-01', kind: 'birth', young }, { animalId, ...end });
      await farmer.changeAnimal(id, { forSale: true, salePrice: 100, weaningAgeDays: 60 });
      expect((await listing(id)).facts?.litter).toEqual({ bornWith: 1, rearedBy });
    }
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

  test('growth is that of the group on the performance screen', async () => {
    const { farmer, id, kin } = await stock();
    const weaned = (weaningWeightGrams: number) => ({ birthWeightGrams: 3000, weaningWeightGrams, weaningAgeDays: 90 });
    await farmer.changeAnimal(id, weaned(22_000));
    for (const birthDate of ['2025-03-01', '2025-09-01']) await farmer.addAnimal({ ...kin, birthDate, ...weaned(18_000) });
    await shareOfOne(farmer, id, ['growth']);
    const { facts } = await listing(id);
    expect(facts?.growth).toEqual({ ratio: 1.1, of: 2, targetDays: 90, bornFrom: '2025-03-01', bornTo: '2025-03-01' });
  });

  test('deworming follows from scores and treatments', async () => {
    const { farmer, id, record } = await stock();
    await shareOfOne(farmer, id, ['deworming']);
    await farmer.call('addProduct', { body: { name: 'Wormout', kind: 'dewormer' } });
    await record({ day: '2025-07-01', kind: 'scores', famacha: 4 }, { day: '2025-08-01', kind: 'scores', eggCount: 50 });
    const deworming = { lastOn: '2025-06-01', since: '2025-06-01', isSinceBirth: false, scored: 2 };
    expect((await listing(id)).facts?.deworming).toEqual(deworming);
    await record({ day: '2025-08-02', kind: 'treatment', productName: 'Unknown drench' });
    expect((await listing(id)).facts?.deworming).toBeNull();
  });
});
