import { describe, expect, test } from 'vitest';
import { lambingBook, type Sheep } from '#test/lambing-book.ts';
import { knownAnimal, applyPlan, planText, type Planned } from '#test/plan-import.ts';
import { casesOf, planned, testFiles, toldBy } from '#test/planned.ts';
import type { PlannedAnimal, KnownAnimal } from './herd.ts';

const known = (animal: Partial<KnownAnimal> & { tagNumber: string }) => knownAnimal(animal.tagNumber, animal);
const outside = (plan: Planned) => plan.newAnimals.filter(({ number }) => number === null).map(({ animal }) => animal);
const sheep = { species: 'sheep' };

describe('a whole lambing book', () => {
  const book = lambingBook();
  const answers = { 'unit:4': 'kg', 'unit:5': 'kg' };
  const plan = planText(book.text, { answers });
  const planOf = (row: number | undefined) => plan.newAnimals.find(({ number }) => number === row);
  const standsFor = (candidate: PlannedAnimal | null | undefined, parent: Sheep): boolean =>
    parent.row === undefined
      ? candidate?.row === null && candidate.tagNumber === String(parent.tag)
      : candidate?.row?.number === parent.row;

  test('every lamb is imported, and each parent from elsewhere once as a reference animal', () => {
    expect(plan.open).toEqual([]);
    expect(new Set(plan.rows.map(({ verdict }) => verdict))).toEqual(new Set(['ready']));
    const parents = outside(plan).map(({ sex, tagNumber }) => `${sex} ${tagNumber}`);
    const wanted = [...book.outsideEwes.map((tag) => `female ${tag}`), ...book.outsideRams.map((tag) => `male ${tag}`)];
    expect(parents.toSorted()).toEqual(wanted.toSorted());
    // Outside parents do not count against the cap.
    expect([plan.activeBefore, plan.activeAfter]).toEqual([0, book.lambs.length]);
  });

  test('a lamb that is a parent in later years is one animal, and a tag used again is another animal', () => {
    for (const lamb of book.lambs) {
      expect(standsFor(planOf(lamb.row)?.mother, lamb.mother), `row ${lamb.row}, ewe ${lamb.mother.tag}`).toBe(true);
      expect(standsFor(planOf(lamb.row)?.father, lamb.father), `row ${lamb.row}, ram ${lamb.father.tag}`).toBe(true);
    }
  });

  test('weights, weaning age, genotype, and breed and age of the ewe are all kept', () => {
    const orNone = (cell: string, scale = 1) => (cell === 'NA' ? undefined : Math.round(Number(cell) * scale));
    for (const lamb of book.lambs) {
      const { animal, mother, notes } = planOf(lamb.row) ?? {};
      expect(animal?.row?.values).toMatchObject({ birthYear: lamb.year, breed: lamb.breed });
      expect(animal?.row?.values.birthWeightGrams).toBe(orNone(lamb.birthWeight, 1000));
      expect(animal?.row?.values.weaningWeightGrams).toBe(orNone(lamb.weaningWeight, 1000));
      expect(animal?.row?.values.weaningAgeDays).toBe(orNone(lamb.weaningAge));
      expect(mother?.breed).toBe(lamb.mother.breed);
      const ageSaid = lamb.year - (mother?.birthYear ?? 0);
      if (ageSaid !== lamb.motherAge) expect(notes).toContain(`Mother's age: ${lamb.motherAge}`);
    }
  });

  test('parents are written before their children', () => {
    const places = new Map(plan.newAnimals.map(({ animal }, place) => [animal, place]));
    const early = plan.newAnimals.filter(({ mother, father }, place) =>
      [mother, father].some((parent) => parent && (places.get(parent) ?? Infinity) > place),
    );
    expect(early).toEqual([]);
  });

  test('importing the same file again adds nothing', () => {
    const again = planText(book.text, { answers, animals: applyPlan(plan) });
    expect(new Set(again.rows.map(({ verdict }) => verdict))).toEqual(new Set(['duplicate']));
    expect(again.newAnimals).toEqual([]);
  });
});

