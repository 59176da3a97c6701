import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { outcomesOf } from '#test/operations.ts';

type Birth = Extract<z.input<typeof NewEvent>, { kind: 'birth' }>;

/** Records a birth as a screen does, or as what has waited on a device. */
const paths = {
  directly: (person: Person, event: Birth) => person.call('recordEvents', { body: { events: [event] } }),
  'from a device': async (person: Person, event: Birth) => {
    const operation = { id: uuidv7(), call: 'recordEvents', body: { events: [event] } };
    expect(await outcomesOf(person, [operation])).toEqual(['applied']);
  },
} as const;

describeOnEachEngine({ name: 'young beyond the plan', usually: 'both' }, (server) => {
  const day = '2026-05-01';
  const alive = { sex: 'female', state: 'alive' } as const;

  /** A guest's farm with nine animals: a pair that was mated, and seven more. */
  async function fullFarm() {
    const person = await server().register({ plan: 'guest' });
    const add = (tagNumber: string, sex: 'male' | 'female' = 'female') =>
      person.addAnimal({ tagNumber, sex, species: 'sheep', birthDate: '2022-03-01' });
    const [ewe, ram] = [await add('D-1'), await add('R-1', 'male')];
    const others = [];
    for (let n = 1; n <= 7; n += 1) others.push(await add(`O-${n}`));
    await person.call('addBreedingRecord', { body: { motherId: ewe.id, fatherId: ram.id, breedingDate: '2025-12-05' } });
    const triplets: Birth = {
      id: uuidv7(),
      kind: 'birth',
      animalId: ewe.id,
      day,
      young: [{ ...alive, weightGrams: 4000 }, { sex: 'male', state: 'stillborn' }, alive, { ...alive, tagNumber: 'L-3' }],
    };
    return { person, ewe, others, triplets };
  }

  const lambsOf = async (person: Person, damId: string) =>
    (await person.call('listAnimals')).filter(({ motherId }) => motherId === damId).map(({ tagNumber }) => tagNumber);
  const birthOf = async (person: Person): Promise<Extract<RecordedEvent, { kind: 'birth' }>> => {
    const [birth] = await person.call('listEvents', { query: { kind: 'birth' } });
    if (birth?.kind !== 'birth') throw new Error('No birth');
    return birth;
  };
  const waiting = async (person: Person) => (await birthOf(person)).young.map(({ waits }) => waits);
  const offspring = async (person: Person) =>
    (await person.call('listBreedingRecords')).map((mating) => mating.offspringIds.length);

  test.each(Object.entries(paths))(
    'are stored with their birth, wait and join when an animal is sold (%s)',
    async (_, record) => {
      const { person, ewe, others, triplets } = await fullFarm();
      await record(person, triplets);
      expect(await waiting(person)).toEqual([false, false, true, true]);
      expect([await lambsOf(person, ewe.id), await offspring(person)]).toEqual([['D-1-26A'], [1]]);
      expect(await person.call('listAnimals')).toHaveLength(10);

      const [sold, died] = others;
      await person.call('changeAnimal', { params: { id: sold?.id ?? '' }, body: { status: 'sold' } });
      expect((await lambsOf(person, ewe.id)).toSorted()).toEqual(['D-1-26A', 'D-1-26C']);
      expect(await waiting(person)).toEqual([false, false, false, true]);
      await person.call('deleteAnimal', { params: { id: died?.id ?? '' } });
      expect((await lambsOf(person, ewe.id)).toSorted()).toEqual(['D-1-26A', 'D-1-26C', 'L-3']);
      expect(await offspring(person)).toEqual([3]);
      // Another animal of this plan is refused as ever.
      const another = person.addAnimal({ tagNumber: 'X', species: 'sheep' });
      await expect(another).rejects.toMatchObject({ code: 'plan.limit_reached' });
      // What is sent again records nothing twice.
      await record(person, triplets);
      expect(await lambsOf(person, ewe.id)).toHaveLength(3);
    },
  );

  test.each(Object.entries(paths))('join with the ids of their birth when the plan has room (%s)', async (_, record) => {
    const { person, triplets } = await fullFarm();
    await record(person, triplets);
    const { young } = await birthOf(person);
    await server().setPlan(person, 'basic');
    const ids = (await person.call('listAnimals')).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(young.flatMap(({ id }) => id ?? [])));
    // The copies of the farm learn of it: the act is in its history, and the birth itself may still be undone.
    const [joined] = await person.call('listActs');
    expect(joined).toMatchObject({ by: { kind: 'job' }, counts: { animal: 2 }, canUndo: false });
    const { id } = await birthOf(person);
    await person.call('voidEvent', { params: { id }, body: {} });
    expect([await person.call('listAnimals'), await offspring(person)]).toEqual([expect.objectContaining({ length: 9 }), [0]]);
  });

  test('that took the room of an animal marked as dead by mistake leave it none until there is room, which the answer says', async () => {
    const { person, others, triplets } = await fullFarm();
    await paths.directly(person, triplets);
    const [lost, sold, alsoSold] = others.map(({ id }) => id);
    const mark = (id = '', status: 'died' | 'sold') => person.call('changeAnimal', { params: { id }, body: { status } });
    await mark(lost, 'died');
    const [death] = await person.call('listEvents', { query: { kind: 'death', animalId: lost } });
    const undo = () => person.call('voidEvent', { params: { id: death?.id ?? '' }, body: {} });
    await expect(undo()).rejects.toMatchObject({
      message:
        'Animal limit reached. You have 10 of 10 active animals on Guest. Mark another animal as sold or died, or choose a larger plan, then try again.',
    });
    await mark(sold, 'sold');
    await mark(alsoSold, 'sold');
    await undo();
    expect(await person.call('readAnimal', { params: { id: lost ?? '' } })).toMatchObject({ status: 'active' });
  });

  test('are corrected, undone and recorded again as if they were there', async () => {
    const { person, ewe, others, triplets } = await fullFarm();
    await paths.directly(person, triplets);
    const birth = await birthOf(person);
    // One of those that wait was stillborn after all, and the lamb that is there did not exist.
    const young = [{ ...birth.young[2], state: 'stillborn' as const, tagNumber: null }, birth.young[3]].map((each) => ({
      ...alive,
      ...each,
    }));
    const correction = { kind: 'birth' as const, animalId: ewe.id, day, young };
    const corrected = await person.call('replaceEvent', { params: { id: birth.id }, body: correction });
    expect([await waiting(person), await lambsOf(person, ewe.id)]).toEqual([[false, false], ['L-3']]);

    const [undone] = await person.call('listActs');
    await person.call('undoAct', { params: { revision: undone?.revision ?? 0 } });
    expect((await waiting(person)).filter(Boolean)).toHaveLength(2);
    expect(await lambsOf(person, ewe.id)).toHaveLength(1);

    await person.call('voidEvent', { params: { id: (await birthOf(person)).id }, body: {} });
    await person.call('changeAnimal', { params: { id: others[0]?.id ?? '' }, body: { status: 'died' } });
    expect(await lambsOf(person, ewe.id)).toEqual([]);
    expect(corrected.kind).toBe('birth');
  });
});
