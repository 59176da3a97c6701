import { describe, expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import type { StoredOperation } from './operation.ts';
import { noRows } from '../copy/farm-rows.ts';
import { addressOf, canBeCorrected, withReason } from './operation-actions.ts';
import { recreateCall } from '../effects/recreate.ts';

const operation = (rest: Partial<StoredOperation>): StoredOperation =>
  ({ id: 'op', params: {}, needs: [], state: 'refused', ...rest }) as StoredOperation;

const animal = buildAnimal({ id: 'a', tagNumber: 'MJ-02', name: 'Mabel', breed: 'Boer', salePrice: 250 });
const rows = { ...noRows, animals: new Map([['a', animal]]) };

describe('Look leads', () => {
  test.each<[string, string, Partial<StoredOperation>]>([
    ['to the animal', '/animals/a', { call: 'changeAnimal', params: { id: 'a' } }],
    ['to the animal of an event', '/animals/a', { call: 'recordEvents', body: { events: [{ animalId: 'a' }] } }],
    [
      'to the animals for many events',
      '/animals',
      { call: 'recordEvents', body: { events: [{ animalId: 'a' }, { animalId: 'b' }] } },
    ],
    ['to the animals for one that is not there', '/animals', { call: 'addAnimal', body: { id: 'b' } }],
    ['to the places', '/places', { call: 'changePlace', params: { id: 'p' } }],
    ['to a worklist', '/work/w', { call: 'addWorklist', body: { id: 'w' } }],
    ['to a worklist that is finished', '/work/w', { call: 'changeWorklist', params: { id: 'w' }, body: { isArchived: true } }],
    [
      'to the worklist of many events',
      '/work/w',
      {
        call: 'recordEvents',
        body: {
          events: [
            { animalId: 'a', worklistId: 'w' },
            { animalId: 'b', worklistId: 'w' },
          ],
        },
      },
    ],
    ['to males with females', '/breeding/rams/x', { call: 'changeExposure', params: { id: 'x' } }],
    ['to the products', '/products', { call: 'addProduct', body: {} }],
  ])('%s: %s', (_, address, of) => {
    expect(addressOf(operation(of), rows)).toBe(address);
  });
});

describe('a change of an animal that was deleted elsewhere', () => {
  const gone = operation({
    call: 'changeAnimal',
    params: { id: 'a' },
    body: { name: 'Maud', salePrice: '300', version: 4, reason: null },
    seen: animal,
    last: { id: 'op', outcome: 'refused', status: 404, code: 'animals.not_found' },
  });

  test('is put back as it was seen, with the change', () => {
    const { name, body } = recreateCall(gone)!;
    expect(name).toBe('addAnimal');
    expect(body).toMatchObject({ tagNumber: 'MJ-02', breed: 'Boer', name: 'Maud', salePrice: '300' });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['id']));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['version']));
  });

  test('opens no form, since there is nothing to change', () => {
    expect(canBeCorrected(gone)).toBe(false);
  });
});

test('a reason goes to each event, and otherwise into the change', () => {
  const events = operation({ call: 'recordEvents', body: { events: [{ id: '1' }, { id: '2' }] } });
  expect(withReason(events, 'told')).toEqual({
    events: [
      { id: '1', reason: 'told' },
      { id: '2', reason: 'told' },
    ],
  });
  expect(withReason(operation({ call: 'changeAnimal', body: { status: 'sold' } }), 'told')).toEqual({
    status: 'sold',
    reason: 'told',
  });
});
