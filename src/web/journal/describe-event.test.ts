import { expect, test } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { eventKindNames } from '#domain/records/events.ts';
import { describeEvent } from './describe-event.ts';

const sireId = '018f2b6e-7c1a-7c3e-8a55-0242ac120009';
const known = {
  today: '2026-05-10',
  nameOf: (id: string) => (id === sireId ? 'B-1 Max' : undefined),
  speciesOf: () => 'goat' as const,
};
const doeKid = { sex: 'female', state: 'alive', tagNumber: 'K-1', weightGrams: 3175 };
const young = [doeKid, { sex: 'male', state: 'stillborn' }];
const meat = (days: number) => ({ product: 'meat', days });
const supplied = [
  { trait: 'WWT', value: 1.8, accuracy: 71 },
  { trait: 'NLB', value: -0.1 },
];
const nsip = { source: 'NSIP', values: supplied };
const drench = { kind: 'treatment', productName: 'Drench' } as const;
const dosed = { dose: 8, unit: 'ml', batch: '7741', withdrawals: [meat(14)] };
const openCourse = { courseOpen: true, withdrawals: [{ product: 'milk' }] };
const vaccine = { productName: 'Vaccine', withdrawals: [meat(0), { product: 'milk', days: 1 }] };

test.each<[detail: Parameters<typeof recordedEvent>[0], read: string]>([
  [{ kind: 'weighing', weightGrams: 67_132, method: 'scale' }, '148 lbs | Weighed by: scale'],
  [
    { kind: 'checkup', healthStatus: '4', weightGrams: 54_658, cdnt: true },
    'Checkup: 4 - Very Good | Weight: 120.5 lbs | CD&T | Withdrawal not recorded',
  ],
  [
    { kind: 'checkup', healthStatus: '4', dewormed: true, meatWithdrawalDays: 0 },
    'Checkup: 4 - Very Good | Dewormed | No meat withdrawal',
  ],
  [{ ...drench, ...dosed }, 'Drench | 8 ml | Batch: 7741 | No meat until Fri, May 15'],
  [{ kind: 'vaccination', ...vaccine }, 'Vaccinated: Vaccine | No meat withdrawal | No milk until Sat, May 2'],
  [{ ...drench, ...openCourse }, 'Drench | More doses follow | No milk until the course has ended | Withdrawal not recorded'],
  [{ kind: 'scores', famacha: 4, dag: 0 }, 'Scores | FAMACHA 4 | Dag 0'],
  [{ kind: 'shearing', fleeceGrams: 3200 }, 'Shearing | Fleece: 7.05 lbs'],
  [{ kind: 'milking', amountMl: 1500 }, 'Milk: 3.4 lbs (1,500 ml)'],
  [{ kind: 'breedingValues', ...nsip }, 'Breeding values as supplied by NSIP | WWT +1.8 (71%) | NLB −0.1'],
  [{ kind: 'birth', sireId, young }, '2 young born | Sire: B-1 Max | Doe kid, alive, K-1, 7 lbs | Buck kid, stillborn'],
  [{ kind: 'fostering', rearedById: sireId }, 'Fostered to B-1 Max'],
  [{ kind: 'fostering', isBottleFed: true }, 'Bottle-fed'],
  [{ kind: 'fostering' }, 'With its own dam again'],
  [{ kind: 'birthCheck', check: 'Navel' }, 'Checked after birth: Navel'],
  [{ kind: 'sale', price: 250, buyer: 'Bob' }, 'Sold to Bob | $250'],
  [{ kind: 'death', cause: 'oldAge' }, 'Died | Cause: old age'],
  [{ kind: 'loan', until: '2026-06-01' }, 'Lent | Until: Mon, Jun 1'],
  [{ kind: 'move', groupId: sireId, leavesGroup: true }, 'Left B-1 Max'],
  [{ kind: 'move' }, 'Left its place'],
  [{ kind: 'tagChange', oldTag: 'A-1', newTag: 'A-2' }, 'New tag A-2 | Old tag: A-1'],
])('%j reads %s', (detail, read) => {
  const { title, facts } = describeEvent(recordedEvent(detail), known);
  expect([title, ...facts].join(' | ')).toBe(read);
});

test('every kind of event has a title', () => {
  const required = { healthStatus: '3', weightGrams: 1, productName: 'X', amountMl: 1, result: 'open', young, newTag: 'A-2' };
  const detail = { ...required, values: supplied, check: 'Navel' };
  for (const kind of eventKindNames) expect(describeEvent(recordedEvent({ kind, ...detail }), known).title).toMatch(/\w/);
});
