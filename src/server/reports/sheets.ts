import { exportSheetTitles, type ExportSheet } from '#contract/reports.ts';
import { animalTagKinds, animalTagLabel } from '#domain/records/animal-tags.ts';
import { areaUnits } from '#domain/values/areas.ts';
import { stateLabels } from '#domain/breeding/matings.ts';
import { valueText } from '#domain/breeding/breeding-values.ts';
import { daysBetween } from '#domain/values/dates.ts';
import { cellOfEntry, listColumns, type ImportedList } from '#domain/imports/lists.ts';
import { targets, headingOf, importFields, type ImportField } from '#domain/imports/fields.ts';
import { registerEntryOf, registerKinds } from '#domain/journal/treatment-register.ts';
import { enteredWithdrawals } from '#domain/journal/withdrawals.ts';
import { animalFields } from '#domain/records/animal.ts';
import { breedingFields } from '#domain/records/breeding-record.ts';
import { choiceText, fieldNames, infosOf, type FieldInfo, type FieldKind, type Fields } from '#domain/records/fields.ts';
import { scoreNames, withdrawalProducts } from '#domain/records/event-names.ts';
import { deathCauseText, eventKindNames, eventKinds, type EventKind } from '#domain/records/events.ts';
import { healthFields } from '#domain/records/health-record.ts';
import { capitalized } from '#domain/values/text.ts';
import type { WeightUnit } from '#domain/values/units.ts';
import { exactWeight } from '#domain/values/weights.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inPieces } from '#server/db/in-batches.ts';
import { noPlace } from '#domain/imports/happened.ts';
import { courseOpenCell } from '#domain/imports/happened-cells.ts';
import { movementBatches, type MovementRow } from './movements.queries.ts';
import {
  breedingBatches,
  healthBatches,
  journalBatches,
  listBatches,
  numberedBatches,
  saleBatches,
  weightBatches,
  type AnimalRow,
  type BreedingRow,
  type ExportRange,
  type ExportedAnimal,
  type HealthRow,
  type JournalRow,
  type ListRow,
  type NumberedRow,
  type SaleRow,
  type WeightRow,
} from './reports.queries.ts';

export type Cell = string | number | null;
export type CellKind = 'text' | 'date' | 'number' | 'dollars';

export interface Column {
  readonly heading: string;
  readonly kind: CellKind;
  /** In characters. */
  readonly width: number;
}

export interface Sheet {
  readonly title: string;
  readonly columns: readonly Column[];
  rows(db: Db, farmId: FarmId, range: ExportRange): AsyncIterable<Cell[][]>;
}

interface ColumnOf<R> extends Column {
  readonly of: (row: R, unit: WeightUnit) => Cell;
  /** A weight, of which `of` gives the grams. */
  readonly isWeight?: true;
}

const column = <R>(heading: string, kind: CellKind, width: number, of: ColumnOf<R>['of']): ColumnOf<R> => ({
  heading,
  kind,
  width,
  of,
});
const text = <R>(heading: string, width: number, of: ColumnOf<R>['of']) => column(heading, 'text', width, of);
const number = <R>(heading: string, of: ColumnOf<R>['of']) => column(heading, 'number', Math.max(10, heading.length + 2), of);
const day = <R>(heading: string, of: ColumnOf<R>['of']) => column(heading, 'date', 12, of);
const grams = <R>(heading: string, of: ColumnOf<R>['of']): ColumnOf<R> => ({
  ...number(`${heading} (lbs)`, of),
  isWeight: true,
});

/** The heading by which the import reads it. */
const h = (field: ImportField): string => headingOf(field, 'lbs');
const yes = (is: boolean): Cell => (is ? 'Yes' : 'No');

const cellKinds: Readonly<Partial<Record<FieldKind, CellKind>>> = {
  day: 'date',
  year: 'number',
  days: 'number',
  weight: 'number',
  price: 'dollars',
};

function columnOf<R>(name: keyof R & string, info: FieldInfo): ColumnOf<R> {
  const heading = info.heading ?? info.label;
  const kind = cellKinds[info.kind] ?? 'text';
  const width = info.width ?? (kind === 'number' ? Math.max(10, heading.length + 2) : kind === 'text' ? 9 : 12);
  const of = (row: R): Cell => cellOf(info, row[name] as Cell | boolean);
  return { heading, kind, width, of, ...(info.kind === 'weight' && { isWeight: true }) };
}

