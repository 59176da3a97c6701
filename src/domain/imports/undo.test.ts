import { describe, expect, test } from 'vitest';
import { knownAnimal } from '#test/plan-import.ts';
import type { KnownAnimal } from './herd.ts';
import { planUndo, type ImportedChange } from './undo.ts';

const animal = (id: string, more: Partial<KnownAnimal> = {}) => knownAnimal(id, { id, species: 'goat', ...more });
const changed = (animalId: string, before: ImportedChange['before']): ImportedChange => ({ animalId, before, versionAfter: 2 });
const undo = (animals: KnownAnimal[], added: string[], changes: ImportedChange[], withRecords: string[] = []) => {
  const plan = planUndo({
    animals,
    addedAnimals: new Map(added.map((id) => [id, 1])),
    changes,
    animalsWithRecords: new Set(withRecords),
  });
  return {
    remove: plan.remove,
    restore: plan.restore.map(({ animalId }) => animalId),
    kept: plan.kept.map(({ tagNumber, reason }) => `${tagNumber}: ${reason}`),
  };
};

describe('undoing an import', () => {
  test('keeps what was changed since, and all ancestors that this depends on', () => {
    const herd = [animal('A', { version: 3, motherId: 'M' }), animal('M', { motherId: 'G' }), animal('G'), animal('X')];
    const { remove, kept } = undo(herd, ['A', 'M', 'G', 'X'], []);
    expect(remove).toEqual(['X']);
    expect(kept).toEqual([
      'A: It was changed after the import.',
      'M: It is the mother of A, which stays.',
      'G: It is the mother of M, which stays.',
    ]);
  });

  test('keeps a sex or birth that the relatives depend on, and the new mother that comes with it', () => {
    const herd = [
      animal('B', { version: 2, sex: 'male', birthYear: 2018, motherId: 'M' }),
      animal('K', { fatherId: 'B', birthYear: 2020 }),
      animal('M'),
    ];
    const undone = (before: ImportedChange['before']) => {
      const { remove, restore } = undo(herd, ['M'], [changed('B', { ...before, motherId: null })]);
      return [...remove, ...restore];
    };
    expect([undone({ sex: 'female' }), undone({ birthYear: 2022 }), undone({ birthYear: 2017 })]).toEqual([[], [], ['M', 'B']]);
  });

  test('keeps parents whose restoration would form a cycle', () => {
    const herd = [animal('A', { version: 2, motherId: null }), animal('B', { motherId: 'A' })];
    expect(undo(herd, [], [changed('A', { motherId: 'B' })]).kept[0]).toMatch(/its own ancestor/);
  });

  test('keeps what breeding records depend on', () => {
    const mate = animal('A', { version: 2, sex: 'male', isMate: true });
    expect(undo([mate], [], [changed('A', { sex: 'female' })]).kept[0]).toMatch(/breeding records/);
    const checked = animal('C', { version: 2, birthYear: 2020, firstRecordOn: '2020-05-01' });
    expect(undo([checked], [], [changed('C', { birthYear: 2021 })]).kept[0]).toMatch(/before the birth it had/);
    expect(undo([checked], [], [changed('C', { birthDate: '2020-05-02' })]).kept[0]).toMatch(/before the birth/);
    expect(undo([checked], [], [changed('C', { birthYear: 2019 })]).restore).toEqual(['C']);
    const kid = animal('K', { version: 2, motherId: 'M', isOffspring: true });
    expect(undo([kid, animal('M')], [], [changed('K', { motherId: null })]).kept[0]).toMatch(/A breeding record/);
    const sire = animal('S', { version: 2 });
    expect(undo([sire], [], [changed('S', { isReference: true })], ['S']).kept[0]).toMatch(/has records now/);
  });
});
