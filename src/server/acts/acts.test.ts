import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { FarmAct } from '#contract/acts.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const day = '2026-05-01';

const without = (record: object, ...names: readonly string[]): object =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

const asTexts = (records: readonly object[], ...names: readonly string[]): string[] =>
  records.map((record) => JSON.stringify(without(record, ...names))).toSorted();

/** The content of the lists without values that differ between attempts: versions, times and ids of events. */
async function listed(person: Person) {
  const animals = await person.call('listAnimals');
  const summaries = await Promise.all(animals.map(({ id }) => person.call('readAnimalSummary', { params: { id } })));
  const events = await person.call('listEvents', { query: { limit: 1000 } });
  return {
    animals: asTexts(animals, 'version', 'createdAt', 'updatedAt'),
    breeding: asTexts(await person.call('listBreedingRecords'), 'createdAt'),
    checkups: asTexts(await person.call('listHealthRecords'), 'id', 'createdAt'),
    events: asTexts(events, 'id', 'version', 'createdAt', 'replacesId', 'by'),
    tags: asTexts(await person.call('listAnimalTags', { query: {} }), 'version', 'createdAt'),
    places: asTexts(await person.call('listPlaces'), 'version'),
    summaries: asTexts(summaries.map((summary, index) => ({ ...summary, of: animals[index]?.id }))),
  };
}

const newest = async (person: Person): Promise<FarmAct> => {
  const [act] = await person.call('listActs');
  if (!act) throw new Error('Nothing was done');
  return act;
};

const undo = async (person: Person, { revision }: FarmAct) => person.call('undoAct', { params: { revision } });

const weighingOf = async (person: Person, animalId: string): Promise<string> => {
  const weighings = await person.call('listEvents', { query: { animalId, kind: 'weighing' } });
  return weighings.find((event) => event.kind === 'weighing' && event.occasion === null)?.id ?? '';
};

const checkupOf = async (person: Person): Promise<string> => (await person.call('listHealthRecords'))[0]?.id ?? '';

const changedSince = { status: 409, code: 'acts.changed_since' };

