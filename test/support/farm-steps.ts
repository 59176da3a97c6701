import fc from 'fast-check';
import { addDays } from '#domain/values/dates.ts';
import { eventKindNames, type EventKind } from '#domain/records/events.ts';
import type { FarmRows } from '#web/offline/copy/farm-rows.ts';
import type { OfflineCall, StoredOperation } from '#web/offline/queue/operation.ts';
import { offlineCalls } from './samples.ts';

/** An offline call, with numbers that select among the records of the farm at that time. */
export interface Step {
  readonly call: OfflineCall;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly flag: boolean;
  readonly daysAgo: number;
  readonly kind: EventKind;
  readonly id: string;
  /** Time since the previous step. */
  readonly ms: number;
}

/** Of the calls that are made more or less often than others. */
const weights: Readonly<Partial<Record<OfflineCall, number>>> = {
  addAnimal: 8,
  changeAnimal: 8,
  addAnimalTag: 3,
  addHealthRecord: 4,
  changeHealthRecord: 4,
  addBreedingRecord: 4,
  recordEvents: 22,
  replaceEvent: 7,
  voidEvent: 4,
  changeChore: 3,
  removeHealthRecord: 1,
  deleteBreedingRecord: 1,
};

// Without the bias of fast-check towards small numbers, by which ids would often be the same.
const number = fc.noBias(fc.nat(1000));

export const anyStep: fc.Arbitrary<Step> = fc.record({
  call: fc.oneof(...offlineCalls.map((call) => ({ weight: weights[call] ?? 2, arbitrary: fc.constant(call) }))),
  a: number,
  b: number,
  c: number,
  flag: fc.boolean(),
  daysAgo: fc.nat(40),
  kind: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...eventKindNames) }, { weight: 1, arbitrary: fc.constant('birth') }),
  id: fc.noBias(fc.uuid({ version: 7 })),
  ms: fc.constantFrom(0, 1, 1000, 3_600_000),
});

interface Versioned {
  readonly id: string;
  readonly version: number | string;
}

type Request = Pick<StoredOperation, 'params' | 'body'>;

const oneOf = <T>(all: readonly T[], which: number): T | undefined => all[which % all.length];

