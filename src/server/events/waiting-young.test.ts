import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

type Birth = Extract<z.input<typeof NewEvent>, { kind: 'birth' }>;

describeOnEachEngine({ name: 'young beyond the plan', usually: 'both' }, (server) => {
  const day = '2026-05-01';
  const alive = { sex: 'female', state: 'alive' } as const;

  /** A guest's farm with nine animals: a pair that was mated, and seven more. */
  async function fullFarm() {
    const person = await server().register({ plan: 'guest' });
    const add = async (tagNumber: string, sex: 'male' | 'female' = 'female') =>
      (await person.addAnimal({ tagNumber, sex, species: 'sheep', birthDate: '2022-03-01' })).id;
    const [ewe, ram] = [await add('D-1'), await add('R-1', 'male')];
    const others: string[] = [];
    for (let n = 1; n <= 7; n += 1) others.push(await add(`O-${n}`));
    await person.call('addBreedingRecord', { body: { motherId: ewe, fatherId: ram, breedingDate: '2025-12-05' } });
    const stillborn = { sex: 'male', state: 'stillborn' } as const;
    const young = [{ ...alive, weightGrams: 4000 }, stillborn, alive, { ...alive, tagNumber: 'L-3' }];
    const triplets: Birth = { id: uuidv7(), kind: 'birth', animalId: ewe, day, young };
    return { person, ewe, others, triplets };
  }

  const lambsOf = async (person: Person, damId: string) =>
    (await person.call('listAnimals'))
      .filter(({ motherId }) => motherId === damId)
      .map(({ tagNumber }) => tagNumber)
      .toSorted();
  const birthOf = async (person: Person): Promise<Extract<RecordedEvent, { kind: 'birth' }>> => {
    const [birth] = await person.call('listEvents', { query: { kind: 'birth' } });
    return birth?.kind === 'birth' ? birth : expect.fail();
  };
  const waiting = async (person: Person) => (await birthOf(person)).young.map(({ waits }) => waits);
  const offspring = async (person: Person) => (await person.call('listBreedingRecords'))[0]?.offspringIds.length;

  test('are stored, wait and join when an animal is sold or deleted', async () => {
    const { person, ewe, others, triplets } = await fullFarm();
    await person.record(triplets);
    expect(await waiting(person)).toEqual([false, false, true, true]);
    expect([await lambsOf(person, ewe), await offspring(person)]).toEqual([['D-1-26A'], 1]);
    expect(await person.call('listAnimals')).toHaveLength(10);

    const [sold = '', deleted = ''] = others;
    await person.changeAnimal(sold, { status: 'sold' });
    expect(await lambsOf(person, ewe)).toEqual(['D-1-26A', 'D-1-26C']);
    expect(await waiting(person)).toEqual([false, false, false, true]);
    await person.call('deleteAnimal', { params: { id: deleted } });
    expect([await lambsOf(person, ewe), await offspring(person)]).toEqual([['D-1-26A', 'D-1-26C', 'L-3'], 3]);
    // What is sent again records nothing twice.
    await person.record(triplets);
    expect(await lambsOf(person, ewe)).toHaveLength(3);
  });

  test('join with the ids of their birth when the plan has room', async () => {
    const { person, triplets } = await fullFarm();
    await person.record(triplets);
    const { id, young } = await birthOf(person);
    await server().setPlan(person, 'basic');
    const ids = (await person.call('listAnimals')).map((animal) => animal.id);
    expect(ids).toEqual(expect.arrayContaining(young.flatMap((each) => each.id ?? [])));
    // The copies of the farm learn of it: the act is in its history, and the birth itself may still be undone.
    const [joined] = await person.call('listActs');
    expect(joined).toMatchObject({ by: { kind: 'job' }, counts: { animal: 2 }, canUndo: false });
    await person.voidEvent(id);
    expect([(await person.call('listAnimals')).length, await offspring(person)]).toEqual([9, 0]);
  });

  test('are corrected, undone and recorded again as if they were there', async () => {
    const { person, ewe, others, triplets } = await fullFarm();
    await person.record(triplets);
    const birth = await birthOf(person);
    // One of those that wait was stillborn after all, and the lamb that is there did not exist.
    const stillborn = { ...birth.young[2], state: 'stillborn' as const, tagNumber: null };
    const young = [stillborn, birth.young[3]].map((each) => ({ ...alive, ...each }));
    const correction = { kind: 'birth' as const, animalId: ewe, day, young };
    await person.call('replaceEvent', { params: { id: birth.id }, body: correction });
    expect([await waiting(person), await lambsOf(person, ewe)]).toEqual([[false, false], ['L-3']]);

    await person.undoNewestAct();
    expect((await waiting(person)).filter(Boolean)).toHaveLength(2);
    expect(await lambsOf(person, ewe)).toHaveLength(1);

    await person.voidEvent((await birthOf(person)).id);
    await person.changeAnimal(others[0] ?? '', { status: 'died' });
    expect(await lambsOf(person, ewe)).toEqual([]);
  });
});
