import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import type { StoredOperation } from './operation.ts';
import { canBeCorrected, withReason } from './operation-actions.ts';
import { recreateCall } from '../effects/recreate.ts';

const operation = (rest: Partial<StoredOperation>): StoredOperation =>
  ({ id: 'op', params: {}, needs: [], state: 'refused', ...rest }) as StoredOperation;

const animal = buildAnimal({ id: 'a', tagNumber: 'MJ-02', name: 'Mabel', breed: 'Boer', salePrice: 250 });
const events = (...of: object[]): Partial<StoredOperation> => ({ call: 'recordEvents', body: { events: of } });

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