function cellOf(info: FieldInfo, value: Cell | boolean): Cell {
  if (value === null) return null;
  switch (info.kind) {
    case 'yesNo':
      return yes(Boolean(value));
    case 'choice':
      return choiceText(info, String(value));
    case 'price':
      return Number(value) / 100;
    default:
      return typeof value === 'boolean' ? Number(value) : value;
  }
}

const animalInfos = infosOf(animalFields);
const healthInfos = infosOf(healthFields);
const breedingInfos = infosOf(breedingFields);

const ofAnimal = (...names: (keyof AnimalRow & keyof typeof animalInfos)[]) =>
  names.map((name) => columnOf<ExportedAnimal>(name, animalInfos[name]));
const ofCheckup = (...names: (keyof HealthRow & keyof typeof healthInfos)[]) =>
  names.map((name) => columnOf<HealthRow>(name, healthInfos[name]));
const ofMating = (...names: (keyof BreedingRow & keyof typeof breedingInfos)[]) =>
  names.map((name) => columnOf<BreedingRow>(name, breedingInfos[name]));

type Batches<R> = (db: Db, farmId: FarmId, range: ExportRange) => AsyncIterable<R[]>;
type MakeSheet = (unit: WeightUnit) => Omit<Sheet, 'title'>;

const sheet =
  <R>(batches: Batches<R>, columns: readonly ColumnOf<R>[]): MakeSheet =>
  (unit) => ({
    columns: columns.map(({ heading, isWeight, ...rest }) => ({
      ...rest,
      heading: isWeight ? heading.replace('(lbs', `(${unit}`) : heading,
    })),
    async *rows(db, farmId, range) {
      const cellsOf = (row: R): Cell[] =>
        columns.map(({ of, isWeight }) => {
          const cell = of(row, unit);
          return isWeight && typeof cell === 'number' ? exactWeight(cell, unit) : cell;
        });
      for await (const batch of batches(db, farmId, range)) yield* inPieces(batch, cellsOf);
    },
  });

interface OfAnimal {
  readonly tagNumber: string;
  readonly eid: string | null;
  readonly name: string | null;
}

const whichAnimal = <R extends OfAnimal>(): ColumnOf<R>[] => [
  text(h('tagNumber'), 14, (row) => row.tagNumber),
  text(h('eid'), 18, (row) => row.eid),
  text(h('name'), 18, (row) => row.name),
];

/** The columns before and after those of the kind. */
const ofEvents = <K extends EventKind>(kinds: readonly K[], ...columns: readonly ColumnOf<JournalRow<K>>[]): MakeSheet =>
  sheet<JournalRow<K>>(journalBatches(...kinds), [
    day(h('eventDay'), (row) => row.day),
    text(h('time'), 8, (row) => row.time),
    ...whichAnimal<JournalRow<K>>(),
    ...columns,
    text(h('responsible'), 18, (row) => row.responsible),
    text('Note', 30, (row) => row.note),
  ]);

const identityFields = ['tagNumber', 'name', 'species', 'sex', 'birthDate', 'birthYear', 'breed'] as const;
const growthFields = ['healthStatus', 'vaccinated', 'birthWeightGrams', 'weaningWeightGrams', 'weaningAgeDays'] as const;
const saleFields = ['status', 'forSale', 'salePriceCents', 'saleDescription'] as const;
const lastFields = ['pedigreeUrl', 'notes'] as const;

const placed: ReadonlySet<string> = new Set([...identityFields, 'color', ...growthFields, ...saleFields, ...lastFields]);
const otherFields = fieldNames(animalFields).filter(
  (name): name is keyof AnimalRow & keyof typeof animalInfos =>
    !placed.has(name) && animalInfos[name].heading !== null && animalInfos[name].kind !== 'animal',
);

/** What is given to an animal. */
type Given = JournalRow<(typeof registerKinds)[number]>;
const given: Batches<Given> = async function* (db, farmId, range) {
  for await (const batch of journalBatches(...registerKinds)(db, farmId, range))
    yield batch.filter((row) => registerEntryOf(row) !== undefined);
};
const medicineOf = (row: Given) => (row.kind === 'checkup' ? undefined : row);
const treatmentOf = (row: Given) => (row.kind === 'treatment' ? row : undefined);
/** Nobody is asked it of a vaccination or a checkup. */
const yesOfTreatment = (row: Given, name: 'extraLabel' | 'courseOpen'): Cell =>
  row.kind === 'treatment' ? yes(row[name]) : null;

