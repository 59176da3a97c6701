import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { NewEvent } from '#contract/events.ts';
import { addDays } from '#domain/values/dates.ts';
import { fold } from '#domain/journal/state.ts';
import { openWithdrawals } from '#domain/journal/withdrawals.ts';
import { readEventPages } from '#server/journal/journal.queries.ts';
import { foldMissingStates } from './fold-states.jobs.ts';
import { completeFields } from '#domain/records/animal-values.ts';
import { newAnimalRow } from '#server/animals/animal-fields.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { inFarmTransaction, inSnapshot } from '#server/db/transaction.ts';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { recordLongestTurn } from '#test/event-loop.ts';
import { readAllRows } from '#test/database-rows.ts';
import { seedFarm } from '#test/samples.ts';
import type { z } from 'zod';
import { longTest } from '#test/long-run.ts';

type Input = z.input<typeof NewEvent>;

const today = new Date().toISOString().slice(0, 10);
const event = (fields: object): Input => ({ id: uuidv7(), day: '2026-05-01', ...fields }) as Input;

const record = (person: Person, ...events: Input[]) => person.call('recordEvents', { body: { events } });
const summaryOf = (person: Person, id: string) => person.call('readAnimalSummary', { params: { id } });
const readAnimal = (person: Person, id: string) => person.call('readAnimal', { params: { id } });

/** The stored states, and the results of folding all events from the beginning. */
async function states({ db }: TestServer, person: Person) {
  const stored = await db
    .selectFrom('animal_states')
    .select(['animal_id', 'state'])
    .where('farm_id', '=', person.farmId)
    .execute();
  const folded = await inSnapshot(db, async (tx) => {
    const all = new Map<string, string>();
    for (const { animal_id: id } of stored) {
      const events = [];
      for await (const page of readEventPages(tx, person.farmId, [id])) events.push(...page);
      all.set(id, JSON.stringify(fold(events)));
    }
    return all;
  });
  return { stored: new Map(stored.map(({ animal_id, state }) => [animal_id, state])), folded };
}

