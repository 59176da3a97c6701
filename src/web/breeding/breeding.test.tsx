import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import { BreedingChange, type BreedingRecord } from '#contract/breeding.ts';
import { rulesOf } from '#domain/performance/breeding-rules.ts';
import { addDays } from '#domain/values/dates.ts';
import { pregnancies } from '#domain/breeding/due-births.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { bredWord, type Breeding, breedingsOf, breedingYears, expectationOf, ofYear, outcomeText } from './breeding-history.ts';
import { damConcerns, pairConcerns, pedigreeOf, validateMatesBorn } from './mate-concerns.ts';
import { RetryIds } from '#web/lib/forms/retry-ids.ts';
import { dams, mergeSelection, sires } from './mating.ts';
import { changeBody, validateRecord, offspringChoices, valuesOf, withBreedingDate, withDueDate } from './record-values.ts';

const uuid = (n: number) => `019aa5c2-7a3e-7cc1-8a54-${String(n).padStart(12, '0')}`;

const buck = buildAnimal({ id: uuid(1), tagNumber: 'B1', sex: 'male' });
const ram = buildAnimal({ id: uuid(2), tagNumber: 'R1', sex: 'male', species: 'sheep' });
const doe = buildAnimal({ id: uuid(3), tagNumber: 'D10' });
const otherDoe = buildAnimal({ id: uuid(4), tagNumber: 'D9' });
const ewe = buildAnimal({ id: uuid(5), tagNumber: 'E1', species: 'sheep' });
const soldDoe = buildAnimal({ id: uuid(6), tagNumber: 'D8', status: 'sold' });
const deadBuck = buildAnimal({ id: uuid(7), tagNumber: 'B2', sex: 'male', status: 'died' });
const outsideBuck = buildAnimal({ id: uuid(8), tagNumber: 'AI-7', sex: 'male', isReference: true });
const herd = [buck, ram, doe, otherDoe, ewe, soldDoe, deadBuck];

const aRecord = (given: Partial<BreedingRecord> = {}): BreedingRecord => ({
  id: uuid(90),
  fatherId: buck.id,
  motherId: doe.id,
  breedingDate: '2026-11-21',
  expectedDueDate: '2027-04-20',
  actualBirthDate: null,
  offspringIds: [],
  notes: null,
  outcome: 'pending',
  version: 'v1',
  createdAt: '2026-11-21T08:00:00.000Z',
  ...given,
});

const aBreeding = (given: Partial<BreedingRecord> = {}, mother = doe): Breeding => ({
  record: aRecord(given),
  father: buck,
  mother,
  offspring: [],
});

describe('a mating', () => {
  test('offers males that are active, the outside ones too', () => {
    expect(sires(herd, [outsideBuck], '2026-11-21')).toEqual([buck, ram, outsideBuck]);
    const son = { ...doe, id: 'son', fatherId: ram.id };
    expect(sires([...herd, son], [outsideBuck], '2026-11-21')).toEqual([ram, buck, outsideBuck]);
    const kid = { ...buck, id: 'kid', tagNumber: '0', birthDate: addDays('2026-11-21', -240) };
    expect(sires([kid, ...herd], [], '2026-11-21')).toEqual([buck, ram, kid]);
  });

  test('offers no wether', () => {
    const wethers = [
      buildAnimal({ sex: 'male', castratedOn: '2026-06-01' }),
      buildAnimal({ sex: 'male', isCastrated: true, isReference: true }),
    ];
    expect(sires(wethers.slice(0, 1), wethers.slice(1), '2026-11-21')).toEqual([]);
  });

  test('offers active females of the male’s species, 9 before 10; all of them before he is chosen', () => {
    expect(dams(herd, buck)).toEqual([otherDoe, doe]);
    expect(dams(herd, ram)).toEqual([ewe]);
    expect(dams(herd, undefined)).toEqual([otherDoe, doe, ewe]);
  });

  test('forgets no mark of a female who is not on offer while another male is looked at', () => {
    expect(mergeSelection([doe.id, ewe.id], dams(herd, buck), new Set([otherDoe.id]))).toEqual([ewe.id, otherDoe.id]);
  });

  test('keeps a female’s id through every try until her record is kept, and shares it with nobody', () => {
    const ids = new RetryIds();
    const first = ids.of(doe.id);
    expect([ids.of(doe.id), ids.of(otherDoe.id) === first]).toEqual([first, false]);
    // Also by a form that is opened again from its draft.
    expect(new RetryIds(ids.unsettled()).of(doe.id)).toBe(first);
    ids.settle(doe.id);
    expect(ids.of(doe.id)).not.toBe(first);
  });
});

