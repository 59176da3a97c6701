import { describe, expect, test } from 'vitest';
import { lambingBook, type Sheep } from '#test/lambing-book.ts';
import { knownAnimal, applyPlan, planText, type Planned } from '#test/plan-import.ts';
import type { PlannedAnimal, KnownAnimal } from './herd.ts';

const known = (animal: Partial<KnownAnimal> & { tagNumber: string }) => knownAnimal(animal.tagNumber, animal);
const verdictsOf = (plan: Planned) => plan.rows.map(({ verdict }) => verdict);
const outside = (plan: Planned) => plan.newAnimals.filter(({ number }) => number === null).map(({ animal }) => animal);
const sheep = { species: 'sheep' };

describe('a whole lambing book', () => {
  const book = lambingBook();
  const answers = { 'unit:4': 'kg', 'unit:5': 'kg' };
  const plan = planText(book.text, { answers });
  const standsFor = (candidate: PlannedAnimal | null, parent: Sheep): boolean =>
    parent.row === undefined
      ? candidate?.row === null && candidate.tagNumber === String(parent.tag)
      : candidate?.row?.number === parent.row;

  test('the test file contains the intended difficulties', () => {
    const lambTags = new Set(book.lambs.map(({ tag }) => tag));
    expect(book.lambs.filter(({ mother }) => mother.row !== undefined).length).toBeGreaterThan(20);
    expect(book.lambs.filter(({ father }) => father.row !== undefined).length).toBeGreaterThan(5);
    expect([...book.outsideEwes, ...book.outsideRams].filter((tag) => lambTags.has(tag)).length).toBeGreaterThan(5);
  });

  test('every lamb is imported, and each parent from elsewhere once as a reference animal', () => {
    expect(plan.open).toEqual([]);
    expect(new Set(verdictsOf(plan))).toEqual(new Set(['ready']));
    const tags = (sex: string) =>
      outside(plan)
        .filter((animal) => animal.sex === sex)
        .map(({ tagNumber }) => Number(tagNumber));
    expect(tags('female').length).toBe(book.outsideEwes.length);
    expect(new Set(tags('female'))).toEqual(new Set(book.outsideEwes));
    expect(tags('male').length).toBe(book.outsideRams.length);
    expect(new Set(tags('male'))).toEqual(new Set(book.outsideRams));
  });

  test('a lamb that is a parent in later years is one animal, and a tag used again is another animal', () => {
    for (const lamb of book.lambs) {
      const { mother, father } = plan.newAnimals.find(({ number }) => number === lamb.row) ?? {};
      expect(standsFor(mother ?? null, lamb.mother), `row ${lamb.row}, ewe ${lamb.mother.tag}`).toBe(true);
      expect(standsFor(father ?? null, lamb.father), `row ${lamb.row}, ram ${lamb.father.tag}`).toBe(true);
    }
  });

  test('weights, weaning age, genotype, and breed and age of the ewe are all kept', () => {
    for (const lamb of book.lambs) {
      const { animal, mother, notes } = plan.newAnimals.find(({ number }) => number === lamb.row) ?? {};
      const grams = (kg: string) => (kg === 'NA' ? undefined : Math.round(Number(kg) * 1000));
      expect(animal?.row?.values).toMatchObject({ birthYear: lamb.year, breed: lamb.breed });
      expect(animal?.row?.values.birthWeightGrams).toBe(grams(lamb.birthWeight));
      expect(animal?.row?.values.weaningWeightGrams).toBe(grams(lamb.weaningWeight));
      expect(animal?.row?.values.weaningAgeDays).toBe(lamb.weaningAge === 'NA' ? undefined : Number(lamb.weaningAge));
      expect(mother?.breed).toBe(lamb.mother.breed);
      const ageSaid = lamb.year - (mother?.birthYear ?? 0);
      if (ageSaid !== lamb.motherAge) expect(notes).toContain(`Mother's age: ${lamb.motherAge}`);
    }
  });

  test('parents are written before their children', () => {
    const written = new Set<PlannedAnimal>();
    for (const { animal, mother, father } of plan.newAnimals) {
      for (const parent of [mother, father]) if (parent) expect(written.has(parent)).toBe(true);
      written.add(animal);
    }
    expect(plan.newAnimals.some(({ mother, father }) => mother !== undefined && father !== undefined)).toBe(true);
  });

  test('importing the same file again adds nothing', () => {
    const again = planText(book.text, { answers, animals: applyPlan(plan) });
    expect(new Set(verdictsOf(again))).toEqual(new Set(['duplicate']));
    expect(again.newAnimals).toEqual([]);
  });

  test('only the animals of the rows count against the cap, not the outside parents', () => {
    expect([plan.activeBefore, plan.activeAfter]).toEqual([0, book.lambs.length]);
  });
});

