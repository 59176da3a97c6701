import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const stage = (person: Person, bytes: string) => person.upload('addImport', { name: 'weights.csv', bytes });
const apply = (person: Person, id: string) => person.call('applyImport', { params: { id } });
const undo = (person: Person, id: string) => person.call('undoImport', { params: { id } });
const bringIn = async (person: Person, bytes: string) => apply(person, (await stage(person, bytes)).id);

/** Day and weight of every record, in the order of the list. */
const weightsOf = async (person: Person) =>
  (await person.call('listHealthRecords')).map(({ date, weightLbs }) => [date, weightLbs]);

describeOnEachEngine('the weights of a file', (server) => {
  const farmer = () => server().register({ plan: 'enterprise' });

  test('become checkups as the form writes them, once, and are taken back', async () => {
    const person = await farmer();
    const old = await person.call('addAnimal', {
      body: { tagNumber: 'A', species: 'goat', sex: 'female', healthStatus: '4' },
    });
    const file = 'Tag,Species,Sex,Health,Weight\nA,goat,F,,45.5\nB,goat,M,2,100\nC,goat,M,,\n';
    const { id, questions } = await stage(person, file);
    expect(questions.map((question) => [question.id, question.asksDay, question.answer])).toEqual([
      ['weighedOn', true, null],
      ['unit:4', false, null],
    ]);
    const answers = [
      { question: 'weighedOn', answer: '2025-03-03' },
      { question: 'unit:4', answer: 'kg' },
    ];
    const { dryRun } = await person.call('changeImport', { params: { id }, body: { answers } });
    expect(dryRun).toMatchObject({ counts: { ready: 2, changed: 1 }, weighings: 2 });
    const rows = await person.call('listImportRows', { params: { id }, query: {} });
    expect(rows.map(({ animal }) => animal?.weighing)).toEqual([
      { date: '2025-03-03', grams: 45_500 },
      { date: '2025-03-03', grams: 100_000 },
      null,
    ]);
    expect(await person.call('listHealthRecords')).toEqual([]);

    expect((await apply(person, id)).applied?.weighings).toBe(2);
    const animals = new Map((await person.call('listAnimals')).map((animal) => [animal.tagNumber, animal]));
    const records = await person.call('listHealthRecords');
    const checkup = {
      date: '2025-03-03',
      recordType: 'checkup',
      veterinarian: '',
      medication: '',
      dosage: '',
      nextDueDate: null,
      notes: '',
      cdnt: false,
      hoofsTrimmed: false,
      dewormed: false,
    };
    expect(records.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
      {
        ...checkup,
        animalId: old.id,
        healthStatus: '4',
        weightLbs: 100.31,
        description: 'Health checkup - Weight: 100.31 lbs',
      },
      {
        ...checkup,
        animalId: animals.get('B')?.id,
        healthStatus: '2',
        weightLbs: 220.46,
        description: 'Health checkup - Weight: 220.46 lbs',
      },
    ]);
    expect(animals.get('A')).toEqual(old);

    const again = await stage(person, file);
    const { dryRun: second } = await person.call('changeImport', {
      params: { id: again.id },
      body: { answers: answers.slice(0, 1) },
    });
    expect(second).toMatchObject({ counts: { ready: 0, changed: 0, duplicate: 3 }, weighings: 0 });
    await apply(person, again.id);
    expect(await person.call('listHealthRecords')).toEqual(records);

    await undo(person, again.id);
    expect((await undo(person, id)).undone).toEqual({ removed: 2, restored: 0, weighings: 2, keptCount: 0, kept: [] });
    expect(await person.call('listHealthRecords')).toEqual([]);
    expect(await person.call('listAnimals')).toEqual([old]);
  });

  test('that the form has recorded already come in no second time', async () => {
    const person = await farmer();
    const { id: animalId } = await person.call('addAnimal', { body: { tagNumber: 'A', species: 'goat', sex: 'female' } });
    await person.call('addHealthRecord', { body: { animalId, date: '2025-03-03', healthStatus: '3', weightLbs: 100.31 } });
    const file = 'Tag,Species,Sex,Weight (kg),Weighing date\nA,goat,F,45.5,2025-03-03\n';
    expect((await stage(person, file)).dryRun).toMatchObject({ counts: { duplicate: 1 }, weighings: 0 });
    expect((await bringIn(person, file.replace('-03\n', '-04\n'))).applied?.weighings).toBe(1);
    expect(await weightsOf(person)).toEqual([
      ['2025-03-04', 100.31],
      ['2025-03-03', 100.31],
    ]);
  });

  test('stay with an animal that stays as the import left it, and hold back nothing else', async () => {
    const person = await farmer();
    await bringIn(person, 'Tag,Species,Sex,DOB\nOLD,goat,F,2025-06-01\n');
    const text = 'Tag,Species,Sex,DOB,Weight (lbs),Weighing date';
    const { id } = await bringIn(
      person,
      `${text}\nOLD,goat,F,2025-01-01,50,2025-03-03\nA,goat,F,,60,2025-03-03\nB,goat,F,,70,2025-03-03\n`,
    );
    const a = (await person.call('listAnimals')).find(({ tagNumber }) => tagNumber === 'A');
    await person.call('changeAnimal', { params: { id: a?.id ?? '' }, body: { name: 'Ada' } });
    expect((await undo(person, id)).undone).toEqual({
      removed: 1,
      restored: 1,
      weighings: 2,
      keptCount: 1,
      kept: [{ tagNumber: 'A', reason: 'It was changed after the import.' }],
    });
    expect(await weightsOf(person)).toEqual([['2025-03-03', 60]]);
    expect((await person.call('listAnimals')).find(({ tagNumber }) => tagNumber === 'OLD')?.birthDate).toBe('2025-06-01');
  });

  test('that the farm has no room for are refused before anything is written', async () => {
    const person = await farmer();
    await bringIn(person, 'Tag,Species,Sex\nA,goat,F\n');
    await server().db.updateTable('farm_sizes').set({ events: 200 }).where('farm_id', '=', person.farmId).execute();
    const { id } = await stage(person, 'Tag,Species,Sex,Breed,Weight (lbs),Weighing date\nA,goat,F,Boer,50,2025-03-03\n');
    await expect(apply(person, id)).rejects.toMatchObject({ code: 'farm.full' });
    expect(await person.call('listAnimals')).toMatchObject([{ breed: null }]);
    expect(await person.call('listHealthRecords')).toEqual([]);
    await server().db.updateTable('farm_sizes').set({ events: 199 }).where('farm_id', '=', person.farmId).execute();
    expect((await apply(person, id)).applied?.weighings).toBe(1);
  });
});
