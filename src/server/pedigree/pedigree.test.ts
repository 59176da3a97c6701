import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

describeOnEachEngine('the pedigree of an animal', (server) => {
  const add = async (person: Person, tagNumber: string, sex: 'male' | 'female', fatherId?: string, motherId?: string) => {
    const { id } = await person.addAnimal({ tagNumber, sex, ...(fatherId && { fatherId }), ...(motherId && { motherId }) });
    return id;
  };

  test('contains the ancestors by position, with inbreeding and completeness from all of them', async () => {
    const person = await server().register({ plan: 'premium' });
    const [buck, doe] = [await add(person, 'B', 'male'), await add(person, 'D', 'female')];
    const [son, daughter] = [await add(person, 'S', 'male', buck, doe), await add(person, 'T', 'female', buck, doe)];
    const young = await add(person, 'Y', 'female', son, daughter);
    const read = (id: string, query: object = {}) => person.call('readPedigree', { params: { id }, query });
    expect(await read(young)).toMatchObject({
      inbreeding: 0.25,
      completeness: 2,
      ancestors: { s: { id: son }, d: { tagNumber: 'T' }, ss: { id: buck }, sd: { id: doe }, ds: { id: buck }, dd: { id: doe } },
    });
    const near = await read(young, { generations: 1 });
    expect(Object.keys(near.ancestors).toSorted()).toEqual(['d', 's']);
    expect(near).toMatchObject({ inbreeding: 0.25, completeness: 2 });
    expect(await read(buck)).toEqual({ ancestors: {}, inbreeding: 0, isInbreedingKnown: false, completeness: 0 });
  });

  test('returns the inbreeding of the young of a mating, with the common ancestors', async () => {
    const person = await server().register({ plan: 'premium' });
    const [buck, doe, other] = [await add(person, 'B', 'male'), await add(person, 'D', 'female'), await add(person, 'O', 'male')];
    const daughter = await add(person, 'T', 'female', buck, doe);
    const { pairs } = await person.call('tryMatings', { body: { sireIds: [buck, other], damIds: [daughter] } });
    const commonAncestors = [{ id: buck, tagNumber: 'B', name: null, contribution: 0.25 }];
    expect(pairs).toEqual([
      { sireId: buck, damId: daughter, inbreeding: 0.25, isInbreedingKnown: true, commonAncestors },
      { sireId: other, damId: daughter, inbreeding: 0, isInbreedingKnown: false, commonAncestors: [] },
    ]);
    const wrong = person.call('tryMatings', { body: { sireIds: [daughter], damIds: [doe] } });
    await expect(wrong).rejects.toMatchObject({ status: 400, errors: [{ path: 'sireIds.0', message: 'A sire must be male' }] });
  });
});
