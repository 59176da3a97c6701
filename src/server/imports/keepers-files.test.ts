import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../test/fixtures/keepers-files/${name}`, import.meta.url), 'utf8');

const stage = (person: Person, name: string, content = fixture(name)) => person.upload('addImport', { name, bytes: content });

type Staged = Awaited<ReturnType<typeof stage>>;

const answer = (person: Person, { id }: Staged, answers: Record<string, string>) =>
  person.call('changeImport', {
    params: { id },
    body: { answers: Object.entries(answers).map(([question, value]) => ({ question, answer: value })) },
  });
const open = ({ questions }: Staged) => questions.filter((question) => question.answer === null).map(({ id }) => id);
const rowsOf = (person: Person, { id }: Staged) => person.call('listImportRows', { params: { id }, query: {} });

/** Takes a file in, with the answers to its questions. */
async function bringIn(person: Person, name: string, answers: Record<string, string> = {}, content?: string): Promise<Staged> {
  const staged = await stage(person, name, content);
  const answered = Object.keys(answers).length > 0 ? await answer(person, staged, answers) : staged;
  expect(open(answered)).toEqual([]);
  return person.call('applyImport', { params: { id: staged.id } });
}

const herdOf = async (person: Person) => new Map((await person.call('listAnimals')).map((animal) => [animal.tagNumber, animal]));
const journalOf = async (person: Person, tag: string, kind: string) => {
  const animal = (await herdOf(person)).get(tag);
  const events = await person.call('listEvents', { query: { animalId: animal?.id ?? '' } });
  return events.filter((event) => event.kind === kind);
};

describeOnEachEngine("a keeper's own file", (server) => {
  const farmer = () => server().register({ plan: 'enterprise' });
  const withFlock = async () => {
    const person = await farmer();
    await bringIn(person, 'known-flock.csv');
    return person;
  };

  test('of deaths makes no living animal', async () => {
    const person = await withFlock();
    const staged = await stage(person, 'deaths.csv');
    expect(staged.questions.find(({ id }) => id === 'rows')).toMatchObject({
      answer: 'death',
      text: expect.stringContaining('2 deaths'),
    });
    expect((await rowsOf(person, staged)).map(({ tagNumber, verdict }) => [tagNumber, verdict])).toEqual([
      ['Q1', 'ready'],
      ['Q9', 'refused'],
    ]);
    expect(staged.questions.find(({ id }) => id === 'strangers')?.text).toBe('1 animal of this file is not among yours: Q9.');
    await answer(person, staged, { strangers: 'sheep' });
    expect(await rowsOf(person, staged)).toMatchObject([{ verdict: 'ready' }, { tagNumber: 'Q9', verdict: 'ready' }]);
    expect((await answer(person, staged, { strangers: 'leaveOut' })).dryRun?.counts.refused).toBe(1);
    const leftOut = await person.send({ method: 'GET', url: `/api/imports/${staged.id}/left-out` });
    const [headings = '', ...lines] = leftOut.payload.trim().split('\r\n');
    expect([headings.endsWith(',Why it was left out'), lines]).toEqual([true, [expect.stringMatching(/,Q9,.*Not found/)]]);
    await person.call('applyImport', { params: { id: staged.id } });
    const herd = await herdOf(person);
    expect([herd.get('Q1')?.status, herd.has('Q9')]).toEqual(['died', false]);
    expect(await journalOf(person, 'Q1', 'death')).toMatchObject([
      { day: '2025-12-13', cause: 'parasites', note: expect.stringContaining('lungworm') },
    ]);
    await person.call('undoImport', { params: { id: staged.id } });
    expect((await herdOf(person)).get('Q1')?.status).toBe('active');
  });

  test('of many animals is asked about a column that only every second of the later animals has', async () => {
    const person = await farmer();
    const rows = Array.from({ length: 300 }, (_, row) => `N-${row},F,2021,${row > 200 && row % 2 === 1 ? `R-${row}` : ''}`);
    const staged = await stage(person, 'herd.csv', `Tag,Sex,DOB,PaId\n${rows.join('\n')}`);
    expect(open(staged)).toContain('column:3');
  });

  test('of numbers of known animals asks nothing', async () => {
    const person = await withFlock();
    expect((await bringIn(person, 'bucket3.csv')).applied).toMatchObject({ numbers: 2, counts: { changed: 2, ready: 0 } });
  });

  test('from which a spreadsheet program has stripped zeros doubles no animal', async () => {
    const person = await farmer();
    await bringIn(person, 'rt.csv');
    const staged = await stage(person, 'stripped-zeros.csv');
    expect(open(staged)).toEqual(['lookAlike']);
    await bringIn(person, 'stripped-zeros.csv', { lookAlike: 'same' });
    const herd = await herdOf(person);
    expect(herd.size).toBe(4);
    expect([herd.get('0046')?.status, herd.get('0046')?.color]).toEqual(['sold', 'white']);
  });

  test('with numbers that are formulas of texts has these numbers', async () => {
    const person = await farmer();
    await bringIn(person, 'formula-text.csv', { species: 'sheep' });
    expect([...(await herdOf(person)).keys()].toSorted()).toEqual(['0045', '0046', '0047']);
    expect((await person.call('listAnimalTags')).map(({ number }) => number).toSorted()).toEqual([
      '826099912300045',
      '826099912300046',
      '826099912300047',
    ]);
  });

  test('of a scale with a whole line in a cell is split again', async () => {
    const person = await farmer();
    await bringIn(person, 'parents-by-eid.csv', { species: 'sheep' });
    const staged = await stage(person, 'xr-session-quoted.csv');
    expect(open(staged)).toEqual(['unit:2']);
    await bringIn(person, 'xr-session-quoted.csv', { 'unit:2': 'kg' });
    expect(await journalOf(person, 'E1', 'weighing')).toMatchObject([{ day: '2026-09-25', time: '09:14', weightGrams: 62_500 }]);
  });

  test('is read by what it says, and not by a guess about an earlier file', async () => {
    const person = await withFlock();
    await bringIn(person, 'poison3.csv');
    await bringIn(person, 'mem-treatments.csv');
    expect(
      (await journalOf(person, 'Q1', 'treatment')).map((event) =>
        'dose' in event
          ? [event.dose, 'batch' in event && event.batch, 'withdrawals' in event && event.withdrawals[0]?.days]
          : [],
      ),
    ).toEqual(
      expect.arrayContaining([
        [8, 'W1', 14],
        [10, 'B123', 56],
      ]),
    );
  });

  test('of matings becomes breeding records and times with males, once, and is undone', async () => {
    const person = await withFlock();
    await person.call('addAnimal', { body: { tagNumber: 'R7', name: 'Duke', species: 'sheep', sex: 'male' } });
    const rows = ['Q1,Q3,2025-11-15', 'Q2,Q3 or Duke,2025-11-15', 'Q2,R7,', 'Q1,Rudolf,', 'Q9,Q3,'];
    const bytes = `Joined,Ewe,Ram,Removed\n${rows.map((row) => `2025-10-01,${row}`).join('\n')}`;
    const staged = await person.upload('addImport', { name: 'matings.csv', bytes });
    expect(staged.questions.find(({ id }) => id === 'rows')).toMatchObject({ answer: 'mating' });
    expect(staged.dryRun?.counts).toEqual({ ready: 4, changed: 0, duplicate: 0, refused: 1 });
    await person.call('applyImport', { params: { id: staged.id } });
    const herd = await herdOf(person);
    const tagOf = (id: string) => [...herd.values()].find((animal) => animal.id === id)?.tagNumber;
    const matings = (await person.call('listBreedingRecords')).map(({ motherId, fatherId }) => [
      tagOf(motherId),
      tagOf(fatherId),
    ]);
    expect(matings.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['Q1', 'Q3'],
      ['Q2', 'R7'],
    ]);
    const stays = (await person.call('listExposures')).map(({ maleIds, femaleIds, outDay }) => [
      femaleIds.map(tagOf),
      maleIds.map(tagOf),
      outDay,
    ]);
    expect(stays.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      [['Q1'], ['Q3'], '2025-11-15'],
      [['Q2'], ['Q3', 'R7'], '2025-11-15'],
    ]);
    expect(await journalOf(person, 'Q1', 'note')).toMatchObject([{ note: 'Mated with Rudolf' }]);
    const again = await person.upload('addImport', { name: 'matings.csv', bytes });
    expect(again.dryRun?.counts).toEqual({ ready: 0, changed: 0, duplicate: 4, refused: 1 });
    // What somebody has changed since stays.
    const found = (await person.call('listBreedingRecords')).find(({ fatherId }) => tagOf(fatherId) === 'R7');
    await person.call('changeBreedingRecord', { params: { id: found?.id ?? '' }, body: { outcome: 'unsuccessful' } });
    const { undone } = await person.call('undoImport', { params: { id: staged.id } });
    expect(undone).toMatchObject({ recorded: { breedingRecord: 3 }, recordsKept: 1 });
    expect(await person.call('listBreedingRecords')).toMatchObject([{ id: found?.id, outcome: 'unsuccessful' }]);
    expect(await person.call('listExposures')).toEqual([]);
  });

  test('of places and rules leaves those in use when it is undone, and what they name', async () => {
    const person = await withFlock();
    const { id } = await bringIn(person, 'places.csv', {}, 'Place,Area (acres)\nHill,1\nFold,1\nMeadow,1\nBog,1');
    const places = new Map((await person.call('listPlaces')).map((place) => [place.name, place.id]));
    const placeId = (name: string) => places.get(name) ?? '';
    const [q1] = (await herdOf(person)).values();
    await person.call('addChore', { body: { name: 'Fence', day: '2027-01-02', animalIds: [], placeId: placeId('Fold') } });
    await person.call('addGroup', { body: { name: 'At Meadow', rule: { placeId: placeId('Meadow') } } });
    const move = { animalId: q1?.id ?? '', kind: 'move', day: '2026-01-02', placeId: placeId('Hill') } as const;
    await person.call('recordEvents', { body: { events: [{ id: crypto.randomUUID(), ...move }] } });
    expect((await person.call('undoImport', { params: { id } })).undone).toMatchObject({
      recorded: { place: 1 },
      recordsKept: 3,
    });
    const inUse = (await person.call('listPlaces')).filter(({ archivedAt }) => archivedAt === null).map(({ name }) => name);
    expect(inUse.toSorted()).toEqual(['Fold', 'Hill', 'Meadow']);
  });

  test('of places and of tasks becomes such; its undo archives the places and deletes the tasks', async () => {
    const person = await withFlock();
    const places = await bringIn(person, 'places.csv', {}, 'Place,Area (acres),Rest (days)\nHill,12.5,20\nTotal,,');
    expect(places.applied).toMatchObject({ recorded: { place: 2 }, counts: { ready: 2 } });
    const tasks = await bringIn(person, 'tasks.csv', {}, 'Date,Task,Animals,Place\n2027-01-02,Trim,"Q1, Q2",hill');
    const [hill] = (await person.call('listPlaces')).filter(({ name }) => name === 'Hill');
    expect(await person.call('listChores')).toMatchObject([
      { name: 'Trim', placeId: hill?.id, animalIds: [expect.any(String), expect.any(String)] },
    ]);
    const again = await stage(person, 'places.csv', 'Place,Area (acres),Rest (days)\nHill,99,1\nTotal,,');
    expect(again.dryRun?.counts).toMatchObject({ ready: 0, duplicate: 2 });
    expect((await person.call('undoImport', { params: { id: tasks.id } })).undone?.recorded).toEqual({ chore: 1 });
    expect((await person.call('undoImport', { params: { id: places.id } })).undone?.recorded).toEqual({ place: 2 });
    expect(await person.call('listChores')).toEqual([]);
    expect((await person.call('listPlaces')).map(({ archivedAt }) => archivedAt)).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
  });

  test('that a person says tells of scores is read as animals again once the person says so', async () => {
    const person = await withFlock();
    const content = 'Tag,Sex,DOB,Breed,FAMACHA,Test date\nQ1,F,2021-03-01,Suffolk,3,2026-05-01\n';
    const staged = await stage(person, 'scores.csv', content);
    const fieldsOf = ({ columns }: Staged) => columns.map(({ field }) => field).slice(4);
    const asScores = await answer(person, staged, { rows: 'scores' });
    expect([fieldsOf(asScores), open(asScores), asScores.dryRun?.recorded]).toEqual([['famacha', 'eventDay'], [], { scores: 1 }]);
    const again = await answer(person, staged, { rows: 'animals' });
    expect([fieldsOf(again), open(again)]).toEqual([fieldsOf(staged), open(staged)]);
    const kept = await answer(person, staged, { 'column:5': 'keep' });
    expect([open(kept), kept.dryRun?.recorded]).toEqual([[], {}]);
  });
});
