import { setImmediate } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import { addDays, type CalendarDate, daysBetween } from '#domain/values/dates.ts';
import { factorSetsOf } from '#domain/performance/adjusted-weights.ts';
import { groupDays, growthOf } from '#domain/performance/growth-of-young.ts';
import { littersOf, rearingOf, type HerdAnimal } from '#domain/performance/litters.ts';
import type { JournalEvent } from '#domain/records/events.ts';
import { readBreedingRules } from '#server/db/breeding-rules.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { asFields } from '#server/db/record-columns.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { idsPerQuery, slicesOf } from '#server/db/slices.ts';
import { eventsBetween } from '#server/journal/journal.queries.ts';

export interface GroupGrowth {
  /** The adjusted weight relative to the mean of the group. */
  readonly ratio: number;
  readonly of: number;
  readonly targetDays: number;
  readonly bornFrom: CalendarDate;
  readonly bornTo: CalendarDate;
}

interface Young {
  readonly species: HerdAnimal['species'];
  readonly birthDate: CalendarDate;
}

/** Anybody can request this, so larger seasons are compared only on the farm's own performance screen. */
const maxYoung = 4000;
const maxOfEvents = 10_000;
/** More young than a female rears in a season, and more events than a young has until it is weaned. Each is compared with each of the others. */
const maxOfRearer = 30;

/** The animal's growth among its contemporaries, computed like on the performance screen; null if it is not compared. */
export async function readGrowth(
  db: Db,
  farmId: FarmId,
  animal: Pick<HerdAnimal, 'id' | 'species' | 'birthDate' | 'weaningWeightGrams'>,
): Promise<GroupGrowth | null> {
  const { id, birthDate } = animal;
  if (birthDate === null || animal.weaningWeightGrams === null) return null;
  const season = await readSeason(db, farmId, { ...animal, birthDate });
  if (!season) return null;
  await setImmediate();
  const litters = littersOf(season);
  const rules = await readBreedingRules(db, farmId);
  const growth = growthOf({ history: season, litters, rearing: rearingOf(season) }, factorSetsOf(rules?.sheepFactors));
  const rank = growth.rankOf(id);
  const own = growth.of(id);
  if (!rank || rank.of < 2 || typeof own !== 'object') return null;
  const { from, to, target } = growth.groups.find(({ key }) => key === own.group)!;
  return { ratio: Math.round(rank.ratio * 1000) / 1000, of: rank.of, targetDays: target, bornFrom: from, bornTo: to };
}

const columns = [
  ...asFields('id species sex status birthDate birthYear motherId fatherId birthWeightGrams weaningWeightGrams'),
  ...asFields('weaningAgeDays castratedOn isCastrated isReference'),
] as const;

/**
 * The young of the same species that can belong to its group, with their dams and their events until weaning. Resolves with undefined if there
 * are too many.
 */
async function readSeason(db: Db, farmId: FarmId, { species, birthDate }: Young) {
  const to = addDays(birthDate, groupDays);
  const from = addDays(await firstOfSeason(db, farmId, { species, birthDate }), -marginDays);
  const young = await readYoung(db, farmId, { species, from, to: addDays(to, marginDays) });
  const events = young && (await readEvents(db, farmId, from, addDays(to, weanedByDays)));
  if (!events) return undefined;
  const isYoung = new Set(young.map(({ id }) => id));
  const damIds = new Set(young.flatMap(({ motherId }) => (motherId === null || isYoung.has(motherId) ? [] : motherId)));
  const animals = [...young];
  for (const slice of slicesOf([...damIds], idsPerQuery)) {
    await setImmediate();
    animals.push(
      ...(await db.selectFrom('animals').select(columns).where('farm_id', '=', farmId).where('id', 'in', slice).execute()),
    );
  }
  const season = {
    animals,
    births: events.filter((event) => event.kind === 'birth'),
    fosterings: events.filter((event) => event.kind === 'fostering'),
    deaths: events.filter((event) => event.kind === 'death'),
    slaughters: events.filter((event) => event.kind === 'slaughter'),
  };
  const rearers = [...young.map(({ motherId }) => motherId), ...season.fosterings.map(({ rearedById }) => rearedById)];
  const isCrowded = [rearers, events.map(({ animalId }) => animalId)].some((ids) => isRepeated(ids, maxOfRearer));
  return isCrowded ? undefined : season;
}

interface Range {
  readonly species: HerdAnimal['species'];
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

async function readYoung(db: Db, farmId: FarmId, { species, from, to }: Range) {
  const young = [];
  for await (const isInPart of herdParts(db, farmId)) {
    const rows = await db
      .selectFrom('animals')
      .select(columns)
      .where('farm_id', '=', farmId)
      .where(isInPart)
      .where('species', '=', species)
      .where('birth_date', '>=', from)
      .where('birth_date', '<=', to)
      .execute();
    young.push(...rows);
    if (young.length > maxYoung) return undefined;
  }
  return young;
}

const animalsPerPart = 1000;

/** Conditions on the ids of animals that together hold for the whole herd. Reading a very large one at once would block other requests. */
async function* herdParts(db: Db, farmId: FarmId) {
  for (let after: string | undefined = ''; after !== undefined;) {
    await setImmediate();
    const first: string = after;
    const next = await db
      .selectFrom('animals')
      .select('id')
      .where('farm_id', '=', farmId)
      .where('id', '>', first)
      .orderBy('id')
      .offset(animalsPerPart - 1)
      .limit(1)
      .executeTakeFirst();
    after = next?.id;
    const last = after;
    yield (eb: ExpressionBuilder<Database, 'animals'>) =>
      last === undefined ? eb('id', '>', first) : eb.and([eb('id', '>', first), eb('id', '<=', last)]);
  }
}

async function readEvents(db: Db, farmId: FarmId, from: CalendarDate, to: CalendarDate) {
  const found: JournalEvent[] = [];
  for (const kind of ['birth', 'fostering', 'death', 'slaughter'] as const) {
    for await (const events of eventsBetween(db, farmId, { kind, from, to })) {
      found.push(...events);
      if (found.length > maxOfEvents) return undefined;
    }
  }
  return found;
}

/** Whether one of the ids occurs more often. */
function isRepeated(ids: readonly (string | null)[], most: number): boolean {
  const counts = new Map<string, number>();
  for (const id of ids) {
    if (id === null) continue;
    const count = (counts.get(id) ?? 0) + 1;
    if (count > most) return true;
    counts.set(id, count);
  }
  return false;
}

/** Young of one litter may be entered with birth dates that differ a little. */
const marginDays = 30;

/** All compared weights are taken before this age. */
const weanedByDays = 200;

/** The first birth after a gap that is longer than a group can be, before which births do not matter. */
async function firstOfSeason(db: Db, farmId: FarmId, { species, birthDate }: Young): Promise<CalendarDate> {
  const days = new Set<CalendarDate>();
  for await (const isInPart of herdParts(db, farmId)) {
    const rows = await db
      .selectFrom('animals')
      .select((eb) => eb.ref('birth_date').$notNull().as('day'))
      .distinct()
      .where('farm_id', '=', farmId)
      .where(isInPart)
      .where('species', '=', species)
      .where('weaning_weight_grams', 'is not', null)
      .where('birth_date', '<=', birthDate)
      .execute();
    for (const { day } of rows) days.add(day);
  }
  let first = birthDate;
  for (const day of [...days].toSorted().toReversed()) {
    if (daysBetween(day, first) > groupDays) break;
    first = day;
  }
  return first;
}