describeOnEachEngine('events', (server) => {
  const farmWithDoe = async (fields: object = {}) => {
    const person = await server().register({ plan: 'enterprise' });
    return { person, doe: await person.addAnimal({ birthDate: '2024-03-01', ...fields }) };
  };

  test('are returned as they were sent, with their author, newest day first', async () => {
    const { person, doe } = await farmWithDoe();
    const [early, late] = [
      event({ kind: 'weighing', animalId: doe.id, day: '2026-04-01', weightGrams: 20_000, method: 'scale' }),
      event({ kind: 'treatment', animalId: doe.id, productName: 'Ivermectin', dose: 2, note: 'left ear' }),
    ];
    const { events } = await record(person, early, late);
    expect(events).toMatchObject([
      { ...early, by: person.username, version: 1, voidedAt: null, occasion: null },
      { ...late, withdrawals: [], extraLabel: false },
    ]);
    expect(await person.call('listEvents', { query: { animalId: doe.id } })).toEqual(events.toReversed());
    expect(await person.call('listEvents', { query: { kind: 'weighing' } })).toEqual([events[0]]);
    expect(await person.call('listEvents', { query: { from: '2026-05-01', to: '2026-05-01' } })).toEqual([events[1]]);
  });

  test('sent again are recorded once, and other content under the same id is refused', async () => {
    const { person, doe } = await farmWithDoe();
    const weighing = event({ kind: 'weighing', animalId: doe.id, weightGrams: 20_000 });
    const [first, again] = [await record(person, weighing), await record(person, weighing)];
    expect(again).toEqual(first);
    await expect(record(person, { ...weighing, weightGrams: 21_000 } as Input)).rejects.toMatchObject({
      code: 'create.conflict',
    });
    expect(await person.call('listEvents')).toHaveLength(1);
  });

  const bad: [what: string, path: string, fields: object][] = [
    ['a weight of 0', 'events.1.weightGrams', { kind: 'weighing', weightGrams: 0 }],
    ['a day in the future', 'events.1.day', { kind: 'heat', day: addDays(today, 2) }],
    ['a day before the birth', 'events.1.day', { kind: 'heat', day: '2024-02-29' }],
    ['an animal that does not exist', 'events.1.animalId', { kind: 'heat', animalId: uuidv7() }],
    ['a place that the farm does not have', 'events.1.placeId', { kind: 'move', placeId: uuidv7() }],
    ['a photo that the farm did not upload', 'events.1.photo', { kind: 'note', photo: '/uploads/other.webp' }],
  ];
  test.each(bad)('with %s are refused at the field %s, and nothing of the request is written', async (_, path, fields) => {
    const { person, doe } = await farmWithDoe();
    const before = await readAllRows(server(), person.farmId);
    const good = event({ kind: 'weighing', animalId: doe.id, weightGrams: 20_000 });
    await expect(record(person, good, event({ animalId: doe.id, ...fields }))).rejects.toMatchObject({
      status: 400,
      errors: [expect.objectContaining({ path })],
    });
    const after = await readAllRows(server(), person.farmId);
    for (const table of ['events', 'animals', 'changes'] as const)
      expect([table, after.get(table)]).toEqual([table, before.get(table)]);
  });

  test.each([
    ['heat', 'animalId', 'animals', 'animal'],
    ['heat', 'sireId', 'animals', 'animal'],
    ['heat', 'worklistId', 'worklists', 'worklist'],
    ['move', 'placeId', 'places', 'place'],
    ['move', 'groupId', 'groups', 'group'],
    ['treatment', 'productId', 'products', 'product'],
    ['vaccination', 'productId', 'products', 'product'],
    ['fostering', 'rearedById', 'animals', 'animal'],
    ['birth', 'sireId', 'animals', 'animal'],
    ['birth', 'breedingId', 'breeding-records', 'breeding record'],
  ])(
    'of the kind %s with the %s of another farm are refused like those with an unknown one',
    async (kind, field, records, name) => {
      const { person, doe } = await farmWithDoe();
      const { ids } = await seedFarm(await server().register({ plan: 'enterprise' }));
      const before = await readAllRows(server());
      const needed = { productName: 'X', young: [{ sex: 'female', state: 'alive' }] };
      for (const id of [ids[records], uuidv7()]) {
        await expect(record(person, event({ animalId: doe.id, kind, ...needed, [field]: id }))).rejects.toMatchObject({
          status: 400,
          errors: [{ path: `events.0.${field}`, message: `Your farm has no such ${name}` }],
        });
      }
      expect(await readAllRows(server())).toEqual(before);
    },
  );

  longTest('of 2,000 animals at once leave other requests their turn, and births are at most a hundred', async () => {
    const { person, doe } = await farmWithDoe();
    const { farmId } = person;
    const herd = Array.from({ length: 2000 }, () =>
      newAnimalRow(uuidv7(), completeFields({ tagNumber: 'H', species: 'goat', sex: 'male' }), {
        createDigest: '',
        now: new Date().toISOString(),
      }),
    );
    await inFarmTransaction(server().db, farmId, (tx) => insertRows(tx, farmId, 'animals', herd));
    await server()
      .db.updateTable('farms')
      .set({ animal_count: herd.length + 1 })
      .where('id', '=', farmId)
      .execute();
    // Each castration changes its animal in another way.
    const castrations = herd.map(({ id }, index) =>
      event({ kind: 'castration', animalId: id, day: addDays('2020-01-01', index) }),
    );
    await recordLongestTurn('2,000 castrations at once', () => record(person, ...castrations));
    const young = [{ sex: 'female', state: 'alive' }];
    const births = Array.from({ length: 101 }, () => event({ kind: 'birth', animalId: doe.id, young }));
    await expect(record(person, ...births)).rejects.toMatchObject({ errors: [{ path: 'events.100.kind' }] });
  });

  test('that are replaced or voided stay in the history, and the state is computed from the others', async () => {
    const { person, doe } = await farmWithDoe();
    const wrong = event({ kind: 'weighing', animalId: doe.id, weightGrams: 200_000 });
    await record(person, wrong);
    const { id: _, ...content } = wrong;
    const right = await person.call('replaceEvent', {
      params: { id: wrong.id },
      body: { ...content, weightGrams: 20_000 } as never,
    });
    expect(right).toMatchObject({ weightGrams: 20_000, replacesId: wrong.id });
    expect((await summaryOf(person, doe.id)).lastWeightGrams).toBe(20_000);
    const voided = await person.call('voidEvent', { params: { id: right.id }, body: { reason: 'another animal' } });
    expect(voided).toMatchObject({ voidedBy: person.username, voidReason: 'another animal' });
    expect(await person.call('voidEvent', { params: { id: right.id }, body: {} })).toEqual(voided);
    const replaced = person.call('replaceEvent', { params: { id: right.id }, body: content });
    await expect(replaced).rejects.toMatchObject({ code: 'record.stale' });
    expect((await summaryOf(person, doe.id)).lastWeightGrams).toBeNull();
    expect(await person.call('listEvents')).toEqual([]);
    const history = await person.call('listEvents', { query: { includeVoided: 'true' } });
    expect(history.map(({ id }) => id).toSorted()).toEqual([wrong.id, right.id].toSorted());
    const { db } = server();
    expect(await db.selectFrom('weights').selectAll().where('farm_id', '=', person.farmId).execute()).toEqual([]);
  });

  test('recorded, replaced and voided in any order leave the states that folding from the beginning gives', async () => {
    const step = fc.record({
      what: fc.constantFrom('weighing', 'checkup', 'vaccination', 'scores', 'treatment', 'replace', 'void'),
      day: fc.integer({ min: 0, max: 20 }),
      which: fc.nat(100),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
        const { person, doe } = await farmWithDoe();
        const common = (day: number) => ({ animalId: doe.id, day: addDays('2026-01-01', day) });
        for (const { what, day, which } of steps) {
          const all = await person.call('listEvents');
          const one = all[which % Math.max(all.length, 1)];
          if (what === 'void') {
            if (one) await person.call('voidEvent', { params: { id: one.id }, body: {} });
          } else if (what === 'replace') {
            const body = { kind: 'weighing' as const, ...common(day), weightGrams: 30_000 + which };
            if (one) await person.call('replaceEvent', { params: { id: one.id }, body });
          } else {
            const details = {
              weighing: { weightGrams: 20_000 + which },
              checkup: { healthStatus: String(1 + (which % 5)), cdnt: which % 2 === 0, nextDueDate: '2026-12-01' },
              vaccination: { productName: 'CD&T', nextDueDay: '2027-01-01' },
              scores: { famacha: 1 + (which % 5) },
              treatment: {
                productName: 'X',
                withdrawals: [
                  { product: 'meat', days: 10 * which },
                  { product: 'milk', days: which },
                ],
              },
            }[what as 'weighing'];
            await record(person, event({ kind: what, ...common(day), ...details }));
          }
        }
        const { stored, folded } = await states(server(), person);
        expect(stored).toEqual(folded);
        const {
          animalId,
          rearedById: _,
          isBottleFed: __,
          weanedOn: ___,
          left: ____,
          ...listed
        } = (await person.call('listAnimalStates'))[0] ?? expect.fail();
        const { place, groups, checkupMedicineOn: _____, ...summary } = await summaryOf(person, doe.id);
        const open = openWithdrawals(listed.withdrawals, today);
        expect({ ...listed, withdrawals: open }).toEqual({ ...summary, placeId: place, groupIds: groups });
        expect(animalId).toBe(doe.id);
        const newest = (await person.call('listHealthRecords'))[0];
        expect((await readAnimal(person, doe.id)).healthStatus).toBe(newest?.healthStatus ?? '3');
      }),
      { numRuns: 6 },
    );
  });

  test('lead to states that are listed even if they are stored in an earlier form; a job stores all, and copies of the farm get them', async () => {
    const { person, doe } = await farmWithDoe();
    const other = await person.addAnimal({ tagNumber: 'D-2' });
    await person.addAnimal({ tagNumber: 'D-3' });
    await record(
      person,
      event({ kind: 'weighing', animalId: doe.id, weightGrams: 20_000 }),
      event({ kind: 'vaccination', animalId: other.id, productName: 'CD&T', nextDueDay: '2027-01-01' }),
    );
    const { db, app } = server();
    const listed = await person.call('listAnimalStates');
    expect(listed.map(({ animalId }) => animalId)).toEqual([doe.id, other.id].toSorted());
    const paged = await person.send({ method: 'GET', url: `/api/animal-states?limit=1&cursor=${listed[0]?.animalId}` });
    expect(paged.json()).toEqual(listed.slice(1));
    await db.updateTable('animal_states').set({ form: 0, state: '{}' }).where('farm_id', '=', person.farmId).execute();
    expect((await person.call('readChanges', { query: {} })).animalStates).toEqual([]);
    // A page, since the complete list is cached while the revision holds.
    expect(await person.call('listAnimalStates', { query: { limit: 10 } })).toEqual(listed);
    await db.deleteFrom('animal_states').where('farm_id', '=', person.farmId).where('animal_id', '=', doe.id).execute();
    await foldMissingStates.run(app.deps, new AbortController().signal);
    const { animalStates } = await person.call('readChanges', { query: {} });
    expect(animalStates.toSorted((a, b) => (a.animalId < b.animalId ? -1 : 1))).toEqual(listed);
    const { stored, folded } = await states(server(), person);
    expect([stored.size, stored]).toEqual([2, folded]);
  });

  test('an animal’s own weights at birth and weaning are weighings, and such a weighing is its own weight', async () => {
    const { person, doe } = await farmWithDoe({ birthWeightGrams: 3000, weaningWeightGrams: 18_000, weaningAgeDays: 90 });
    const weighings = () => person.call('listEvents', { query: { animalId: doe.id, kind: 'weighing' } });
    expect(await weighings()).toMatchObject([
      { occasion: 'weaning', day: '2024-05-30', weightGrams: 18_000 },
      { occasion: 'birth', day: '2024-03-01', weightGrams: 3000 },
    ]);
    await person.call('changeAnimal', { params: { id: doe.id }, body: { birthWeightGrams: 3100, weaningWeightGrams: null } });
    const [birth, ...others] = await weighings();
    expect([birth, others]).toMatchObject([{ occasion: 'birth', weightGrams: 3100 }, []]);
    const weaning = event({ kind: 'weighing', animalId: doe.id, day: '2024-06-09', weightGrams: 19_000, occasion: 'weaning' });
    await record(person, weaning);
    expect(await readAnimal(person, doe.id)).toMatchObject({ weaningWeightGrams: 19_000, weaningAgeDays: 100 });
    const { id: _, ...content } = birth ?? weaning;
    const corrected = await person.call('replaceEvent', {
      params: { id: birth?.id ?? '' },
      body: { ...content, kind: 'weighing', weightGrams: 3200 } as never,
    });
    await person.call('changeAnimal', { params: { id: doe.id }, body: { birthDate: '2024-03-02' } });
    const [moved] = (await weighings()).filter(({ day }) => day === '2024-03-02');
    expect([corrected.day, moved]).toMatchObject(['2024-03-01', { weightGrams: 3200, replacesId: corrected.id }]);
    await person.call('voidEvent', { params: { id: moved?.id ?? '' }, body: {} });
    expect(await readAnimal(person, doe.id)).toMatchObject({ birthWeightGrams: null, weaningWeightGrams: 19_000 });
  });

  test('marking an animal as sold or dead records an event on the given day, or today, and marking it as active voids the event', async () => {
    const { person, doe } = await farmWithDoe();
    const leaving = () => person.call('listEvents', { query: { animalId: doe.id, kind: 'sale,death' } });
    await person.call('changeAnimal', { params: { id: doe.id }, body: { status: 'sold' } });
    expect(await leaving()).toMatchObject([{ kind: 'sale', day: today }]);
    await person.call('changeAnimal', { params: { id: doe.id }, body: { status: 'active' } });
    expect(await leaving()).toEqual([]);
    const body = { status: 'sold', day: '2026-03-04' } as const;
    await person.call('changeAnimal', { params: { id: doe.id }, body });
    expect(await leaving()).toMatchObject([{ kind: 'sale', day: '2026-03-04' }]);
    await person.call('changeAnimal', { params: { id: doe.id }, body: { status: 'active' } });
    for (const day of [addDays(today, 2), '1979-12-31']) {
      const wrong = person.call('changeAnimal', { params: { id: doe.id }, body: { ...body, day } });
      await expect(wrong).rejects.toMatchObject({ code: 'request.invalid', errors: [{ path: 'day' }] });
    }
    expect(await leaving()).toEqual([]);
    const [death] = (await record(person, event({ kind: 'death', animalId: doe.id, cause: 'predator' }))).events;
    expect((await readAnimal(person, doe.id)).status).toBe('died');
    await person.call('voidEvent', { params: { id: death?.id ?? '' }, body: {} });
    expect((await readAnimal(person, doe.id)).status).toBe('active');
  });

  test('a sold animal that returns needs room under the cap of the plan', async () => {
    const person = await server().register({ plan: 'guest' });
    const doe = await person.addAnimal();
    const sale = event({ kind: 'sale', animalId: doe.id });
    await record(person, sale);
    for (;;) {
      const added = await person.addAnimal().catch(() => undefined);
      if (!added) break;
    }
    await expect(person.call('voidEvent', { params: { id: sale.id }, body: {} })).rejects.toMatchObject({
      code: 'plan.limit_reached',
    });
    expect((await readAnimal(person, doe.id)).status).toBe('sold');
  });

  test('an animal in withdrawal is neither sold nor offered without a reason, which is recorded', async () => {
    const { person, doe } = await farmWithDoe();
    const withdrawals = [{ product: 'meat', days: 28 }];
    await record(person, event({ kind: 'treatment', animalId: doe.id, day: today, productName: 'X', withdrawals }));
    const inWithdrawal = { code: 'animals.in_withdrawal', status: 409 };
    const change = (body: object) => person.call('changeAnimal', { params: { id: doe.id }, body });
    await expect(change({ status: 'sold' })).rejects.toMatchObject(inWithdrawal);
    await expect(change({ forSale: true, salePrice: 100 })).rejects.toMatchObject(inWithdrawal);
    await expect(record(person, event({ kind: 'sale', animalId: doe.id, day: today }))).rejects.toMatchObject(inWithdrawal);
    expect(await readAnimal(person, doe.id)).toMatchObject({ status: 'active', forSale: false });
    await change({ forSale: true, salePrice: 100, reason: 'For breeding only' });
    expect(await person.call('listEvents', { query: { kind: 'note' } })).toMatchObject([
      { note: 'Offered for sale: For breeding only', day: today },
    ]);
    await change({ status: 'sold', reason: 'Breeding stock, the buyer knows' });
    expect(await person.call('listEvents', { query: { kind: 'sale' } })).toMatchObject([
      { reason: 'Breeding stock, the buyer knows' },
    ]);
  });

  test('a castrated male stays male and is not a breeding male', async () => {
    const { person } = await farmWithDoe();
    const buck = await person.addAnimal({ sex: 'male', birthDate: '2024-03-01' });
    await record(person, event({ kind: 'castration', animalId: buck.id, day: '2024-06-01' }));
    expect(await readAnimal(person, buck.id)).toMatchObject({ sex: 'male', castratedOn: '2024-06-01' });
    await person.call('changeAnimal', { params: { id: buck.id }, body: { castratedOn: null } });
    expect(await person.call('listEvents', { query: { animalId: buck.id } })).toEqual([]);
  });

  test('a vet records examinations and treatments, and sales need the right to manage the farm', async () => {
    const { person, doe } = await farmWithDoe();
    const [vet, worker] = [await server().register(), await server().register()];
    await server().addMember(person, vet, 'vet');
    await server().addMember(person, worker, 'worker');
    const notAllowed = { code: 'access.role' };
    await record(vet, event({ kind: 'treatment', animalId: doe.id, productName: 'X' }));
    await expect(record(vet, event({ kind: 'heat', animalId: doe.id }))).rejects.toMatchObject(notAllowed);
    const heat = event({ kind: 'heat', animalId: doe.id });
    await record(worker, heat);
    await expect(vet.call('voidEvent', { params: { id: heat.id }, body: {} })).rejects.toMatchObject(notAllowed);
    await expect(record(worker, event({ kind: 'sale', animalId: doe.id }))).rejects.toMatchObject(notAllowed);
  });
});