describeOnEachEngine('recent acts', (server) => {
  const farm = async () => {
    const person = await server().register({ plan: 'enterprise' });
    const add = (tagNumber: string, fields: object = {}) => person.addAnimal({ tagNumber, birthDate: '2024-03-01', ...fields });
    const sire = await add('B-1', { sex: 'male' });
    const dam = await add('D-1', { birthWeightGrams: 3000 });
    const kid = await add('K-1', { motherId: dam.id, fatherId: sire.id, birthDate: '2026-04-01' });
    const tag = await person.call('addAnimalTag', { body: { animalId: dam.id, kind: 'registration', number: 'R-1' } });
    const pair = { motherId: dam.id, fatherId: sire.id };
    const mating = await person.call('addBreedingRecord', { body: { ...pair, breedingDate: '2025-12-05' } });
    const weigh = ({ id }: { id: string }, weightGrams: number, on = day) =>
      ({ kind: 'weighing', animalId: id, day: on, weightGrams }) as const;
    const [weighing = expect.fail()] = await person.record(weigh(dam, 40_000), weigh(kid, 8000));
    const checkup = { recordType: 'checkup', healthStatus: '2', description: 'Lame', cdnt: true, meatWithdrawalDays: 0 } as const;
    await person.call('addHealthRecord', { body: { animalId: dam.id, date: day, ...checkup } });
    const place = await person.call('addPlace', { body: { name: 'North field' } });
    const changePlace = (body: object) => person.call('changePlace', { params: { id: place.id }, body });
    const changeMating = (body: object) => person.call('changeBreedingRecord', { params: { id: mating.id }, body });
    return { person, add, sire, dam, kid, tag, pair, mating, weigh, weighing, changePlace, changeMating };
  };
  type Farm = Awaited<ReturnType<typeof farm>>;

  const birth = { kind: 'birth', day: '2026-05-04' };
  const twins = [
    { sex: 'female', state: 'alive', weightGrams: 3100 },
    { sex: 'male', state: 'died' },
  ];
  const checkup = { date: day, recordType: 'checkup', healthStatus: '4', description: 'Well', weightLbs: 20 } as const;
  const born = { outcome: 'successful', actualBirthDate: '2026-04-01' };

  const acts: Readonly<Record<string, (farm: Farm) => Promise<unknown>>> = {
    'events of several animals': ({ person, weigh, dam, kid }) => person.record(weigh(dam, 41_000), weigh(kid, 9000)),
    'a correction of an event': async ({ person, dam, weigh }) =>
      person.call('replaceEvent', { params: { id: await weighingOf(person, dam.id) }, body: weigh(dam, 44_000) }),
    'a voided event': async ({ person, dam }) => person.voidEvent(await weighingOf(person, dam.id)),
    'a birth with its young': ({ person, dam, sire }) =>
      person.record({ ...birth, animalId: dam.id, sireId: sire.id, young: twins }),
    'a sale with its details': ({ person, kid }) => person.record({ kind: 'sale', animalId: kid.id, price: 80, buyer: 'Ann' }),
    'a check of a newborn': ({ person, kid }) =>
      person.record({ kind: 'birthCheck', animalId: kid.id, time: '05:20', check: 'Navel' }),
    'a health record': ({ person, kid }) => person.call('addHealthRecord', { body: { animalId: kid.id, ...checkup } }),
    'a changed health record': async ({ person }) => {
      const params = { id: await checkupOf(person) };
      return person.call('changeHealthRecord', { params, body: { healthStatus: '5', notes: 'Better' } });
    },
    'a removed health record': async ({ person }) =>
      person.call('removeHealthRecord', { params: { id: await checkupOf(person) } }),
    'a new animal': ({ add }) => add('N-1', { birthWeightGrams: 2800 }),
    'a changed animal': ({ person, dam: { id } }) =>
      person.changeAnimal(id, { name: 'Bella', birthWeightGrams: 3300, forSale: true, salePrice: 120 }),
    'a quick mark': ({ person, kid: { id } }) => person.changeAnimal(id, { status: 'sold' }),
    'a deleted animal': ({ person, dam: { id } }) => person.call('deleteAnimal', { params: { id } }),
    'a mating': ({ person, pair }) => person.call('addBreedingRecord', { body: { ...pair, breedingDate: '2026-01-05' } }),
    'the outcome of a mating': ({ changeMating, kid }) => changeMating({ ...born, offspringIds: [kid.id] }),
    'males put in with a female': ({ person, dam, sire }) =>
      person.call('addExposure', { body: { name: 'Flock', maleIds: [sire.id], femaleIds: [dam.id], inDay: '2026-01-10' } }),
    'a number of an animal': ({ person, kid: { id: animalId } }) =>
      person.call('addAnimalTag', { body: { animalId, kind: 'eid', number: '826071339300045' } }),
    'an ended number': ({ person, tag: { id } }) => person.call('changeAnimalTag', { params: { id }, body: { toDay: day } }),
    'a deleted number': ({ person, tag: { id } }) => person.call('deleteAnimalTag', { params: { id } }),
    'a changed place': ({ changePlace }) => changePlace({ name: 'South field', restDays: 20 }),
    'an archived place': ({ changePlace }) => changePlace({ isArchived: true }),
    'a deleted mating': ({ person, mating: { id } }) => person.call('deleteBreedingRecord', { params: { id } }),
  };

  let shared: Farm | undefined;

  test.each(Object.entries(acts))('%s can be undone, and the lists are as before', async (_, act) => {
    // The acts share a farm, because each undo restores its state.
    const made = (shared ??= await farm());
    const { person } = made;
    const before = await listed(person);
    await act(made);
    expect(await listed(person)).not.toEqual(before);
    const done = await newest(person);
    expect(done).toMatchObject({ by: { kind: 'person', name: person.username }, canUndo: true, isUndone: false });

    expect(await undo(person, done)).toMatchObject({ isUndone: true, canUndo: false });
    expect(await listed(person)).toEqual(before);
    expect(await newest(person)).toMatchObject({ call: 'undoAct', undoes: done.revision, canUndo: false });
    expect(await undo(person, done)).toMatchObject({ isUndone: true });
    expect(await listed(person)).toEqual(before);
  });

  test('a deleted animal comes back with its listing and its first day; its version goes on, as that of a task does', async () => {
    const { person, dam } = await farm();
    const at = { params: { id: dam.id } };
    const photos = ['a', 'b'].map((letter) => `/uploads/${letter.repeat(32)}.webp`);
    const now = server().clock.now().toISOString();
    const file = { farm_id: person.farmId, bytes: 1, created_at: now, stored_at: now };
    await server().insert(
      'files',
      photos.map((url) => ({ ...file, name: url.slice('/uploads/'.length) })),
    );
    await person.call('changeListingDetails', { ...at, body: { photos, clipUrl: 'https://example.org/clip', shared: [] } });
    const [listing, animal] = [await person.call('readListingDetails', at), await person.call('readAnimal', at)];
    server().clock.advance({ hours: 1 });
    await person.call('deleteAnimal', at);
    await person.undoNewestAct();
    expect(await person.call('readListingDetails', at)).toEqual(listing);
    expect(await person.call('readAnimal', at)).toMatchObject({ createdAt: animal.createdAt, version: animal.version + 1 });

    const task = { name: 'Fence', day: '2026-05-02', putOffTo: '2026-05-09', reason: 'Rain' };
    const chore = await person.call('addChore', { body: task });
    await person.call('deleteChore', { params: { id: chore.id } });
    await person.undoNewestAct();
    expect(await person.call('listChores')).toEqual([{ ...chore, version: chore.version + 1 }]);
  });

  test('a voided birth is recorded again with the young that had been deleted', async () => {
    const made = await farm();
    const { person } = made;
    await acts['a birth with its young']?.(made);
    const before = await listed(person);
    const [event] = await person.call('listEvents', { query: { kind: 'birth' } });
    await person.voidEvent(event?.id ?? '');
    expect((await person.call('listAnimals')).length).toBe(before.animals.length - 2);
    await person.undoNewestAct();
    expect(await listed(person)).toEqual(before);
  });

  test('young with a number, young or a mating of their own stay when their birth is undone', async () => {
    const { person, add, dam, sire } = await farm();
    const [numbered, parent, mated, unused] = Array.from({ length: 4 }, uuidv7) as [string, string, string, string];
    const young = [numbered, parent, mated, unused].map((id) => ({ id, sex: 'female', state: 'alive' }));
    await person.record({ ...birth, animalId: dam.id, day: '2025-03-01', young });
    const bore = await newest(person);
    await person.call('addAnimalTag', { body: { animalId: numbered, kind: 'eid', number: '826071339300045' } });
    const child = await add('C-1', { motherId: parent, birthDate: '2026-04-05' });
    const added = await newest(person);
    await person.call('addBreedingRecord', { body: { motherId: mated, fatherId: sire.id, breedingDate: '2026-01-05' } });
    const before = await listed(person);
    await undo(person, bore);
    const ids = (await person.call('listAnimals')).map(({ id }) => id);
    expect([numbered, parent, mated, unused].map((id) => ids.includes(id))).toEqual([true, true, true, false]);
    const after = await listed(person);
    expect([after.tags, after.breeding]).toEqual([before.tags, before.breeding]);

    const listing = { photos: [], clipUrl: 'https://example.org/clip', shared: [] };
    await person.call('changeListingDetails', { params: { id: child.id }, body: listing });
    await expect(undo(person, added)).rejects.toMatchObject(changedSince);
  });

  test('undoing an act does not overwrite later changes', async () => {
    const { person, dam } = await farm();
    const change = async (name: string) => {
      await person.changeAnimal(dam.id, { name });
      return newest(person);
    };
    const [first, second] = [await change('Bella'), await change('Berta')];
    const before = await listed(person);
    await expect(undo(person, first)).rejects.toMatchObject(changedSince);
    expect(await listed(person)).toEqual(before);
    await undo(person, second);
    expect(await person.call('readAnimal', { params: { id: dam.id } })).toMatchObject({ name: 'Bella' });
  });

  test('a mating keeps its list of young: no change of that is undone once the birth was corrected', async () => {
    const { person, dam, changeMating } = await farm();
    const young = Array.from({ length: 2 }, () => ({ id: uuidv7(), sex: 'female', state: 'alive' }));
    const event = { ...birth, animalId: dam.id, young };
    const [{ id } = expect.fail()] = await person.record(event);
    await changeMating({ offspringIds: [young[0]?.id ?? ''] });
    const done = await newest(person);
    const body = { ...event, young: [...young, { sex: 'male', state: 'alive' }] };
    await person.call('replaceEvent', { params: { id }, body: body as never });
    const before = await listed(person);
    await expect(undo(person, done)).rejects.toMatchObject(changedSince);
    expect(await listed(person)).toEqual(before);
  });

  test('Undo is offered where it succeeds, and of the acts that it would refuse it is said that they were changed since', async () => {
    const { person, add, dam, kid, weigh, changePlace } = await farm();
    for (const name of ['Bella', 'Berta']) await person.changeAnimal(dam.id, { name });
    await person.undoNewestAct();
    const [weighed] = await person.record(weigh(dam, 41_000), weigh(kid, 9000));
    await person.call('replaceEvent', { params: { id: weighed?.id ?? '' }, body: weigh(dam, 42_000) });
    for (const name of ['South field', 'West field']) await changePlace({ name });
    const params = { id: await checkupOf(person) };
    for (const notes of ['Better', 'Well']) await person.call('changeHealthRecord', { params, body: { notes } });
    const parent = await add('P-1');
    await add('C-2', { motherId: parent.id, birthDate: '2026-04-05' });
    const lamb = { id: uuidv7(), sex: 'female', state: 'alive', weightGrams: 3000 };
    await person.record({ ...birth, animalId: parent.id, young: [lamb] });
    const [weighedAtBirth] = await person.call('listEvents', { query: { animalId: lamb.id, kind: 'weighing' } });
    await person.voidEvent(weighedAtBirth?.id ?? '');

    const seen = new Set<string>();
    for (;;) {
      const recent = (await person.call('listActs')).filter(({ isUndone, undoes }) => !isUndone && undoes === null);
      for (const act of recent.filter(({ canUndo }) => !canUndo)) {
        expect([act.call, act.isChangedSince]).toEqual([act.call, true]);
        await expect(undo(person, act), act.call).rejects.toMatchObject({ code: 'acts.changed_since' });
        seen.add(`not ${act.call}`);
      }
      const offered = recent.find(({ canUndo }) => canUndo);
      if (!offered) break;
      expect([offered.call, offered.isChangedSince]).toEqual([offered.call, false]);
      await undo(person, offered);
      seen.add(offered.call);
    }
    for (const call of ['addAnimal', 'changePlace', 'recordEvents', 'changeHealthRecord'])
      expect([call, seen.has(call), seen.has(`not ${call}`)]).toEqual([call, true, true]);
  });

  test('Undo is offered to and done by members who may do the act themselves, and nobody of another farm', async () => {
    const { person: owner, dam, weigh } = await farm();
    const [worker, vet] = [await server().register(), await server().register()];
    await server().addMember(owner, worker, 'worker');
    await server().addMember(owner, vet, 'vet');
    const note = { kind: 'note', animalId: dam.id, note: 'Lame' };
    for (const [act, ofWorker, ofVet] of [
      [() => owner.record(weigh(dam, 41_000)), true, false],
      [() => owner.record(note), true, true],
      [() => owner.record(...Array.from({ length: 6 }, () => note), { kind: 'loan', animalId: dam.id }), false, false],
      [() => owner.changeAnimal(dam.id, { forSale: true, salePrice: '100' }), false, false],
      [() => owner.changeAnimal(dam.id, { name: 'Bella' }), true, false],
    ] as const) {
      await act();
      const done = await newest(owner);
      expect([done.call, (await newest(worker)).canUndo, (await newest(vet)).canUndo]).toEqual([done.call, ofWorker, ofVet]);
      for (const member of [worker, vet].filter((each) => !(each === worker ? ofWorker : ofVet)))
        await expect(undo(member, done)).rejects.toMatchObject({ status: 403, code: 'access.role' });
      const by = ofVet ? vet : ofWorker ? worker : owner;
      expect(await undo(by, done)).toMatchObject({ by: { name: owner.username }, isUndone: true });
    }
    const stranger = await server().register({ plan: 'enterprise' });
    await expect(undo(stranger, await newest(owner))).rejects.toMatchObject({ status: 404, code: 'acts.not_found' });
    expect(await stranger.call('listActs')).toEqual([]);
  });

  test('the last 50 acts are listed, newest first, each with its first changes', async () => {
    const { person, dam, weigh } = await farm();
    await person.record(...Array.from({ length: 300 }, () => weigh(dam, 40_000)));
    const large = (await person.call('listActs')).find(({ counts }) => counts['event'] === 300);
    expect(large?.changes).toHaveLength(5);
    const names = Array.from({ length: 50 }, (_, each) => `Bella ${each}`);
    for (const name of names) await person.changeAnimal(dam.id, { name });
    const list = await person.call('listActs');
    expect(list.map(({ changes }) => changes[0]?.fields?.['name']?.[1])).toEqual(names.toReversed());
  });
});
