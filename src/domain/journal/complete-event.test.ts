import { expect, test } from 'vitest';
import { completeDetail } from './complete-event.ts';

test('what was stored before a kind or a young had a field gets the default of the field', () => {
  expect(completeDetail('birth', { young: [{ sex: 'female', state: 'alive' }] })).toMatchObject({
    sireId: null,
    young: [{ sex: 'female', state: 'alive', tagNumber: null, color: null }],
  });
});
