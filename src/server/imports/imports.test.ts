import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';
import { answer, apply, bringIn, rowsOf, stage, undo } from '#test/imports.ts';
import { findStored } from './imports.service.ts';

describeOnEachEngine('an import', (server) => {
  const farmer = (plan: 'guest' | 'enterprise' = 'enterprise') => server().register({ plan });

  test('is prepared, corrected, answered, previewed and applied', async () => {
    const person = await farmer();
    const staged = await stage(person, 'Lamb,Sex,DOB,Sire,Micron\n1,F,03/04/2024,R9,18\n2,M,05/04/2024,R9,\n');
    expect(staged).toMatchObject({ state: 'staged', rowCount: 2, dryRun: null, fileName: 'flock.csv' });
    expect(staged.columns.map(({ field }) => field)).toEqual(['tagNumber', 'sex', 'birthDate', 'fatherTag', 'keep']);
    expect(staged.preview[0]).toEqual({ number: 2, cells: ['1', 'F', '03/04/2024', 'R9', '18'] });
    expect(staged.questions.map(({ id, answer: given }) => `${id} ${given}`)).toEqual(['species sheep', 'date:2 null']);
    await expect(apply(person, staged.id)).rejects.toMatchObject({ code: 'imports.not_ready' });

    const { dryRun } = await answer(person, staged.id, { 'date:2': 'dmy' });
    const counts = { ready: 2, changed: 0, duplicate: 0, refused: 0 };
    expect(dryRun).toMatchObject({ counts, referenceAnimals: 1, activeAfter: 2 });
    expect(await person.call('listAnimals')).toEqual([]);

    const done = await apply(person, staged.id);
    expect(done).toMatchObject({ state: 'applied', applied: { counts: { ready: 2 }, referenceAnimals: 1 } });
    const [ram] = await person.call('listReferenceAnimals');
    expect(ram).toMatchObject({ tagNumber: 'R9', sex: 'male', species: 'sheep' });
    const animals = await person.call('listAnimals');
    expect(animals.map(({ tagNumber, birthDate, fatherId, notes }) => [tagNumber, birthDate, fatherId, notes])).toEqual([
      ['2', '2024-04-05', ram?.id, null],
      ['1', '2024-04-03', ram?.id, 'Micron: 18'],
    ]);
  });

  test('of days without a year asks for it, in each file', async () => {
    const person = await farmer();
    const book = 'Lamb,Sex,Lambed,Dam\n1,F,19/8,E1\n2,M,20/8,E2\n';
    await bringIn(person, book, { year: '2024' });
    expect((await person.call('listAnimals')).map(({ birthDate }) => birthDate)).toEqual(['2024-08-20', '2024-08-19']);
    const { dryRun, questions } = await stage(person, book, 'lambing_2024.csv');
    expect([dryRun, questions.find(({ id }) => id === 'year')?.answer]).toEqual([null, null]);
  });

  test.each([
    ['sheep', false, 'sheep'],
    ['both', true, null],
    [null, true, 'goat'],
    ['sheep', true, null],
  ] as const)('of a farm that keeps %s, with a goat: %s, assumes %s', async (keeps, hasGoat, species) => {
    const person = await farmer();
    if (keeps) await person.call('changeProfile', { body: { keeps } });
    if (hasGoat) await person.addAnimal({ tagNumber: 'G-1' });
    const { questions } = await stage(person, 'Tag,Sex\nA-1,F\n');
    expect(questions.find(({ id }) => id === 'species')?.answer).toBe(species);
  });

  test('of a file has its name without characters that a database cannot store', async () => {
    const staged = await stage(await farmer(), 'Tag,Sex,Species\n1,F,goat\n', `a\0b\uDC00  c${' '.repeat(500)}d.csv`);
    expect(staged).toMatchObject({ fileName: 'ab\uFFFD c d.csv', dryRun: { counts: { ready: 1 } } });
  });

  test('is idempotent: uploading the same file, applying and undoing', async () => {
    const person = await farmer();
    const id = crypto.randomUUID();
    const file = 'Tag,Sex,Species\n1,F,goat\n';
    await stage(person, file, 'flock.csv', { id });
    expect((await stage(person, file, 'flock.csv', { id })).id).toBe(id);
    const other = stage(person, 'Tag,Sex,Species\n2,F,goat\n', 'flock.csv', { id });
    await expect(other).rejects.toMatchObject({ code: 'create.conflict' });
    const [first, second] = await Promise.all([apply(person, id), apply(person, id)]);
    expect(second).toEqual(first);
    expect(await person.call('listAnimals')).toHaveLength(1);
    await expect(answer(person, id, {})).rejects.toMatchObject({ code: 'imports.already_done' });
    await undo(person, id);
    expect(await undo(person, id)).toMatchObject({ state: 'undone', undone: { removed: 1 } });
    await expect(apply(person, id)).rejects.toMatchObject({ code: 'imports.already_done' });
  });

  test('past the limit of the plan is refused before anything is written', async () => {
    const person = await farmer('guest');
    const rows = Array.from({ length: 12 }, (_, i) => `${i},F,goat,D${i}`).join('\n');
    const { id, dryRun } = await stage(person, `Tag,Sex,Species,Dam\n${rows}`);
    const numbers = 'You have 0 of 10 active animals on Guest.';
    const limitMessage = `Your plan has no room for all of these animals. ${numbers}`;
    expect(dryRun).toMatchObject({ activeAfter: 12, animalLimit: 10, limitMessage });
    const message = `Animal limit reached. ${numbers}`;
    await expect(apply(person, id)).rejects.toMatchObject({ status: 403, code: 'plan.limit_reached', message });
    expect(await person.call('listAnimals')).toEqual([]);
    expect(await person.call('listReferenceAnimals')).toEqual([]);
    await server().setPlan(person, 'basic');
    expect(await apply(person, id)).toMatchObject({ state: 'applied' });
  });

  test('rows are excluded and included one by one, and the choices are stored until the import is applied', async () => {
    const person = await farmer();
    const { id, dryRun } = await stage(person, 'Tag,Sex,Species\n1,F,goat\n2,F,goat\n3,F,goat\nTOTAL,,3\n');
    expect(dryRun?.counts).toMatchObject({ ready: 3, refused: 1 });
    const choose = (...rows: { number: number; isTaken: boolean }[]) =>
      person.call('changeImport', { params: { id }, body: { rows } });
    expect((await choose({ number: 2, isTaken: false }, { number: 3, isTaken: false })).dryRun?.counts.ready).toBe(1);
    expect((await choose({ number: 3, isTaken: true })).dryRun?.counts.ready).toBe(2);
    expect((await choose({ number: 99, isTaken: false })).dryRun?.counts.ready).toBe(2);
    const rows = (await rowsOf(person, id)).map(({ number, leftOut, animal }) => `${number} ${leftOut ?? animal?.sex}`);
    expect(rows).toEqual(['2 person', '3 female', '4 female', '5 totals']);
    await apply(person, id);
    expect((await person.call('listAnimals')).map(({ tagNumber }) => tagNumber).toSorted()).toEqual(['2', '3']);
    expect((await rowsOf(person, id))[0]).toMatchObject({ leftOut: 'person' });
  });

  test('that was only prepared can be discarded with its rows', async () => {
    const person = await farmer();
    const { id } = await stage(person, 'Tag,Sex,Species\n2,F,goat\n');
    expect(await undo(person, id)).toMatchObject({ state: 'undone', undone: null });
    expect(await server().db.selectFrom('import_rows').select('cells').where('import_id', '=', id).execute()).toEqual([]);
  });

  test('does not exceed the limit together with animals that are added concurrently', async () => {
    const person = await farmer('guest');
    const { id } = await stage(person, `Tag,Sex,Species\n${Array.from({ length: 8 }, (_, i) => `${i},F,goat`).join('\n')}`);
    await Promise.allSettled([
      apply(person, id),
      ...Array.from({ length: 6 }, (_, i) => person.addAnimal({ tagNumber: `N${i}` })),
    ]);
    const active = (await person.call('listAnimals')).length;
    expect(active).toBeLessThanOrEqual(10);
    expect([6, 8, 9, 10]).toContain(active);
  });

  test('is planned with the state of the farm when it is applied', async () => {
    const person = await farmer();
    const { id, dryRun } = await stage(person, 'Tag,Sex,Species\n1,F,goat\n');
    expect(dryRun?.counts.ready).toBe(1);
    await person.addAnimal({ tagNumber: '1' });
    expect((await apply(person, id)).applied?.counts).toEqual({ ready: 0, changed: 0, duplicate: 1, refused: 0 });
  });

  test('lists the result of every row, page by page and by verdict, before and after it is applied', async () => {
    const person = await farmer();
    await bringIn(person, 'Tag,Sex,Species,Breed\n1,F,goat,Boer\n2,F,goat,Boer\n');
    const rows = '1,F,goat,Boer\n2,F,goat,Kiko\n3,F,goat,\n,F,goat,\n4,X1,goat,\n4,F,goat,';
    const { id } = await stage(person, `Tag,Sex,Species,Breed\n${rows}`);
    await answer(person, id, { 'word:1:x1': 'skip' });
    const list = (query: { verdict?: 'refused' | 'changed'; cursor?: number; limit?: number }) =>
      person.call('listImportRows', { params: { id }, query });
    const before = await list({});
    const verdicts = before.map(({ number, tagNumber, verdict }) => `${number} ${tagNumber} ${verdict}`);
    expect(verdicts).toEqual(['2 1 duplicate', '3 2 changed', '4 3 ready', '5  refused', '6 4 refused', '7 4 ready']);
    expect((await list({ verdict: 'changed' }))[0]?.changes).toEqual([{ label: 'Breed', from: 'Boer', to: 'Kiko' }]);
    expect((await list({ cursor: 3, limit: 2 })).map(({ number }) => number)).toEqual([4, 5]);
    await apply(person, id);
    expect(await list({})).toEqual(before);
    expect((await list({ verdict: 'refused' })).map(({ reason }) => reason)).toEqual([
      'The tag number is missing.',
      "You left out the rows with 'X1' in 'Sex'.",
    ]);
  });

  test('keeps its summary and can be undone, but keeps neither its rows nor its headings when it is old', async () => {
    const person = await farmer();
    const { db } = server();
    const first = await bringIn(person, 'Tag,Sex,Species\n1,F,goat\n');
    const applied = await findStored(db, person.farmId, first.id);
    // As many newer imports as may keep their rows.
    for (let younger = 0; younger < 24; younger += 1) {
      await server().insert('imports', { ...applied, farm_id: person.farmId, id: uuidv7() });
    }
    expect(await rowsOf(person, first.id)).toHaveLength(1);
    for (let n = 0; n < 7; n += 1) await stage(person, `Tag,Sex,Species\nD${n},F,goat\n`);
    expect(await rowsOf(person, first.id)).toEqual([]);
    const history = await person.call('listImports');
    // Only the newest drafts are kept.
    expect(history.filter(({ state }) => state === 'staged')).toHaveLength(5);
    expect(history.find(({ id }) => id === first.id)?.counts?.ready).toBe(1);
    await bringIn(person, 'Tag,Sex,Species\n2,F,goat\n');
    expect(await findStored(db, person.farmId, first.id)).toMatchObject({ columns: '[]', answers: '[]' });
    expect((await undo(person, first.id)).undone?.removed).toBe(1);
  });
});