describe('a pair', () => {
  const young = buildAnimal({ id: uuid(30), tagNumber: 'K1', birthDate: '2026-07-01', fatherId: buck.id });
  const labels = (dam: Animal, day: string) => damConcerns(dam, buck, day).map(({ label }) => label);

  test('of relatives or of animals under six months is thought over, and nothing is said of others', () => {
    expect(labels(young, '2026-11-21')).toEqual(['His daughter', 'Under 6 months']);
    expect(labels(young, '2027-01-01')).toEqual(['His daughter']);
    expect(damConcerns(young, undefined, '2026-11-21').map(({ label }) => label)).toEqual(['Under 6 months']);
    expect(labels(doe, '2026-11-21')).toEqual([]);
    expect(labels(young, 'half typed')).toEqual(['His daughter']);
    expect(damConcerns(young, buck, '2026-11-21')[0]?.sentence).toBe('K1 is his daughter.');
  });

  test('whose young would be inbred by as much as those of first cousins is thought over, and by how much is said', () => {
    const sister = buildAnimal({ id: uuid(31), tagNumber: 'K2', fatherId: buck.id, motherId: doe.id, birthDate: '2024-01-01' });
    const son = buildAnimal({
      id: uuid(32),
      tagNumber: 'S1',
      sex: 'male',
      fatherId: buck.id,
      motherId: otherDoe.id,
      birthDate: '2024-01-01',
    });
    const kin = { rules: rulesOf(null), pedigree: pedigreeOf([buck, doe, otherDoe, sister, son]) };
    expect(pairConcerns(son, [sister, doe], '2026-11-21', kin).map(({ sentence }) => sentence)).toEqual([
      'K2 is his half sister.',
      'Young of K2 and S1 would be 12.5 % inbred.',
    ]);
  });

  test('of an animal whose year of birth alone is known counts by that year’s last day', () => {
    const ofYear2026 = buildAnimal({ ...young, fatherId: null, birthDate: null, birthYear: 2026 });
    expect(labels(ofYear2026, '2027-06-29')).toEqual(['Perhaps under 6 months']);
    expect(labels(ofYear2026, '2027-06-30')).toEqual([]);
    expect(labels(buildAnimal({ ...young, fatherId: null, birthDate: null }), '2026-11-21')).toEqual([]);
  });

  test('cannot have been mated before both were born, and who was not is named', () => {
    expect(validateMatesBorn([buck, doe], '2024-03-01')).toBeUndefined();
    expect(validateMatesBorn([buck, young], '2026-06-30')).toBe('K1 was not born yet on this date');
    expect(validateMatesBorn([buck, doe, young], '2024-02-29')).toBe('B1 and 2 more were not born yet on this date');
  });
});

