import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import readSpreadsheet from 'read-excel-file/node';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { exportSheets, exportSheetTitles, type ExportSheet } from '#contract/reports.ts';
import { buildCheckup } from '#test/build-checkup.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { sheetOf } from './sheets.ts';

const today = new Date().toISOString().slice(0, 10);

const exported = (person: Person, query: object) =>
  person.send({ method: 'GET', url: '/api/export', query: query as Record<string, string> });

const csv = async (person: Person, sheet: ExportSheet, range: object = {}) => {
  const { statusCode, rawPayload } = await exported(person, { format: 'csv', sheet, ...range });
  expect(statusCode).toBe(200);
  return parse(rawPayload, { bom: true, columns: true }) as unknown as Record<string, string>[];
};

const xlsx = async (person: Person, range: object = {}) => {
  const { statusCode, rawPayload } = await exported(person, { format: 'xlsx', ...range });
  expect(statusCode).toBe(200);
  return readSpreadsheet(rawPayload);
};

const stock = async (person: Person) => {
  const add = async (body: object) => (await person.addAnimal({ tagNumber: 'X', ...body })).id;
  const motherId = await add({ tagNumber: 'D-1', name: 'Bella', birthYear: 2020, breed: 'Boer' });
  const fatherId = await add({ tagNumber: 'B-1', sex: 'male', birthDate: '2020-05-01', isReference: true });
  const kid = await add({
    tagNumber: '007',
    name: 'Zoë "Zip", the 1st',
    birthDate: '2024-02-29',
    motherId,
    fatherId,
    color: 'Red, white',
    vaccinated: true,
    birthWeightGrams: 3200,
    weaningWeightGrams: 14_000,
    weaningAgeDays: 84,
    forSale: true,
    salePrice: '1250.50',
    saleDescription: 'Two lines\nof text',
    pedigreeUrl: 'https://example.org/p',
    notes: 'Quiet',
  });
  await person.call('addHealthRecord', {
    body: {
      animalId: kid,
      date: '2024-05-01',
      healthStatus: '4',
      weightLbs: 30.25,
      description: 'Health checkup - Weight: 30.25 lbs, CD&T',
      cdnt: true,
      nextDueDate: '2025-05-01',
      notes: 'Fine',
    },
  });
  await person.call('addBreedingRecord', {
    body: {
      motherId,
      fatherId,
      breedingDate: '2023-10-02',
      actualBirthDate: '2024-02-29',
      offspringIds: [kid],
      outcome: 'successful',
    },
  });
  for (const number of [
    { kind: 'eid', number: '036071339300046', toDay: '2025-01-01' },
    { kind: 'eid', number: '036071339300045' },
    { kind: 'registration', number: '-ABGA 1' },
    { kind: 'tattoo', number: 'V1' },
  ] as const) {
    await person.call('addAnimalTag', { body: { animalId: kid, ...number } });
  }
  return { motherId, fatherId, kid };
};

