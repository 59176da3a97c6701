import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const doe = { tagNumber: 'G-1', species: 'goat', sex: 'female' } as const;
const buck = { tagNumber: 'G-2', species: 'goat', sex: 'male' } as const;

const add = (farmer: Person, body: object = {}) => farmer.call('addAnimal', { body: { ...doe, ...body } });
const change = (farmer: Person, id: string, body: object) => farmer.call('changeAnimal', { params: { id }, body });
const refused = (path: string, message: string) => ({ status: 400, message, errors: [{ path, message }] });

describeOnEachEngine({ name: 'concurrent edits of the pedigree', usually: 'both' }, (server) => {
  test('of two concurrent edits that together would form a cycle exactly one succeeds', async () => {
    const farmer = await server().register({ plan: 'premium' });
    for (let round = 0; round < 15; round += 1) {
      const [one, other] = [await add(farmer), await add(farmer)];
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
    const [he, she] = [await add(farmer, buck), await add(farmer, { birthDate: '2024-05-01' })];
    const ewe = await add(farmer, { species: 'sheep' });
    const kid = await add(farmer);
    for (const write of [
      (body: object) => add(farmer, { ...body, birthDate: '2023-01-01' }),
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
    await expect(add(farmer, { motherId: he.id, fatherId: she.id, birthDate: '2099-01-01' })).rejects.toMatchObject({
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

  test('no animal is its own ancestor, over any number of generations', async () => {
    const farmer = await server().register({ plan: 'premium' });
    const id = uuidv7();
    const ownAncestor = refused('motherId', 'An animal cannot be its own ancestor');
    await expect(add(farmer, { id, motherId: id })).rejects.toMatchObject(ownAncestor);
    const eldest = await add(farmer);
    await expect(change(farmer, eldest.id, { motherId: eldest.id })).rejects.toMatchObject(ownAncestor);
    let youngest = eldest;
    for (let generation = 0; generation < 60; generation += 1) {
      youngest = await add(farmer, { motherId: youngest.id });
      if (generation % 10 === 0) {
        await expect(change(farmer, eldest.id, { motherId: youngest.id })).rejects.toMatchObject(ownAncestor);
      }
    }
    await expect(change(farmer, eldest.id, { motherId: youngest.id })).rejects.toMatchObject(ownAncestor);
  });

  test('a parent cannot change in a way that contradicts its offspring', async () => {
    const farmer = await server().register();
    const mother = await add(farmer, { birthDate: '2020-01-01' });
    const kid = await add(farmer, { motherId: mother.id, birthDate: '2022-01-01' });
    await expect(change(farmer, mother.id, { sex: 'male' })).rejects.toMatchObject({ errors: [{ path: 'sex' }] });
    await expect(change(farmer, mother.id, { species: 'sheep' })).rejects.toMatchObject({ errors: [{ path: 'species' }] });
    const younger = 'A parent cannot be younger than its child';
    await expect(change(farmer, mother.id, { birthDate: '2022-01-02' })).rejects.toMatchObject(refused('birthDate', younger));
    await expect(change(farmer, mother.id, { birthYear: 2023 })).rejects.toMatchObject(refused('birthYear', younger));
    await expect(change(farmer, kid.id, { birthDate: '2019-12-31' })).rejects.toMatchObject(refused('motherId', younger));
    await expect(change(farmer, kid.id, { species: 'sheep' })).rejects.toMatchObject({ errors: [{ path: 'motherId' }] });
    await change(farmer, kid.id, { motherId: null });
    expect(await change(farmer, mother.id, { sex: 'male', species: 'sheep', birthYear: 2024 })).toMatchObject({ sex: 'male' });
  });

  test('sold and dead parents and reference animals stay parents', async () => {
    const farmer = await server().register();
    const mother = await add(farmer, { status: 'died' });
    const father = await add(farmer, { ...buck, isReference: true });
    const kid = await add(farmer, { motherId: mother.id, fatherId: father.id });
    expect(await change(farmer, kid.id, { name: 'Heir', motherId: mother.id })).toMatchObject({ motherId: mother.id });
  });
});
