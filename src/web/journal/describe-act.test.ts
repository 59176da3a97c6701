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

const nothing = { counts: {}, events: [], undoes: null };
const act = (call: string, changes: readonly Partial<Change>[], parts: object = {}) =>
  ({
    ...nothing,
    call,
    changes: changes.map((change) => ({ kind: 'animal', id: 'a', change: 'changed', animalIds: ['a'], fields: null, ...change })),
    ...parts,
  }) as unknown as FarmAct;

const weighing = (weightGrams: number) => recordedEvent({ kind: 'weighing', weightGrams });
const [heavy, light] = [weighing(45_359), weighing(4536)];
const made = (id: string, change: Change['change'] = 'created') => ({ kind: 'event', id, change }) as const;
const mating = act('addBreedingRecord', [{ kind: 'breedingRecord', change: 'created' }]);
const undoing = act('undoAct', [{ kind: 'breedingRecord', change: 'deleted', fields: {} }], { undoes: 1 });
const sold = { status: ['active', 'sold'], salePriceCents: [null, 12_000], motherId: ['m', null] };
const sized = { areaSquareMetres: [null, 8094] };

const three = ['Status: Active → Sold', 'Price: none → $120', 'Mother: D-1 Bella → none'];
const recorded = (call: string, ids: Partial<Change>[], count: number) =>
  act(call, ids, { events: [heavy, light], counts: { event: count } });
const changed = made(heavy.id, 'changed');

test.each<[read: string, act: FarmAct, undone?: FarmAct]>([
  [['Changed an animal', ...three].join(' | '), act('changeAnimal', [{ fields: sold }])],
  ['Deleted an animal NEW-1', act('deleteAnimal', [{ change: 'deleted', fields: { tagNumber: ['NEW-1'] } }])],
  ['Changed a place | D-1 Bella | Area: none → 2 acres', act('changePlace', [{ kind: 'place', id: 'm', fields: sized }])],
  [
    'Changed a work list | Archived at: none → Sun, Nov 22',
    act('changeWorklist', [{ kind: 'worklist', fields: { archivedAt: [null, '2026-11-22T16:39:11.872Z'] } }]),
  ],
  ['100 lbs', recorded('recordEvents', [made(heavy.id)], 1)],
  ['Weighing | 62 entries', recorded('recordEvents', [made(heavy.id), made(light.id)], 62)],
  ['Corrected: 100 lbs | before: 10 lbs', recorded('replaceEvent', [made(heavy.id), made(light.id, 'changed')], 2)],
  ['Undid: 100 lbs', recorded('voidEvent', [changed], 1)],
  ['Added a mating', mating],
  ['Undid: Added a mating', undoing, mating],
  ['Undid an earlier change', undoing],
  ['Imported a file | 12 animals | 1 entry', act('applyImport', [{}], { counts: { animal: 12, event: 1 } })],
  ['Added a health record', act('addPlace', [{ kind: 'healthRecord', change: 'created' }])],
])('the latest changes tell what was done, with what was before: %s', (read, told, undone) => {
  const { title, facts } = describeAct(told, known, undone);
  expect([title, ...facts].join(' | ')).toBe(read);
});