/** The request of the step; undefined if the farm lacks the records for it. Some requests are refused by the rules. */
export function requestOf(step: Step, rows: FarmRows, today: string): Request | undefined {
  const { call, a, b, c, flag, id } = step;
  const pick = <R extends { readonly id: string }>(all: ReadonlyMap<string, R>, which = a): R | undefined =>
    oneOf(
      [...all.values()].toSorted((x, y) => (x.id < y.id ? -1 : 1)),
      which,
    );
  const animal = pick(rows.animals);
  const ofSex = (sex: 'male' | 'female', which: number) =>
    pick(new Map([...rows.animals].filter(([, each]) => each.sex === sex)), which)?.id ?? null;
  const open = new Map([...rows.events].filter(([, { voidedAt }]) => voidedAt === null));
  const checkups = new Map([...open].filter(([, { kind }]) => kind === 'checkup'));
  const day = addDays(today, -step.daysAgo);
  const adding = (body: object): Request => ({ params: {}, body: { id, ...body } });
  const about = (row: { readonly id: string } | undefined, body?: object): Request | undefined =>
    row && { params: { id: row.id }, body };
  const versioned = (row: { readonly version: number | string } | undefined) => (flag && row ? { version: row.version } : {});
  const changing = <R extends Versioned>(all: ReadonlyMap<string, R>, body: object): Request | undefined =>
    about(pick(all), { ...versioned(pick(all)), ...body });
  const name = `N${b % 7}`;
  const requests: Readonly<Record<OfflineCall, () => Request | undefined>> = {
    addAnimal: () =>
      adding({
        tagNumber: `T${a % 20}`,
        species: 'goat',
        sex: flag ? 'female' : 'male',
        isReference: c % 8 === 0,
        ...(b % 3 === 0 && { motherId: ofSex('female', a), fatherId: ofSex('male', c) }),
        ...(b % 3 === 1 && { birthDate: addDays(today, -100 - c), birthWeightGrams: 3000 + c }),
        ...(b % 3 === 1 && { weaningWeightGrams: 9000, weaningAgeDays: 60 }),
        ...(b % 5 === 2 && { salePrice: c / 100, forSale: true }),
        ...(b % 7 === 2 && !flag && { castratedOn: day }),
      }),
    changeAnimal: () => changing(rows.animals, oneOf(changesOfAnimal(step, day), b) ?? {}),
    deleteAnimal: () => about(animal),
    addAnimalTag: () => {
      const eid = `8260713393${String(c).padStart(5, '0')}`;
      return (
        animal && adding({ animalId: animal.id, ...(flag ? { kind: 'eid', number: eid } : { kind: 'tattoo', number: name }) })
      );
    },
    changeAnimalTag: () => changing(rows.animalTags, b % 2 === 0 ? { toDay: day } : { kind: 'other', number: name }),
    deleteAnimalTag: () => about(pick(rows.animalTags)),
    addHealthRecord: () =>
      animal &&
      adding({
        animalId: animal.id,
        date: day,
        healthStatus: String(1 + (b % 5)),
        cdnt: flag,
        ...(a % 2 === 0 && { meatWithdrawalDays: c % 40 }),
        ...(c % 2 === 0 ? { weightLbs: 10 + c / 4 } : { description: `Health checkup - Weight: ${c + 1} lbs` }),
      }),
    changeHealthRecord: () =>
      about(pick(checkups), {
        ...(b % 3 === 0 && { healthStatus: String(1 + (c % 5)) }),
        ...(b % 3 === 1 && { date: day, cdnt: flag }),
        ...(c % 9 === 0 && animal && { animalId: animal.id }),
        ...(b % 3 === 2 && { weightLbs: flag ? null : c + 1 }),
      }),
    removeHealthRecord: () => about(pick(checkups)),
    addBreedingRecord: () =>
      adding({
        motherId: ofSex('female', a),
        fatherId: ofSex('male', b),
        breedingDate: addDays(today, -140 - (c % 50)),
        ...(flag && { notes: name }),
      }),
    changeBreedingRecord: () => {
      const record = pick(rows.breedingRecords);
      const young = [...rows.animals.values()].find(({ motherId }) => motherId !== null && motherId === record?.motherId);
      const due = { expectedDueDate: null, breedingDate: addDays(today, -150) };
      return changing(rows.breedingRecords, [{ notes: name }, due, { offspringIds: young ? [young.id] : [] }][b % 3] ?? {});
    },
    deleteBreedingRecord: () => about(pick(rows.breedingRecords)),
    recordEvents: () => {
      const fitting = fittingAnimals(step.kind, rows);
      const animals = flag ? [pick(fitting)] : [pick(fitting), pick(fitting, b)];
      const events = animals.flatMap((each, index) =>
        each ? eventOf(step, rows, { animalId: each.id, day, id: index === 0 ? id : nextId(id) }) : [],
      );
      return events.length === 0 ? undefined : { params: {}, body: { events } };
    },
    replaceEvent: () => {
      const replaced = pick(open);
      const kind = flag && replaced ? replaced.kind : step.kind;
      const animalId = c % 6 === 0 ? animal?.id : replaced?.animalId;
      return replaced && animalId !== undefined
        ? about(replaced, { ...eventOf({ ...step, kind }, rows, { animalId, day, id }, replaced), ...versioned(replaced) })
        : undefined;
    },
    voidEvent: () => changing(rows.events, b % 2 === 0 ? { reason: name } : {}),
    voidEvents: () => {
      const ids = [...new Set([a, b, c].flatMap((which) => pick(rows.events, which)?.id ?? []))];
      return ids.length === 0 ? undefined : { params: {}, body: { ids } };
    },
    addPlace: () => adding({ name: `${name}${c}`, ...(flag && { areaSquareMetres: 1 + c }) }),
    addGroup: () => adding({ name: `${name}${c}`, ...(flag && { note: name }) }),
    addProduct: () =>
      adding({
        name: `${name}${c}`,
        kind: 'vaccine',
        ...(c % 2 === 0 && { doseAmount: 1 + c / 4, doseWeight: 10 }),
        ...(flag && { withdrawals: [{ product: 'meat', days: b % 30, source: 'Label' }] }),
      }),
    addWorklist: () =>
      adding({
        name,
        work: flag ? 'weigh' : 'vaccinate',
        ...(animal && { animalIds: [animal.id] }),
        ...(b % 2 === 0 && { shared: { productName: name, dose: 1 + (c % 4) } }),
      }),
    addExposure: () => {
      const own = (sex: string) => [...rows.animals.values()].filter((each) => each.sex === sex && !each.isReference);
      const [male, other] = own('male');
      const femaleIds = own('female')
        .filter(({ species }) => species === male?.species)
        .slice(0, 1 + (b % 4))
        .map((each) => each.id);
      return male && femaleIds.length > 0
        ? adding({
            name,
            maleIds: flag && other ? [male.id, other.id] : [male.id],
            femaleIds,
            groupId: pick(rows.groups)?.id ?? null,
            inDay: day,
            records: femaleIds.map((motherId, index) => ({ id: `${id.slice(0, 34)}${String(10 + index)}`, motherId })),
          })
        : undefined;
    },
    changeExposure: () =>
      changing(rows.exposures, b % 3 === 0 ? { isArchived: c % 2 === 0 } : { outDay: b % 3 === 1 ? null : day }),
    changePlace: () => changing(rows.places, changeOfPlace(step)),
    changeGroup: () => changing(rows.groups, changeOfEntry(step)),
    changeProduct: () => changing(rows.products, changeOfEntry(step)),
    changeWorklist: () => changing(rows.worklists, changeOfEntry(step)),
    addChore: () =>
      adding({
        name,
        day,
        ...(animal && { animalIds: [animal.id] }),
        ...(flag ? { repeat: 'week', placeId: pick(rows.places)?.id ?? null } : { subject: name, putOffTo: day, reason: name }),
      }),
    changeChore: () => {
      const done = { isArchived: c % 3 > 0, doneOn: c % 3 > 0 ? day : null };
      return changing(rows.chores, b % 2 === 0 ? done : { putOffTo: day, reason: name });
    },
    deleteChore: () => about(pick(rows.chores)),
  };
  return requests[call]();
}

