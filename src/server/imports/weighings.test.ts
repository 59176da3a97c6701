import { expect, test } from 'vitest';
import { readAllRows } from '#test/database-rows.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { answer, apply, bringIn, rowsOf, stage, undo } from '#test/imports.ts';

/** Day and weight in grams, the newest first. */
const weightsOf = async (person: Person) =>
  (await person.call('listEvents', { query: { kind: ['weighing'] } })).map((event) =>
    event.kind === 'weighing' ? `${event.day} ${event.weightGrams}` : event.kind,
  );

describeOnEachEngine('the weights of a file', (server) => {
  const farmer = () => server().register({ plan: 'enterprise' });

  test('become weighings, once, and are undone', async () => {
    const person = await farmer();
    const old = await person.addAnimal({ tagNumber: 'A', healthStatus: '4' });
    const file = 'Tag,Species,Sex,Health,Weight\nA,goat,F,,45.5\nB,goat,M,2,100\nC,goat,M,,\n';
    const { id, questions } = await stage(person, file);
    expect(questions.map((question) => [question.id, question.asksDay, question.answer])).toEqual([
      ['weighedOn', true, null],
      ['unit:4', false, null],
    ]);
    const { dryRun } = await answer(person, id, { weighedOn: '2025-03-03', 'unit:4': 'kg' });
    expect(dryRun).toMatchObject({ counts: { ready: 2, changed: 1 }, recorded: { weighing: 2 } });
    expect((await rowsOf(person, id)).map(({ animal }) => animal?.weighing?.grams)).toEqual([45_500, 100_000, undefined]);
    expect((await apply(person, id)).applied?.recorded.weighing).toBe(2);
    const animals = new Map((await person.call('listAnimals')).map((animal) => [animal.tagNumber, animal]));
    expect((await weightsOf(person)).toSorted()).toEqual(['2025-03-03 100000', '2025-03-03 45500']);
    expect([animals.get('A'), animals.get('B')?.healthStatus]).toEqual([old, '2']);

    const again = await stage(person, file);
    const { dryRun: second } = await answer(person, again.id, { weighedOn: '2025-03-03' });
    expect(second).toMatchObject({ counts: { ready: 0, changed: 0, duplicate: 3 }, recorded: {} });
    const undone = { removed: 2, restored: 0, recorded: { weighing: 2 }, keptCount: 0, kept: [] };
    expect((await undo(person, id)).undone).toMatchObject(undone);
    expect(await weightsOf(person)).toEqual([]);
    expect(await person.call('listAnimals')).toEqual([old]);
  });

  test('that the form has recorded already are not imported again', async () => {
    const person = await farmer();
    const { id: animalId } = await person.addAnimal({ tagNumber: 'A' });
    await person.call('addHealthRecord', { body: { animalId, date: '2025-03-03', healthStatus: '3', weightLbs: 100.31 } });
    const file = 'Tag,Species,Sex,Weight (kg),Weighing date\nA,goat,F,45.5,2025-03-03\n';
    expect((await stage(person, file)).dryRun).toMatchObject({ counts: { duplicate: 1 }, recorded: {} });
    expect((await bringIn(person, file.replace('-03\n', '-04\n'))).applied?.recorded.weighing).toBe(1);
    expect(await weightsOf(person)).toEqual(['2025-03-04 45500']);
  });

  test('beyond the farm’s limit of records are refused before anything is written', async () => {
    const person = await farmer();
    await bringIn(person, 'Tag,Species,Sex\nA,goat,F\n');
    await server().db.updateTable('farms').set({ event_count: 200 }).where('id', '=', person.farmId).execute();
    const { id } = await stage(person, 'Tag,Species,Sex,Breed,Weight (lbs),Weighing date\nA,goat,F,Boer,50,2025-03-03\n');
    await expect(apply(person, id)).rejects.toMatchObject({ code: 'farm.full' });
    expect(await person.call('listAnimals')).toMatchObject([{ breed: null }]);
    expect(await weightsOf(person)).toEqual([]);
    await server().db.updateTable('farms').set({ event_count: 199 }).where('id', '=', person.farmId).execute();
    expect((await apply(person, id)).applied?.recorded.weighing).toBe(1);
  });

  const scale =
    '\uFEFFEID;VID;Weight (kg);Date;Time\r\n826071339300045;;41,5;01/05/2026;07:30\r\n;E-2;38,25;13/05/2026;\r\n826071339300046;E-3;40;13/05/2026;\r\n;NONE;40;13/05/2026;\r\n';

  test('from a scale become weighings of existing animals, once, and are undone', async () => {
    const person = await farmer();
    const ids = new Map<string, string>();
    for (const tagNumber of ['E-1', 'E-2', 'E-3'])
      ids.set(tagNumber, (await person.addAnimal({ tagNumber, species: 'sheep' })).id);
    const eid = { animalId: ids.get('E-1') ?? '', kind: 'eid', number: '826071339300045' } as const;
    await person.call('addAnimalTag', { body: eid });
    const before = await readAllRows(server(), person.farmId);

    const { id, questions, dryRun } = await stage(person, scale);
    expect(questions.map((question) => [question.id, question.answer])).toEqual([['rows', 'weighing']]);
    expect(dryRun?.counts).toEqual({ ready: 3, changed: 0, duplicate: 0, refused: 1 });
    expect((await apply(person, id)).applied).toMatchObject({ recorded: { weighing: 3 }, numbers: 1 });
    const tagOf = (known?: string | null) => [...ids].find(([, each]) => each === known)?.[0];
    const weighed = async () =>
      (await person.call('listEvents', { query: { kind: ['weighing'] } }))
        .map((event) => [tagOf(event.animalId), event.day, event.time, event.kind === 'weighing' && event.weightGrams].join(' '))
        .toSorted();
    expect(await weighed()).toEqual(['E-1 2026-05-01 07:30 41500', 'E-2 2026-05-13  38250', 'E-3 2026-05-13  40000']);
    expect(await person.call('listAnimalTags', { query: { animalId: ids.get('E-3') ?? '' } })).toMatchObject([
      { kind: 'eid', number: '826071339300046' },
    ]);

    expect((await stage(person, scale)).dryRun?.counts).toEqual({ ready: 0, changed: 0, duplicate: 3, refused: 1 });

    // A weighing that was corrected since stays.
    const animalId = ids.get('E-2') ?? '';
    const [event] = await person.call('listEvents', { query: { animalId } });
    const corrected = { kind: 'weighing', animalId, day: '2026-05-13', weightGrams: 39_000 } as const;
    await person.call('replaceEvent', { params: { id: event?.id ?? '' }, body: corrected });
    const { undone } = await undo(person, id);
    expect(undone).toMatchObject({ removed: 0, restored: 0, recorded: { weighing: 2 }, numbers: 1 });
    expect(await weighed()).toEqual(['E-2 2026-05-13  39000']);
    const after = await readAllRows(server(), person.farmId);
    expect(after.get('animal_tags')).toEqual(before.get('animal_tags'));
    expect(after.get('animals')).toEqual(before.get('animals'));
  });

  test('and treatments are recorded with their withdrawals, and undone with them', async () => {
    const person = await farmer();
    const { id: animalId } = await person.addAnimal({ tagNumber: 'E-1', species: 'sheep' });
    const file = 'Tag,Date,Product,Dose,Unit,Meat withdrawal days,Weight (kg)\nE-1,2026-05-20,Cydectin,4,ml,400,40\n';
    const { id } = await stage(person, file);
    expect((await apply(person, id)).applied).toMatchObject({ recorded: { treatment: 1, weighing: 1 } });
    expect(await person.call('readAnimalSummary', { params: { id: animalId } })).toMatchObject({
      withdrawals: [{ product: 'meat', clearOn: '2027-06-24' }],
    });
    expect((await stage(person, file)).dryRun?.counts.duplicate).toBe(1);
    expect((await undo(person, id)).undone).toMatchObject({ recorded: { treatment: 1, weighing: 1 } });
    expect(await person.call('listEvents', { query: { animalId } })).toEqual([]);
    expect((await person.call('readAnimalSummary', { params: { id: animalId } })).withdrawals).toEqual([]);
  });
});