describeOnEachEngine('births', (server) => {
  const farmWithPair = async () => {
    const person = await server().register({ plan: 'enterprise' });
    const doe = await person.addAnimal({ birthDate: '2022-03-01', breed: 'Kiko' });
    const buck = await person.addAnimal({ tagNumber: 'B-1', sex: 'male', birthDate: '2022-03-01', breed: 'Boer' });
    const mating = await person.call('addBreedingRecord', {
      body: { motherId: doe.id, fatherId: buck.id, breedingDate: '2025-12-02' },
    });
    return { person, doe, buck, mating };
  };
  const young = [
    { sex: 'female', tagNumber: 'K-1', color: 'Red', weightGrams: 3100, state: 'alive' },
    { sex: 'male', state: 'died' },
    { sex: 'male', state: 'stillborn' },
  ];
  const kidsOf = async (person: Person, id: string) =>
    (await person.call('listAnimals')).filter(({ motherId }) => motherId === id);

  test('add the young with their parents and weights, and end the mating; a retry adds nothing', async () => {
    const { person, doe, buck, mating } = await farmWithPair();
    const birth = event({ kind: 'birth', animalId: doe.id, young, ease: 1 });
    const { events } = await record(person, birth);
    expect(await record(person, birth)).toEqual({ events });
    expect(events).toMatchObject([{ sireId: buck.id, breedingId: mating.id, ease: 1 }]);
    const kids = (await kidsOf(person, doe.id)).toSorted((a, b) => (a.tagNumber < b.tagNumber ? -1 : 1));
    expect(kids).toMatchObject([
      { tagNumber: 'A-1-26B', sex: 'male', status: 'died', birthDate: '2026-05-01' },
      {
        tagNumber: 'K-1',
        sex: 'female',
        status: 'active',
        fatherId: buck.id,
        birthWeightGrams: 3100,
        color: 'Red',
        breed: 'Boer × Kiko',
      },
    ]);
    const [after] = await person.call('listBreedingRecords');
    expect(after).toMatchObject({ outcome: 'successful', actualBirthDate: '2026-05-01' });
    expect(after?.offspringIds.toSorted()).toEqual(kids.map(({ id }) => id).toSorted());
  });

  test('do not end a mating of a later day, even if it is named', async () => {
    const { person, doe, mating } = await farmWithPair();
    const early = event({ kind: 'birth', animalId: doe.id, young, breedingId: mating.id, day: addDays(mating.breedingDate, -1) });
    expect((await record(person, early)).events).toMatchObject([{ breedingId: null }]);
    expect(await person.call('listBreedingRecords')).toMatchObject([{ outcome: 'pending', actualBirthDate: null }]);
  });

  test('with a sire stated as unknown infer neither a sire nor a mating', async () => {
    const { person, doe } = await farmWithPair();
    const { events } = await record(person, event({ kind: 'birth', animalId: doe.id, young, sireCertainty: 'unsure' }));
    expect(events).toMatchObject([{ sireId: null, breedingId: null }]);
    expect(await kidsOf(person, doe.id)).toMatchObject([{ fatherId: null, breed: null }, { fatherId: null }]);
    expect(await person.call('listBreedingRecords')).toMatchObject([{ outcome: 'pending' }]);
  });

  test('of more than four young keep all of them; the breeding record lists the first four', async () => {
    const { person, doe } = await farmWithPair();
    const litter = Array.from({ length: 6 }, (_, index) => ({ sex: 'female', state: 'alive', tagNumber: `K-${index}` }));
    const { events } = await record(person, event({ kind: 'birth', animalId: doe.id, young: litter }));
    expect(events[0]?.kind === 'birth' && events[0].young).toHaveLength(6);
    expect(await kidsOf(person, doe.id)).toHaveLength(6);
    expect((await person.call('listBreedingRecords'))[0]?.offspringIds).toHaveLength(4);
  });

  test('that are voided delete young without other records, and the mating is pending again', async () => {
    const { person, doe } = await farmWithPair();
    const birth = event({ kind: 'birth', animalId: doe.id, young: [young[0], { ...young[0], tagNumber: 'K-2' }] });
    await record(person, birth);
    const known = (await kidsOf(person, doe.id)).find(({ tagNumber }) => tagNumber === 'K-2');
    await record(person, event({ kind: 'weighing', animalId: known?.id, day: '2026-06-01', weightGrams: 9000 }));
    await person.call('voidEvent', { params: { id: birth.id }, body: {} });
    expect((await kidsOf(person, doe.id)).map(({ tagNumber }) => tagNumber)).toEqual(['K-2']);
    expect(await person.call('listBreedingRecords')).toMatchObject([
      { outcome: 'pending', actualBirthDate: null, offspringIds: [] },
    ]);
  });

  test('that are voided keep a young whose listing was filled in', async () => {
    const { person, doe } = await farmWithPair();
    const birth = event({ kind: 'birth', animalId: doe.id, young: [young[0]] });
    await record(person, birth);
    const [kid] = await kidsOf(person, doe.id);
    const listing = { photos: [], clipUrl: 'https://example.org/clip', shared: null };
    await person.call('changeListingDetails', { params: { id: kid?.id ?? '' }, body: listing });
    await person.call('voidEvent', { params: { id: birth.id }, body: {} });
    expect(await kidsOf(person, doe.id)).toMatchObject([{ id: kid?.id }]);
  });

  test('that are corrected keep their young as the same animals', async () => {
    const { person, doe } = await farmWithPair();
    const birth = event({ kind: 'birth', animalId: doe.id, young: [young[0]] });
    const { events } = await record(person, birth);
    const [stored] = events;
    if (stored?.kind !== 'birth') throw new Error('No birth');
    const corrected = await person.call('replaceEvent', {
      params: { id: birth.id },
      body: { kind: 'birth', animalId: doe.id, day: '2026-05-02', young: [...stored.young, { sex: 'male', state: 'alive' }] },
    });
    const kids = await kidsOf(person, doe.id);
    expect(kids).toHaveLength(2);
    expect(corrected).toMatchObject({ day: '2026-05-02', young: [{ id: stored.young[0]?.id }, { sex: 'male' }] });
  });

  test('cannot be corrected to an event of one of their own young', async () => {
    const { person, doe } = await farmWithPair();
    const [birth] = (await record(person, event({ kind: 'birth', animalId: doe.id, young: [young[0]] }))).events;
    if (birth?.kind !== 'birth') throw new Error('No birth');
    const correction = { kind: 'heat' as const, animalId: birth.young[0]?.id ?? '', day: '2026-05-02' };
    await expect(person.call('replaceEvent', { params: { id: birth.id }, body: correction })).rejects.toMatchObject({
      errors: [{ path: 'animalId' }],
    });
  });

  test('can be corrected and voided even if a young or the mating was deleted since', async () => {
    const { person, doe, mating } = await farmWithPair();
    const birth = event({ kind: 'birth', animalId: doe.id, young: [young[0], { ...young[0], tagNumber: 'K-2' }] });
    const [stored] = (await record(person, birth)).events;
    if (stored?.kind !== 'birth') throw new Error('No birth');
    await person.call('deleteAnimal', { params: { id: stored.young[0]?.id ?? '' } });
    const correction = { kind: 'birth' as const, animalId: doe.id, day: '2026-05-02', young: stored.young };
    const { id } = await person.call('replaceEvent', { params: { id: birth.id }, body: correction });
    expect((await kidsOf(person, doe.id)).map(({ tagNumber }) => tagNumber)).toEqual(['K-2']);
    expect(await person.call('listBreedingRecords')).toMatchObject([{ offspringIds: [stored.young[1]?.id] }]);
    await person.call('deleteBreedingRecord', { params: { id: mating.id } });
    await person.call('voidEvent', { params: { id }, body: {} });
    expect(await kidsOf(person, doe.id)).toEqual([]);
  });
});