const files = casesOf`
an ambiguous date, a weight without a unit and an unknown word: Lamb,Sex,DOB,Birth wt,Status | 1,H,03/04/2024,3.1,culled
  → ?word:1:h | ?date:2 | ?unit:3 | ?word:4:culled | !'H' is no sex.
  word:1:h=female, date:2=dmy, unit:3=lb, word:4:culled=died → 1 female died | 1 birthWeightGrams=1406
an answer that is not among the options is ignored: Lamb,Sex | 1,H
  word:1:h=ram → ?word:1:h | !'H' is no sex.
letters of states: Tag,Sex,Status | 1,F,A | 2,F,S | 3,F,D
  → 1 female | 2 female sold | 3 female died
a letter beside a state in Spanish: Tag,Sex,Status | 1,F,viva | 2,F,a
  → 1 female | 2 female
a letter that may mean another state in Spanish: Tag,Sex,Status | 1,F,viva | 2,F,s
  → ?word:2:s | 1 female | 2 female | Status: s | 's' is no status; it is kept in the notes.
a word for a sale that may still be to come: Tag,Sex,Status | 1,F,sale | 2,F,sold
  → ?word:2:sale | 1 female | 2 female sold | Status: sale | 'sale' is no status; it is kept in the notes.
no tag: Tag,Sex | -,F
  → !The tag number is missing.
a species that contradicts the word for the sex: Tag,Sex,Species | 1,ewe,goat
  → !The species is goat, but the sex is a word for sheep.
a birth in the future: Tag,Sex,DOB | 1,F,2031-01-01
  → !The birth date 2031-01-01 is in the future.
the same tag with other values: Tag,Sex,Breed | 1,F,Boer | 1,F,Kiko
  → 1 female | !Row 2 has the same tag number with other values. Keep one of the two. | 1 breed=Boer
the same row twice: Tag,Sex | 1,F | 1,F
  → 1 female | 1 female | =The same as row 2.
a line of totals, as *: Tag,Sex,Birth wt kg | 1,F,3 | 2,M,4 | *,,7
  * TOTAL | Summe | Total: 42 | Grand total | Total ewes (2) | Subtotal | total 2 | Gesamt | Durchschnitt
  → 1 female | 2 male | 1 birthWeightGrams=3000 | 2 birthWeightGrams=4000 | -totals
animals whose names begin as a line of totals: Name,Tag,Sex | Total Eclipse,7,F | Summer,Summer 2,F | Total,8,F
  → 7 Total Eclipse female | Summer 2 Summer female | 8 Total female
an animal whose tag begins as a line of totals: Tag,Sex | Total Eclipse,F
  → Total Eclipse female
a line of totals without a tag: Name,Tag,Sex | Ada,7,F | Total animals: 1,,
  → 7 Ada female | -totals
days of castration that cannot be: Tag,Sex,DOB,Castrated on | 1,M,2024-02-01,2024-06-01 | 2,F,2024-02-01,2024-06-01 | 3,M,2024-02-01,2024-01-31
  → 1 wether | 2 female | 3 male | 1 castrated 2024-06-01 | Castrated on: 2024-06-01 | Castrated on: 2024-01-31
  → It cannot have been castrated on this day, so the day is kept in the notes.
  → It cannot have been castrated on this day, so the day is kept in the notes.
values that their fields cannot hold: Lamb,Sex,Birth wt kg,Micron,Price | 1,F,tiny,18.2,€20
  → 1 female | Birth wt kg: tiny\nMicron: 18.2\nPrice: €20 | 'tiny' is no birth weight; it is kept in the notes.
  → '€20' is no sale price; it is kept in the notes.
cells that say that a value is missing: Lamb,Sex,Breed,Color,Name,Dam,Sire | 1,F,NA,N/A,-,?,0
  → 1 female
wethers among F and M: Lamb,Sex | 1,F | 2,M | 3,W
  → 1 female | 2 male | 3 wether
a parent that cannot be the animal with its tag: Lamb,Sex,Year,Ewe | 5,M,2020, | 6,F,2023,5
  → ?wrongParents=reference | 5 male | 6 female, 5 x - | +5
  → Row 2 is not the mother 5: it is male. Another 5 was recorded as an outside ewe.
  wrongParents=without → 5 male | 6 female | Mother: 5
  → Row 2 is not the mother 5: it is male. The mother's tag is kept in the notes.
a parent that is younger than its offspring: Lamb,Sex,Year,Ewe | 5,F,2024, | 6,F,2023,5
  wrongParents=without → 5 female | 6 female | Mother: 5
  → Row 2 is not the mother 5: it was born in 2024, the offspring in 2023. The mother's tag is kept in the notes.
parents that form a cycle: Lamb,Sex,Ewe | 1,F,2 | 2,F,3 | 3,F,1 | 4,F,1
  → 1 female | 2 female | 3 female | 4 female, 1 x - | Mother: 2 | Mother: 3 | Mother: 1
  → With the mother 2 it would be its own ancestor. The mother's tag is kept in the notes.
  → With the mother 3 it would be its own ancestor. The mother's tag is kept in the notes.
  → With the mother 1 it would be its own ancestor. The mother's tag is kept in the notes.
parents by tag, else by name, among the herd and the rows: Tag,Sex,Dam,Sire | 1,F,q 1,3 | 2,F,alma,3 | 3,M,,
  → 1 female, Q1 Alma x 3 | 2 female, Q1 Alma x 3 | 3 male
`;

