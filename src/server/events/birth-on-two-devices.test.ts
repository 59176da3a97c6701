import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { outcomesOf, resultOf } from '#test/operations.ts';

describeOnEachEngine('a birth', (server) => {
  test('recorded without signal on two devices is one until a person says that they are two', async () => {
    const person = await server().register({ plan: 'enterprise' });
    const { id: animalId } = await person.call('addAnimal', {
      body: { tagNumber: 'D-1', species: 'goat', sex: 'female', birthDate: '2022-03-01' },
    });
    const operation = (more: object) => {
      const young = [{ sex: 'female', state: 'alive' }];
      const birth = { id: uuidv7(), kind: 'birth', animalId, day: '2026-05-01', young };
      return { id: uuidv7(), call: 'recordEvents', body: { events: [birth], ...more } };
    };
    const [first, second] = [operation({ knownBirthDay: null }), operation({ knownBirthDay: null })];
    expect(await outcomesOf(person, [first])).toEqual(['applied']);
    expect(await outcomesOf(person, [first])).toEqual(['replayed']);
    const message = 'A birth of hers on May 1, 2026 is recorded already. If this is another one, save it again.';
    expect(await resultOf(person, second)).toMatchObject({ outcome: 'clash', message });
    expect(await person.call('listAnimals')).toHaveLength(2);
    expect(await outcomesOf(person, [operation({}), operation({ knownBirthDay: '2026-05-01' })])).toEqual(['applied', 'applied']);
  });
});
