import { expect, test } from 'vitest';
import { dateFormats, type DateFormat } from '#domain/values/units.ts';
import { describeOnEachEngine } from '#test/engines.ts';

const written: Readonly<Record<DateFormat, string>> = { mdy: 'May 1, 2026', dmy: '1 May 2026', ymd: '2026-05-01' };

describeOnEachEngine('the date format of a farm', (server) => {
  test('is that of the sentences of the server', async () => {
    const person = await server().register({ plan: 'premium' });
    const expired = await server().addCoupon(100, { valid_until: '2026-05-01' });
    const { id: animalId } = await person.addAnimal();
    await person.record({ kind: 'sale', animalId });
    for (const dateFormat of dateFormats) {
      await person.call('changeProfile', { body: { dateFormat } });
      const message = expect.stringContaining(written[dateFormat]);
      await expect(person.call('validateCoupon', { body: { code: expired } })).rejects.toMatchObject({ message });
      await expect(person.record({ kind: 'sale', animalId, day: '2026-05-02' })).rejects.toMatchObject({ message });
    }
  });
});