describe('what is asked', () => {
  test('the species is suggested by the headings, and has to be answered if they suggest nothing', () => {
    expect(planText('Lamb,Sex\n1,F').row('1').verdict).toBe('ready');
    expect(planText('Tag,Sex\n1,F').open.map(({ id }) => id)).toEqual(['species']);
    expect(planText('Tag,Sex\n1,ewe').open).toEqual([]);
    expect(planText('Tag,Sex\n1,F', { animals: [known({ tagNumber: '7', species: 'goat' })] }).animal('1').animal.species).toBe(
      'goat',
    );
    expect(planText('Lamb,Sex\n1,F', { answers: { species: 'goat' } }).animal('1').animal.species).toBe('goat');
  });

  test('an ambiguous date, a weight without a unit and an unknown word have to be answered', () => {
    const plan = planText('Lamb,Sex,DOB,Birth wt,Status\n1,H,03/04/2024,3.1,culled');
    expect(plan.open.map(({ id }) => id)).toEqual(['word:1:h', 'date:2', 'unit:3', 'word:4:culled']);
    expect(plan.open[1]?.options.map(({ label }) => label)).toEqual([
      'Month first: the 4th of March',
      'Day first: the 3rd of April',
    ]);
    const answers = { 'word:1:h': 'female', 'date:2': 'dmy', 'unit:3': 'lb', 'word:4:culled': 'died' };
    expect(
      planText('Lamb,Sex,DOB,Birth wt,Status\n1,H,03/04/2024,3.1,culled', { answers }).animal('1').animal.row?.values,
    ).toEqual({
      birthDate: '2024-04-03',
      birthYear: null,
      birthWeightGrams: 1406,
      status: 'died',
    });
  });

  test('W means wether among F and M, and is asked about where it may mean weiblich', () => {
    const plan = planText('Lamb,Sex\n1,F\n2,M\n3,W');
    expect(plan.animal('3')).toMatchObject({ animal: { sex: 'male', row: { values: { isCastrated: true } } }, notes: '' });
    expect(planText('Lamb,Sex\n1,W\n2,M').open.map(({ id }) => id)).toEqual(['word:1:w']);
  });

  test.each([
    ['weiblich,w,m,männlich', { w: 'female', m: 'male' }, []],
    ['Weiblich,W,M', { W: 'female', M: 'male' }, []],
    ['w,männlich', { w: 'female' }, []],
    ['w,m', {}, ['w']],
    ['w,m,wether', {}, ['w']],
    ['W,Ewe,Ram', { W: 'wether' }, []],
    ['w,female,male', { w: 'wether' }, []],
    ['w,male', {}, ['w']],
    ['f,m,w', { f: 'female', w: 'wether' }, []],
    ['weiblich,f,w,m', { m: 'male' }, ['f', 'w']],
    ['hembra,h,m', { h: 'female' }, []],
    ['h,macho', { h: 'female' }, []],
    ['h,hammel,w', { h: 'wether', w: 'female' }, []],
    ['h,m', {}, ['h']],
    ['v,mannelijk', { v: 'female' }, []],
    ['Ziege,w,m', { w: 'female' }, []],
  ])(
    'the letters of a column of sexes are read with its other words, and asked about where they do not tell: %s',
    (cells, sexes, asked) => {
      const text = `Tag,Sex\n${cells
        .split(',')
        .map((cell) => `${cell},${cell}`)
        .join('\n')}`;
      expect(planText(text, { answers: sheep }).open.map(({ id }) => id)).toEqual(asked.map((word) => `word:1:${word}`));
      const answers = { species: 'goat', ...Object.fromEntries(asked.map((word) => [`word:1:${word}`, 'female'])) };
      const plan = planText(text.replace('Ziege', 'weiblich').replace('Ziege', 'weiblich'), { answers });
      for (const [tag, sex] of Object.entries(sexes)) {
        const { animal } = plan.animal(tag);
        expect([tag, animal.row?.values.isCastrated ? 'wether' : animal.sex]).toEqual([tag, sex]);
      }
    },
  );

  test('single letters in a status column are read together with the other words of the column', () => {
    const open = (cells: string) =>
      planText(
        `Tag,Sex,Status\n${cells
          .split(',')
          .map((cell, index) => `${index},F,${cell}`)
          .join('\n')}`,
        { answers: sheep },
      ).open;
    expect(open('A,S,D')).toEqual([]);
    expect(open('viva,a')).toEqual([]);
    expect(open('viva,s').map(({ id }) => id)).toEqual(['word:2:s']);
    expect(open('sale,sold').map(({ id }) => id)).toEqual(['word:2:sale']);
  });

  test('an answer that is not among the options is ignored', () => {
    expect(planText('Lamb,Sex\n1,H', { answers: { 'word:1:h': 'ram' } }).open.length).toBe(1);
  });
});

