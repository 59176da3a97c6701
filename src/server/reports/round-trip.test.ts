// @module-tag grows
import fc from 'fast-check';
import readSpreadsheet from 'read-excel-file/node';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { exportSheets, exportSheetTitles, type ExportSheet } from '#contract/reports.ts';
import { addDays } from '#domain/values/dates.ts';
import { buildCheckup } from '#test/build-checkup.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { isLongRun } from '#test/long-run.ts';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const choice = fc.constantFrom;
const perhaps = <const T>(...values: T[]) => maybe(choice(...values));
const whole = (min: number, max: number) => maybe(fc.integer({ min, max }));
const yesOrNo = fc.boolean();
const words = choice('Ann', 'Zoë, & co', '=1+1', 'two "quoted" words', 'a;b', 'lame', "O'Neill", '-3', '007');
const remark = maybe(words);
const clear = fc.oneof(
  fc.integer({ min: 0, max: 60 }).map((days) => ({ days, clearOn: null })),
  fc.integer({ min: 10, max: 28 }).map((day) => ({ days: null, clearOn: `2027-01-${day}` })),
);
const withdrawals = fc
  .record({ meat: maybe(clear), milk: maybe(clear), fibre: maybe(clear) })
  .map((each) => Object.entries(each).flatMap(([product, ends]) => (ends ? [{ product, ...ends }] : [])));
