import { expect, test } from 'vitest';
import type { FarmAct } from '#contract/acts.ts';
import { recordedEvent } from '#test/any-event.ts';
import { describeAct } from './describe-act.ts';

const known = {
  today: '2026-11-23',
  nameOf: (id: string) => (id === 'm' ? 'D-1 Bella' : undefined),
  speciesOf: () => 'goat' as const,
};
type Change = FarmAct['changes'][number];

const act = (call: string, changes: readonly Partial<Change>[], parts: object = {}) =>
  ({
    ...{ call, counts: {}, events: [], undoes: null },
    changes: changes.map((change) => ({ kind: 'animal', id: 'a', change: 'changed', animalIds: ['a'], fields: null, ...change })),
    ...parts,
  }) as unknown as FarmAct;

const weighing = (weightGrams: number) => recordedEvent({ kind: 'weighing', weightGrams });
const [heavy, light] = [weighing(45_359), weighing(4536)];
const made = (id: string, change: Change['change'] = 'created') => ({ kind: 'event', id, change }) as const;
const mating = act('addBreedingRecord', [{ kind: 'breedingRecord', change: 'created' }]);
const undoing = act('undoAct', [{ kind: 'breedingRecord', change: 'deleted', fields: {} }], { undoes: 1 });
const sold = { status: ['active', 'sold'], salePriceCents: [null, 12_000], motherId: ['m', null], vaccinated: [false, true] };
const sized = { areaSquareMetres: [null, 8094], restDays: [null, 21] };

test.each<[what: string, act: FarmAct, read: string, undone?: FarmAct]>([
  [
    'a change of an animal, with what was before and what is now',
    act('changeAnimal', [{ fields: sold }]),
    'Changed an animal | Status: Active → Sold | Price: none → $120 | Mother: D-1 Bella → none | Vaccinated: no → yes',
  ],
  [
    'a deleted animal, by its tag',
    act('deleteAnimal', [{ change: 'deleted', fields: { tagNumber: ['NEW-1'] } }]),
    'Deleted an animal NEW-1',
  ],
  [
    'what was done to a place, with its name, and a size as it is shown elsewhere',
    act('changePlace', [{ kind: 'place', id: 'm', fields: sized }]),
    'Changed a place | D-1 Bella | Area: none → 2 acres | Rest: none → 21',
  ],
  ['one event, as in the journal', act('recordEvents', [made(heavy.id)], { events: [heavy], counts: { event: 1 } }), '100 lbs'],
  [
    'many events, by their kind and number',
    act('recordEvents', [made(heavy.id), made(light.id)], { events: [heavy, light], counts: { event: 62 } }),
    'Weighing | 62 entries',
  ],
  [
    'a correction, with what was before',
    act('replaceEvent', [made(heavy.id), made(light.id, 'changed')], { events: [heavy, light], counts: { event: 2 } }),
    'Corrected: 100 lbs | before: 10 lbs',
  ],
  ['an undone event', act('voidEvent', [made(heavy.id, 'changed')], { events: [heavy], counts: { event: 1 } }), 'Undid: 100 lbs'],
  ['an added mating', mating, 'Added a mating'],
  ['an act that takes back another one, after it', undoing, 'Undid: Added a mating', mating],
  ['an act that takes back one that is not known', undoing, 'Undid an earlier change'],
  [
    'an import, counted',
    act('applyImport', [{}], { counts: { animal: 12, event: 1 } }),
    'Imported a file | 12 animals | 1 entry',
  ],
  [
    'a kind of record without words of its own',
    act('addPlace', [{ kind: 'healthRecord', change: 'created' }]),
    'Added a health record',
  ],
])('the latest changes tell %s', (_, told, read, undone) => {
  const { title, facts } = describeAct(told, known, undone);
  expect([title, ...facts].join(' | ')).toBe(read);
});