testFiles(files, toldBy);

test.each([
  ['Lamb,Sex\n1,F', {}, 'sheep'],
  ['Tag,Sex\n1,ewe', {}, 'sheep'],
  ['Lamb,Sex\n1,F', { species: 'goat' }, 'goat'],
  ['Tag,Sex\n1,F', {}, undefined],
  ['Tag,Sex\n1,F', {}, 'goat', [known({ tagNumber: '7', species: 'goat' })]],
] as const)(
  'the species is what the headings, a sex, the answer or the herd tell, else it is asked: %s',
  (text, answers, species, animals: readonly KnownAnimal[] = []) => {
    const { open, newAnimals } = planText(text, { answers, animals });
    expect(open.map(({ id }) => id)).toEqual(species === undefined ? ['species'] : []);
    expect(newAnimals[0]?.animal.species).toBe(species);
  },
);

test.each([
  ['weiblich,w,m,männlich', 'female female male male'],
  ['Weiblich,W,M', 'female female male'],
  ['w,männlich', 'female male'],
  ['w,m', '? male'],
  ['W,M', '? male'],
  ['w,m,wether', '? male wether'],
  ['W,Ewe,Ram', 'wether female male'],
  ['w,female,male', 'wether female male'],
  ['w,male', '? male'],
  ['f,m,w', 'female male wether'],
  ['weiblich,f,w,m', 'female ? ? male'],
  ['hembra,h,m', 'female female male'],
  ['h,macho', 'female male'],
  ['h,hammel,w', 'wether wether female'],
  ['h,m', '? male'],
  ['v,mannelijk', 'female male'],
  ['Ziege,w,m', 'female female male'],
])(
  'the letters of a column of sexes are read with its other words, and asked about where they do not tell: %s',
  (list, wanted) => {
    const cells = list.split(',');
    const text = ['Tag,Sex', ...cells.map((cell, row) => `N${row},${cell}`)].join('\n');
    const { open, plan } = planned(text, list.includes('Ziege') ? { species: 'goat' } : sheep);
    const sexes = plan.rows.map(({ animal, verdict }) =>
      verdict === 'refused' ? '?' : animal?.isWether ? 'wether' : animal?.sex,
    );
    expect(sexes.join(' ')).toBe(wanted);
    expect(open).toEqual(cells.filter((_, row) => sexes[row] === '?').map((cell) => `word:1:${cell.toLowerCase()}`));
  },
);