type Young = JournalRow<'birth'> & { readonly young1: JournalRow<'birth'>['young'][number] };
const young: Batches<Young> = async function* (db, farmId, range) {
  for await (const batch of journalBatches('birth')(db, farmId, range))
    yield batch.flatMap((row) => row.young.map((young1) => ({ ...row, young1 })));
};

/** A row for each female; what was undone is left out. */
type Exposed = ListRow<'exposures'> & { readonly femaleId: string };
const exposed: Batches<Exposed> = async function* (db, farmId, range) {
  for await (const batch of listBatches('exposures', ({ inDay }) => inDay)(db, farmId, range))
    for (const row of batch) if (row.archivedAt === null) yield row.femaleIds.map((femaleId) => ({ ...row, femaleId }));
};

const gain = ({ grams: now, lastGrams }: WeightRow): number | null => (lastGrams === null ? null : now - lastGrams);
const daysOfGain = ({ day: now, lastDay }: WeightRow): number | null => (lastDay === null ? null : daysBetween(lastDay, now));

/** Kinds with a sheet of their own. */
const withSheet: ReadonlySet<string> = new Set([
  ...registerKinds,
  'weighing',
  'birth',
  'scores',
  'milking',
  'move',
  'sale',
  'death',
  'slaughter',
]);
const otherKinds = eventKindNames.filter((kind) => !withSheet.has(kind));

type OtherRow = JournalRow<EventKind>;

/** A column for each field of these events, as the import reads it. */
const otherColumns: readonly ColumnOf<OtherRow>[] = [...targets].flatMap(([field, of]) => {
  const own = of.filter(({ kind, name }) => name !== null && otherKinds.includes(kind));
  const [first] = own;
  if (first?.name == null) return [];
  const info = infosOf<Fields>(eventKinds[first.kind].fields)[first.name]!;
  const valueOf = (row: OtherRow): Cell | boolean => {
    const name = own.find(({ kind }) => kind === row.kind)?.name ?? null;
    return name === null ? null : ((row as unknown as Readonly<Record<string, Cell | boolean>>)[name] ?? null);
  };
  if (info.kind === 'weight') return grams<OtherRow>(importFields[field as ImportField].label, (row) => valueOf(row) as Cell);
  const of1 = (row: OtherRow): Cell => {
    const value = valueOf(row);
    if (info.kind === 'animal') return value === null ? null : row.nameOf(String(value));
    return value === false ? null : cellOf(info, value);
  };
  const kind = info.kind === 'day' ? 'date' : info.kind === 'number' ? 'number' : 'text';
  return column<OtherRow>(h(field as ImportField), kind, 16, of1);
});

const listSheet =
  <T extends ImportedList>(list: T, dayOf: (entry: ListRow<T>) => string | null): MakeSheet =>
  (unit) =>
    sheet<ListRow<T>>(
      listBatches(list, dayOf as never),
      listColumns(list).map((each) => {
        const { heading, kind } = each;
        const isArea = each.field === 'area';
        return column<ListRow<T>>(
          isArea ? `${heading} (${areaUnits[unit].name})` : heading,
          kind === 'day' ? 'date' : kind === 'days' || isArea ? 'number' : 'text',
          18,
          (row) => cellOfEntry(each, row, unit),
        );
      }),
    )(unit);