const females: ReadonlySet<EventKind> = new Set(['birth', 'heat', 'abortion', 'pregnancyCheck', 'milking', 'dryOff']);

/** Sometimes includes an outside parent. */
const fittingAnimals = (kind: EventKind, { animals }: FarmRows): FarmRows['animals'] =>
  new Map(
    [...animals].filter(
      ([, { sex, isReference, version }]) =>
        (!isReference || version > 1) && (kind === 'castration' ? sex === 'male' : !females.has(kind) || sex === 'female'),
    ),
  );

const changeOfEntry = ({ b, c }: Step) =>
  b % 3 === 0 ? { isArchived: c % 2 === 0 } : b % 3 === 1 ? { note: `note ${c % 3}` } : { name: `R${c % 4}` };

const changeOfPlace = (step: Step) => {
  if (!step.flag) return changeOfEntry(step);
  const width = 1000 * (1 + (step.c % 8));
  return { outline: step.b % 4 === 0 ? [] : [width, width, 0].map((x, at) => ({ x, y: [0, 100, 50][at] })) };
};

const changesOfAnimal = ({ a, c, flag }: Step, day: string): readonly object[] => [
  { name: `N${c % 4}` },
  { status: 'sold', reason: 'for a reason' },
  { status: 'died', ...(flag && { day }) },
  { status: 'active' },
  { birthDate: addDays(day, -200), birthWeightGrams: 2500 + c },
  { birthYear: 2024 },
  { castratedOn: flag ? day : null },
  { weaningWeightGrams: 9000 + c, weaningAgeDays: 50 + (a % 20) },
  { birthWeightGrams: null },
  { forSale: flag, salePrice: '12.30', reason: 'for a reason' },
  { healthStatus: String(1 + (c % 5)), vaccinated: flag },
  { tagNumber: `T${c % 20}` },
];