describe('the list of breeding records', () => {
  test('offers All Years’ years once each, the latest first, and shows those of one year', () => {
    const records = ['2026-11-21', '2024-02-29', '2026-01-01', '2025-12-31'].map((breedingDate) => aRecord({ breedingDate }));
    expect(breedingYears(records)).toEqual(['2026', '2025', '2024']);
    expect(ofYear(records, '2026').map(({ breedingDate }) => breedingDate)).toEqual(['2026-11-21', '2026-01-01']);
    expect(ofYear(records, '2019')).toEqual([]);
    expect(ofYear(records, undefined)).toBe(records);
  });

  test('names both parents and the young, also those that were sold', () => {
    const record = aRecord({ motherId: soldDoe.id, offspringIds: [otherDoe.id, 'gone'] });
    expect(breedingsOf([record], herd)).toEqual([{ record, father: buck, mother: soldDoe, offspring: [otherDoe] }]);
  });

  test.each([
    ['2027-04-08', 'in 12 days', true],
    ['2027-04-05', 'in 15 days', false],
    ['2027-04-19', 'tomorrow', true],
    ['2027-04-20', 'today', true],
    ['2027-04-21', '1 day overdue', true],
    ['2027-04-23', '3 days overdue', true],
  ])('on %s a birth due on April 20 is %s', (today, away, isNear) => {
    expect(expectationOf(aBreeding(), today)).toEqual({ dueDate: '2027-04-20', until: null, away, isNear });
  });

  test('calls a birth overdue on the same days as Births does', () => {
    const [record, after] = [aRecord(), (days: number) => addDays('2027-04-20', days)];
    for (const today of Array.from({ length: 40 }, (_, day) => after(day - 20))) {
      const expected = pregnancies({ animals: herd, matings: [record], events: [] }, today);
      const { away } = expectationOf(breedingsOf([record], herd, expected)[0]!, today) ?? {};
      expect(away?.endsWith('overdue'), `${today}: ${away}`).toBe(expected[0]?.part === 'overdue');
    }
  });

  test.each(['died', 'sold'] as const)('awaits nothing from a female that has %s, and says so instead of pending', (status) => {
    const gone = buildAnimal({ ...ewe, status });
    expect(expectationOf(aBreeding({}, gone), '2027-04-20')).toBeUndefined();
    expect(outcomeText(aBreeding({}, gone))).toBe(`Ewe ${status}`);
    expect(outcomeText(aBreeding({ outcome: 'successful' }, gone))).toBe('Successful');
    expect(outcomeText(aBreeding({ actualBirthDate: '2027-04-18' }, gone))).toBe('Pending');
    expect(outcomeText(aBreeding())).toBe('Pending');
  });

  test('says of a mating that is to come that it is planned', () => {
    expect(bredWord(aRecord(), '2026-11-20')).toBe('Planned for');
    expect(bredWord(aRecord(), '2026-11-21')).toBe('Bred');
  });
});