describe('a row that cannot be imported gives the reason', () => {
  test.each([
    ['Tag,Sex\n-,F', '-', /tag number is missing/i],
    ['Tag,Sex,Species\n1,ewe,goat', '1', /the species is goat, but the sex is a word for sheep/i],
    ['Tag,Sex,DOB\n1,F,2031-01-01', '1', /in the future/],
    ['Tag,Sex,Breed\n1,F,Boer\n1,F,Kiko', '1', /Row 2 has the same tag number with other values/],
  ])('%s', (text, tag, reason) => {
    const plan = planText(text, { answers: sheep });
    const refused = plan.rows.find(({ verdict }) => verdict === 'refused');
    expect(refused?.reason).toMatch(reason);
    expect(refused?.tagNumber).toBe(tag === '-' ? '' : tag);
  });

  test('the same row twice is a duplicate of the first', () => {
    const plan = planText('Tag,Sex\n1,F\n1,F', { answers: sheep });
    expect(plan.rows.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['ready', null],
      ['duplicate', 'The same as row 2.'],
    ]);
  });

  test.each([
    'TOTAL',
    'Summe',
    'Total: 42',
    'Grand total',
    'Total ewes (2)',
    'Subtotal',
    'Σ total 2'.slice(2),
    'Gesamt',
    'Durchschnitt',
  ])('a line of totals (%s) is left out with a reason, raises no question, and is imported if the person includes it', (tag) => {
    const text = `Tag,Sex,Birth wt kg\n1,F,3\n2,M,4\n${tag},,7`;
    const plan = planText(text, { answers: sheep });
    expect(plan.open).toEqual([]);
    expect(plan.row(tag)).toMatchObject({
      verdict: 'refused',
      leftOut: 'totals',
      reason: expect.stringMatching(/totals/) as string,
    });
    expect(plan.newAnimals).toHaveLength(2);
    const taken = planText(text, { answers: { ...sheep, sex: 'female' }, rowChoices: [[4, true]] });
    expect(taken.row(tag).verdict).toBe('ready');
  });

  test('an animal is not mistaken for a line of totals, and a row without a tag is one if its first word says so', () => {
    const verdicts = (text: string) => planText(text, { answers: sheep }).rows.map(({ leftOut }) => leftOut);
    expect(verdicts('Name,Tag,Sex\nTotal Eclipse,7,F\nSummer,Summer 2,F\nTotal,8,F')).toEqual([null, null, null]);
    expect(verdicts('Tag,Sex\nTotal Eclipse,F')).toEqual([null]);
    expect(verdicts('Name,Tag,Sex\nAda,7,F\nTotal animals: 1,,')).toEqual([null, 'totals']);
  });

  test('a row that is left out is neither a parent nor a duplicate, and raises no question', () => {
    const text = 'Tag,Sex,Dam\n1,F,\n1,F,\n2,F,1\n3,odd,';
    const plan = planText(text, {
      answers: sheep,
      rowChoices: [
        [2, false],
        [5, false],
      ],
    });
    expect(plan.open).toEqual([]);
    expect(plan.rows.map(({ verdict, leftOut }) => [verdict, leftOut])).toEqual([
      ['refused', 'person'],
      ['ready', null],
      ['ready', null],
      ['refused', 'person'],
    ]);
    expect(plan.animal('2').mother?.row?.number).toBe(3);
  });

  test('every row has a preview of its animal with the parents to be recorded', () => {
    const plan = planText('Tag,Name,Sex,DOB,Dam,Sire\n1,Ada,ewe,2024-02-01,9,\n2,,wether,2025,1,R1\n1,Ada,ewe,2024-02-01,9,');
    expect(plan.rows.map(({ animal }) => animal)).toEqual([
      {
        name: 'Ada',
        species: 'sheep',
        sex: 'female',
        isWether: false,
        status: 'active',
        birthDate: '2024-02-01',
        birthYear: null,
        mother: '9',
        father: null,
        goesPublic: false,
        weighing: null,
      },
      {
        name: null,
        species: 'sheep',
        sex: 'male',
        isWether: true,
        status: 'active',
        birthDate: null,
        birthYear: 2025,
        mother: '1 Ada',
        father: 'R1',
        goesPublic: false,
        weighing: null,
      },
      expect.objectContaining({ name: 'Ada', mother: '9' }),
    ]);
  });

  test('animals that go on the marketplace are announced, and do not go there if the person declines', () => {
    const text = 'Tag,Sex,For sale,Price\n1,F,yes,100\n2,F,yes,\n3,F,no,100\n4,F,yes,50';
    const listed = known({ tagNumber: '4', forSale: true, salePriceCents: 4000 });
    const plan = planText(text, { answers: sheep, animals: [listed] });
    expect(plan.questions.map(({ id, text: words }) => [id, words.slice(0, 50)])).toEqual([
      ['offers', '1 animal is marked for sale with a price. On impor'],
    ]);
    expect(plan.rows.map(({ animal }) => animal?.goesPublic)).toEqual([true, false, false, false]);
    expect(plan.animal('1').animal.row?.values).toMatchObject({ forSale: true, salePriceCents: 10_000 });
    const hidden = planText(text, { answers: { ...sheep, offers: 'private' }, animals: [listed] });
    expect(hidden.rows.map(({ animal }) => animal?.goesPublic)).toEqual([false, false, false, false]);
    expect(hidden.animal('1').animal.row?.values).toEqual({ forSale: false, salePriceCents: 10_000 });
    const unpriced = known({ tagNumber: '5', forSale: true });
    const priced = planText('Tag,Sex,Price\n5,F,50', { answers: { ...sheep, offers: 'private' }, animals: [unpriced] });
    expect(priced.changes[0]?.patch).toEqual({ forSale: false, salePriceCents: 5000 });
  });

  test('an impossible day of castration is kept in the notes', () => {
    const text = 'Tag,Sex,DOB,Castrated on\n1,M,2024-02-01,2024-06-01\n2,F,2024-02-01,2024-06-01\n3,M,2024-02-01,2024-01-31';
    const plan = planText(text, { answers: sheep });
    const castrated = ['1', '2', '3'].map((tag) => plan.animal(tag).animal.row?.values.castratedOn);
    expect(castrated).toEqual(['2024-06-01', undefined, undefined]);
    expect(['1', '2', '3'].map((tag) => plan.animal(tag).notes ?? '')).toEqual([
      '',
      'Castrated on: 2024-06-01',
      'Castrated on: 2024-01-31',
    ]);
  });

  test('a value that its field cannot hold is kept in the notes, and the row is imported', () => {
    const plan = planText('Lamb,Sex,Birth wt kg,Micron,Price\n1,F,tiny,18.2,€20', { answers: sheep });
    expect(plan.animal('1').notes).toBe('Birth wt kg: tiny\nMicron: 18.2\nPrice: €20');
    expect(plan.row('1').remarks).toEqual([
      "'tiny' is no birth weight; it is kept in the notes.",
      "'€20' is no sale price; it is kept in the notes.",
    ]);
  });

  test('NA, N/A, -, ? and empty cells are missing values', () => {
    const plan = planText('Lamb,Sex,Breed,Color,Name,Dam,Sire\n1,F,NA,N/A,-,?,0', { answers: sheep });
    expect(plan.animal('1')).toMatchObject({ mother: null, father: null, notes: '' });
    expect(plan.animal('1').animal.row?.values).toEqual({});
  });
});

