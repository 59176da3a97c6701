import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { readAllRows } from '#test/database-rows.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { seedFarm } from '#test/samples.ts';
import { foldMissingStates } from './fold-states.jobs.ts';

const today = new Date().toISOString().slice(0, 10);
const summaryOf = (person: Person, id: string) => person.call('readAnimalSummary', { params: { id } });
const readAnimal = (person: Person, id: string) => person.call('readAnimal', { params: { id } });
const replace = (person: Person, id: string, body: object) =>
  person.call('replaceEvent', { params: { id }, body: body as never });
const eventsOf = (person: Person, kind: string) => person.call('listEvents', { query: { kind } });

describeOnEachEngine('events', (server) => {
  const farmWithDoe = async (fields: object = {}) => {
    const person = await server().register({ plan: 'enterprise' });
    return { person, doe: await person.addAnimal({ birthDate: '2024-03-01', ...fields }) };
  };

  test('are returned as they were sent, with their author, newest day first', async () => {
    const { person, doe } = await farmWithDoe();
    const early = { kind: 'weighing', animalId: doe.id, day: '2026-04-01', weightGrams: 20_000, method: 'scale' };
    const late = { kind: 'treatment', animalId: doe.id, day: '2026-05-01', productName: 'Ivermectin', dose: 2, note: 'left ear' };
    const events = await person.record(early, late);
    expect(events).toMatchObject([{ ...early, by: person.username, version: 1, voidedAt: null, occasion: null }, late]);
    expect(await person.call('listEvents', { query: { animalId: doe.id } })).toEqual(events.toReversed());
    expect(await eventsOf(person, 'weighing')).toEqual([events[0]]);
    expect(await person.call('listEvents', { query: { from: '2026-05-01', to: '2026-05-01' } })).toEqual([events[1]]);
  });

  test('are refused at the wrong field, and nothing of the request is written', async () => {
    const { person, doe } = await farmWithDoe();
    const before = await readAllRows(server(), person.farmId);
    for (const [path, fields] of [
      ['weightGrams', { kind: 'weighing', weightGrams: 0 }],
      ['day', { kind: 'heat', day: addDays(today, 2) }],
      ['day', { kind: 'heat', day: '2024-02-29' }],
      ['photo', { kind: 'note', photo: '/uploads/other.webp' }],
    ] as const) {
      const good = { kind: 'weighing', animalId: doe.id, weightGrams: 20_000 };
      const refused = { status: 400, errors: [expect.objectContaining({ path: `events.1.${path}` })] };
      await expect(person.record(good, { animalId: doe.id, ...fields })).rejects.toMatchObject(refused);
    }
    expect(await readAllRows(server(), person.farmId)).toEqual(before);
  });

  test('that name a record of another farm are refused like those that name an unknown one', async () => {
    const { person, doe } = await farmWithDoe();
    const { ids } = await seedFarm(await server().register({ plan: 'enterprise' }));
    const before = await readAllRows(server());
    const needed = { productName: 'X', young: [{ sex: 'female', state: 'alive' }] };
    const places = `heat.animalId:animals heat.sireId:animals heat.worklistId:worklists move.placeId:places move.groupId:groups
      treatment.productId:products vaccination.productId:products fostering.rearedById:animals birth.sireId:animals
      birth.breedingId:breeding-records`;
    for (const [kind, field = '', records = ''] of places.split(/\s+/).map((place) => place.split(/[.:]/))) {
      const message = `Your farm has no such ${records.replace('-', ' ').slice(0, -1)}`;
      const refused = { status: 400, errors: [{ path: `events.0.${field}`, message }] };
      for (const id of [ids[records], uuidv7()]) {
        const recorded = person.record({ animalId: doe.id, kind, ...needed, [field]: id });
        await expect(recorded, `${kind}.${field}`).rejects.toMatchObject(refused);
      }
    }
    expect(await readAllRows(server())).toEqual(before);
  });

  test('that are replaced or voided stay in the history, and the state is computed from the others', async () => {
    const { person, doe } = await farmWithDoe();
    const weighing = { kind: 'weighing', animalId: doe.id, day: '2026-05-01' };
    const [wrong = expect.fail()] = await person.record({ ...weighing, weightGrams: 200_000 });
    const right = await replace(person, wrong.id, { ...weighing, weightGrams: 20_000 });
    expect(right).toMatchObject({ weightGrams: 20_000, replacesId: wrong.id });
    expect((await summaryOf(person, doe.id)).lastWeightGrams).toBe(20_000);
    const voided = await person.voidEvent(right.id, { reason: 'another animal' });
    expect(voided).toMatchObject({ voidedBy: person.username, voidReason: 'another animal' });
    expect(await person.voidEvent(right.id)).toEqual(voided);
    const again = replace(person, right.id, { ...weighing, weightGrams: 200_000 });
    await expect(again).rejects.toMatchObject({ code: 'record.stale' });
    expect((await summaryOf(person, doe.id)).lastWeightGrams).toBeNull();
    expect(await person.call('listEvents')).toEqual([]);
    const history = await person.call('listEvents', { query: { includeVoided: 'true' } });
    expect(new Set(history.map(({ id }) => id))).toEqual(new Set([wrong.id, right.id]));
    expect((await readAllRows(server(), person.farmId)).get('weights')).toEqual([]);
  });

  test('recorded, replaced and voided in any order leave the states that folding from the beginning gives', async () => {
    const { db, app } = server();
    const what = fc.constantFrom('weighing', 'checkup', 'vaccination', 'scores', 'treatment', 'replace', 'void');
    const step = fc.record({ what, after: fc.integer({ min: 0, max: 20 }), which: fc.nat(100) });
    const detailsOf = (kind: string, which: number) =>
      ({
        checkup: { healthStatus: String(1 + (which % 5)), cdnt: which % 2 === 0, nextDueDate: '2026-12-01' },
        vaccination: { productName: 'CD&T', nextDueDay: '2027-01-01' },
        scores: { famacha: 1 + (which % 5) },
        treatment: { productName: 'X', withdrawals: ['meat', 'milk'].map((product) => ({ product, days: which })) },
      })[kind] ?? { weightGrams: 20_000 + which };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
        const { person, doe } = await farmWithDoe();
        const ofFarm = () => db.selectFrom('animal_states').select(['animal_id', 'state']).where('farm_id', '=', person.farmId);
        for (const { what: kind, after, which } of steps) {
          const all = await person.call('listEvents');
          const { id } = all[which % Math.max(all.length, 1)] ?? {};
          const event = { animalId: doe.id, day: addDays('2026-01-01', after), ...detailsOf(kind, which) };
          if (kind === 'void') await (id && person.voidEvent(id));
          else if (kind === 'replace') await (id && replace(person, id, { kind: 'weighing', ...event }));
          else await person.record({ kind, ...event });
        }
        const stored = await ofFarm().execute();
        await db.updateTable('animal_states').set({ form: 0, state: '{}' }).where('farm_id', '=', person.farmId).execute();
        await foldMissingStates.run(app.deps, new AbortController().signal);
        expect(stored).toEqual(await ofFarm().execute());
        const [newest] = await person.call('listHealthRecords');
        expect((await readAnimal(person, doe.id)).healthStatus).toBe(newest?.healthStatus ?? '3');
      }),
      { numRuns: 6 },
    );
  });

  test('of checkups that named a medicine before these had days hold the animal back after an upgrade, until the days are given', async () => {
    const { person, doe } = await farmWithDoe();
    const { id } = await person.call('addHealthRecord', {
      body: { animalId: doe.id, date: '2026-05-01', healthStatus: '3', dewormed: true },
    });
    const { db } = server();
    const { detail } = await db.selectFrom('events').select('detail').where('id', '=', id).executeTakeFirstOrThrow();
    const { meatWithdrawalDays: _, milkWithdrawalDays: _milk, ...before } = JSON.parse(detail) as Record<string, unknown>;
    await db
      .updateTable('events')
      .set({ detail: JSON.stringify(before) })
      .where('id', '=', id)
      .execute();
    const checkupMedicines = [{ day: '2026-05-01', kind: 'treatment' }];
    const state = JSON.stringify({ withdrawals: {}, courses: [], checkupMedicines });
    await db.updateTable('animal_states').set({ form: 10, state }).where('farm_id', '=', person.farmId).execute();
    const sell = () => person.record({ kind: 'sale', animalId: doe.id, day: '2026-05-02' });
    await expect(sell()).rejects.toMatchObject({ code: 'animals.in_withdrawal' });
    const notRecorded = [{ product: 'meat', clearOn: null, notRecordedOn: '2026-05-01' }];
    expect(await person.call('listAnimalStates')).toMatchObject([{ withdrawals: notRecorded }]);
    expect(await person.call('listHealthRecords')).toMatchObject([{ meatWithdrawalDays: null, milkWithdrawalDays: null }]);
    await person.call('changeHealthRecord', { params: { id }, body: { meatWithdrawalDays: 2 } });
    await expect(sell()).rejects.toMatchObject({ code: 'animals.in_withdrawal' });
    await person.call('changeHealthRecord', { params: { id }, body: { meatWithdrawalDays: 0 } });
    expect(await sell()).toMatchObject([{ kind: 'sale', reason: null }]);
  });

  test('lead to states that are listed even if they are stored in an earlier form; a job stores all, and copies of the farm get them', async () => {
    const { person, doe } = await farmWithDoe();
    const other = await person.addAnimal({ tagNumber: 'D-2' });
    await person.record(...[doe, other].map(({ id: animalId }) => ({ kind: 'weighing', animalId, weightGrams: 20_000 })));
    const { db, app } = server();
    const listed = await person.call('listAnimalStates');
    expect(listed).toHaveLength(2);
    await db.updateTable('animal_states').set({ form: 0, state: '{}' }).where('farm_id', '=', person.farmId).execute();
    expect((await person.call('readChanges', { query: {} })).animalStates).toEqual([]);
    // A page, since the complete list is cached while the revision holds.
    expect(await person.call('listAnimalStates', { query: { limit: 10 } })).toEqual(listed);
    await db.deleteFrom('animal_states').where('farm_id', '=', person.farmId).where('animal_id', '=', doe.id).execute();
    await foldMissingStates.run(app.deps, new AbortController().signal);
    const { animalStates } = await person.call('readChanges', { query: {} });
    expect(animalStates.toSorted((a, b) => (a.animalId < b.animalId ? -1 : 1))).toEqual(listed);
  });

  test('an animal’s own weights at birth and weaning are weighings, and such a weighing is its own weight', async () => {
    const { person, doe } = await farmWithDoe({ birthWeightGrams: 3000, weaningWeightGrams: 18_000, weaningAgeDays: 90 });
    const weighings = () => eventsOf(person, 'weighing');
    expect(await weighings()).toMatchObject([
      { occasion: 'weaning', day: '2024-05-30', weightGrams: 18_000 },
      { occasion: 'birth', day: '2024-03-01', weightGrams: 3000 },
    ]);
    await person.changeAnimal(doe.id, { birthWeightGrams: 3100, weaningWeightGrams: null });
    const [birth = expect.fail(), ...others] = await weighings();
    expect([birth, others]).toMatchObject([{ occasion: 'birth', weightGrams: 3100 }, []]);
    const weighing = { kind: 'weighing', animalId: doe.id };
    await person.record({ ...weighing, day: '2024-06-09', weightGrams: 19_000, occasion: 'weaning' });
    expect(await readAnimal(person, doe.id)).toMatchObject({ weaningWeightGrams: 19_000, weaningAgeDays: 100 });
    await person.record({ ...weighing, day: '2024-06-20', weightGrams: 25_000, occasion: 'weaning', method: 'estimate' });
    await person.record({ ...weighing, day: '2024-06-01', weightGrams: 18_500, occasion: 'weaning' });
    expect(await readAnimal(person, doe.id)).toMatchObject({ weaningWeightGrams: 19_000, weaningAgeDays: 100 });
    const correction = { ...weighing, day: '2024-03-01', weightGrams: 3200, occasion: 'birth' };
    const corrected = await replace(person, birth.id, correction);
    await person.changeAnimal(doe.id, { birthDate: '2024-03-02' });
    const [moved = expect.fail()] = (await weighings()).filter(({ day }) => day === '2024-03-02');
    expect(moved).toMatchObject({ weightGrams: 3200, replacesId: corrected.id });
    await person.voidEvent(moved.id);
    expect(await readAnimal(person, doe.id)).toMatchObject({ birthWeightGrams: null, weaningWeightGrams: 19_000 });
  });

  test('marking an animal as sold or castrated records an event on the given day, or today, and taking that back voids it', async () => {
    const person = await server().register();
    const { id } = await person.addAnimal({ sex: 'male', birthDate: '2024-03-01' });
    await person.changeAnimal(id, { status: 'sold', castratedOn: '2024-06-01' });
    expect(await eventsOf(person, 'sale')).toMatchObject([{ day: today }]);
    expect(await eventsOf(person, 'castration')).toMatchObject([{ day: '2024-06-01' }]);
    await person.changeAnimal(id, { status: 'active', castratedOn: null });
    expect(await person.call('listEvents')).toEqual([]);
    const late = person.changeAnimal(id, { status: 'sold', day: addDays(today, 2) });
    await expect(late).rejects.toMatchObject({ code: 'request.invalid', errors: [{ path: 'day' }] });
  });

  test('an animal in withdrawal is neither sold nor offered without a reason, which is recorded', async () => {
    const { person, doe } = await farmWithDoe();
    const withdrawals = [{ product: 'meat', days: 28 }];
    await person.record({ kind: 'treatment', animalId: doe.id, day: today, productName: 'X', withdrawals });
    const inWithdrawal = { code: 'animals.in_withdrawal', status: 409 };
    const offer = { forSale: true, salePrice: 100 };
    await expect(person.changeAnimal(doe.id, { status: 'sold' })).rejects.toMatchObject(inWithdrawal);
    await expect(person.changeAnimal(doe.id, offer)).rejects.toMatchObject(inWithdrawal);
    await expect(person.record({ kind: 'sale', animalId: doe.id, day: today })).rejects.toMatchObject(inWithdrawal);
    expect(await readAnimal(person, doe.id)).toMatchObject({ status: 'active', forSale: false });
    await person.changeAnimal(doe.id, { ...offer, reason: 'For breeding only' });
    expect(await eventsOf(person, 'note')).toMatchObject([{ note: 'Offered for sale: For breeding only', day: today }]);
    await person.changeAnimal(doe.id, { status: 'sold', reason: 'Breeding stock, the buyer knows' });
    expect(await eventsOf(person, 'sale')).toMatchObject([{ reason: 'Breeding stock, the buyer knows' }]);
  });

  test('a vet records examinations and treatments alone', async () => {
    const [{ person, doe }, vet] = [await farmWithDoe(), await server().register()];
    await server().addMember(person, vet, 'vet');
    await vet.record({ kind: 'treatment', animalId: doe.id, productName: 'X' });
    await expect(vet.record({ kind: 'heat', animalId: doe.id })).rejects.toMatchObject({ code: 'access.role' });
    const [heat = expect.fail()] = await person.record({ kind: 'heat', animalId: doe.id });
    await expect(vet.voidEvent(heat.id)).rejects.toMatchObject({ code: 'access.role' });
  });
});