describeOnEachEngine('corrected health records', (server) => {
  test('keep their id, and the animal has the health status of the latest remaining checkup', async () => {
    const person = await server().register({ plan: 'enterprise' });
    const doe = await person.addAnimal();
    const add = (date: string, healthStatus: '1' | '5', cdnt = false) =>
      person.call('addHealthRecord', { body: { animalId: doe.id, date, healthStatus, cdnt, weightLbs: 100 } });
    const [first, second] = [await add('2026-04-01', '5'), await add('2026-05-01', '1', true)];
    expect(await readAnimal(person, doe.id)).toMatchObject({ healthStatus: '1', vaccinated: true });
    const setGrade = (healthStatus: '1' | '2') =>
      person.call('changeHealthRecord', { params: { id: second.id }, body: { healthStatus } });
    await setGrade('2');
    expect((await readAnimal(person, doe.id)).healthStatus).toBe('2');
    expect(await setGrade('1')).toEqual({ ...second, version: expect.anything() });
    const changed = await person.call('changeHealthRecord', {
      params: { id: second.id },
      body: { date: '2026-03-01', weightLbs: 90 },
    });
    const { version } = changed;
    expect(version).not.toEqual(second.version);
    expect(changed).toEqual({ ...second, date: '2026-03-01', weightLbs: 90, version });
    expect(await person.call('listHealthRecords')).toEqual([first, changed]);
    expect((await readAnimal(person, doe.id)).healthStatus).toBe('5');
    await person.call('removeHealthRecord', { params: { id: second.id } });
    expect(await person.call('listHealthRecords')).toEqual([first]);
    expect(await readAnimal(person, doe.id)).toMatchObject({ healthStatus: '5', vaccinated: false });
    await expect(person.call('removeHealthRecord', { params: { id: second.id } })).rejects.toMatchObject({ status: 404 });
    expect(await person.call('listEvents', { query: { includeVoided: 'true' } })).toHaveLength(5);
  });
});