describe('an animal the farm already has', () => {
  const ewe = known({ tagNumber: 'MJ 02', birthYear: 2020, breed: 'Dorper', notes: 'Calm' });

  test('is found whatever the case and the spaces of its tag', () => {
    expect(planText('Tag,Sex\nmj02,F', { animals: [ewe] }).row('mj02').verdict).toBe('duplicate');
    expect(planText('Tag,Sex\nMJ2,F', { animals: [ewe] }).row('MJ2').verdict).toBe('ready');
  });

  test('is updated in empty and differing fields, and an empty cell changes nothing', () => {
    const plan = planText('Tag,Sex,DOB,Breed,Color,Notes\nMJ02,F,2020-03-04,Dorper x,,Calm\n', { animals: [ewe] });
    expect(plan.row('MJ02')).toMatchObject({
      verdict: 'changed',
      changes: [
        { label: 'Born', from: '2020', to: '2020-03-04' },
        { label: 'Breed', from: 'Dorper', to: 'Dorper x' },
      ],
    });
    expect(plan.changes[0]?.patch).toEqual({ birthDate: '2020-03-04', birthYear: null, breed: 'Dorper x' });
  });

  test('gets new lines in its notes, each once', () => {
    const text = 'Tag,Sex,Notes,Micron\nMJ02,F,Calm,18';
    const plan = planText(text, { animals: [ewe] });
    expect(plan.changes[0]?.patch.notes).toBe('Calm\nMicron: 18');
    expect(planText(text, { animals: applyPlan(plan, [ewe]) }).row('MJ02').verdict).toBe('duplicate');
  });

  test('of another sex or year of birth raises a question', () => {
    const text = 'Tag,Sex,DOB\nMJ02,F,2023-01-01';
    expect(planText(text, { animals: [ewe] }).open.map(({ id }) => id)).toEqual(['sameTag']);
    const verdict = (sameTag: string) => planText(text, { animals: [ewe], answers: { sameTag } }).row('MJ02').verdict;
    expect([verdict('other'), verdict('same'), verdict('skip')]).toEqual(['ready', 'changed', 'refused']);
  });

  test('raises no question where the farm has both animals with the tag', () => {
    const tup = known({ tagNumber: 'MJ02', sex: 'male', birthYear: 2023 });
    const text = 'Tag,Sex,DOB\nMJ02,F,2020\nMJ02,M,2023';
    const verdicts = ({ open, rows }: Planned) => [open.map(({ id }) => id), rows.map(({ verdict }) => verdict)];
    expect(verdicts(planText(text, { animals: [ewe, tup] }))).toEqual([[], ['duplicate', 'duplicate']]);
    expect(verdicts(planText(text, { animals: [ewe] }))).toEqual([['sameTag'], ['duplicate', 'refused']]);
  });

  test('never becomes younger than its offspring, and keeps its sex while it has any', () => {
    const lamb = known({ tagNumber: '9', birthYear: 2022, motherId: ewe.id });
    const reason = (row: string) =>
      planText(`Tag,Sex,DOB\n${row}`, { animals: [ewe, lamb], answers: { sameTag: 'same' } }).row('MJ02').reason;
    expect(reason('MJ02,F,2023-01-01')).toMatch(/younger than its own offspring 9/);
    expect(reason('MJ02,M,2020-01-01')).toMatch(/has offspring/);
  });

  test('never becomes younger than its first checkup or mating, by date or by year', () => {
    const checked = known({ tagNumber: 'MJ02', birthYear: 2020, firstRecordOn: '2020-05-01' });
    const reason = (row: string, sameTag = 'same') =>
      planText(`Tag,Sex,DOB\n${row}`, { animals: [checked], answers: { sameTag } }).row('MJ02').reason;
    expect(reason('MJ02,F,2020-05-02')).toBe('Your animal has a health or breeding record of 2020-05-01, before this birth.');
    expect(reason('MJ02,F,2021')).toMatch(/before this birth/);
    expect(reason('MJ02,F,2020-05-01')).toBeNull();
    expect(reason('MJ02,F,2019')).toBeNull();
    expect(reason('MJ02,F,2021', 'other')).toBeNull();
  });

  test('keeps the parents that a breeding record names', () => {
    const kid = known({ tagNumber: '9', motherId: ewe.id, isOffspring: true });
    const plan = planText('Tag,Sex,Dam,Sire\n9,F,X1,Y1', { animals: [ewe, kid] });
    expect(plan.row('9').remarks).toEqual([
      "A breeding record names it as offspring of its mother MJ 02. The mother's tag is kept in the notes.",
    ]);
    expect(plan.changes[0]).toMatchObject({ mother: null, father: { tagNumber: 'Y1' }, patch: { notes: 'Mother: X1' } });
  });

  test('that is an outside parent becomes an animal of the farm and counts against the cap', () => {
    const sire = known({ tagNumber: 'R1', sex: 'male', isReference: true });
    const plan = planText('Tag,Sex,DOB\nR1,M,2019', { animals: [sire] });
    expect(plan.changes[0]?.patch).toMatchObject({ isReference: false });
    expect([plan.activeBefore, plan.activeAfter]).toEqual([0, 1]);
  });

  test('that shares its tag with another is not matched', () => {
    const animals = [ewe, known({ tagNumber: 'MJ02', id: 'other' })];
    expect(planText('Tag,Sex\nMJ02,F', { animals }).row('MJ02').reason).toMatch(/Several of your animals/);
    const named = [{ ...ewe, name: 'Ada' }, ...animals.slice(1)];
    expect(planText('Tag,Sex,Name\nMJ02,F,Ada', { animals: named }).row('MJ02').verdict).toBe('duplicate');
  });
});

