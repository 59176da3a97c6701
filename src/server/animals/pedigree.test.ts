import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const buck = { tagNumber: 'G-2', species: 'goat', sex: 'male' } as const;

const refused = (path: string, message: string) => ({ status: 400, message, errors: [{ path, message }] });

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
      const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
      expect(refusals).toMatchObject([refused('motherId', 'An animal cannot be its own ancestor')]);
    }
  });
});

describeOnEachEngine('the pedigree', (server) => {
  test('a mother is female, a father male, both of the same species and older', async () => {
    const farmer = await server().register({ plan: 'basic' });
    const [he, she] = [await farmer.addAnimal(buck), await farmer.addAnimal({ birthDate: '2024-05-01' })];
    const ewe = await farmer.addAnimal({ species: 'sheep' });
    const kid = await farmer.addAnimal();
    for (const [role, id, message] of [
      ['motherId', he.id, 'Mother must be female'],
      ['fatherId', she.id, 'Father must be male'],
      ['motherId', ewe.id, 'Mother must be of the same species'],
      ['motherId', uuidv7(), 'Mother not found'],
      ['motherId', she.id, 'A parent cannot be younger than its child'],
    ] as const) {
      const body = { [role]: id, birthDate: '2023-01-01' };
      await expect(farmer.addAnimal(body)).rejects.toMatchObject(refused(role, message));
      await expect(farmer.changeAnimal(kid.id, body)).rejects.toMatchObject(refused(role, message));
    }
    const wrong = farmer.addAnimal({ motherId: he.id, fatherId: she.id, birthDate: '2099-01-01' });
    const errors = ['birthDate', 'motherId', 'fatherId'].map((path) => ({ path }));
    await expect(wrong).rejects.toMatchObject({ errors });
    const parents = { motherId: she.id, fatherId: he.id };
    expect(await farmer.changeAnimal(kid.id, { ...parents, birthYear: 2024 })).toMatchObject(parents);
  });

  test('sold and dead parents and reference animals stay parents', async () => {
    const farmer = await server().register();
    const mother = await farmer.addAnimal({ status: 'died' });
    const father = await farmer.addAnimal({ ...buck, isReference: true });
    const kid = await farmer.addAnimal({ motherId: mother.id, fatherId: father.id });
    expect(await farmer.changeAnimal(kid.id, { name: 'Heir', motherId: mother.id })).toMatchObject({ motherId: mother.id });
  });
});
