import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { answer, apply, bringIn as bringInText, open, rowsOf, stage as stageText, undo } from '#test/imports.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../test/fixtures/keepers-files/${name}`, import.meta.url), 'utf8');
const stage = (person: Person, name: string, content = fixture(name)) => stageText(person, content, name);
const bringIn = (person: Person, name: string, answers: Record<string, string> = {}, content = fixture(name)) =>
  bringInText(person, content, answers, name);

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
    const { id, questions } = await stage(person, 'deaths.csv');
    const asked = new Map(questions.map((question) => [question.id, question]));
    expect(asked.get('rows')).toMatchObject({ answer: 'death', text: expect.stringContaining('2 deaths') });
    expect(asked.get('strangers')?.text).toBe('1 animal of this file is not among yours: Q9.');
    const verdicts = async () => (await rowsOf(person, id)).map(({ tagNumber, verdict }) => `${tagNumber} ${verdict}`);
    expect(await verdicts()).toEqual(['Q1 ready', 'Q9 refused']);
    await answer(person, id, { strangers: 'sheep' });
    expect(await verdicts()).toEqual(['Q1 ready', 'Q9 ready']);
    expect((await answer(person, id, { strangers: 'leaveOut' })).dryRun?.counts.refused).toBe(1);
    const leftOut = await person.send({ method: 'GET', url: `/api/imports/${id}/left-out` });
    const [headings = '', ...lines] = leftOut.payload.trim().split('\r\n');
    expect([headings.endsWith(',Why it was left out'), lines]).toEqual([true, [expect.stringMatching(/,Q9,.*Not found/)]]);
    await apply(person, id);
    const herd = await herdOf(person);
    expect([herd.get('Q1')?.status, herd.has('Q9')]).toEqual(['died', false]);
    expect(await journalOf(person, 'Q1', 'death')).toMatchObject([
      { day: '2025-12-13', cause: 'parasites', note: expect.stringContaining('lungworm') },
    ]);
    await undo(person, id);
    expect((await herdOf(person)).get('Q1')?.status).toBe('active');
  });

  test('of many animals is asked about a column that only every second of the later animals has', async () => {
    const rows = Array.from({ length: 300 }, (_, row) => `N-${row},F,2021,${row > 200 && row % 2 === 1 ? `R-${row}` : ''}`);
    expect(open(await stage(await farmer(), 'herd.csv', `Tag,Sex,DOB,PaId\n${rows.join('\n')}`))).toContain('column:3');
  });

  test('with the day of a state records it once', async () => {
    const person = await farmer();
    const content = 'Tag,Sex,DOB,Status\nN1,F,2020,Died 12/13/25 bloat\n';
    await bringIn(person, 'herd.csv', { species: 'sheep' }, content);
    expect(await journalOf(person, 'N1', 'death')).toMatchObject([{ day: '2025-12-13' }]);
    expect((await stage(person, 'again.csv', content)).dryRun).toMatchObject({ recorded: {}, counts: { duplicate: 1 } });
  });

  test('of numbers of known animals asks nothing', async () => {
    const person = await withFlock();
    expect((await bringIn(person, 'bucket3.csv')).applied).toMatchObject({ numbers: 2, counts: { changed: 2, ready: 0 } });
  });

  test('from which a spreadsheet program has stripped zeros doubles no animal', async () => {
    const person = await farmer();
    await bringIn(person, 'rt.csv');
    expect(open(await stage(person, 'stripped-zeros.csv'))).toEqual(['lookAlike']);
    await bringIn(person, 'stripped-zeros.csv', { lookAlike: 'same' });
    const herd = await herdOf(person);
    expect([herd.size, herd.get('0046')?.status, herd.get('0046')?.color]).toEqual([4, 'sold', 'white']);
  });

  test('with numbers that are formulas of texts has these numbers', async () => {
    const person = await farmer();
    await bringIn(person, 'formula-text.csv', { species: 'sheep' });
    expect([...(await herdOf(person)).keys()].toSorted()).toEqual(['0045', '0046', '0047']);
    const numbers = (await person.call('listAnimalTags')).map(({ number }) => number);
    expect(numbers.toSorted()).toEqual(['826099912300045', '826099912300046', '826099912300047']);
  });

  test('of a scale with a whole line in a cell is split again', async () => {
    const person = await farmer();
    await bringIn(person, 'parents-by-eid.csv', { species: 'sheep' });
    expect(open(await stage(person, 'xr-session-quoted.csv'))).toEqual(['unit:2']);
    await bringIn(person, 'xr-session-quoted.csv', { 'unit:2': 'kg' });
    expect(await journalOf(person, 'E1', 'weighing')).toMatchObject([{ day: '2026-09-25', time: '09:14', weightGrams: 62_500 }]);
  });

  test('is read by what it says, and not by a guess about an earlier file', async () => {
    const person = await withFlock();
    await bringIn(person, 'poison3.csv');
    await bringIn(person, 'mem-treatments.csv');
    const treatments = (await journalOf(person, 'Q1', 'treatment')) as { dose?: number }[];
    expect(treatments.toSorted((a, b) => (a.dose ?? 0) - (b.dose ?? 0))).toMatchObject([
      { dose: 8, batch: 'W1', withdrawals: [{ days: 14 }] },
      { dose: 10, batch: 'B123', withdrawals: [{ days: 56 }] },
    ]);
  });

  test('of matings becomes breeding records and times with males, once, and is undone', async () => {
    const person = await withFlock();
    await person.addAnimal({ tagNumber: 'R7', name: 'Duke', species: 'sheep', sex: 'male' });
    const rows = ['Q1,Q3,2025-11-15', 'Q2,Q3 or Duke,2025-11-15', 'Q2,R7,', 'Q1,Rudolf,', 'Q9,Q3,'];
    const bytes = `Joined,Ewe,Ram,Removed\n${rows.map((row) => `2025-10-01,${row}`).join('\n')}`;
    const { id, questions, dryRun } = await stage(person, 'matings.csv', bytes);
    expect(questions.find((question) => question.id === 'rows')).toMatchObject({ answer: 'mating' });
    expect(dryRun?.counts).toEqual({ ready: 4, changed: 0, duplicate: 0, refused: 1 });
    await apply(person, id);
    const herd = [...(await herdOf(person)).values()];
    const tagOf = (animalId: string) => herd.find((animal) => animal.id === animalId)?.tagNumber;
    const matings = await person.call('listBreedingRecords');
    const pairs = matings.map(({ motherId, fatherId }) => `${tagOf(motherId)} ${tagOf(fatherId)}`);
    expect(pairs.toSorted()).toEqual(['Q1 Q3', 'Q2 R7']);
    const stays = (await person.call('listExposures')).map(
      (stay) => `${stay.femaleIds.map(tagOf).join()} ${stay.maleIds.map(tagOf).join()} ${stay.outDay}`,
    );
    expect(stays.toSorted()).toEqual(['Q1 Q3 2025-11-15', 'Q2 Q3,R7 2025-11-15']);
    expect(await journalOf(person, 'Q1', 'note')).toMatchObject([{ note: 'Mated with Rudolf' }]);
    const again = await stage(person, 'matings.csv', bytes);
    expect(again.dryRun?.counts).toEqual({ ready: 0, changed: 0, duplicate: 4, refused: 1 });
    // What somebody has changed since stays.
    const found = matings.find(({ fatherId }) => tagOf(fatherId) === 'R7');
    await person.call('changeBreedingRecord', { params: { id: found?.id ?? '' }, body: { outcome: 'unsuccessful' } });
    expect((await undo(person, id)).undone).toMatchObject({ recorded: { breedingRecord: 3 }, recordsKept: 1 });
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
    expect((await undo(person, id)).undone).toMatchObject({ recorded: { place: 1 }, recordsKept: 3 });
    const inUse = (await person.call('listPlaces')).filter(({ archivedAt }) => archivedAt === null).map(({ name }) => name);
    expect(inUse.toSorted()).toEqual(['Fold', 'Hill', 'Meadow']);
  });

  test('that a person says tells of scores is read as animals again once the person says so', async () => {
    const person = await withFlock();
    const content = 'Tag,Sex,DOB,Breed,FAMACHA,Test date\nQ1,F,2021-03-01,Suffolk,3,2026-05-01\n';
    const staged = await stage(person, 'scores.csv', content);
    const told = (each: typeof staged) => [each.columns.map(({ field }) => field).slice(4), open(each), each.dryRun?.recorded];
    const said = async (answers: Record<string, string>) => told(await answer(person, staged.id, answers));
    expect(await said({ rows: 'scores' })).toEqual([['famacha', 'eventDay'], [], { scores: 1 }]);
    expect((await said({ rows: 'animals' })).slice(0, 2)).toEqual(told(staged).slice(0, 2));
    expect((await said({ 'column:5': 'keep' })).slice(1)).toEqual([[], {}]);
  });
});
