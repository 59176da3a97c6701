import type { ListingFacts } from '#contract/market.ts';
import type { AnimalPedigree } from '#contract/pedigree.ts';
import { addDays, type CalendarDate } from '#domain/values/dates.ts';
import { leavingForGood } from '#domain/journal/departures.ts';
import { gainOf, onePerDay, weightOf } from '#domain/journal/growth.ts';
import { knownFacts, type ListingFact } from '#domain/listings.ts';
import { littersOf, weaningDay, type BirthEvent } from '#domain/performance/litters.ts';
import type { EventDetail } from '#domain/records/events.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { animalColumns } from '#server/db/record-columns.ts';
import { readState } from '#server/journal/animal-states.ts';
import { readDewormings } from './deworming-fact.ts';
import { readGrowth } from './growth-fact.ts';
import { readPedigree } from '#server/pedigree/pedigree.service.ts';

interface Subject {
  readonly db: Db;
  readonly farmId: FarmId;
  readonly animal: Animal;
  readonly shared: ReadonlySet<ListingFact>;
  readonly today: CalendarDate;
  /** Read once, although two facts need it. */
  readonly pedigree: () => Promise<AnimalPedigree>;
}

type Animal = NonNullable<Awaited<ReturnType<typeof findAnimal>>>;
type Facts = Omit<ListingFacts, 'since'>;

const generations = 3;
const maxWeights = 12;
const maxVaccinations = 6;
const maxMedical = 200;
/** More young than any dam has within two weeks; beyond this the litter is not counted. */
const maxOfLitter = 50;

/** Read from the records on each request, so that corrections show at once. Only facts that the farm shares are read. */
export async function readFacts(
  db: Db,
  farmId: FarmId,
  id: string,
  stored: readonly string[],
  today: CalendarDate,
): Promise<ListingFacts | undefined> {
  const shared = knownFacts(stored);
  const animal = shared.length === 0 ? undefined : await findAnimal(db, farmId, id);
  if (!animal) return undefined;
  let pedigree: Promise<AnimalPedigree> | undefined;
  const subject: Subject = {
    db,
    farmId,
    animal,
    today,
    shared: new Set(shared),
    pedigree: () => (pedigree ??= readPedigree(db, farmId, id, generations)),
  };
  const facts: Facts = {};
  for (const fact of shared) Object.assign(facts, await readers[fact](subject));
  return { since: animal.createdAt.slice(0, 10), ...facts };
}

const readers: Readonly<Record<ListingFact, (subject: Subject) => Facts | Promise<Facts>>> = {
  birth: ({ animal: { birthDate, birthYear } }) => ({ birth: { birthDate, birthYear } }),
  registration: async ({ db, farmId, animal: { id } }) => ({
    registrations: (await listRegistrations(db, farmId, [id])).map(({ number }) => number),
  }),
  parents: readParents,
  ancestors: readAncestors,
  weights: readWeights,
  litter: readLitter,
  growth: async ({ db, farmId, animal }) => ({ growth: await readGrowth(db, farmId, animal) }),
  health: readHealth,
  deworming: async ({ db, farmId, animal: { id, birthDate, createdAt } }) => ({
    deworming: await readDewormings(db, farmId, { id, birthDate, recordedSince: createdAt.slice(0, 10) }),
  }),
  inbreeding: async ({ pedigree }) => {
    const { inbreeding: coefficient, isInbreedingKnown: isKnown, completeness } = await pedigree();
    return { inbreeding: { coefficient, isKnown, completeness } };
  },
};

const findAnimal = (db: Db, farmId: FarmId, id: string) =>
  db
    .selectFrom('animals')
    .select(['id', ...animalColumns, 'created_at as createdAt'])
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .executeTakeFirst();

const listRegistrations = (db: Db, farmId: FarmId, ids: readonly string[]) =>
  db
    .selectFrom('animal_tags')
    .select(['animal_id as animalId', 'number'])
    .where('farm_id', '=', farmId)
    .where('animal_id', 'in', ids)
    .where('kind', '=', 'registration')
    .where('to_day', 'is', null)
    .orderBy('number')
    .execute();

async function readParents({ db, farmId, animal: { motherId, fatherId }, shared }: Subject): Promise<Facts> {
  const ids = [fatherId, motherId].filter((id) => id !== null);
  if (ids.length === 0) return { parents: { sire: null, dam: null } };
  const rows = await db
    .selectFrom('animals')
    .select(['id', 'tag_number as tagNumber', 'name', 'breed'])
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .execute();
  const numbers = shared.has('registration') ? await listRegistrations(db, farmId, ids) : [];
  const parentOf = (parentId: string | null) => {
    const row = rows.find(({ id }) => id === parentId);
    if (!row) return null;
    const { id, ...named } = row;
    return { ...named, registrations: numbers.flatMap(({ animalId, number }) => (animalId === id ? [number] : [])) };
  };
  return { parents: { sire: parentOf(fatherId), dam: parentOf(motherId) } };
}

async function readAncestors({ db, farmId, shared, pedigree }: Subject): Promise<Facts> {
  const { ancestors } = await pedigree();
  const ids = [...new Set(Object.values(ancestors).map(({ id }) => id))];
  const numbers = shared.has('registration') && ids.length > 0 ? await listRegistrations(db, farmId, ids) : [];
  const named = Object.entries(ancestors).map(([position, { id, tagNumber, name, breed }]) => {
    const registrations = numbers.flatMap(({ animalId, number }) => (animalId === id ? [number] : []));
    return { position, tagNumber, name, breed, registrations };
  });
  return { ancestors: named };
}