describe('a row', () => {
  test('of totals is imported if the person includes it', () => {
    const text = 'Tag,Sex,Birth wt kg\n1,F,3\n2,M,4\nTotal,,7';
    const { reason } = planText(text, { answers: sheep }).row('Total');
    expect(reason).toMatch(/totals/);
    expect(planText(text, { answers: { ...sheep, sex: 'female' }, rowChoices: [[4, true]] }).row('Total').verdict).toBe('ready');
  });

  test('that is left out is neither a parent nor a duplicate, and raises no question', () => {
    const rowChoices = [2, 5].map((row) => [row, false] as const);
    const plan = planText('Tag,Sex,Dam\n1,F,\n1,F,\n2,F,1\n3,odd,', { answers: sheep, rowChoices });
    expect(plan.open).toEqual([]);
    expect(plan.rows.map(({ verdict, leftOut }) => `${verdict} ${leftOut}`)).toEqual([
      'refused person',
      'ready null',
      'ready null',
      'refused person',
    ]);
    expect(plan.animal('2').mother?.row?.number).toBe(3);
  });

  test('with an offer is announced for the marketplace, and does not go there if the person declines', () => {
    const text = 'Tag,Sex,For sale,Price\n1,F,yes,100\n2,F,yes,\n3,F,no,100\n4,F,yes,50';
    const animals = [known({ tagNumber: '4', forSale: true, salePriceCents: 4000 })];
    const plan = planText(text, { answers: sheep, animals });
    expect(plan.questions.map(({ id, text: words }) => [id, words.slice(0, 50)])).toEqual([
      ['offers', '1 animal is marked for sale with a price. On impor'],
    ]);
    expect(plan.rows.map(({ animal }) => animal?.goesPublic)).toEqual([true, false, false, false]);
    expect(plan.animal('1').animal.row?.values).toMatchObject({ forSale: true, salePriceCents: 10_000 });
    const answers = { ...sheep, offers: 'private' };
    const hidden = planText(text, { answers, animals });
    expect(hidden.rows.map(({ animal }) => animal?.goesPublic)).toEqual([false, false, false, false]);
    expect(hidden.animal('1').animal.row?.values).toEqual({ forSale: false, salePriceCents: 10_000 });
    const priced = planText('Tag,Sex,Price\n5,F,50', { answers, animals: [known({ tagNumber: '5', forSale: true })] });
    expect(priced.changes[0]?.patch).toEqual({ forSale: false, salePriceCents: 5000 });
  });
});

describe('an animal the farm already has', () => {
  const ewe = known({ tagNumber: 'MJ 02', birthYear: 2020, breed: 'Dorper', notes: 'Calm' });

  /** For each row its verdict and what it changes, or why it does not. */
  const said = (text: string, animals: readonly KnownAnimal[] = [ewe], answers: Record<string, string> = {}) =>
    planText(text, { animals, answers }).rows.map(({ verdict, reason, changes }) =>
      [verdict, reason ?? changes.map(({ label, from, to }) => `${label}: ${from} > ${to}`).join()].join(' ').trim(),
    );
  const duplicate = 'duplicate You have this animal already, and the file says nothing new.';

  test('is found whatever the case and the spaces of its tag', () => {
    expect(said('Tag,Sex\nmj02,F\nMJ2,F')).toEqual([duplicate, 'ready']);
  });

  test('is updated in empty and differing fields, and an empty cell changes nothing', () => {
    const text = 'Tag,Sex,DOB,Breed,Color,Notes\nMJ02,F,2020-03-04,Dorper x,,Calm\n';
    expect(said(text)).toEqual(['changed Born: 2020 > 2020-03-04,Breed: Dorper > Dorper x']);
    const { changes } = planText(text, { animals: [ewe] });
    expect(changes[0]?.patch).toEqual({ birthDate: '2020-03-04', birthYear: null, breed: 'Dorper x' });
  });

  test('gets new lines in its notes, each once', () => {
    const text = 'Tag,Sex,Notes,Micron\nMJ02,F,Calm,18';
    const plan = planText(text, { animals: [ewe] });
    expect(plan.changes[0]?.patch.notes).toBe('Calm\nMicron: 18');
    expect(said(text, applyPlan(plan, [ewe]))).toEqual([duplicate]);
  });

  test('of another sex or year of birth raises a question', () => {
    const text = 'Tag,Sex,DOB\nMJ02,F,2023-01-01';
    expect(planText(text, { animals: [ewe] }).open.map(({ id }) => id)).toEqual(['sameTag']);
    const verdict = (sameTag: string) => said(text, [ewe], { sameTag })[0]?.split(' ')[0];
    expect([verdict('other'), verdict('same'), verdict('skip')]).toEqual(['ready', 'changed', 'refused']);
  });

  test('raises no question where the farm has both animals with the tag', () => {
    const verdicts = (animals: KnownAnimal[]) => {
      const { open, rows } = planText('Tag,Sex,DOB\nMJ02,F,2020\nMJ02,M,2023', { animals });
      return [...open.map(({ id }) => id), ...rows.map(({ verdict }) => verdict)];
    };
    expect(verdicts([ewe, known({ tagNumber: 'MJ02', sex: 'male', birthYear: 2023 })])).toEqual(['duplicate', 'duplicate']);
    expect(verdicts([ewe])).toEqual(['sameTag', 'duplicate', 'refused']);
  });

  const lamb = known({ tagNumber: '9', birthYear: 2022, motherId: ewe.id });
  const checked = known({ tagNumber: 'MJ02', birthYear: 2020, firstRecordOn: '2020-05-01' });
  const before = 'Your animal has a health or breeding record of 2020-05-01, before this birth.';

  test.each([
    ['younger than its offspring', 'F,2023-01-01', [ewe, lamb], /younger than its own offspring 9/],
    ['of another sex while it has offspring', 'M,2020-01-01', [ewe, lamb], /has offspring/],
    ['younger than its first checkup or mating', 'F,2020-05-02', [checked], before],
    ['younger by its year than its first checkup or mating', 'F,2021', [checked], before],
  ] as const)('never becomes %s', (_, row, animals, reason) => {
    expect(said(`Tag,Sex,DOB\nMJ02,${row}`, animals, { sameTag: 'same' })[0]).toMatch(reason);
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
    const plan = planText('Tag,Sex,DOB\nR1,M,2019', { animals: [known({ tagNumber: 'R1', sex: 'male', isReference: true })] });
    expect(plan.changes[0]?.patch).toMatchObject({ isReference: false });
    expect([plan.activeBefore, plan.activeAfter]).toEqual([0, 1]);
  });

  test('that shares its tag with another is matched only by a name besides', () => {
    const other = known({ tagNumber: 'MJ02', id: 'other' });
    expect(said('Tag,Sex\nMJ02,F', [ewe, other])[0]).toMatch(/Several of your animals/);
    expect(said('Tag,Sex,Name\nMJ02,F,Ada', [{ ...ewe, name: 'Ada' }, other])).toEqual([duplicate]);
  });
});

