import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import readSpreadsheet from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { exportSheets, exportSheetTitles, type ExportSheet } from '#contract/reports.ts';
import { slicesOf } from '#server/db/slices.ts';
import { buildCheckup } from '#test/build-checkup.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

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
  const weights = { birthWeightGrams: 3200, weaningWeightGrams: 14_000, weaningAgeDays: 84 };
  const offer = { forSale: true, salePrice: '1250.50', saleDescription: 'Two lines\nof text' };
  const kid = await add({ tagNumber: '007', birthDate: '2024-02-29', motherId, fatherId, ...weights, ...offer });
  const given = { description: 'CD&T', cdnt: true, meatWithdrawalDays: 0 };
  const checkup = { animalId: kid, date: '2024-05-01', healthStatus: '4', weightLbs: 30.25, ...given } as const;
  await person.call('addHealthRecord', { body: checkup });
  const born = { actualBirthDate: '2024-02-29', offspringIds: [kid], outcome: 'successful' as const };
  await person.call('addBreedingRecord', { body: { motherId, fatherId, breedingDate: '2023-10-02', ...born } });
  for (const number of [
    { kind: 'eid', number: '036071339300046', toDay: '2025-01-01' },
    { kind: 'eid', number: '036071339300045' },
    { kind: 'registration', number: '-ABGA 1' },
  ] as const)
    await person.call('addAnimalTag', { body: { animalId: kid, ...number } });
  return { motherId, fatherId, kid };
};

