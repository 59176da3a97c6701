import { expect, test } from 'vitest';
import type { FarmAct } from '#contract/acts.ts';
import { describeAct } from './describe-act.ts';

const known = {
  today: '2026-11-23',
  nameOf: (id: string) => (id === 'm' ? 'D-1 Bella' : undefined),
  speciesOf: () => 'goat' as const,
};
type Change = FarmAct['changes'][number];

const act = (call: string, changes: readonly Partial<Change>[], parts: Partial<FarmAct> = {}): FarmAct => ({
  revision: 1,
  at: '2026-11-23T07:00:00.000Z',
  by: { kind: 'person', id: 'p', name: 'Dana' },
  call,
  counts: {},
  changes: changes.map((change) => ({ kind: 'animal', id: 'a', change: 'changed', animalIds: ['a'], fields: null, ...change })),
  events: [],
  undoes: null,
  isUndone: false,
  canUndo: true,
  isChangedSince: false,
  ...parts,
});

const event = (id: string, fields: object) =>
  ({
    id,
    animalId: 'a',
    day: '2026-11-20',
    note: null,
    responsible: null,
    replacesId: null,
    voidedAt: null,
    ...fields,
  }) as FarmAct['events'][number];
const weighing = (id: string, weightGrams: number) => event(id, { kind: 'weighing', weightGrams, method: null, occasion: null });
const ofEvent = (id: string, change: Change['change'] = 'created') => ({ kind: 'event', id, change });

test('a change of an animal says what was before and what is now', () => {
  const fields = { status: ['active', 'sold'], salePriceCents: [null, 12_000], motherId: ['m', null], vaccinated: [false, true] };
  expect(describeAct(act('changeAnimal', [{ fields }]), known)).toEqual({
    title: 'Changed an animal',
    facts: ['Status: Active → Sold', 'Price: none → $120', 'Mother: D-1 Bella → none', 'Vaccinated: no → yes'],
    animalIds: ['a'],
  });
});

test('a deleted animal is named by its tag', () => {
  const deleted = { change: 'deleted' as const, fields: { tagNumber: ['NEW-1'] } };
  expect(describeAct(act('deleteAnimal', [deleted]), known).title).toBe('Deleted an animal NEW-1');
});

test('what was done to a place or a product says which one, and a size as it is shown elsewhere', () => {
  const changed = { kind: 'place', id: 'm', fields: { areaSquareMetres: [null, 8094], restDays: [null, 21] } };
  expect(describeAct(act('changePlace', [changed]), known)).toMatchObject({
    title: 'Changed a place',
    facts: ['D-1 Bella', 'Area: none → 2 acres', 'Rest: none → 21'],
  });
});

test('one event is told as in the journal, many by their kind and number', () => {
  const one = act('recordEvents', [ofEvent('e')], { events: [weighing('e', 45_359)], counts: { event: 1 } });
  expect(describeAct(one, known).title).toBe('100 lbs');
  const many = act('recordEvents', [ofEvent('e'), ofEvent('f')], {
    events: [weighing('e', 1000), weighing('f', 2000)],
    counts: { event: 62 },
  });
  expect(describeAct(many, known)).toMatchObject({ title: 'Weighing', facts: ['62 entries'] });
});

test('a correction says what was before, and an undone event what it was', () => {
  const corrected = act('replaceEvent', [ofEvent('f'), ofEvent('e', 'changed')], {
    events: [weighing('f', 45_359), weighing('e', 4536)],
    counts: { event: 2 },
  });
  expect(describeAct(corrected, known)).toMatchObject({ title: 'Corrected: 100 lbs', facts: ['before: 10 lbs'] });
  const undone = act('voidEvent', [ofEvent('e', 'changed')], { events: [weighing('e', 45_359)], counts: { event: 1 } });
  expect(describeAct(undone, known).title).toBe('Undid: 100 lbs');
});

test('an act that takes back another one is named after it', () => {
  const first = act('addBreedingRecord', [{ kind: 'breedingRecord', change: 'created' }]);
  expect(describeAct(first, known).title).toBe('Added a mating');
  const undo = act('undoAct', [{ kind: 'breedingRecord', change: 'deleted', fields: {} }], { undoes: 1 });
  expect(describeAct(undo, known, first).title).toBe('Undid: Added a mating');
  expect(describeAct(undo, known).title).toBe('Undid an earlier change');
});

test('an import is counted, and a kind of record without words of its own is still named', () => {
  expect(describeAct(act('applyImport', [{}], { counts: { animal: 12, event: 1 } }), known)).toMatchObject({
    title: 'Imported a file',
    facts: ['12 animals', '1 entry'],
  });
  expect(describeAct(act('addPlace', [{ kind: 'healthRecord', change: 'created' }]), known).title).toBe('Added a health record');
});
