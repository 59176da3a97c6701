import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { outcomesOf, resultOf } from '#test/operations.ts';

describeOnEachEngine('a birth', (server) => {
  const farmer = async () => {
    const person = await server().register({ plan: 'enterprise' });
    return {
      person,
      dam: await person.addAnimal({ birthDate: '2022-03-01' }),
      other: await person.addAnimal({ tagNumber: 'D-2' }),
    };
  };
  const young = [{ sex: 'female', state: 'alive' }];
  const birthOf = (dam: { id: string }, day = '2026-05-01') => ({ id: uuidv7(), kind: 'birth', animalId: dam.id, day, young });
  const send = (person: Person, payload: object) => person.send({ method: 'POST', url: '/api/events', payload });

  test('recorded without signal on two devices is one until a person says that they are two', async () => {
    const { person, dam } = await farmer();
    const operation = (more: object) => ({ id: uuidv7(), call: 'recordEvents', body: { events: [birthOf(dam)], ...more } });
    const [first, second] = [operation({ knownBirthDays: [] }), operation({ knownBirthDays: [] })];
    expect(await outcomesOf(person, [first, first])).toEqual(['applied', 'replayed']);
    const message = 'A birth of hers on May 1, 2026 is recorded already. If this is another one, save it again.';
    expect(await resultOf(person, second)).toMatchObject({ outcome: 'clash', message });
    expect(await person.call('listAnimals')).toHaveLength(3);
    const others = [operation({}), operation({ knownBirthDays: ['2026-05-01'] })];
    expect(await outcomesOf(person, others)).toEqual(['applied', 'applied']);
  });

  test('is compared with all others of the same female, of several females in one request too', async () => {
    const { person, dam, other } = await farmer();
    await person.record(birthOf(dam), birthOf(dam, '2026-03-01'), birthOf(other, '2026-04-01'));
    const save = async (...knownBirthDays: string[]) =>
      (await send(person, { events: [birthOf(dam), birthOf(other)], knownBirthDays })).statusCode;
    expect(await save('2026-05-01', '2026-04-01')).toBe(409);
    expect(await save('2026-05-01', '2026-04-01', '2026-03-01')).toBe(201);
  });

  test('is compared with the birth days of her young that the farm keeps, and of no others', async () => {
    const { person, dam, other } = await farmer();
    const outside = { tagNumber: 'K-1', birthDate: '2026-05-01', motherId: dam.id, isReference: true };
    const kept = { tagNumber: 'K-2', birthDate: '2026-05-02', motherId: other.id };
    for (const body of [outside, kept]) await person.addAnimal(body);
    expect((await send(person, { events: [birthOf(dam)], knownBirthDays: [] })).statusCode).toBe(201);
    const refused = await send(person, { events: [birthOf(other)], knownBirthDays: [] });
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { message: expect.stringContaining('May 2, 2026') }]);
  });
});
