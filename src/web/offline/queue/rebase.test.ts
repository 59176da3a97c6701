import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { noRows, type FarmRows } from '../copy/farm-rows.ts';
import type { OfflineCall, StoredOperation } from './operation.ts';
import { applyOperations } from '../copy/overlay.ts';
import { rebase } from './rebase.ts';

const animalId = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';

const made = { madeAt: '2026-06-01T08:00:00.000Z', clockSkewMs: 0, state: 'clash', needs: [] };
const operation = (call: OfflineCall, body: unknown, seen?: unknown) =>
  ({ id: animalId, call, params: { id: animalId }, body, seen, ...made }) as unknown as StoredOperation;

const rowsWith = (animal: Animal): FarmRows => ({ ...noRows, animals: new Map([[animalId, animal]]) });

const change = (animal: Animal, body: object): Animal =>
  applyOperations(rowsWith(animal), [{ ...operation('changeAnimal', body), state: 'waiting' }], 'Ada').animals.get(animalId)!;

/** Few values, so that two people often choose the same. */
const anyBody = fc.record(
  {
    name: fc.constantFrom('Bella', 'Max', '', null),
    breed: fc.constantFrom('Boer', 'Boer ', null),
    birthDate: fc.constantFrom('2024-03-01', '2024-03-02', null),
    birthYear: fc.constantFrom(2023, 2024, null),
    salePrice: fc.constantFrom('12.30', 12.3, null),
    forSalePrice: fc.constantFrom('10', null),
    forSale: fc.boolean(),
    status: fc.constantFrom('active', 'sold'),
    notes: fc.constantFrom('a', 'b'),
  },
  { requiredKeys: [] },
);

/** What a person enters as one. */
const entered = ['name', 'breed', 'salePrice', 'forSale', 'status', 'notes', 'born'] as const;

const entriesOf = ({ birthDate, birthYear, ...animal }: Animal) => ({ ...animal, born: birthDate ?? birthYear });

test('a change on top of another one keeps every value but those that it is about', () => {
  fc.assert(
    fc.property(anyBody, anyBody, anyBody, (first, ours, theirs) => {
      const seen = change(buildAnimal({ id: animalId }), first);
      const stored = change(seen, theirs);
      const { conflicts, change: rebased } = rebase(operation('changeAnimal', ours, seen), rowsWith(stored));
      const versions = [seen, change(seen, ours), stored, change(stored, rebased.body as object)].map(entriesOf);
      const [base, mine, their, result] = versions;
      const isConflict = (name: (typeof entered)[number]) =>
        mine?.[name] !== base?.[name] && their?.[name] !== base?.[name] && mine?.[name] !== their?.[name];
      const expected = entered.filter(isConflict).map((name) => (name === 'born' ? 'birthDate' : name));
      expect(conflicts.toSorted()).toEqual(expected.toSorted());
      if (conflicts.length > 0) return;
      for (const name of entered) expect(result?.[name], name).toBe((mine?.[name] === base?.[name] ? their : mine)?.[name]);
    }),
  );
});

test('a change on top of another one is based on the record as it is now', () => {
  const stored = buildAnimal({ id: animalId, version: 7, name: 'Bella' });
  const typed = { breed: 'Boer', name: null, version: 3, reason: 'why' };
  const rebased = rebase(operation('changeAnimal', typed, { ...stored, version: 3, name: null }), rowsWith(stored));
  expect(rebased).toEqual({ conflicts: [], change: { body: { breed: 'Boer', reason: 'why', version: 7 }, seen: stored } });
});

test('a change is left to the person where the record is gone, or was not seen', () => {
  const animal = buildAnimal({ id: animalId });
  expect(rebase(operation('changeAnimal', { breed: 'Boer' }, animal), noRows).conflicts).toEqual(['breed']);
  expect(rebase(operation('changeAnimal', { breed: 'Boer' }), rowsWith(animal)).conflicts).toEqual(['breed']);
});

test('what was archived elsewhere at another time is archived', () => {
  const seen = { id: animalId, name: 'Barn', outline: [], note: null, archivedAt: null, version: 1 };
  const stored = { ...seen, note: 'damp', archivedAt: '2026-05-01T00:00:00.000Z', version: 3 };
  const rows = { ...noRows, places: new Map([[animalId, stored]]) } as unknown as FarmRows;
  const rebased = rebase(operation('changePlace', { isArchived: true, version: 1 }, seen), rows);
  expect(rebased).toEqual({ conflicts: [], change: { body: { isArchived: true, version: 3 }, seen: stored } });
});
