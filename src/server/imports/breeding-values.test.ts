import { expect, test } from 'vitest';
import { readAllRows } from '#test/database-rows.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { answer, apply, rowsOf, stage, undo } from '#test/imports.ts';

const valuesOf = async (person: Person, animalId: string) =>
  (await person.call('listEvents', { query: { kind: ['breedingValues'], animalId } })).flatMap((event) =>
    event.kind === 'breedingValues' ? [{ day: event.day, source: event.source, values: event.values }] : [],
  );

describeOnEachEngine('the breeding values of a file', (server) => {
  const farmer = async () => {
    const person = await server().register({ plan: 'enterprise' });
    const add = async (tagNumber: string) =>
      (await person.addAnimal({ tagNumber, species: 'sheep', birthDate: '2024-03-01' })).id;
    const ids = { a: await add('A-1'), b: await add('B-2'), c: await add('C-3') };
    await person.call('addAnimalTag', { body: { animalId: ids.a, kind: 'eid', number: '826071339300045' } });
    await person.call('addAnimalTag', { body: { animalId: ids.b, kind: 'registration', number: '6401492025FLE087' } });
    return { person, ids };
  };

  const nsip = [
    'Animal ID,EID,Sex,DOB,Flock,BWT,Acc,WWT,Acc,PWEC,ACC_PWEC,USA Hair Index',
    ',826071339300045,F,2024-03-01,Hill,"0,12",74%,1.8,0.71,-31.5,60,104.2',
    '640149-2025-FLE087,,F,2024-03-01,Hill,0.2,70,,,,,',
    'c3,,F,2024-03-01,Hill,0.3,70,2.1,66,-12,55,101',
    '6402382024NCS310,,M,2024-03-01,Other,0.1,50,1,50,1,50,99',
    'A1,,F,2024-03-01,Hill,9,70,,,,,',
    'c-3,,F,2024-03-01,Hill,0.3,70,2.1,66,-12,55,101',
    'B2,,F,2024-03-01,Hill,n/a,,,,,,',
  ].join('\n');

  test('are recorded once for the animals with its numbers, by the day of the analysis, and are undone', async () => {
    const { person, ids } = await farmer();
    const before = await readAllRows(server(), person.farmId);
    const { id, questions } = await stage(person, nsip);
    const asked = questions.map((question) => `${question.id} ${question.answer}`);
    expect(asked).toEqual(['rows breedingValues', 'analysedOn null', 'suppliedBy NSIP']);
    const { dryRun } = await answer(person, id, { analysedOn: '2026-03-15' });
    expect(dryRun?.counts).toEqual({ ready: 3, changed: 0, duplicate: 1, refused: 3 });
    const refused = await rowsOf(person, id, { verdict: 'refused' });
    expect(refused.map(({ tagNumber, reason }) => `${tagNumber}: ${reason}`)).toEqual([
      '6402382024NCS310: Not found: none of your animals has this number.',
      'A-1: Row 2 has other values of the same animal.',
      'B-2: The row has no breeding values.',
    ]);
    expect((await apply(person, id)).applied).toMatchObject({ recorded: { breedingValues: 3 } });
    const values = [
      { trait: 'BWT', value: 0.12, accuracy: 74 },
      { trait: 'WWT', value: 1.8, accuracy: 71 },
      { trait: 'PWEC', value: -31.5, accuracy: 60 },
      { trait: 'USA Hair Index', value: 104.2, accuracy: null },
    ];
    expect(await valuesOf(person, ids.a)).toEqual([{ day: '2026-03-15', source: 'NSIP', values }]);
    expect(await valuesOf(person, ids.b)).toMatchObject([{ values: [{ trait: 'BWT', value: 0.2, accuracy: 70 }] }]);

    const again = await answer(person, (await stage(person, nsip)).id, { analysedOn: '2026-03-15' });
    expect(again.dryRun).toMatchObject({ counts: { ready: 0, duplicate: 4 }, recorded: {} });
    expect((await answer(person, again.id, { analysedOn: '2026-06-15' })).dryRun?.counts.ready).toBe(3);
    expect((await undo(person, id)).undone).toMatchObject({ recorded: { breedingValues: 3 }, removed: 0 });
    const after = await readAllRows(server(), person.farmId);
    expect(after.get('events')).toEqual(before.get('events'));
    expect(after.get('animals')).toEqual(before.get('animals'));
  });

  test('of outside sires are recorded for those that exist, and for others if the person adds them', async () => {
    const { person, ids } = await farmer();
    const outside = (fields: object) => person.addAnimal({ species: 'sheep', sex: 'male', isReference: true, ...fields });
    const numbered = await outside({ tagNumber: 'AI-1' });
    await person.call('addAnimalTag', { body: { animalId: numbered.id, kind: 'registration', number: '6402382024NCS310' } });
    const named = await outside({ tagNumber: 'AI-2', name: 'Hill Top Duke' });
    await person.call('changeAnimal', { params: { id: ids.a }, body: { fatherId: numbered.id } });
    const before = await readAllRows(server(), person.farmId);
    const file = [
      'Tag,Registration,Name,Breed,Sex,WWT,ACC_WWT',
      ',640238-2024-NCS310,,Katahdin,M,1.5,60',
      ',,hill top duke,Katahdin,M,2.5,61',
      ',6409992023XYZ001,Stranger,Katahdin,M,3.5,62',
      ',6409992023XYZ002,,Katahdin,F,0.5,50',
      'B-2,,,,F,0.25,63',
      ',6409992023XYZ001,Stranger,Katahdin,M,3.6,62',
      ',6409992023XYZ003,,Katahdin,M,none,',
    ];
    const { id } = await stage(person, file.join('\n'));
    const rows = async () =>
      (await rowsOf(person, id)).map(
        ({ tagNumber, verdict, reason, remarks }) => `${tagNumber} ${verdict} ${reason ?? remarks.join()}`,
      );
    const absent = 'refused Not found: none of your animals has this number.';
    const { questions } = await answer(person, id, { analysedOn: '2026-03-15', suppliedBy: 'NSIP' });
    const asked = questions.find((question) => question.id === 'strangers');
    expect([asked?.answer, asked?.options.map(({ value }) => value)]).toEqual(['leaveOut', ['leaveOut', 'sheep']]);
    const known = ['AI-1 ready ', 'AI-2 ready Found by its name among the animals outside your farm: AI-2.'];
    expect((await rows()).filter((row) => !row.endsWith(absent))).toEqual([...known, 'B-2 ready ']);
    const { dryRun } = await answer(person, id, { strangers: 'sheep' });
    expect(dryRun).toMatchObject({ referenceAnimals: 1, recorded: { breedingValues: 4 }, numbers: 1, activeAfter: 3 });
    expect(await rows()).toEqual([
      ...known,
      '6409992023XYZ001 ready Added as an outside sire.',
      '6409992023XYZ002 refused Not found. Only males can be added as outside sires: correct the sex or leave the row out.',
      'B-2 ready ',
      '6409992023XYZ001 refused Row 4 has other values of the same animal.',
      '6409992023XYZ003 refused The row has no breeding values.',
    ]);
    await apply(person, id);
    const values = async (animalId: string) => (await valuesOf(person, animalId)).flatMap((each) => each.values);
    expect(await values(numbered.id)).toEqual([{ trait: 'WWT', value: 1.5, accuracy: 60 }]);
    expect(await values(named.id)).toEqual([{ trait: 'WWT', value: 2.5, accuracy: 61 }]);
    const [added] = (await person.call('listReferenceAnimals')).filter(({ tagNumber }) => tagNumber === '6409992023XYZ001');
    expect(added).toMatchObject({ name: 'Stranger', breed: 'Katahdin', species: 'sheep', sex: 'male' });
    expect(await values(added!.id)).toEqual([{ trait: 'WWT', value: 3.5, accuracy: 62 }]);

    // The next analysis finds the added sire, and has its day in the file.
    const next = await stage(person, 'Registration,Run date,WWT,ACC_WWT\n6409992023XYZ001,15/06/2026,3.9,70\n');
    const { dryRun: found } = await answer(person, next.id, { suppliedBy: 'NSIP' });
    expect(found).toMatchObject({ recorded: { breedingValues: 1 } });

    await undo(person, id);
    const after = await readAllRows(server(), person.farmId);
    for (const table of ['animals', 'events', 'animal_tags']) expect(after.get(table)).toEqual(before.get(table));
  });
});