const productName = choice('Cydectin', 'Ivermectin 1%', 'Heptavac-P Plus');
const medicine = { productName, dose: perhaps(0.5, 2, 12.25), batch: remark, expiry: perhaps('2028-02-01'), withdrawals };
const ofTreatment = { unit: perhaps('ml', 'bolus'), route: remark, site: remark, reason: remark, prescriber: remark };
const hundredths = fc.integer({ min: 100, max: 20_000 }).map((each) => each / 100);
const extras = { cdnt: yesOrNo, dewormed: yesOrNo, hoofsTrimmed: yesOrNo, nextDueDate: perhaps('2027-05-06') };
const daysGiven = { meatWithdrawalDays: whole(0, 60), milkWithdrawalDays: whole(0, 60) };
const given = { medication: choice('', 'Panacur'), dosage: choice('', '2 ml for 50 lb'), veterinarian: choice('', 'Dr. Who') };
const said = { description: words, notes: choice('', 'Watch her') };
const newborn = fc.record({ sex: choice('male', 'female'), state: choice('alive', 'stillborn'), weightGrams: whole(900, 6000) });
const famacha = fc.integer({ min: 1, max: 5 });
const kinds = {
  weighing: fc.record({ weightGrams: fc.integer({ min: 900, max: 99_000 }), method: perhaps('scale', 'tape', 'estimate') }),
  treatment: fc
    .record({ ...medicine, ...ofTreatment, extraLabel: yesOrNo, courseOpen: yesOrNo })
    // The end of an open course is not known.
    .map(({ withdrawals: all, ...rest }) => ({
      ...rest,
      withdrawals: rest.courseOpen ? all.map((each) => ({ ...each, clearOn: null })) : all,
    })),
  vaccination: fc.record({ ...medicine, nextDueDay: perhaps('2027-03-04') }),
  scores: fc.oneof(
    fc.record({ famacha, bodyCondition: perhaps(1.5, 3), eggCount: whole(0, 9000) }),
    fc.record({ eggCount: fc.integer({ min: 0, max: 9000 }), isPooled: fc.constant(true) }),
  ),
  milking: fc.record({ amountMl: fc.integer({ min: 100, max: 5000 }) }),
  move: fc.oneof(
    fc.record({ place: whole(0, 1), group: fc.constant(null) }),
    fc.record({ group: fc.integer({ min: 0, max: 1 }), leavesGroup: yesOrNo }),
  ),
  shearing: fc.record({ fleeceGrams: whole(500, 9000) }),
  hooves: fc.record({}),
  weaning: fc.record({}),
  pregnancyCheck: fc.record({ result: choice('pregnant', 'unsure'), count: whole(1, 4) }),
  heat: fc.record({ colour: perhaps('red') }),
  castration: fc.record({ method: perhaps('band', 'surgery') }),
  birthCheck: fc.record({ check: choice('Colostrum', 'Navel') }),
  fostering: fc.record({ isBottleFed: fc.constant(true) }),
  note: fc.record({}),
  arrival: fc.record({ from: remark }),
  checkup: fc.record({
    healthStatus: choice('1', '3', '5'),
    weightLbs: maybe(hundredths),
    ...said,
    ...given,
    ...daysGiven,
    ...extras,
  }),
  birth: fc.record({ ease: whole(1, 5), young: fc.array(newborn, { minLength: 1, maxLength: 3 }) }),
};
type Kind = keyof typeof kinds;
const female = { milking: 'female', birth: 'female', pregnancyCheck: 'female', heat: 'female' } as const;
const ofSex: { readonly [K in Kind]?: 'male' | 'female' } = { ...female, castration: 'male' };
const oneEvent = fc.constantFrom(...(Object.keys(kinds) as Kind[])).chain((kind) => {
  const fields = kinds[kind] as fc.Arbitrary<Record<string, unknown>>;
  return fc.record({ kind: fc.constant(kind), fields, time: perhaps('07:30'), note: remark, responsible: remark });
});
const anyBirth = choice<object[]>({ birthDate: '2021-02-03' }, { birthYear: 2021 }, {});
const weaning = { weaningWeightGrams: whole(9000, 30_000), weaningAgeDays: whole(40, 100) };
const anyWeights = fc.record({ birthWeightGrams: whole(900, 6000), ...weaning });
const anyLeaves = perhaps<object>(
  { kind: 'sale', buyer: 'Sam & Co', price: 99.5, reason: 'No meat' },
  { kind: 'sale', reason: 'No meat' },
  { kind: 'death', cause: 'predator', disposal: 'Pit' },
  { kind: 'slaughter', buyer: 'Abattoir', price: 120, reason: 'Pet food' },
);
const oneAnimal = fc.record({
  species: choice('goat', 'sheep'),
  sex: choice('female', 'male'),
  name: remark,
  breed: remark,
  birth: anyBirth,
  weights: anyWeights,
  leaves: anyLeaves,
  salePrice: perhaps('10', '1250.55'),
  isCastrated: yesOrNo,
  numbers: yesOrNo,
  notes: perhaps('Two lines\nof text', 'quiet'),
  events: fc.array(oneEvent, { maxLength: 6 }),
});
/** Of the females and the males of each species. */
const matingOf = { day: choice('2024-03-01', '2025-06-01'), outcome: choice('pending', 'unsuccessful') };
const oneMating = fc.record({ ...matingOf, expectedDueDate: perhaps('2025-11-02'), notes: remark });
const stayOf = { inDay: choice('2024-02-01', '2025-07-01'), outDay: perhaps('2025-08-01'), group: whole(0, 1) };
const oneStay = fc.record({ ...stayOf, name: choice('Ewes of the hill', 'Group 1'), males: fc.integer({ min: 1, max: 3 }) });
const taskDays = { day: choice('2025-03-01', '2026-06-01', '2027-01-02'), putOffTo: perhaps('2026-07-01') };
const taskWords = { name: words, note: remark, reason: remark, subject: remark, responsible: remark };
const taskOf = { animals: whole(0, 3), place: whole(0, 2), group: whole(0, 2) };
const ends = { repeat: perhaps('day', 'quarter'), doneOn: perhaps('2025-04-01'), isArchived: yesOrNo };
const oneTask = fc.record({ ...taskDays, ...taskWords, ...taskOf, ...ends }).map(({ isArchived, ...task }) => ({
  ...task,
  isArchived: isArchived || (task.repeat === null && task.doneOn !== null),
}));
const corners = [1, 30, 17].map((x, index) => ({ x, y: 2 + 19 * index }));
const listEntry = { note: remark, isArchived: yesOrNo };
const onePlace = fc.record({
  name: choice('Rams', 'Total', 'a;b', '=1+1'),
  areaSquareMetres: whole(1, 9_000_000),
  restDays: whole(0, 60),
  outline: choice([], corners),
  ...listEntry,
});
const anyRule = choice<object[]>(
  {},
  { species: 'goat', inWithdrawal: true, dueWithinDays: 20 },
  { breed: 'A: b', bornYear: 2021, ofPlace: true, ofGroup: true },
);
const oneGroup = fc.record({ name: choice('Due soon', 'Wool'), rule: anyRule, ...listEntry });
const oneFarm = fc.record({
  tasks: fc.uniqueArray(oneTask, { maxLength: 4, selector: ({ name, day }) => `${name} ${day}` }),
  places: fc.uniqueArray(onePlace, { maxLength: 3, selector: ({ name }) => name }),
  groups: fc.uniqueArray(oneGroup, { maxLength: 2, selector: ({ name }) => name }),
  matings: fc.array(oneMating, { maxLength: 3 }),
  stays: fc.array(oneStay, { maxLength: 2 }),
  unit: choice('lbs', 'kg'),
  animals: fc.array(oneAnimal, { minLength: 4, maxLength: 12 }),
});