describeOnEachEngine('births', (server) => {
  const farmWithPair = async () => {
    const person = await server().register({ plan: 'enterprise' });
    const doe = await person.addAnimal({ birthDate: '2022-03-01', breed: 'Kiko' });
    const buck = await person.addAnimal({ tagNumber: 'B-1', sex: 'male', birthDate: '2022-03-01', breed: 'Boer' });
    const pair = { motherId: doe.id, fatherId: buck.id };
    const mating = await person.call('addBreedingRecord', { body: { ...pair, breedingDate: '2025-12-02' } });
    const bear = async (young: object[], more: object = {}) => {
      const [birth] = await person.record({ kind: 'birth', animalId: doe.id, young, ...more });
      return birth?.kind === 'birth' ? birth : expect.fail();
    };
    const correct = (id: string, young: object[]) =>
      replace(person, id, { kind: 'birth', animalId: doe.id, day: '2026-05-02', young });
    const kids = async () =>
      (await person.call('listAnimals'))
        .filter(({ motherId }) => motherId === doe.id)
        .toSorted((a, b) => (a.tagNumber < b.tagNumber ? -1 : 1));
    const matings = () => person.call('listBreedingRecords');
    return { person, doe, buck, mating, bear, correct, kids, matings };
  };
  const one = { sex: 'female', tagNumber: 'K-1', color: 'Red', weightGrams: 3100, state: 'alive' };
  const young = [one, { sex: 'male', state: 'died' }, { sex: 'male', state: 'stillborn' }];
  const two = [one, { ...one, tagNumber: 'K-2' }];

  test('add the young with their parents and weights, and end the mating; a retry adds nothing', async () => {
    const { buck, mating, bear, kids, matings } = await farmWithPair();
    const birth = { id: uuidv7(), ease: 1 };
    const recorded = await bear(young, birth);
    expect(await bear(young, birth)).toEqual(recorded);
    expect(recorded).toMatchObject({ sireId: buck.id, breedingId: mating.id, ease: 1 });
    const kin = { fatherId: buck.id, breed: 'Boer × Kiko' };
    const born = await kids();
    expect(born).toMatchObject([
      { ...kin, tagNumber: 'A-1-26B', sex: 'male', status: 'died', birthDate: '2026-05-01' },
      { ...kin, tagNumber: 'K-1', sex: 'female', status: 'active', birthWeightGrams: 3100, color: 'Red' },
    ]);
    const [after] = await matings();
    expect(after).toMatchObject({ outcome: 'successful', actualBirthDate: '2026-05-01' });
    expect(after?.offspringIds.toSorted()).toEqual(born.map(({ id }) => id).toSorted());
  });

  test('do not end a mating of a later day, and with a sire stated as unknown infer neither a sire nor a mating', async () => {
    const { mating, bear, kids, matings } = await farmWithPair();
    const early = { breedingId: mating.id, day: addDays(mating.breedingDate, -1) };
    expect(await bear([{ sex: 'male', state: 'stillborn' }], early)).toMatchObject({ breedingId: null });
    expect(await bear(young, { sireCertainty: 'unsure' })).toMatchObject({ sireId: null, breedingId: null });
    expect(await kids()).toMatchObject([{ fatherId: null }, { fatherId: null, breed: null }]);
    expect(await matings()).toMatchObject([{ outcome: 'pending', actualBirthDate: null }]);
  });

  test('of more than four young keep all of them; the breeding record lists the first four', async () => {
    const { bear, kids, matings } = await farmWithPair();
    await bear(Array.from({ length: 6 }, (_, index) => ({ ...one, tagNumber: `K-${index}` })));
    expect(await kids()).toHaveLength(6);
    expect((await matings())[0]?.offspringIds).toHaveLength(4);
  });

  test('that are voided delete young without records or a listing of their own, and the mating is pending again', async () => {
    const { person, bear, kids, matings } = await farmWithPair();
    const birth = await bear([...two, { ...one, tagNumber: 'K-3' }]);
    const [, weighed = expect.fail(), offered = expect.fail()] = await kids();
    await person.record({ kind: 'weighing', animalId: weighed.id, day: '2026-06-01', weightGrams: 9000 });
    const listing = { photos: [], clipUrl: 'https://example.org/clip', shared: null };
    await person.call('changeListingDetails', { params: { id: offered.id }, body: listing });
    await person.voidEvent(birth.id);
    expect((await kids()).map(({ tagNumber }) => tagNumber)).toEqual(['K-2', 'K-3']);
    expect(await matings()).toMatchObject([{ outcome: 'pending', actualBirthDate: null, offspringIds: [] }]);
  });

  test('that are corrected keep their young as the same animals, and become no event of one of these', async () => {
    const { person, bear, correct, kids } = await farmWithPair();
    const birth = await bear([one]);
    const kid = birth.young[0]?.id ?? '';
    const wrong = replace(person, birth.id, { kind: 'heat', animalId: kid, day: '2026-05-02' });
    await expect(wrong).rejects.toMatchObject({ errors: [{ path: 'animalId' }] });
    const corrected = await correct(birth.id, [...birth.young, { sex: 'male', state: 'alive' }]);
    expect(await kids()).toHaveLength(2);
    expect(corrected).toMatchObject({ day: '2026-05-02', young: [{ id: kid }, { sex: 'male' }] });
  });

  test('can be corrected and voided even if a young or the mating was deleted since', async () => {
    const { person, mating, bear, correct, kids, matings } = await farmWithPair();
    const birth = await bear(two);
    const [gone, left] = birth.young;
    await person.call('deleteAnimal', { params: { id: gone?.id ?? '' } });
    const { id } = await correct(birth.id, birth.young);
    expect(await kids()).toMatchObject([{ id: left?.id }]);
    expect(await matings()).toMatchObject([{ offspringIds: [left?.id] }]);
    await person.call('deleteBreedingRecord', { params: { id: mating.id } });
    await person.voidEvent(id);
    expect(await kids()).toEqual([]);
  });
});