/** The next id made by the client. */
const nextId = (id: string): string => id.slice(0, 35) + ((Number.parseInt(id.slice(35), 16) + 1) % 16).toString(16);

const withoutDetails = { hooves: {}, weaning: {}, dryOff: {}, heat: {}, abortion: {}, note: {} };
const withoutMore = { castration: {}, loan: {}, return: {} };

function eventOf(
  step: Step,
  rows: FarmRows,
  head: { readonly animalId: string; readonly day: string; readonly id: string },
  replaced?: { readonly kind: string },
): object {
  const { kind, a, b, c, flag } = step;
  const medicine = {
    productName: `P${b % 3}`,
    ...(c % 2 === 0 && { withdrawals: [{ product: flag ? 'meat' : 'milk', days: c % 30 }] }),
  };
  const status = String(1 + (b % 5));
  const first = <R extends { readonly id: string }>(all: ReadonlyMap<string, R>) => oneOf([...all.keys()].toSorted(), a) ?? null;
  const details: Readonly<Record<EventKind, object>> = {
    checkup: { healthStatus: status, cdnt: flag, weightGrams: 500 * (c + 1), nextDueDate: a % 2 === 0 ? head.day : null },
    weighing: { weightGrams: 1000 + c, occasion: oneOf([null, null, 'birth', 'weaning'], b) },
    treatment:
      c % 2 === 0
        ? medicine
        : { productName: 'P1', courseOpen: true, withdrawals: [{ product: 'milk', ...(flag && { days: 5 }) }] },
    vaccination: { ...medicine, ...(flag && { nextDueDay: addDays(head.day, 1 + c) }) },
    scores: { famacha: 1 + (c % 5), ...(flag && { dag: c % 5 }) },
    ...withoutDetails,
    ...withoutMore,
    shearing: { fleeceGrams: 1 + c },
    milking: { amountMl: 1 + c },
    pregnancyCheck: { result: 'pregnant' },
    move:
      b % 2 === 0 ? { placeId: first(rows.places) } : { groupId: first(rows.groups), leavesGroup: flag && rows.groups.size > 0 },
    birth: {
      ...(c % 3 === 0 && { sireId: [...rows.animals.values()].find(({ sex }) => sex === 'male')?.id ?? null }),
      ...(c % 5 === 0 && { breedingId: first(rows.breedingRecords) }),
      young: youngOf(step, head.id, replaced),
    },
    fostering: flag ? { isBottleFed: true } : { rearedById: first(rows.animals) },
    birthCheck: { check: `Check ${a % 3}` },
    breedingValues: { source: 'NSIP', values: [{ trait: 'WWT', value: a / 10, accuracy: b % 101 }] },
    tagChange: { newTag: `T${c % 20}` },
    sale: { price: 12.3, reason: 'for a reason' },
    death: flag ? {} : { cause: 'predator' },
    slaughter: { reason: 'for a reason' },
    arrival: { from: 'Hill Farm' },
  };
  return { ...head, kind, ...remarksOf(step), ...details[kind] };
}

const remarksOf = ({ kind, a, c, flag }: Step) => ({
  note: kind === 'note' || flag ? `note ${c % 3}` : null,
  ...(a % 3 === 0 && { time: '07:30' }),
});

function youngOf({ a, b, c }: Step, id: string, replaced: { readonly kind: string } | undefined): readonly object[] {
  const known = replaced?.kind === 'birth' ? (replaced as unknown as { young: { id: string | null }[] }).young : [];
  return Array.from({ length: 1 + (b % 3) }, (_, index) => {
    const state = oneOf(['alive', 'alive', 'died', 'stillborn'], a + index);
    const own = known[index]?.id ?? (c % 4 === 0 ? null : `${id.slice(0, 30)}${String(100_000 + index)}`);
    return {
      sex: (a + index) % 2 === 0 ? 'female' : 'male',
      state,
      ...(state !== 'stillborn' && { id: own, ...(c % 3 === 1 && { tagNumber: `Y${c}` }) }),
      ...(b % 2 === 0 && { weightGrams: 2000 + c }),
    };
  });
}