describeOnEachEngine('the export', (server) => {
  const farmer = () => server().register({ plan: 'enterprise' });

  test('a workbook has a sheet for every kind of record with typed numbers and dates', async () => {
    const person = await farmer();
    await stock(person);
    const sheets = await xlsx(person);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(Object.values(exportSheetTitles));
    const titles = ['Animals', 'Health records', 'Breeding records', 'Sales', 'Treatments'];
    const found = titles.map((title) => sheets.find(({ sheet }) => sheet === title)!);
    const [animals, health, breeding, sales, treatments] = found.map(({ data }) => {
      const [headings = [], ...rows] = data;
      return rows.map((row) => Object.fromEntries(headings.map((heading, index) => [String(heading), row[index]])));
    });
    expect(animals).toHaveLength(2);
    expect(animals?.[0]).toMatchObject({
      'Tag number': '007',
      'Birth date': new Date('2024-02-29'),
      EID: '036071339300045',
      'More numbers': 'EID 036071339300046 until 2025-01-01',
      'Mother tag': 'D-1',
      'Birth weight (lbs)': 7.055,
      'Sale price': 1250.5,
    });
    expect(health).toMatchObject([{ Date: new Date('2024-05-01'), 'Tag number': '007', 'Weight (lbs)': 30.25, 'CD&T': 'Yes' }]);
    expect(breeding).toMatchObject([{ 'Breeding date': new Date('2023-10-02'), 'Mother name': 'Bella', Offspring: '007' }]);
    expect(sales).toHaveLength(1);
    expect(sales?.[0]).toMatchObject({ 'Tag number': '007', 'Sale price': 1250.5, 'For sale': 'Yes', Status: 'Active' });
    // Whether a checkup's medicine was used off its label was not asked.
    expect(treatments?.map((row) => [row['Kind'], row['Product'], row['Extra-label']])).toEqual([['Checkup', 'CD&T', null]]);
  });

  test('the register of treatments contains what was given to which animal, and the ends of withdrawals', async () => {
    const person = await farmer();
    const { kid } = await stock(person);
    const given = (fields: object) => ({ id: uuidv7(), kind: 'treatment' as const, animalId: kid, day: '2024-06-01', ...fields });
    const withdrawals = [{ product: 'meat' as const, days: 21 }];
    await person.call('addAnimalTag', { body: { animalId: kid, kind: 'official', number: 'UK 123' } });
    const { events } = await person.call('recordEvents', {
      body: {
        events: [
          given({ productName: 'Ivermectin', dose: 4, unit: 'ml', withdrawals }),
          given({ productName: 'Undone', day: '2024-06-02' }),
        ] as never,
      },
    });
    await person.call('voidEvent', { params: { id: events[1]?.id ?? '' }, body: {} });
    expect(await csv(person, 'treatments', { from: '2024-06-01' })).toMatchObject([
      { Product: 'Ivermectin', Dose: '4 ml', 'Official tag': 'UK 123', 'Meat clear on': '2024-06-22', 'Milk clear on': '' },
    ]);
  });

  test('weights are in the unit of the farm with their gains, and movements say from or to whom', async () => {
    const person = await farmer();
    const { motherId: doe, kid } = await stock(person);
    await person.call('changeProfile', { body: { weightUnit: 'kg' } });
    const event = (kind: string, animalId: string, day: string, fields: object = {}) => ({
      id: uuidv7(),
      kind,
      animalId,
      day,
      ...fields,
    });
    await person.call('recordEvents', {
      body: {
        events: [
          event('weighing', kid, '2024-06-01', { weightGrams: 17_000, method: 'scale', time: '07:30', responsible: 'Ann' }),
          event('arrival', doe, '2022-05-01', { from: 'Ruth' }),
          event('sale', kid, '2025-06-01', { buyer: 'Sam', price: 410.5 }),
          event('death', doe, '2025-07-01', { cause: 'oldAge', disposal: 'Knackery' }),
        ] as never,
      },
    });
    const [weight] = (await csv(person, 'weights')).filter((row) => row['Date'] === '2024-06-01');
    expect(weight).toMatchObject({
      Time: '07:30',
      'Tag number': '007',
      EID: '036071339300045',
      'Weight (kg)': '17',
      'Gain since the weight before (kg)': '3',
      'Days since the weight before': '9',
      'Gain per day (kg)': '0.333',
      'Weighed by': 'Scale',
      'Done by': 'Ann',
    });
    expect((await csv(person, 'movements')).map((row) => [row['Date'], row['Movement'], row['From or to']])).toEqual([
      ['2025-07-01', 'Died', 'Knackery'],
      ['2025-06-01', 'Sold', 'Sam'],
      ['2024-02-29', 'Born', ''],
      ['2022-05-01', 'Arrived', 'Ruth'],
    ]);
  });

  test('is sent as an attachment, never as a page', async () => {
    const person = await farmer();
    for (const [query, type, name] of [
      [
        { format: 'csv', sheet: 'health', from: '2026-01-01', to: '2026-03-31' },
        'text/csv; charset=utf-8',
        'health-2026-01-01-to-2026-03-31.csv',
      ],
      [
        { format: 'xlsx', from: '', to: '' },
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        `farm-records-${today}.xlsx`,
      ],
    ] as const) {
      expect((await exported(person, query)).headers).toMatchObject({
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': "sandbox; default-src 'none'",
      });
    }
  });

  test.each([
    [{ format: 'csv' }, 'sheet'],
    [{ format: 'csv', sheet: 'users' }, 'sheet'],
    [{ format: 'pdf' }, 'format'],
    [{ format: 'xlsx', from: '2026-02-30' }, 'from'],
    [{ format: 'xlsx', from: '2026-02-02', to: '2026-02-01' }, 'to'],
  ])('%j is refused with the path of the field', async (query, path) => {
    const response = await exported(await farmer(), query);
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: { path: string }[] }>().errors.map((error) => error.path)).toEqual([path]);
  });

  test('the range of days includes its first and last day', async () => {
    const person = await farmer();
    const { motherId, fatherId } = await stock(person);
    for (const day of ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01']) {
      await person.call('addHealthRecord', { body: { animalId: motherId, date: day, healthStatus: '3' } });
      await person.call('addBreedingRecord', { body: { motherId, fatherId, breedingDate: day } });
    }
    const february = { from: '2026-02-01', to: '2026-02-28' };
    expect((await csv(person, 'health', february)).map((row) => row['Date'])).toEqual(['2026-02-28', '2026-02-01']);
    expect((await csv(person, 'breeding', february)).map((row) => row['Breeding date'])).toEqual(['2026-02-28', '2026-02-01']);
    expect(await csv(person, 'health', { from: '2026-03-01' })).toHaveLength(1);
    expect(await csv(person, 'health', { to: '2024-05-01' })).toHaveLength(1);
  });

  test('animals and sales are those on the farm by the last day, without outside parents', async () => {
    const person = await farmer();
    await stock(person);
    const add = (body: object) => person.addAnimal({ tagNumber: 'unknown age', species: 'sheep', sex: 'male', ...body });
    await add({});
    await add({ tagNumber: 'sold', birthDate: '2023-01-01', status: 'sold' });
    const tags = async (sheet: ExportSheet, range: object) => (await csv(person, sheet, range)).map((row) => row['Tag number']);
    expect(await tags('animals', {})).toEqual(['sold', 'unknown age', '007', 'D-1']);
    expect(await tags('animals', { from: '2026-01-01' })).toEqual(['sold', 'unknown age', '007', 'D-1']);
    expect(await tags('animals', { to: '2024-02-29' })).toEqual(['sold', '007', 'D-1']);
    expect(await tags('animals', { to: '2024-02-28' })).toEqual(['sold', 'D-1']);
    expect(await tags('animals', { to: '2019-12-31' })).toEqual([]);
    expect(await tags('sales', { to: '2024-02-29' })).toEqual(['sold', '007']);
    expect(await tags('sales', { to: '2024-02-28' })).toEqual(['sold']);
  });

  test('the health of animals that nobody has looked at stays empty, and a wether is castrated on whatever day', async () => {
    const person = await farmer();
    await stock(person);
    const male = { tagNumber: 'W-1', species: 'goat', sex: 'male', castratedOn: '2024-05-01', healthStatus: '2' } as const;
    await person.addAnimal(male);
    const rows = await csv(person, 'animals');
    expect(rows.map((row) => [row['Tag number'], row['Health status'], row['Castrated']])).toEqual([
      ['W-1', '2 - Fair', 'Yes'],
      ['007', '4 - Very Good', 'No'],
      ['D-1', '', 'No'],
    ]);
  });

  test('contains only data of the farm', async () => {
    const [person, rival] = [await farmer(), await farmer()];
    await stock(rival);
    expect((await xlsx(person)).map(({ data }) => data.length)).toEqual(exportSheets.map(() => 1));
  });

  test('no text becomes a formula, neither in .csv nor in workbook cells (ASVS 1.2.10)', async () => {
    const evil = fc.oneof(
      fc
        .tuple(
          fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', "'", '"', '_x0041_', '<b>', ''),
          fc.string({ unit: 'grapheme', maxLength: 20 }),
        )
        .map((parts) => parts.join('')),
      fc.constantFrom('=HYPERLINK("http://evil.example","click")', "=cmd|' /C calc'!A0", '@SUM(1)', '-1+1', 'a\r\nb,"c"', ']]>'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(evil, { minLength: 60, maxLength: 60 }), async (texts) => {
        const person = await farmer();
        const kept = new Map<string, string>();
        for (const [index, notes] of texts.entries()) {
          const animal = { tagNumber: `X${index}`, species: 'goat', sex: 'female', notes };
          const response = await person.send({ method: 'POST', url: '/api/animals', payload: animal });
          if (response.statusCode === 201) kept.set(animal.tagNumber, response.json<{ notes: string | null }>().notes ?? '');
        }
        expect(kept.size).toBeGreaterThan(30);
        const rows = await csv(person, 'animals');
        const [animals] = await xlsx(person);
        expect([rows.length, animals?.data.length]).toEqual([kept.size, kept.size + 1]);
        for (const { 'Tag number': tag = '', Notes: cell = '' } of rows) {
          expect(cell).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/);
          expect(cell).not.toMatch(/[;|\t\r\n][\s"]*[=+\-@\0＝＋－＠]/);
          expect(cell.replaceAll("'", '')).toBe(kept.get(tag)?.replaceAll("'", ''));
        }
        for (const row of animals?.data.slice(1) ?? []) expect(row.at(-1) ?? '').toBe(kept.get(String(row[0])));
      }),
      { numRuns: 1 },
    );
  });

  test('a long list is complete and in order across batches', async () => {
    const person = await farmer();
    const { motherId } = await stock(person);
    const rows = Array.from({ length: 1201 }, (_, index) => ({
      farm_id: person.farmId,
      id: crypto.randomUUID(),
      kind: 'checkup',
      animal_id: motherId,
      day: `2025-01-${String((index % 28) + 1).padStart(2, '0')}`,
      detail: JSON.stringify(buildCheckup({ description: `No. ${index}` })),
      create_digest: '',
      revision: 1,
      // Equal timestamps make the id decide the order.
      created_at: `2025-02-01T00:00:00.00${index % 3}Z`,
    }));
    for (let i = 0; i < rows.length; i += 300) await server().insert('events', rows.slice(i, i + 300));
    const listed = await person.call('listHealthRecords');
    const described = (await csv(person, 'health')).map((row) => row['Description']);
    expect(described).toEqual(listed.map(({ description }) => description));
    const [, health] = await xlsx(person);
    expect(health?.data.slice(1).map((row) => row[10])).toEqual(described);
  });

  test('a sheet is written in small pieces, whatever its records become', async () => {
    const person = await farmer();
    const add = async (sex: 'female' | 'male', howMany: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let n = 0; n < howMany; n += 1) {
        const tagNumber = String(n).padStart(100, sex);
        ids.push((await person.addAnimal({ tagNumber, sex })).id);
      }
      return ids;
    };
    const [maleIds, femaleIds] = [await add('male', 20), await add('female', 150)];
    await person.call('addExposure', { body: { name: 'All', maleIds, femaleIds, inDay: '2026-01-01' } });
    const pieces = await Array.fromAsync(sheetOf('exposures', 'lbs').rows(server().db, person.farmId, { from: null, to: null }));
    expect(pieces.flat().map(([, , dam]) => dam)).toHaveLength(femaleIds.length);
    expect(Math.max(...pieces.map((piece) => JSON.stringify(piece).length))).toBeLessThan(100_000);
  });
});