describe('parents', () => {
  test('are found by tag, else by name, among the herd, its outside parents and the rows', () => {
    const animals = [known({ tagNumber: 'E1', isReference: true }), known({ tagNumber: 'E2', name: 'Bella' })];
    const plan = planText('Tag,Sex,Dam,Sire\n1,F,e 1,3\n2,F,bella,3\n3,M,,', { animals });
    expect(plan.animal('1').mother?.known?.tagNumber).toBe('E1');
    expect(plan.animal('2').mother?.known?.tagNumber).toBe('E2');
    expect(plan.animal('1').father?.row?.number).toBe(4);
    expect(outside(plan)).toEqual([]);
  });

  test('missing from the farm become one reference animal with the breed and year of birth that the rows state', () => {
    const plan = planText('Lamb,Sex,Year,Ewe,Ewe breed,Ewe age\n1,F,2023,E9,Texel,4\n2,F,2024,E9,Texel,5', { answers: sheep });
    expect(outside(plan)).toMatchObject([{ tagNumber: 'E9', sex: 'female', breed: 'Texel', birthYear: 2019 }]);
    expect(plan.animal('1').notes).toBe('');
  });

  test('that cannot be the animal with their tag become reference animals or are left out, as the person answers', () => {
    const text = 'Lamb,Sex,Year,Ewe\n5,M,2020,\n6,F,2023,5';
    const plan = planText(text);
    expect(plan.row('6').remarks).toEqual(['Row 2 is not the mother 5: it is male. Another 5 was recorded as an outside ewe.']);
    expect(outside(plan)).toMatchObject([{ tagNumber: '5', sex: 'female' }]);
    const without = planText(text, { answers: { wrongParents: 'without' } });
    expect(without.animal('6')).toMatchObject({ mother: null, notes: 'Mother: 5' });
    expect(outside(without)).toEqual([]);
  });

  test('are never younger than their offspring, whatever the file says', () => {
    const plan = planText('Lamb,Sex,Year,Ewe\n5,F,2024,\n6,F,2023,5', { answers: { wrongParents: 'without' } });
    expect(plan.animal('6').mother).toBeNull();
    expect(plan.row('6').remarks[0]).toMatch(/it was born in 2024, the offspring in 2023/);
  });

  test('that match two animals are not set, and their tag is kept in the notes', () => {
    const animals = [known({ tagNumber: 'E1', id: 'a' }), known({ tagNumber: 'E1', id: 'b' })];
    expect(planText('Tag,Sex,Dam\n1,F,E1', { animals }).animal('1')).toMatchObject({ mother: null, notes: 'Mother: E1' });
  });

  test('that form a cycle are left out, so that no animal is its own ancestor', () => {
    const plan = planText('Lamb,Sex,Ewe\n1,F,2\n2,F,3\n3,F,1\n4,F,1');
    expect(['1', '2', '3'].map((tag) => plan.animal(tag).mother)).toEqual([null, null, null]);
    expect(plan.animal('4').mother?.tagNumber).toBe('1');
    expect(plan.row('2').remarks[0]).toMatch(/its own ancestor/);
  });

  test('form no cycle with the recorded parents of the farm', () => {
    const [a, b] = [known({ tagNumber: 'A' }), known({ tagNumber: 'B' })];
    const animals = [{ ...a, motherId: b.id }, b];
    const plan = planText('Tag,Sex,Dam\nB,F,A', { animals });
    expect(plan.row('B').remarks[0]).toMatch(/its own ancestor/);
    expect(plan.changes[0]?.patch).toEqual({ notes: 'Mother: A' });
  });

  test('form no cycle when a rejected parent leaves the recorded one in place', () => {
    // A's recorded mother is B. The file makes C the mother of A, which is a cycle of its own, and A the mother of B.
    const [a, b, c] = ['A', 'B', 'C'].map((tagNumber) => known({ tagNumber }));
    const animals = [{ ...a!, motherId: b!.id }, b!, c!];
    const plan = planText('Tag,Sex,Dam\nA,F,C\nC,F,A\nB,F,A', { animals });
    expect(plan.changes.map(({ patch }) => patch.notes)).toEqual(['Mother: C', 'Mother: A', 'Mother: A']);
    expect(plan.row('B').remarks[0]).toMatch(/its own ancestor/);
    const corrected = planText('Tag,Sex,Dam\nA,F,C\nB,F,A', { animals });
    expect(corrected.changes.map(({ mother }) => mother?.tagNumber)).toEqual(['C', 'A']);
  });
});