describeOnEachEngine('the export', (server) => {
  const farmer = () => server().register({ plan: 'enterprise' });

  test('a workbook has a sheet for every kind of record with typed numbers and dates', async () => {
    const person = await farmer();
    await stock(person);
    const sheets = await xlsx(person);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(Object.values(exportSheetTitles));
    const rowsOf = (title: string) => {
      const [headings = [], ...rows] = sheets.find(({ sheet }) => sheet === title)?.data ?? [];
      return rows.map((row) => Object.fromEntries(headings.map((heading, index) => [String(heading), row[index]])));
    };
    const numbers = { EID: '036071339300045', 'More numbers': 'EID 036071339300046 until 2025-01-01' };
    const kid = { 'Tag number': '007', 'Birth date': new Date('2024-02-29'), ...numbers, 'Birth weight (lbs)': 7.055 };
    expect(rowsOf('Animals')).toMatchObject([{ ...kid, 'Mother tag': 'D-1', 'Sale price': 1250.5 }, { 'Tag number': 'D-1' }]);
    const checkup = { Date: new Date('2024-05-01'), 'Tag number': '007', 'Weight (lbs)': 30.25, 'CD&T': 'Yes' };
    expect(rowsOf('Health records')).toMatchObject([checkup]);
    const mating = { 'Breeding date': new Date('2023-10-02'), 'Mother name': 'Bella', Offspring: '007' };
    expect(rowsOf('Breeding records')).toMatchObject([mating]);
    // Whether a checkup's medicine was used off its label was not asked.
    expect(rowsOf('Treatments')).toMatchObject([
      { Kind: 'Checkup', Product: 'CD&T', 'Extra-label': null, 'Meat withdrawal (days)': 0 },
    ]);
  });

  test('weights are in the unit of the farm with their gains, in which no estimate is', async () => {
    const person = await farmer();
    const { kid } = await stock(person);
    await person.call('changeProfile', { body: { weightUnit: 'kg' } });
    const weighed = { weightGrams: 17_000, method: 'scale', time: '07:30', responsible: 'Ann' };
    await person.record({ kind: 'weighing', animalId: kid, day: '2024-06-01', ...weighed });
    await person.record({ kind: 'weighing', animalId: kid, day: '2024-05-30', weightGrams: 30_000, method: 'estimate' });
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
  });

  test('the register of treatments has what was given to which animal, the ends of withdrawals, and nothing that was undone', async () => {
    const person = await farmer();
    const { kid } = await stock(person);
    const given = {
      kind: 'treatment',
      animalId: kid,
      day: '2024-06-01',
      productName: 'Ivermectin',
      dose: 4,
      unit: 'ml',
    } as const;
    await person.call('addAnimalTag', { body: { animalId: kid, kind: 'official', number: 'UK 123' } });
    await person.record({ ...given, withdrawals: [{ product: 'meat', days: 21 }] });
    const [undone = expect.fail()] = await person.record({ ...given, productName: 'Undone' });
    await person.voidEvent(undone.id);
    expect(await csv(person, 'treatments', { from: '2024-06-01' })).toMatchObject([
      { Product: 'Ivermectin', Dose: '4 ml', 'Official tag': 'UK 123', 'Meat clear on': '2024-06-22', 'Milk clear on': '' },
    ]);
  });

  test('movements say from or to whom, the newest first', async () => {
    const person = await farmer();
    const { motherId: doe, kid } = await stock(person);
    await person.record({ kind: 'arrival', animalId: doe, day: '2022-05-01', from: 'Ruth' });
    await person.record({ kind: 'sale', animalId: kid, day: '2025-06-01', buyer: 'Sam', price: 410.5 });
    await person.record({ kind: 'death', animalId: doe, day: '2025-07-01', cause: 'oldAge', disposal: 'Knackery' });
    expect((await csv(person, 'movements')).map((row) => [row['Date'], row['Movement'], row['From or to']])).toEqual([
      ['2025-07-01', 'Died', 'Knackery'],
      ['2025-06-01', 'Sold', 'Sam'],
      ['2024-02-29', 'Born', ''],
      ['2022-05-01', 'Arrived', 'Ruth'],
    ]);
  });

  test('is sent as an attachment, never as a page, of a valid range', async () => {
    const person = await farmer();
    const query = { format: 'csv', sheet: 'health', from: '2026-01-01', to: '2026-03-31' };
    expect((await exported(person, query)).headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="health-2026-01-01-to-2026-03-31.csv"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const backwards = await exported(person, { format: 'xlsx', from: '2026-02-02', to: '2026-02-01' });
    expect(backwards.json()).toMatchObject({ status: 400, errors: [{ path: 'to' }] });
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
    await person.addAnimal({ tagNumber: 'unknown age' });
    await person.addAnimal({ tagNumber: 'sold', birthDate: '2023-01-01', status: 'sold' });
    for (const [sheet, range, tags] of [
      ['animals', { from: '2026-01-01' }, ['sold', 'unknown age', '007', 'D-1']],
      ['animals', { to: '2024-02-29' }, ['sold', '007', 'D-1']],
      ['animals', { to: '2024-02-28' }, ['sold', 'D-1']],
      ['sales', { to: '2024-02-29' }, ['sold', '007']],
      ['sales', { to: '2024-02-28' }, ['sold']],
    ] as const)
      expect([sheet, range, (await csv(person, sheet, range)).map((row) => row['Tag number'])]).toEqual([sheet, range, tags]);
    // Taken in again, it would withdraw the offer of a sold animal, which is kept for when its sale is undone.
    const { id } = await person.addAnimal({ forSale: true, salePrice: '90' });
    await person.call('changeAnimal', { params: { id }, body: { status: 'sold' } });
    expect((await csv(person, 'animals')).map((row) => row['For sale'])).toEqual(['', '', 'No', 'Yes', 'No']);
  });

  test('contains only data of the farm', async () => {
    const [person, rival] = [await farmer(), await farmer()];
    await stock(rival);
    expect((await xlsx(person)).map(({ data }) => data.length)).toEqual(exportSheets.map(() => 1));
  });

  test('a text in a workbook is no formula (ASVS 1.2.10)', async () => {
    const person = await farmer();
    const tags = ['=1+1', '@SUM(1)', '+1', '_x0041_', '<b>', "'a"];
    for (const tagNumber of tags) await person.addAnimal({ tagNumber });
    const [animals] = await xlsx(person);
    expect(new Set(animals?.data.slice(1).flat()).isSupersetOf(new Set(tags))).toBe(true);
    const { rawPayload } = await exported(person, { format: 'xlsx' });
    for (const [name, entry] of Object.entries(unzipSync(rawPayload)))
      expect([name, /<f[ >]/.test(Buffer.from(entry).toString())]).toEqual([name, false]);
  });

  test('a long list is complete and in order across batches', async () => {
    const person = await farmer();
    const { motherId } = await stock(person);
    const same = { farm_id: person.farmId, kind: 'checkup', animal_id: motherId, create_digest: '', revision: 1 };
    const rows = Array.from({ length: 1201 }, (_, index) => ({
      ...same,
      id: crypto.randomUUID(),
      day: `2025-01-${String((index % 28) + 1).padStart(2, '0')}`,
      detail: JSON.stringify(buildCheckup({ description: `No. ${index}` })),
      // Equal timestamps make the id decide the order.
      created_at: `2025-02-01T00:00:00.00${index % 3}Z`,
    }));
    for (const part of slicesOf(rows)) await server().insert('events', part);
    const listed = (await person.call('listHealthRecords')).map(({ description }) => description);
    expect((await csv(person, 'health')).map((row) => row['Description'])).toEqual(listed);
  });
});
