import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const buck = { tagNumber: 'G-2', species: 'goat', sex: 'male' } as const;

const change = (farmer: Person, id: string, body: object) => farmer.call('changeAnimal', { params: { id }, body });
const refused = (path: string, message: string) => ({ status: 400, message, errors: [{ path, message }] });

describeOnEachEngine({ name: 'concurrent edits of the pedigree', usually: 'both' }, (server) => {
  test('of two concurrent edits that together would form a cycle exactly one succeeds', async () => {
    const farmer = await server().register({ plan: 'premium' });
    for (let round = 0; round < 15; round += 1) {
      const [one, other] = [await farmer.addAnimal(), await farmer.addAnimal()];
      const results = await Promise.allSettled([
        change(farmer, one.id, { motherId: other.id }),
        change(farmer, other.id, { motherId: one.id }),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      for (const result of results) {
        if (result.status === 'rejected') {
          expect(result.reason).toMatchObject(refused('motherId', 'An animal cannot be its own ancestor'));
        }
      }
    }
  });
});

describeOnEachEngine('the pedigree', (server) => {
  test('a mother is female, a father male, both of the same species and older', async () => {
    const farmer = await server().register({ plan: 'basic' });
    const [he, she] = [await farmer.addAnimal(buck), await farmer.addAnimal({ birthDate: '2024-05-01' })];
    const ewe = await farmer.addAnimal({ species: 'sheep' });
    const kid = await farmer.addAnimal();
    for (const write of [
      (body: object) => farmer.addAnimal({ ...body, birthDate: '2023-01-01' }),
      (body: object) => change(farmer, kid.id, { ...body, birthDate: '2023-01-01' }),
    ]) {
      await expect(write({ motherId: he.id })).rejects.toMatchObject(refused('motherId', 'Mother must be female'));
      await expect(write({ fatherId: she.id })).rejects.toMatchObject(refused('fatherId', 'Father must be male'));
      await expect(write({ motherId: ewe.id })).rejects.toMatchObject(refused('motherId', 'Mother must be of the same species'));
      await expect(write({ motherId: uuidv7() })).rejects.toMatchObject(refused('motherId', 'Mother not found'));
      await expect(write({ fatherId: uuidv7() })).rejects.toMatchObject(refused('fatherId', 'Father not found'));
      await expect(write({ motherId: she.id })).rejects.toMatchObject(
        refused('motherId', 'A parent cannot be younger than its child'),
      );
    }
    await expect(farmer.addAnimal({ motherId: he.id, fatherId: she.id, birthDate: '2099-01-01' })).rejects.toMatchObject({
      errors: [
        { path: 'birthDate', message: 'An animal cannot be born in the future' },
        { path: 'motherId', message: 'Mother must be female' },
        { path: 'fatherId', message: 'Father must be male' },
      ],
    });
    expect(await change(farmer, kid.id, { motherId: she.id, fatherId: he.id, birthYear: 2024 })).toMatchObject({
      motherId: she.id,
      fatherId: he.id,
    });
  });

  test('sold and dead parents and reference animals stay parents', async () => {
    const farmer = await server().register();
    const mother = await farmer.addAnimal({ status: 'died' });
    const father = await farmer.addAnimal({ ...buck, isReference: true });
    const kid = await farmer.addAnimal({ motherId: mother.id, fatherId: father.id });
    expect(await change(farmer, kid.id, { name: 'Heir', motherId: mother.id })).toMatchObject({ motherId: mother.id });
  });
});