describeOnEachEngine('corrected health records', (server) => {
  test('keep their id, and the animal has the health status of the latest remaining checkup', async () => {
    const person = await server().register({ plan: 'enterprise' });
    const { id: animalId, version } = await person.addAnimal();
    const add = (date: string, healthStatus: '1' | '5', cdnt = false) =>
      person.call('addHealthRecord', { body: { animalId, date, healthStatus, cdnt, weightLbs: 100 } });
    const [first, { id, ...second }] = [await add('2026-04-01', '5'), await add('2026-05-01', '1', true)];
    const change = (body: object) => person.call('changeHealthRecord', { params: { id }, body });
    expect(await readAnimal(person, animalId)).toMatchObject({ healthStatus: '1', vaccinated: true, version: version + 2 });
    const changed = await change({ date: '2026-03-01', weightLbs: 90 });
    expect(changed).toEqual({ ...second, id, date: '2026-03-01', weightLbs: 90, version: changed.version });
    expect(await person.call('listHealthRecords')).toEqual([first, changed]);
    expect((await readAnimal(person, animalId)).healthStatus).toBe('5');
    await person.call('removeHealthRecord', { params: { id } });
    expect(await person.call('listHealthRecords')).toEqual([first]);
    expect(await readAnimal(person, animalId)).toMatchObject({ healthStatus: '5', vaccinated: false });
  });
});