type Farm = typeof oneFarm extends fc.Arbitrary<infer F> ? F : never;
type Detail = Record<string, unknown>;
type Lists = Awaited<ReturnType<typeof addLists>>;

const own: { readonly [K in Kind]?: (detail: Detail, lists: Lists, tag: string) => Detail } = {
  move: ({ place, group, leavesGroup }, { places, groups }) => ({
    placeId: places[place as number] ?? null,
    groupId: groups[group as number] ?? null,
    ...(leavesGroup === true && { leavesGroup }),
  }),
  birth: ({ ease, young }, _, tag) => ({
    ease,
    young: (young as Detail[]).map((each, n) => ({
      ...each,
      ...(each['state'] === 'alive' && { id: uuidv7(), tagNumber: `${tag}-${n}` }),
    })),
  }),
};

async function addLists(person: Person, { unit, places: morePlaces, groups: moreGroups }: Farm) {
  await person.call('changeProfile', { body: { weightUnit: unit } });
  const lists = { places: [] as string[], groups: [] as string[] };
  for (const name of ['Hill field', 'Barn']) lists.places.push((await person.call('addPlace', { body: { name } })).id);
  for (const name of ['Milkers', 'Lambs']) lists.groups.push((await person.call('addGroup', { body: { name } })).id);
  for (const { isArchived, ...body } of morePlaces) {
    const { id } = await person.call('addPlace', { body });
    await person.call('changePlace', { params: { id }, body: { isArchived } });
    lists.places.push(id);
  }
  for (const { isArchived, rule, ...body } of moreGroups) {
    const { ofPlace, ofGroup, ...conditions } = { ofPlace: false, ofGroup: false, ...rule };
    const references = { ...(ofPlace && { placeId: lists.places[0]! }), ...(ofGroup && { groupId: lists.groups[0]! }) };
    const { id } = await person.call('addGroup', { body: { ...body, rule: { ...conditions, ...references } } });
    await person.call('changeGroup', { params: { id }, body: { isArchived } });
  }
  return lists;
}

async function addTasks(person: Person, tasks: Farm['tasks'], { places, groups }: Lists): Promise<void> {
  const ids = (await person.call('listAnimals')).filter(({ tagNumber }) => tagNumber.startsWith('T-')).map(({ id }) => id);
  for (const { animals, place, group, isArchived, ...body } of tasks) {
    const of = { placeId: places[place ?? -1] ?? null, groupId: groups[group ?? -1] ?? null };
    const { id } = await person.call('addChore', { body: { ...body, ...of, animalIds: ids.slice(0, animals ?? 0) } });
    await person.call('changeChore', { params: { id }, body: { isArchived } });
  }
}

/** A number of each kind, and one that was lost. */
async function addNumbers(person: Person, animalId: string, index: number): Promise<void> {
  const lost = { number: `8260710001000${10 + index}`, fromDay: null, toDay: '2024-05-06' };
  for (const [kind, number] of Object.entries({
    eid: `8260710000000${10 + index}`,
    official: `UK 12 ${index}`,
    tattoo: `X${index}`,
    registration: `R/${index}`,
  } as const))
    for (const tag of [{ number }, lost]) await person.call('addAnimalTag', { body: { animalId, kind: kind as 'eid', ...tag } });
}

async function fill(person: Person, farm: Farm): Promise<void> {
  const { animals, matings, stays, tasks } = farm;
  const lists = await addLists(person, farm);
  for (const [index, { birth, weights, numbers, events, leaves, isCastrated, ...fields }] of animals.entries()) {
    const isMale = fields.sex === 'male';
    const more = { tagNumber: `T-0${index}`, isCastrated: isCastrated && isMale, forSale: fields.salePrice !== null };
    const { id: animalId } = await person.call('addAnimal', { body: { ...fields, ...birth, ...weights, ...more } });
    if (numbers) await addNumbers(person, animalId, index);
    let day = '2025-01-01';
    // Only the last birth, and only one castration.
    const single = new Map(
      events.flatMap((event) => (['birth', 'castration'].includes(event.kind) ? [[event.kind, event] as const] : [])),
    );
    for (const event of events) {
      const { kind, fields: detail, ...common } = event;
      day = addDays(day, 5);
      if ((ofSex[kind] ?? fields.sex) !== fields.sex || (single.get(kind) ?? event) !== event) continue;
      if (kind === 'note') common.note ??= 'lame';
      if (kind === 'checkup') await person.call('addHealthRecord', { body: { ...buildCheckup(detail), animalId, date: day } });
      else await person.record({ kind, animalId, day, ...common, ...(own[kind]?.(detail, lists, `K${index}-${day}`) ?? detail) });
    }
    if (leaves) await person.record({ animalId, day: '2025-12-01', ...leaves });
  }
  await mate(person, { matings, stays }, lists);
  await addTasks(person, tasks, lists);
}

