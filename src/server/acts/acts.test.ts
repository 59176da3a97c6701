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
  return {
    animals: asTexts(animals, 'version', 'createdAt', 'updatedAt'),
    breeding: asTexts(await person.call('listBreedingRecords'), 'createdAt'),
    checkups: asTexts(await person.call('listHealthRecords'), 'id', 'createdAt'),
    events: asTexts(
      await person.call('listEvents', { query: { limit: 1000 } }),
      'id',
      'version',
      'createdAt',
      'replacesId',
      'by',
    ),
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

describeOnEachEngine('recent acts', (server) => {
  const farm = async () => {
    const person = await server().register({ plan: 'enterprise' });
    const add = (tagNumber: string, fields: object = {}) =>
      person.call('addAnimal', { body: { tagNumber, species: 'goat', sex: 'female', birthDate: '2024-03-01', ...fields } });
    const sire = await add('B-1', { sex: 'male' });
    const dam = await add('D-1', { birthWeightGrams: 3000 });
    const kid = await add('K-1', { motherId: dam.id, fatherId: sire.id, birthDate: '2026-04-01' });
    const tag = await person.call('addAnimalTag', { body: { animalId: dam.id, kind: 'registration', number: 'R-1' } });
    const mating = await person.call('addBreedingRecord', {
      body: { motherId: dam.id, fatherId: sire.id, breedingDate: '2025-12-05' },
    });
    const weigh = (animalId: string, weightGrams: number, on = day) => ({
      id: uuidv7(),
      kind: 'weighing' as const,
      animalId,
      day: on,
      weightGrams,
    });
    const record = async (...events: ReturnType<typeof weigh>[]) =>
      (await person.call('recordEvents', { body: { events } })).events;
    const [weighing] = await record(weigh(dam.id, 40_000), weigh(kid.id, 8000));
    const checkup = await person.call('addHealthRecord', {
      body: { animalId: dam.id, date: day, recordType: 'checkup', healthStatus: '2', description: 'Lame', cdnt: true },
    });
    const place = await person.call('addPlace', { body: { name: 'North field' } });
    if (!weighing) throw new Error('Nothing was recorded');
    return { person, add, sire, dam, kid, tag, mating, weigh, record, weighing, checkup, place };
  };
  type Farm = Awaited<ReturnType<typeof farm>>;

  const acts: Readonly<Record<string, (farm: Farm) => Promise<unknown>>> = {
    'events of several animals': ({ record, weigh, dam, kid }) =>
      record(weigh(dam.id, 41_000, '2026-05-09'), weigh(kid.id, 9000, '2026-05-09')),
    'a correction of an event': async ({ person, dam }) =>
      person.call('replaceEvent', {
        params: { id: await weighingOf(person, dam.id) },
        body: { kind: 'weighing', animalId: dam.id, day, weightGrams: 44_000 },
      }),
    'a voided event': async ({ person, dam }) =>
      person.call('voidEvent', { params: { id: await weighingOf(person, dam.id) }, body: {} }),
    'a birth with its young': ({ person, dam, sire }) =>
      person.call('recordEvents', {
        body: {
          events: [
            {
              id: uuidv7(),
              kind: 'birth',
              animalId: dam.id,
              day: '2026-05-04',
              sireId: sire.id,
              young: [
                { sex: 'female', state: 'alive', weightGrams: 3100 },
                { sex: 'male', state: 'died' },
              ],
            },
          ],
        },
      }),
    'a sale with its details': ({ person, kid }) =>
      person.call('recordEvents', {
        body: { events: [{ id: uuidv7(), kind: 'sale', animalId: kid.id, day, price: 80, buyer: 'Ann' }] },
      }),
    'a check of a newborn': ({ person, kid }) =>
      person.call('recordEvents', {
        body: { events: [{ id: uuidv7(), kind: 'birthCheck', animalId: kid.id, day, time: '05:20', check: 'Navel' }] },
      }),
    'a health record': ({ person, kid }) =>
      person.call('addHealthRecord', {
        body: { animalId: kid.id, date: day, recordType: 'checkup', healthStatus: '4', description: 'Well', weightLbs: 20 },
      }),
    'a changed health record': async ({ person }) =>
      person.call('changeHealthRecord', {
        params: { id: await checkupOf(person) },
        body: { healthStatus: '5', notes: 'Better' },
      }),
    'a removed health record': async ({ person }) =>
      person.call('removeHealthRecord', { params: { id: await checkupOf(person) } }),
    'a new animal': ({ add }) => add('N-1', { birthWeightGrams: 2800 }),
    'a changed animal': ({ person, dam: { id } }) =>
      person.call('changeAnimal', {
        params: { id },
        body: { name: 'Bella', birthWeightGrams: 3300, forSale: true, salePrice: 120 },
      }),
    'a quick mark': ({ person, kid: { id } }) => person.call('changeAnimal', { params: { id }, body: { status: 'sold' } }),
    'a deleted animal': ({ person, dam: { id } }) => person.call('deleteAnimal', { params: { id } }),
    'a mating': ({ person, dam, sire }) =>
      person.call('addBreedingRecord', { body: { motherId: dam.id, fatherId: sire.id, breedingDate: '2026-01-05' } }),
    'the outcome of a mating': ({ person, mating: { id }, kid }) =>
      person.call('changeBreedingRecord', {
        params: { id },
        body: { outcome: 'successful', actualBirthDate: '2026-04-01', offspringIds: [kid.id] },
      }),
    'a number of an animal': ({ person, kid: { id: animalId } }) =>
      person.call('addAnimalTag', { body: { animalId, kind: 'eid', number: '826071339300045' } }),
    'an ended number': ({ person, tag: { id } }) =>
      person.call('changeAnimalTag', { params: { id }, body: { toDay: '2026-05-01' } }),
    'a deleted number': ({ person, tag: { id } }) => person.call('deleteAnimalTag', { params: { id } }),
    'a changed place': ({ person, place: { id } }) =>
      person.call('changePlace', { params: { id }, body: { name: 'South field', restDays: 20 } }),
    'an archived place': ({ person, place: { id } }) =>
      person.call('changePlace', { params: { id }, body: { isArchived: true } }),
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
    const moment = server().clock.now().toISOString();
    const files = photos.map((url) => ({
      name: url.slice('/uploads/'.length),
      farm_id: person.farmId,
      bytes: 1,
      created_at: moment,
      stored_at: moment,
    }));
    await server().insert('files', files);
    await person.call('changeListingDetails', { ...at, body: { photos, clipUrl: 'https://example.org/clip', shared: [] } });
    const listing = await person.call('readListingDetails', at);
    const animal = await person.call('readAnimal', at);
    server().clock.advance({ hours: 1 });
    await person.call('deleteAnimal', at);
    await undo(person, await newest(person));
    expect(await person.call('readListingDetails', at)).toEqual(listing);
    const back = await person.call('readAnimal', at);
    expect(back.createdAt).toBe(animal.createdAt);
    expect(back.version).toBeGreaterThan(animal.version);
    const stale = person.call('changeAnimal', { ...at, body: { name: 'Lost', version: animal.version } });
    await expect(stale).rejects.toMatchObject({ code: 'record.stale' });

    const chore = await person.call('addChore', {
      body: { name: 'Fence', day: '2026-05-02', putOffTo: '2026-05-09', reason: 'Rain' },
    });
    await person.call('deleteChore', { params: { id: chore.id } });
    await undo(person, await newest(person));
    const [again] = (await person.call('listChores')).filter(({ id }) => id === chore.id);
    expect(again).toEqual({ ...chore, version: chore.version + 1 });
  });

  test('a voided birth is recorded again with the young that had been deleted', async () => {
    const made = await farm();
    const { person } = made;
    await acts['a birth with its young']?.(made);
    const before = await listed(person);
    const [birth] = await person.call('listEvents', { query: { kind: 'birth' } });
    await person.call('voidEvent', { params: { id: birth?.id ?? '' }, body: {} });
    expect((await person.call('listAnimals')).length).toBe(before.animals.length - 2);
    await undo(person, await newest(person));
    expect(await listed(person)).toEqual(before);
  });

  test('young with a number, young or a mating of their own stay when their birth is undone', async () => {
    const { person, add, dam, sire } = await farm();
    const [numbered, parent, mated, unused] = Array.from({ length: 4 }, uuidv7) as [string, string, string, string];
    const young = [numbered, parent, mated, unused].map((id) => ({ id, sex: 'female' as const, state: 'alive' as const }));
    await person.call('recordEvents', {
      body: { events: [{ id: uuidv7(), kind: 'birth', animalId: dam.id, day: '2025-03-01', young }] },
    });
    const birth = await newest(person);
    await person.call('addAnimalTag', { body: { animalId: numbered, kind: 'eid', number: '826071339300045' } });
    const child = await add('C-1', { motherId: parent, birthDate: '2026-04-05' });
    const added = await newest(person);
    await person.call('addBreedingRecord', { body: { motherId: mated, fatherId: sire.id, breedingDate: '2026-01-05' } });
    const before = await listed(person);
    await undo(person, birth);
    const ids = (await person.call('listAnimals')).map(({ id }) => id);
    expect([numbered, parent, mated, unused].map((id) => ids.includes(id))).toEqual([true, true, true, false]);
    const after = await listed(person);
    expect([after.tags, after.breeding]).toEqual([before.tags, before.breeding]);

    await person.call('addAnimalTag', { body: { animalId: child.id, kind: 'tattoo', number: 'V-1' } });
    await expect(undo(person, added)).rejects.toMatchObject({ code: 'acts.changed_since' });
  });

  test('undoing an act does not overwrite later changes', async () => {
    const { person, dam, weighing } = await farm();
    await person.call('changeAnimal', { params: { id: dam.id }, body: { name: 'Bella' } });
    const first = await newest(person);
    await person.call('changeAnimal', { params: { id: dam.id }, body: { name: 'Berta' } });
    const second = await newest(person);
    const before = await listed(person);
    await expect(undo(person, first)).rejects.toMatchObject({ status: 409, code: 'acts.changed_since' });
    expect(await listed(person)).toEqual(before);
    await undo(person, second);
    await undo(person, first);
    expect(await person.call('readAnimal', { params: { id: dam.id } })).toMatchObject({ name: null });

    await person.call('recordEvents', { body: { events: [{ id: uuidv7(), kind: 'heat', animalId: dam.id, day }] } });
    const added = (await person.call('listActs')).find(
      ({ call, changes }) => call === 'addAnimal' && changes.some(({ id }) => id === dam.id),
    );
    if (!added) throw new Error('The animal was added');
    await expect(undo(person, added)).rejects.toMatchObject({ code: 'acts.changed_since' });
    await person.call('voidEvent', { params: { id: weighing.id }, body: {} });
  });

  /** A birth of three, of whom the last waits if the plan has room for ten animals. The others have records of their own. */
  const litter = async (plan: 'guest' | 'enterprise') => {
    const made = await farm();
    const { person, add, dam, weigh, record } = made;
    for (let each = 0; each < 5; each += 1) await add(`O-${each}`);
    await server().setPlan(person, plan);
    const young = Array.from({ length: 3 }, () => ({ id: uuidv7(), sex: 'female' as const, state: 'alive' as const }));
    const birth = { id: uuidv7(), kind: 'birth' as const, animalId: dam.id, day: '2026-05-04', young };
    await person.call('recordEvents', { body: { events: [birth] } });
    const seated = young.slice(0, plan === 'guest' ? 2 : 3);
    await record(...seated.map(({ id }) => weigh(id, 9000, '2026-05-09')));
    const [first = '', second = ''] = seated.map(({ id }) => id);
    return { ...made, birth, first, second };
  };
  type Litter = Awaited<ReturnType<typeof litter>>;

  const changesOfOffspring = {
    changeBreedingRecord: ({ person, mating: { id }, first }: Litter) =>
      person.call('changeBreedingRecord', { params: { id }, body: { offspringIds: [first] } }),
    deleteAnimal: ({ person, second: id }: Litter) => person.call('deleteAnimal', { params: { id } }),
  };
  const changesOfBirth = {
    'the birth was corrected': ({ person, birth: { id, young, ...birth } }: Litter) => {
      const corrected = [...young, { sex: 'male' as const, state: 'alive' as const }];
      return person.call('replaceEvent', { params: { id }, body: { ...birth, young: corrected } });
    },
    'the birth was voided': ({ person, birth: { id } }: Litter) => person.call('voidEvent', { params: { id }, body: {} }),
    'a young that waited has joined': ({ person }: Litter) => server().setPlan(person, 'basic'),
  };
  const changesOfBoth = Object.entries(changesOfOffspring).flatMap(([call, change]) =>
    Object.entries(changesOfBirth).map(([since, changeSince]) => ({ call, change, since, changeSince })),
  );

  test.each(changesOfBoth)('a mating keeps its list of young: $call is not undone if $since', async (each) => {
    const { call, change, since, changeSince } = each;
    const made = await litter(since.includes('waited') ? 'guest' : 'enterprise');
    const { person } = made;
    await change(made);
    await changeSince(made);
    const before = await listed(person);
    const done = (await person.call('listActs')).find((act) => act.call === call);
    if (!done) throw new Error('Nothing was done');
    expect(done).toMatchObject({ canUndo: false, isChangedSince: true });
    await expect(undo(person, done)).rejects.toMatchObject({ status: 409, code: 'acts.changed_since' });
    expect(await listed(person)).toEqual(before);
  });

  test('a health record that was changed since stays as it is: the earlier acts on it are not undone', async () => {
    const { person, dam } = await farm();
    const { id } = await person.call('addHealthRecord', {
      body: { animalId: dam.id, date: day, recordType: 'checkup', healthStatus: '3' },
    });
    const added = await newest(person);
    const change = async (notes: string) => {
      await person.call('changeHealthRecord', { params: { id }, body: { notes } });
      return newest(person);
    };
    const [first, second] = [await change('Better'), await change('Well')];
    const before = await listed(person);
    for (const act of [added, first]) {
      await expect(undo(person, act), act.call).rejects.toMatchObject({ status: 409, code: 'acts.changed_since' });
    }
    expect((await person.call('listActs')).slice(0, 3).map(({ canUndo }) => canUndo)).toEqual([true, false, false]);
    expect(await listed(person)).toEqual(before);
    await undo(person, second);
    expect(await person.call('listHealthRecords')).toContainEqual(expect.objectContaining({ notes: 'Better' }));
  });

  test('an added animal whose listing was filled in since stays', async () => {
    const { person, add } = await farm();
    const { id } = await add('L-1');
    const added = await newest(person);
    await person.call('changeListingDetails', {
      params: { id },
      body: { photos: [], clipUrl: 'https://example.org/clip', shared: [] },
    });
    expect(await newest(person)).toMatchObject({ revision: added.revision, canUndo: false, isChangedSince: true });
    await expect(undo(person, added)).rejects.toMatchObject({ code: 'acts.changed_since' });
  });

  test('Undo is offered where it succeeds, and of the acts that it would refuse it is said that they were changed since', async () => {
    const { person, add, dam, kid, mating, weigh, record, place } = await farm();
    await person.call('changeAnimal', { params: { id: dam.id }, body: { name: 'Bella' } });
    await person.call('changeAnimal', { params: { id: dam.id }, body: { name: 'Berta' } });
    await undo(person, await newest(person));
    const [weighed] = await record(weigh(dam.id, 41_000, '2026-05-09'), weigh(kid.id, 9000, '2026-05-09'));
    await person.call('replaceEvent', {
      params: { id: weighed?.id ?? '' },
      body: { kind: 'weighing', animalId: dam.id, day: '2026-05-09', weightGrams: 42_000 },
    });
    await record(weigh(kid.id, 9500, '2026-05-10'));
    await person.call('changePlace', { params: { id: place.id }, body: { name: 'South field' } });
    await person.call('changePlace', { params: { id: place.id }, body: { name: 'West field' } });
    const parent = await add('P-1');
    await add('C-2', { motherId: parent.id, birthDate: '2026-04-05' });
    await person.call('changeBreedingRecord', { params: { id: mating.id }, body: { outcome: 'unsuccessful' } });
    const lamb = { id: uuidv7(), sex: 'female' as const, state: 'alive' as const, weightGrams: 3000 };
    await person.call('recordEvents', {
      body: { events: [{ id: uuidv7(), kind: 'birth', animalId: parent.id, day: '2026-05-04', young: [lamb] }] },
    });
    const [weighedAtBirth] = await person.call('listEvents', { query: { animalId: lamb.id, kind: 'weighing' } });
    await person.call('voidEvent', { params: { id: weighedAtBirth?.id ?? '' }, body: {} });

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
    for (const call of ['addAnimal', 'changePlace', 'recordEvents'])
      expect([call, seen.has(call), seen.has(`not ${call}`)]).toEqual([call, true, true]);
  });

  test('an act is undone only if what it logged can be read in some milliseconds', async () => {
    const person = await server().register();
    const add = (tagNumber: string) => person.call('addAnimal', { body: { tagNumber, species: 'goat', sex: 'female' } });
    const [{ id }] = await Promise.all([add('H-1'), add('H-2'), add('H-3')]);
    const note = '🐐'.repeat(2000);
    for (let part = 0; part < 3; part += 1) {
      const events = Array.from({ length: 200 }, () => ({ id: uuidv7(), kind: 'note' as const, animalId: id, day, note }));
      await person.call('recordEvents', { body: { events } });
    }
    await person.call('deleteAnimal', { params: { id } });
    const act = await newest(person);
    expect(act).toMatchObject({ canUndo: false, isChangedSince: false });
    await expect(undo(person, act)).rejects.toMatchObject({ code: 'acts.not_undoable' });
  });

  test('an act can be undone by members who may do it themselves, and by nobody of another farm', async () => {
    const { person: owner, dam } = await farm();
    const [worker, viewer] = [await server().register(), await server().register()];
    await server().addMember(owner, worker, 'worker');
    await server().addMember(owner, viewer, 'viewer');
    await owner.call('changeAnimal', { params: { id: dam.id }, body: { status: 'sold' } });
    const sale = await newest(owner);
    expect((await newest(viewer)).canUndo).toBe(false);
    expect((await newest(worker)).canUndo).toBe(false);
    await expect(undo(worker, sale)).rejects.toMatchObject({ status: 403, code: 'access.role' });
    await undo(owner, sale);
    await owner.call('changeAnimal', { params: { id: dam.id }, body: { name: 'Bella' } });
    expect(await undo(worker, await newest(worker))).toMatchObject({ by: { name: owner.username }, isUndone: true });
    expect(await newest(owner)).toMatchObject({ by: { name: worker.username }, call: 'undoAct' });

    const stranger = await server().register({ plan: 'enterprise' });
    await expect(undo(stranger, sale)).rejects.toMatchObject({ status: 404, code: 'acts.not_found' });
    expect(await stranger.call('listActs')).toEqual([]);
  });

  test('Undo is offered only to members who may undo, depending on the kinds of the events and on offers for sale', async () => {
    const { person: owner, dam, record, weigh } = await farm();
    const [worker, vet] = [await server().register(), await server().register()];
    await server().addMember(owner, worker, 'worker');
    await server().addMember(owner, vet, 'vet');
    const offered = async () => [(await newest(worker)).canUndo, (await newest(vet)).canUndo];
    const event = { animalId: dam.id, day } as const;

    await record(weigh(dam.id, 41_000));
    expect(await offered()).toEqual([true, false]);
    await expect(undo(vet, await newest(vet))).rejects.toMatchObject({ status: 403 });
    await owner.call('recordEvents', { body: { events: [{ ...event, id: uuidv7(), kind: 'note', note: 'Lame' }] } });
    expect(await offered()).toEqual([true, true]);
    await undo(vet, await newest(vet));
    const notes = Array.from({ length: 6 }, () => ({ ...event, id: uuidv7(), kind: 'note' as const, note: 'Lame' }));
    const loan = { ...event, id: uuidv7(), kind: 'loan' } as const;
    await owner.call('recordEvents', { body: { events: [...notes, loan] } });
    expect(await offered()).toEqual([false, false]);
    await undo(owner, await newest(owner));
    await owner.call('changeAnimal', { params: { id: dam.id }, body: { forSale: true, salePrice: '100' } });
    expect(await offered()).toEqual([false, false]);
    await expect(undo(worker, await newest(worker))).rejects.toMatchObject({ status: 403 });
  });

  test('a change of a number refers to its animal', async () => {
    const { person, dam, tag } = await farm();
    const { id } = await person.call('addAnimalTag', { body: { animalId: dam.id, kind: 'tattoo', number: 'T-1' } });
    expect((await newest(person)).changes).toMatchObject([{ id, animalIds: [dam.id] }]);
    await person.call('deleteAnimalTag', { params: { id: tag.id } });
    expect((await newest(person)).changes).toMatchObject([{ id: tag.id, animalIds: [dam.id] }]);
  });

  test('the last 50 acts are listed, newest first, each with its first changes', async () => {
    const { person, dam, weigh } = await farm();
    const events = Array.from({ length: 300 }, () => weigh(dam.id, 40_000));
    await person.call('recordEvents', { body: { events } });
    for (let each = 0; each < 50; each++) {
      await person.call('changeAnimal', { params: { id: dam.id }, body: { name: `Bella ${each}` } });
      if (each === 40)
        expect((await person.call('listActs')).find(({ counts }) => counts['event'] === 300)?.changes).toHaveLength(5);
    }
    const list = await person.call('listActs');
    expect(list).toHaveLength(50);
    expect(list.map(({ changes }) => changes[0]?.fields?.['name']?.[1])).toEqual(
      Array.from({ length: 50 }, (_, each) => `Bella ${49 - each}`),
    );
  });
});