/** The import recognizes the headings of what it reads, so that a file can be imported again. */
const makers: Readonly<Record<ExportSheet, MakeSheet>> = {
  animals: sheet<NumberedRow>(numberedBatches, [
    ...ofAnimal(...identityFields, 'color'),
    ...(['eid', ...animalTagKinds.filter((kind) => kind !== 'eid')] as const).map((kind) =>
      text<NumberedRow>(animalTagLabel(kind), 18, (animal) => animal[kind]),
    ),
    text(h('moreNumbers'), 18, (animal) => animal.moreNumbers),
    text(h('motherTag'), 14, (animal) => animal.motherTag),
    text(h('fatherTag'), 14, (animal) => animal.fatherTag),
    ...ofAnimal(...growthFields, ...saleFields, ...otherFields, ...lastFields),
  ]),
  weights: sheet<WeightRow>(weightBatches, [
    day(h('eventDay'), (row) => row.day),
    text(h('time'), 8, (row) => row.time),
    ...whichAnimal<WeightRow>(),
    grams('Weight', (row) => row.grams),
    grams('Gain since the weight before', gain),
    number('Days since the weight before', daysOfGain),
    {
      ...grams<WeightRow>('Gain per day', (row) =>
        (daysOfGain(row) ?? 0) > 0 ? (gain(row) ?? 0) / (daysOfGain(row) ?? 1) : null,
      ),
      width: 18,
    },
    text('Weighed by', 12, ({ method }) => (method === null ? null : capitalized(method))),
    text('Occasion', 12, ({ occasion }) => (occasion === null ? null : capitalized(occasion))),
    text(h('responsible'), 18, (row) => row.responsible),
    text('Note', 30, (row) => row.note),
  ]),
  health: sheet<HealthRow>(healthBatches, [
    ...ofCheckup('date'),
    ...whichAnimal<HealthRow>(),
    ...ofCheckup('recordType', 'healthStatus', 'weightGrams', 'cdnt', 'hoofsTrimmed', 'dewormed', 'description'),
    ...ofCheckup('veterinarian', 'medication', 'dosage', 'meatWithdrawalDays', 'milkWithdrawalDays', 'nextDueDate', 'notes'),
  ]),
  treatments: sheet<Given>(given, [
    day(h('eventDay'), (row) => row.day),
    text(h('time'), 8, (row) => row.time),
    ...whichAnimal<Given>(),
    text(animalTagLabel('official'), 18, (row) => row.official),
    text('Kind', 12, ({ kind }) => eventKinds[kind].label),
    text(h('product'), 22, (row) => registerEntryOf(row)?.product ?? null),
    text(h('dose'), 12, (row) => registerEntryOf(row)?.dose ?? null),
    text(h('route'), 12, (row) => treatmentOf(row)?.route ?? null),
    text('Site', 12, (row) => treatmentOf(row)?.site ?? null),
    text(h('batch'), 14, (row) => medicineOf(row)?.batch ?? null),
    day('Expires', (row) => medicineOf(row)?.expiry ?? null),
    text(h('reason'), 30, (row) => registerEntryOf(row)?.reason ?? null),
    text(h('prescriber'), 18, (row) => registerEntryOf(row)?.prescriber ?? null),
    text('Extra-label', 11, (row) => yesOfTreatment(row, 'extraLabel')),
    ...withdrawalProducts.map((product) =>
      number<Given>(
        h(`${product}Days`),
        (row) => enteredWithdrawals(row)?.find((each) => each.product === product)?.days ?? null,
      ),
    ),
    ...withdrawalProducts.map((product) =>
      // What was not recorded stays empty.
      day<Given>(h(`${product}ClearOn`), (row) => {
        const clearOn = registerEntryOf(row)?.clearOn[product] ?? null;
        return clearOn === 'open' ? courseOpenCell : clearOn === 'notRecorded' ? null : clearOn;
      }),
    ),
    text('More doses follow', 11, (row) => yesOfTreatment(row, 'courseOpen')),
    number('Doses in all', (row) => treatmentOf(row)?.doses ?? null),
    number('Days from dose to dose', (row) => treatmentOf(row)?.everyDays ?? null),
    day(h('nextDue'), (row) => (row.kind === 'vaccination' ? row.nextDueDay : null)),
    text(h('responsible'), 18, (row) => row.responsible),
    text('Note', 30, (row) => row.note),
  ]),
  scores: ofEvents(
    ['scores'],
    ...scoreNames.map((name) => number<JournalRow<'scores'>>(h(name), (row) => row[name])),
    text('Pooled sample', 14, (row) => yes(row.isPooled)),
  ),
  milk: ofEvents(
    ['milking'],
    number(h('milk'), (row) => row.amountMl),
  ),
  breeding: sheet<BreedingRow>(breedingBatches, [
    ...ofMating('breedingDate'),
    text('Species', 9, (record) => choiceText(animalInfos.species, record.species)),
    text(h('fatherTag'), 14, (record) => record.fatherTag),
    text('Father name', 18, (record) => record.fatherName),
    text(h('motherTag'), 14, (record) => record.motherTag),
    text('Mother name', 18, (record) => record.motherName),
    // As Breeding says it: from an ended mating no birth is due. The import reads it as pending, from which the same follows again.
    day<BreedingRow>(breedingInfos.expectedDueDate.label, ({ state, expectedDueDate }) =>
      state === 'ended' ? null : expectedDueDate,
    ),
    ...ofMating('actualBirthDate'),
    text(breedingInfos.outcome.label, 18, ({ state }) => stateLabels[state]),
    text('Offspring', 24, (record) => record.offspringTags.join(', ')),
    ...ofMating('notes'),
  ]),
  exposures: sheet<Exposed>(exposed, [
    day(h('inDay'), (row) => row.inDay),
    day(h('outDay'), (row) => row.outDay),
    text(h('motherTag'), 14, (row) => row.tagsOf([row.femaleId]).join('')),
    text(h('fatherTag'), 24, (row) => row.tagsOf(row.maleIds).join(' or ')),
    text(h('stayName'), 24, (row) => row.name),
    text('Group', 18, (row) => row.nameOf(row.groupId)),
  ]),
  births: sheet<Young>(young, [
    day(h('eventDay'), (row) => row.day),
    text(h('time'), 8, (row) => row.time),
    text(h('motherTag'), 14, (row) => row.tagNumber),
    text('Mother EID', 18, (row) => row.eid),
    text('Mother name', 18, (row) => row.name),
    text(h('species'), 9, (row) => capitalized(row.species)),
    text(h('fatherTag'), 14, (row) => row.nameOf(row.sireId)),
    text('How sure is the father', 12, (row) => (row.sireCertainty === null ? null : capitalized(row.sireCertainty))),
    number('Born in all', (row) => row.young.length),
    number('Ease (1 to 5)', (row) => row.ease),
    text(h('tagNumber'), 14, ({ young1, nameOf }) => nameOf(young1.id) ?? young1.tagNumber),
    text(h('name'), 18, ({ young1 }) => young1.name),
    text(h('sex'), 9, ({ young1 }) => capitalized(young1.sex)),
    text(h('color'), 14, ({ young1 }) => young1.color),
    grams('Birth weight', ({ young1 }) => young1.weightGrams),
    text('Born as', 10, ({ young1 }) => capitalized(young1.state)),
    text(h('responsible'), 18, (row) => row.responsible),
    text('Note', 30, (row) => row.note),
  ]),
  moves: ofEvents(
    ['move'],
    text(h('place'), 18, (row) => (row.placeId === null && row.groupId === null ? noPlace : row.nameOf(row.placeId))),
    text('Group', 18, (row) => row.nameOf(row.groupId)),
    text('Leaves the group', 11, (row) => (row.groupId === null ? null : yes(row.leavesGroup))),
  ),
  sales: sheet<SaleRow>(saleBatches, [
    ...ofAnimal(...identityFields),
    text(h('eid'), 18, (animal) => animal.eid),
    ...ofAnimal(...saleFields),
    day(h('statusDate'), ({ sale }) => sale?.day ?? null),
    text(h('buyer'), 24, ({ sale }) => sale?.buyer ?? null),
    column(h('pricePaid'), 'dollars', 12, ({ sale }) => sale?.price ?? null),
    text(h('reason'), 30, ({ sale }) => sale?.reason ?? null),
  ]),
  deaths: ofEvents(
    ['death', 'slaughter'],
    text(h('cause'), 18, (row) => (row.kind === 'death' ? deathCauseText(row.cause) : eventKinds.slaughter.label)),
    text(h('disposal'), 18, (row) => (row.kind === 'death' ? row.disposal : null)),
    text(h('buyer'), 18, (row) => (row.kind === 'slaughter' ? row.buyer : null)),
    column(h('pricePaid'), 'dollars', 12, (row) => (row.kind === 'slaughter' ? row.price : null)),
    text(h('reason'), 30, (row) => (row.kind === 'slaughter' ? row.reason : null)),
  ),
  movements: sheet<MovementRow>(movementBatches, [
    day(h('eventDay'), (row) => row.day),
    ...whichAnimal<MovementRow>(),
    text(h('species'), 9, (row) => capitalized(row.species)),
    text('Movement', 14, (row) => row.how),
    text('From or to', 30, (row) => row.party),
  ]),
  others: ofEvents(
    otherKinds,
    text('Kind', 18, (row) => eventKinds[row.kind].label),
    ...otherColumns,
    text('Breeding values', 40, (row) => (row.kind === 'breedingValues' ? row.values.map(valueText).join('; ') : null)),
  ),
  tasks: listSheet('chores', (chore) => chore.day),
  places: listSheet('places', () => null),
  groups: listSheet('groups', () => null),
};

export const sheetOf = (name: ExportSheet, unit: WeightUnit): Sheet => ({
  title: exportSheetTitles[name],
  ...makers[name](unit),
});