async function mate(person: Person, { matings, stays }: Pick<Farm, 'matings' | 'stays'>, { groups }: Lists): Promise<void> {
  const grown = (await person.call('listAnimals')).filter(
    ({ tagNumber, status }) => tagNumber.startsWith('T-') && status === 'active',
  );
  for (const species of ['goat', 'sheep']) {
    const of = (sex: string) => grown.filter((animal) => animal.species === species && animal.sex === sex && !animal.isCastrated);
    const [females, males] = [of('female'), of('male')];
    const [mother, father] = [females[0], males[0]];
    if (!mother || !father) continue;
    for (const { day: breedingDate, ...mating } of new Map(matings.map((each) => [each.day, each])).values())
      await person.call('addBreedingRecord', { body: { motherId: mother.id, fatherId: father.id, breedingDate, ...mating } });
    for (const { group, males: count, ...stay } of new Map(stays.map((each) => [each.inDay, each])).values()) {
      const [maleIds = [], femaleIds = []] = [males.slice(0, count), females].map((all) => all.map(({ id }) => id));
      await person.call('addExposure', { body: { ...stay, maleIds, femaleIds, groupId: groups[group ?? -1] ?? null } });
    }
  }
}

describeOnEachEngine('a workbook', (server) => {
  const farmer = () => server().register({ plan: 'enterprise' });
  const exported = async (person: Person, query: Record<string, string>) =>
    (await person.send({ method: 'GET', url: '/api/export', query })).rawPayload;
  /** The rows of each sheet, in any order, by its title. */
  const rowsOf = async (workbook: Buffer) =>
    Object.fromEntries(
      (await readSpreadsheet(workbook)).map(({ sheet, data }) => [sheet, data.map((row) => JSON.stringify(row)).toSorted()]),
    );
  const bringIn = async (person: Person, name: string, bytes: Buffer, fields: Record<string, string> = {}) => {
    const staged = await person.upload('addImport', { name, bytes: Uint8Array.from(bytes), fields });
    const open = staged.questions.filter(({ answer }) => answer === null).map(({ text }) => text);
    if (open.length === 0) await person.call('applyImport', { params: { id: staged.id } });
    return { open, sheets: staged.sheets };
  };

  test('is taken into its own farm and changes nothing, and into an empty one, sheet by sheet, and loses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(oneFarm, async (farm) => {
        const person = await farmer();
        await fill(person, farm);
        const workbook = await exported(person, { format: 'xlsx' });
        const before = await rowsOf(workbook);
        const { sheets } = await bringIn(person, 'farm.xlsx', workbook);
        for (const index of sheets.keys()) await bringIn(person, 'farm.xlsx', workbook, { sheet: String(index) });
        expect(await rowsOf(await exported(person, { format: 'xlsx' }))).toEqual(before);
        const fileOf = async (format: 'csv' | 'xlsx', name: ExportSheet, title: string) => {
          const sheet = String(sheets.findIndex((each) => each.name === title));
          return format === 'csv'
            ? { name: `${name}.csv`, bytes: await exported(person, { format, sheet: name }), fields: {} }
            : { name: 'farm.xlsx', bytes: workbook, fields: { sheet } };
        };
        for (const format of isLongRun ? (['csv', 'xlsx'] as const) : (['csv'] as const)) {
          const heir = await farmer();
          await heir.call('changeProfile', { body: { weightUnit: farm.unit } });
          for (const name of exportSheets) {
            const title = exportSheetTitles[name];
            // A file without rows is no table.
            if (before[title]?.length === 1) continue;
            const file = await fileOf(format, name, title);
            expect([name, (await bringIn(heir, file.name, file.bytes, file.fields)).open]).toEqual([name, []]);
          }
          expect(await rowsOf(await exported(heir, { format: 'xlsx' }))).toEqual(before);
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});
