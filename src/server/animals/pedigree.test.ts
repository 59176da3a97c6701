import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const buck = { tagNumber: 'G-2', species: 'goat', sex: 'male' } as const;

describeOnEachEngine({ name: 'concurrent edits of the pedigree', usually: 'both' }, (server) => {
  test('of two concurrent edits that together would form a cycle exactly one succeeds', async () => {
    const farmer = await server().register({ plan: 'premium' });
    for (let round = 0; round < 15; round += 1) {
      const [one, other] = [await farmer.addAnimal(), await farmer.addAnimal()];
      const results = await Promise.allSettled([
        farmer.changeAnimal(one.id, { motherId: other.id }),
        farmer.changeAnimal(other.id, { motherId: one.id }),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const refusal = results.find(({ status }) => status === 'rejected');
      const errors = [{ path: 'motherId', message: 'An animal cannot be its own ancestor' }];
      expect(refusal).toMatchObject({ reason: { status: 400, errors } });
    }
  });
});

describeOnEachEngine('the pedigree', (server) => {
  test('sold and dead parents and reference animals stay parents', async () => {
    const farmer = await server().register();
    const mother = await farmer.addAnimal({ status: 'died' });
    const father = await farmer.addAnimal({ ...buck, isReference: true });
    const kid = await farmer.addAnimal({ motherId: mother.id, fatherId: father.id });
    expect(await farmer.changeAnimal(kid.id, { name: 'Heir', motherId: mother.id })).toMatchObject({ motherId: mother.id });
  });
});
