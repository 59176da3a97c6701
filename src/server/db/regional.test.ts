import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { dateFormats, type DateFormat } from '#domain/values/units.ts';
import { describeOnEachEngine } from '#test/engines.ts';

const written: Readonly<Record<DateFormat, string>> = { mdy: 'May 1, 2026', dmy: '1 May 2026', ymd: '2026-05-01' };

describeOnEachEngine('the date format of a farm', (server) => {
  test.each(dateFormats)('%s is that of the sentences of the server', async (dateFormat) => {
    const person = await server().register({ plan: 'premium' });
    await person.call('changeProfile', { body: { dateFormat } });
    const message = expect.stringContaining(written[dateFormat]);
    const expired = await server().addCoupon(100, { valid_until: '2026-05-01' });
    await expect(person.call('validateCoupon', { body: { code: expired } })).rejects.toMatchObject({ message });
    const { id: animalId } = await person.addAnimal();
    const sale = (day: string) => ({ body: { events: [{ id: uuidv7(), kind: 'sale' as const, animalId, day }] } });
    await person.call('recordEvents', sale('2026-05-01'));
    await expect(person.call('recordEvents', sale('2026-05-02'))).rejects.toMatchObject({ message });
  });
});