describe('changing a breeding record', () => {
  const kid = buildAnimal({ id: uuid(20), tagNumber: 'K1', motherId: doe.id, fatherId: buck.id, birthDate: '2027-04-19' });
  const twin = buildAnimal({ id: uuid(21), tagNumber: 'K2', motherId: doe.id, fatherId: buck.id, birthDate: '2027-04-20' });
  const older = buildAnimal({ id: uuid(22), tagNumber: 'K0', motherId: doe.id, fatherId: buck.id, birthDate: '2025-04-01' });
  const half = buildAnimal({ id: uuid(23), tagNumber: 'K3', motherId: otherDoe.id, fatherId: buck.id, birthDate: '2027-04-20' });
  const stranger = buildAnimal({ id: uuid(24), tagNumber: 'K4', motherId: otherDoe.id });
  const soldKid = buildAnimal({ id: uuid(25), tagNumber: 'K5', motherId: doe.id, status: 'sold' });
  const outsideHalf = buildAnimal({ id: uuid(26), tagNumber: 'AI-8', fatherId: buck.id, isReference: true });
  const hers = buildAnimal({ id: uuid(27), tagNumber: 'K6', motherId: doe.id, birthDate: '2025-04-01' });
  const young = [half, hers, older, kid, twin, stranger, soldKid, outsideHalf];
  const choices = (record: BreedingRecord, values = valuesOf(record, 'goat'), slot = 0) =>
    offspringChoices(record, [...herd, ...young], values, slot);

  test('offers active animals of the farm that share a parent: those of both first, then hers, then his; the nearest to the expected day before the others', () => {
    expect(choices(aRecord())).toEqual([twin, kid, older, hers, half]);
  });

  test('offers nobody in two slots, and keeps who stands in a slot even when sold meanwhile', () => {
    const record = aRecord({ offspringIds: [kid.id, soldKid.id] });
    expect(choices(record, valuesOf(record, 'goat'), 0)).toEqual([twin, kid, older, hers, half]);
    expect(choices(record, valuesOf(record, 'goat'), 1)).toContain(soldKid);
    expect(choices(record, valuesOf(record, 'goat'), 1)).not.toContain(kid);
    expect(choices(record, valuesOf(record, 'goat'), 2)).toEqual([twin, older, hers, half]);
  });

  test('never sends an animal twice, however the slots are filled', () => {
    const moves = fc.array(fc.record({ slot: fc.nat(3), pick: fc.nat(9) }), { maxLength: 20 });
    fc.assert(
      fc.property(moves, (picks) => {
        const record = aRecord();
        let values = valuesOf(record, 'goat');
        for (const { slot, pick } of picks) {
          values = { ...values, offspring: values.offspring.with(slot, choices(record, values, slot)[pick]?.id ?? null) };
        }
        const { offspringIds = [] } = changeBody(record, values);
        expect(new Set(offspringIds).size).toBe(offspringIds.length);
        expect(BreedingChange.safeParse(changeBody(record, values)).success).toBe(true);
      }),
    );
  });

  test('shows a record as it is kept: untouched, it is sent back as it was', () => {
    const record = aRecord({ offspringIds: [kid.id], notes: 'Seen twice', actualBirthDate: '2027-04-19' });
    const { id: _, version: __, createdAt: ___, ...kept } = record;
    expect(changeBody(record, valuesOf(record, 'goat'))).toEqual(kept);
  });

  test('moves a reckoned due date with the breeding date, also after that was emptied for a moment', () => {
    const values = valuesOf(aRecord(), 'goat');
    expect(withBreedingDate(values, '2026-11-22', 'goat').expectedDueDate).toBe('2027-04-21');
    const emptied = withBreedingDate(values, '', 'goat');
    expect(emptied).toMatchObject({ breedingDate: '', expectedDueDate: '2027-04-20' });
    expect(withBreedingDate(emptied, '2026-11-23', 'goat').expectedDueDate).toBe('2027-04-22');
  });

  test('leaves a due date alone that somebody set, until it is emptied', () => {
    const stored = valuesOf(aRecord({ expectedDueDate: '2027-04-15' }), 'goat');
    const typed = withDueDate(valuesOf(aRecord(), 'goat'), '2027-04-15');
    for (const values of [stored, typed]) {
      expect(withBreedingDate(values, '2026-11-22', 'goat').expectedDueDate).toBe('2027-04-15');
      expect(withBreedingDate(withDueDate(values, ''), '2026-11-22', 'goat').expectedDueDate).toBe('2027-04-21');
    }
  });

  test('says at each date what the server would refuse', () => {
    const values = valuesOf(aRecord(), 'goat');
    const today = '2026-12-01';
    expect(validateRecord(values, today)).toEqual({});
    expect(validateRecord({ ...values, breedingDate: '' }, today)).toHaveProperty('breedingDate');
    expect(validateRecord({ ...values, breedingDate: addDays(today, 366) }, today)).toHaveProperty('breedingDate');
    expect(validateRecord({ ...values, actualBirthDate: '2026-11-20' }, today)).toEqual({
      actualBirthDate: 'The birth cannot be before the breeding date',
    });
    expect(validateRecord({ ...values, actualBirthDate: '2026-12-02' }, today)).toEqual({
      actualBirthDate: 'The birth date cannot be in the future',
    });
  });
});
