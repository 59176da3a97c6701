import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import { BreedingChange, type BreedingRecord } from '#contract/breeding.ts';
import { rulesOf } from '#domain/performance/breeding-rules.ts';
import { addDays } from '#domain/values/dates.ts';
import { pregnancies, type Pregnancy } from '#domain/breeding/due-births.ts';
import { concernsOf } from './put-in.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { type Breeding, breedingsOf, expectationOf, stateText } from './breeding-history.ts';
import { damConcerns, pairConcerns, pedigreeOf, validateMatesBorn } from './mate-concerns.ts';
import { RetryIds } from '#web/lib/forms/retry-ids.ts';
import { dams, mergeSelection, sires } from './mating.ts';
import { changeBody, offspringChoices, valuesOf, withBreedingDate, withDueDate } from './record-values.ts';

const day = '2026-11-21';
const uuid = (n: number) => `019aa5c2-7a3e-7cc1-8a54-${String(n).padStart(12, '0')}`;
let count = 0;
const animal = (tagNumber: string, rest: Partial<Animal> = {}) => buildAnimal({ id: uuid((count += 1)), tagNumber, ...rest });

const buck = animal('B1', { sex: 'male' });
const ram = animal('R1', { sex: 'male', species: 'sheep' });
const doe = animal('D10');
const otherDoe = animal('D9');
const ewe = animal('E1', { species: 'sheep' });
const soldDoe = animal('D8', { status: 'sold' });
const deadBuck = animal('B2', { sex: 'male', status: 'died' });
const outsideBuck = animal('AI-7', { sex: 'male', isReference: true });
const herd = [buck, ram, doe, otherDoe, ewe, soldDoe, deadBuck];

const pending = {
  actualBirthDate: null,
  offspringIds: [],
  notes: null,
  outcome: 'pending',
  version: 'v1',
  createdAt: day,
} as const;
const aRecord = (given: Partial<BreedingRecord> = {}): BreedingRecord => {
  const bred = { fatherId: buck.id, motherId: doe.id, breedingDate: day, expectedDueDate: '2027-04-20' };
  return { id: uuid(90), ...bred, ...pending, ...given } as BreedingRecord;
};

const aBreeding = (given: Partial<BreedingRecord> = {}, mother = doe): Breeding => {
  return { record: aRecord(given), father: buck, mother, offspring: [] };
};