async function readWeights({ db, farmId, animal: { id } }: Subject): Promise<Facts> {
  const newest = await db
    .selectFrom('weights')
    .select(['day', 'grams', 'method'])
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', id)
    .orderBy('day', 'desc')
    .orderBy('event_id', 'desc')
    .limit(maxWeights)
    .execute();
  const weights = onePerDay(newest.toReversed().map(weightOf));
  return { weights: [...weights], gain: gainOf(weights) ?? null };
}

async function readLitter({ db, farmId, animal }: Subject): Promise<Facts> {
  const { id, motherId, birthDate } = animal;
  const rearing = (await readState(db, farmId, id))?.rearing;
  const fosteredBy = rearing && (rearing.isBottleFed ? ('bottle' as const) : ('foster' as const));
  const unknown = { litter: { bornWith: null, rearedBy: fosteredBy ?? null } };
  if (motherId === null || birthDate === null) return unknown;
  const births = await readBirths(db, farmId, motherId, birthDate);
  if (!births.some(({ young }) => young.some((one) => one.id === id))) return unknown;
  const rearedBy = fosteredBy ?? ((await hasStayed(db, farmId, motherId, animal)) ? ('dam' as const) : null);
  const siblings = await db
    .selectFrom('animals')
    .select(['id', ...animalColumns])
    .where('farm_id', '=', farmId)
    .where('mother_id', '=', motherId)
    .where('birth_date', '>=', addDays(birthDate, -7))
    .where('birth_date', '<=', addDays(birthDate, 7))
    .limit(maxOfLitter + 1)
    .execute();
  if (siblings.length > maxOfLitter) return { litter: { bornWith: null, rearedBy } };
  const litter = littersOf({ animals: siblings, births }).find(({ young }) => young.some((one) => one.id === id));
  return { litter: { bornWith: litter?.born ?? null, rearedBy } };
}

/** Whether the dam was on the farm until the young was of the age at which it is weaned. */
async function hasStayed(db: Db, farmId: FarmId, damId: string, young: Subject['animal']): Promise<boolean> {
  const weaned = weaningDay(young) ?? '';
  const dam = await db
    .selectFrom('animals')
    .select((eb) => [
      'status',
      eb
        .selectFrom('events')
        .select((of) => of.fn.min('day').as('day'))
        .where('events.farm_id', '=', farmId)
        .where('animal_id', '=', damId)
        .where('kind', 'in', leavingForGood)
        .where('voided_at', 'is', null)
        .where('day', '>=', young.birthDate)
        .as('left'),
    ])
    .where('farm_id', '=', farmId)
    .where('id', '=', damId)
    .executeTakeFirst();
  return dam !== undefined && (dam.left === null ? dam.status === 'active' : dam.left >= weaned);
}

async function readBirths(db: Db, farmId: FarmId, damId: string, born: CalendarDate): Promise<BirthEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['animal_id as animalId', 'day', 'detail'])
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', damId)
    .where('kind', '=', 'birth')
    .where('voided_at', 'is', null)
    .where('day', '>=', addDays(born, -7))
    .where('day', '<=', addDays(born, 7))
    .limit(maxOfLitter)
    .execute();
  return rows.map(({ detail, ...birth }) => ({ ...birth, young: (JSON.parse(detail) as EventDetail<'birth'>).young }));
}

async function readHealth({ db, farmId, animal: { id } }: Subject): Promise<Facts> {
  const rows = await db
    .selectFrom('events')
    .select(['kind', 'day', 'detail'])
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', id)
    .where('kind', 'in', ['vaccination', 'treatment', 'checkup'])
    .where('voided_at', 'is', null)
    .orderBy('day', 'desc')
    .orderBy('created_at', 'desc')
    .limit(maxMedical)
    .execute();
  const vaccinations = rows.flatMap((row) => given(row, vaccineOf)).slice(0, maxVaccinations);
  const [lastTreatment = null] = rows.flatMap((row) => given(row, medicineOf));
  return { health: { vaccinations, lastTreatment } };
}

interface MedicalRow {
  readonly kind: string;
  readonly day: CalendarDate;
  readonly detail: string;
}

function given({ kind, day, detail }: MedicalRow, whatOf: (kind: string, detail: string) => string | null) {
  const what = whatOf(kind, detail);
  return what === null ? [] : [{ day, what }];
}

function vaccineOf(kind: string, detail: string): string | null {
  if (kind === 'vaccination') return (JSON.parse(detail) as EventDetail<'vaccination'>).productName;
  return kind === 'checkup' && (JSON.parse(detail) as EventDetail<'checkup'>).cdnt ? 'CD&T' : null;
}

function medicineOf(kind: string, detail: string): string | null {
  if (kind === 'treatment') return (JSON.parse(detail) as EventDetail<'treatment'>).productName;
  if (kind !== 'checkup') return null;
  const { medication, dewormed } = JSON.parse(detail) as EventDetail<'checkup'>;
  return medication || (dewormed ? 'Dewormed' : null);
}