describe('parents', () => {
  test('are found among the outside parents of the farm, and not if two animals match', () => {
    const animals = [known({ tagNumber: 'E1', isReference: true }), ...['a', 'b'].map((id) => known({ tagNumber: 'E2', id }))];
    const plan = planText('Tag,Sex,Dam\n1,F,e 1\n2,F,E2', { animals });
    expect(plan.animal('1').mother?.known?.tagNumber).toBe('E1');
    expect(plan.animal('2')).toMatchObject({ mother: null, notes: 'Mother: E2' });
    expect(outside(plan)).toEqual([]);
  });

  test('missing from the farm become one reference animal with the breed and year of birth that the rows state', () => {
    const plan = planText('Lamb,Sex,Year,Ewe,Ewe breed,Ewe age\n1,F,2023,E9,Texel,4\n2,F,2024,E9,Texel,5', { answers: sheep });
    expect(outside(plan)).toMatchObject([{ tagNumber: 'E9', sex: 'female', breed: 'Texel', birthYear: 2019 }]);
    expect(plan.animal('1').notes).toBe('');
  });

  // In the farm B is the mother of A.
  const [a, b, c] = ['A', 'B', 'C'].map((tagNumber) => known({ tagNumber })) as [KnownAnimal, KnownAnimal, KnownAnimal];
  const animals = [{ ...a, motherId: b.id }, b, c];

  test('form no cycle with the recorded parents of the farm, also when a rejected parent leaves the recorded one in place', () => {
    const plan = planText('Tag,Sex,Dam\nB,F,A', { animals });
    expect(plan.row('B').remarks[0]).toMatch(/its own ancestor/);
    expect(plan.changes[0]?.patch).toEqual({ notes: 'Mother: A' });
    // The file makes C the mother of A, which is a cycle of its own, and A the mother of B.
    const rejected = planText('Tag,Sex,Dam\nA,F,C\nC,F,A\nB,F,A', { animals });
    expect(rejected.changes.map(({ patch }) => patch.notes)).toEqual(['Mother: C', 'Mother: A', 'Mother: A']);
    expect(rejected.row('B').remarks[0]).toMatch(/its own ancestor/);
    expect(planText('Tag,Sex,Dam\nA,F,C\nB,F,A', { animals }).changes.map(({ mother }) => mother?.tagNumber)).toEqual(['C', 'A']);
  });
});
