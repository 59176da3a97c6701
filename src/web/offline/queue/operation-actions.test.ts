import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import type { StoredOperation } from './operation.ts';
import { noRows } from '../copy/farm-rows.ts';
import { addressOf, canBeCorrected, withReason } from './operation-actions.ts';
import { recreateCall } from '../effects/recreate.ts';

const operation = (rest: Partial<StoredOperation>): StoredOperation =>
  ({ id: 'op', params: {}, needs: [], state: 'refused', ...rest }) as StoredOperation;

const animal = buildAnimal({ id: 'a', tagNumber: 'MJ-02', name: 'Mabel', breed: 'Boer', salePrice: 250 });
const rows = { ...noRows, animals: new Map([['a', animal]]) };
const events = (...of: object[]): Partial<StoredOperation> => ({ call: 'recordEvents', body: { events: of } });

test.each<[string, string, Partial<StoredOperation>]>([
  ['the animal', '/animals/a', { call: 'changeAnimal', params: { id: 'a' } }],
  ['the animal of an event', '/animals/a', events({ animalId: 'a' })],
  ['the animals for many events', '/animals', events({ animalId: 'a' }, { animalId: 'b' })],
  ['the animals for one that is not there', '/animals', { call: 'addAnimal', body: { id: 'b' } }],
  ['the places', '/places', { call: 'changePlace', params: { id: 'p' } }],
  ['a worklist', '/work/w', { call: 'addWorklist', body: { id: 'w' } }],
  ['a worklist that is finished', '/work/w', { call: 'changeWorklist', params: { id: 'w' }, body: { isArchived: true } }],
  ['the worklist of many events', '/work/w', events({ animalId: 'a', worklistId: 'w' }, { animalId: 'b', worklistId: 'w' })],
  ['males with females', '/breeding/rams/x', { call: 'changeExposure', params: { id: 'x' } }],
  ['the products', '/products', { call: 'addProduct', body: {} }],
])('Look leads to %s: %s', (_, address, of) => {
  expect(addressOf(operation(of), rows)).toBe(address);
});

test('an animal that was deleted elsewhere is put back as it was seen, with the change, and no form is opened for it', () => {
  const gone = operation({
    call: 'changeAnimal',
    params: { id: 'a' },
    body: { name: 'Maud', salePrice: '300', version: 4, reason: null },
    seen: animal,
    last: { id: 'op', outcome: 'refused', status: 404, code: 'animals.not_found' },
  });
  const { name, body } = recreateCall(gone)!;
  expect([name, canBeCorrected(gone)]).toEqual(['addAnimal', false]);
  expect(body).toMatchObject({ tagNumber: 'MJ-02', breed: 'Boer', name: 'Maud', salePrice: '300' });
  expect(Object.keys(body).filter((key) => ['id', 'version'].includes(key))).toEqual([]);
});

test('a reason goes to each event, and otherwise into the change', () => {
  const reason = 'told';
  const withReasons = [
    { id: '1', reason },
    { id: '2', reason },
  ];
  expect(withReason(operation(events({ id: '1' }, { id: '2' })), reason)).toEqual({ events: withReasons });
  expect(withReason(operation({ call: 'changeAnimal', body: { status: 'sold' } }), reason)).toEqual({ status: 'sold', reason });
});