describe('a mating', () => {
  test('offers males that are active, the outside ones too, those of unknown fitness last, and no wether', () => {
    expect(sires(herd, [outsideBuck], day)).toEqual([buck, ram, outsideBuck]);
    expect(sires([...herd, { ...doe, id: 'son', fatherId: ram.id }], [outsideBuck], day)).toEqual([ram, buck, outsideBuck]);
    const kid = { ...buck, id: 'kid', tagNumber: '0', birthDate: addDays(day, -240) };
    expect(sires([kid, ...herd], [], day)).toEqual([buck, ram, kid]);
    const wether = animal('W', { sex: 'male', castratedOn: '2026-06-01' });
    expect(sires([wether], [animal('W', { sex: 'male', isCastrated: true, isReference: true })], day)).toEqual([]);
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
  const young = animal('K1', { birthDate: '2026-07-01', fatherId: buck.id });
  const ofYear2026 = { ...young, fatherId: null, birthDate: null, birthYear: 2026 };

  test.each<[what: string, dam: Animal, bredOn: string, labels: string[]]>([
    ['relatives, one of them young', young, day, ['His daughter', 'Under 6 months']],
    ['relatives that are old enough', young, '2027-01-01', ['His daughter']],
    ['relatives on a day that is not typed yet', young, 'half typed', ['His daughter']],
    ['others', doe, day, []],
    ['one of known year, on the last day on which she may be young', ofYear2026, '2027-06-29', ['Perhaps under 6 months']],
    ['one of known year, later', ofYear2026, '2027-06-30', []],
    ['one of unknown birth', { ...ofYear2026, birthYear: null }, day, []],
  ])('of %s is thought over for what is true of them alone', (_, dam, bredOn, labels) => {
    expect(damConcerns(dam, buck, bredOn).map(({ label }) => label)).toEqual(labels);
  });

  test('whose young would be inbred by as much as those of first cousins is thought over, and by how much is said', () => {
    const born = { fatherId: buck.id, birthDate: '2024-01-01' };
    const sister = animal('K2', { ...born, motherId: doe.id });
    const son = animal('S1', { ...born, sex: 'male', motherId: otherDoe.id });
    const kin = { rules: rulesOf(null), pedigree: pedigreeOf([buck, doe, otherDoe, sister, son]) };
    const said = ['K2 is his half sister.', 'Young of K2 and S1 would be 12.5 % inbred.'];
    expect(pairConcerns(son, [sister, doe], day, kin).map(({ sentence }) => sentence)).toEqual(said);
  });

  test('of a male that is put in with females of which a check found some pregnant says so', () => {
    const carrying = (damId: string, check: Pregnancy['check']) => ({ damId, check }) as Pregnancy;
    const putIn = { males: [buck], females: [doe, otherDoe, ewe], inDay: day, outDay: '' };
    const found = { day: addDays(day, -1), count: 2 };
    const expected = [carrying(doe.id, found), carrying(otherDoe.id, { ...found, day: addDays(day, 1) }), carrying(ewe.id, null)];
    const said = concernsOf(putIn, [], undefined, expected).map(({ sentence }) => sentence);
    expect(said).toEqual([`${doe.tagNumber} is pregnant by a check.`]);
  });

  test('cannot have been mated before both were born, and who was not is named', () => {
    expect(validateMatesBorn([buck, doe], '2024-03-01')).toBeUndefined();
    expect(validateMatesBorn([buck, young], '2026-06-30')).toBe('K1 was not born yet on this date');
    expect(validateMatesBorn([buck, doe, young], '2024-02-29')).toBe('B1 and 2 more were not born yet on this date');
  });
});

describe('the list of breeding records', () => {
  test('names both parents and the young, also those that were sold', () => {
    const record = aRecord({ motherId: soldDoe.id, offspringIds: [otherDoe.id, 'gone'] });
    expect(breedingsOf([record], herd)).toEqual([{ record, father: buck, mother: soldDoe, offspring: [otherDoe] }]);
  });

  test.each([
    ['2027-04-08', 'in 12 days', true],
    ['2027-04-05', 'in 15 days', false],
    ['2027-04-20', 'today', true],
    ['2027-04-23', '3 days overdue', true],
  ])('on %s a birth due on April 20 is %s', (today, away, isNear) => {
    expect(expectationOf(aBreeding(), today)).toEqual({ dueDate: '2027-04-20', until: null, away, isNear });
  });

  test('calls a birth overdue on the same days as Births does', () => {
    for (const today of Array.from({ length: 40 }, (_, days) => addDays('2027-04-20', days - 20))) {
      const expected = pregnancies({ animals: herd, matings: [aRecord()], events: [] }, today);
      const { away } = expectationOf(breedingsOf([aRecord()], herd, expected)[0]!, today) ?? {};
      expect(away?.endsWith('overdue'), `${today}: ${away}`).toBe(expected[0]?.part === 'overdue');
    }
  });

  test.each(['died', 'sold'] as const)('awaits nothing from a female that has %s, and says so instead of pending', (status) => {
    const gone = { ...ewe, status };
    expect(expectationOf(aBreeding({}, gone), '2027-04-20')).toBeUndefined();
    const texts = [{}, { outcome: 'successful' as const }, { actualBirthDate: '2027-04-18' }].map((given) =>
      stateText(aBreeding(given, gone)),
    );
    expect([...texts, stateText(aBreeding())]).toEqual([`Ewe ${status}`, 'Successful', 'Successful', 'Pending']);
  });
});

describe('changing a breeding record', () => {
  const ofBoth = { motherId: doe.id, fatherId: buck.id };
  const kid = animal('K1', { ...ofBoth, birthDate: '2027-04-19' });
  const twin = animal('K2', { ...ofBoth, birthDate: '2027-04-20' });
  const older = animal('K0', { ...ofBoth, birthDate: '2025-04-01' });
  const half = animal('K3', { motherId: otherDoe.id, fatherId: buck.id, birthDate: '2027-04-20' });
  const stranger = animal('K4', { motherId: otherDoe.id });
  const soldKid = animal('K5', { motherId: doe.id, status: 'sold' });
  const outsideHalf = animal('AI-8', { fatherId: buck.id, isReference: true });
  const hers = animal('K6', { motherId: doe.id, birthDate: '2025-04-01' });
  const young = [half, hers, older, kid, twin, stranger, soldKid, outsideHalf];
  const choices = (record: BreedingRecord, slot = 0, values = valuesOf(record, 'goat')) =>
    offspringChoices(record, [...herd, ...young], values, slot);

  test('offers active animals of the farm that share a parent: those of both first, then hers, then his; the nearest to the expected day before the others', () => {
    expect(choices(aRecord())).toEqual([twin, kid, older, hers, half]);
  });

  test('offers nobody in two slots, and keeps who stands in a slot even when sold meanwhile', () => {
    const record = aRecord({ offspringIds: [kid.id, soldKid.id] });
    expect(choices(record, 0)).toEqual([twin, kid, older, hers, half]);
    expect(choices(record, 1)).toContain(soldKid);
    expect(choices(record, 1)).not.toContain(kid);
    expect(choices(record, 2)).toEqual([twin, older, hers, half]);
  });

  test('never sends an animal twice, however the slots are filled', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ slot: fc.nat(3), pick: fc.nat(9) }), { maxLength: 20 }), (picks) => {
        const record = aRecord();
        let values = valuesOf(record, 'goat');
        for (const { slot, pick } of picks) {
          values = { ...values, offspring: values.offspring.with(slot, choices(record, slot, values)[pick]?.id ?? null) };
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
    const emptied = withBreedingDate(valuesOf(aRecord(), 'goat'), '', 'goat');
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
});
