import { addDays, type CalendarDate, daysBetween } from '#domain/dates.ts';
import { factorSetsOf } from '#domain/performance/adjusted-weights.ts';
import { groupDays, growthOf } from '#domain/performance/growth-of-young.ts';
import { littersOf, rearingOf, type HerdAnimal } from '#domain/performance/litters.ts';
import type { EventKind } from '#domain/records/events.ts';
import { readBreedingRules } from '#server/db/breeding-rules.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { animalColumns } from '#server/db/record-columns.ts';
import { yieldToEventLoop } from '#server/lists/yield-to-event-loop.ts';
import { journalColumns, toJournalEvent } from '#server/journal/journal.queries.ts';

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
const mostYoung = 4000;
const mostOfEvents = 10_000;

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
  await yieldToEventLoop();
  const litters = littersOf(season);
  const rules = await readBreedingRules(db, farmId);
  const growth = growthOf({ history: season, litters, rearing: rearingOf(season) }, factorSetsOf(rules?.sheepFactors));
  const rank = growth.rankOf(id);
  const own = growth.of(id);
  if (!rank || rank.of < 2 || typeof own !== 'object') return null;
  const { from, to, target } = growth.groups.find(({ key }) => key === own.group)!;
  return { ratio: Math.round(rank.ratio * 1000) / 1000, of: rank.of, targetDays: target, bornFrom: from, bornTo: to };
}

/**
 * The young of the same species that can belong to its group, with their dams and their events until weaning. Resolves with undefined if there
 * are too many.
 */
async function readSeason(db: Db, farmId: FarmId, { species, birthDate }: Young) {
  const to = addDays(birthDate, groupDays);
  const from = addDays(await firstOfSeason(db, farmId, { species, birthDate }), -marginDays);
  const bornTo = addDays(to, marginDays);
  const young = await db
    .selectFrom('animals')
    .select(['id', ...animalColumns])
    .where('farm_id', '=', farmId)
    .where('species', '=', species)
    .where('birth_date', '>=', from)
    .where('birth_date', '<=', bornTo)
    .limit(mostYoung + 1)
    .execute();
  if (young.length > mostYoung) return undefined;
  const isYoung = new Set(young.map(({ id }) => id));
  const dams = await db
    .selectFrom('animals')
    .select(['id', ...animalColumns])
    .where('farm_id', '=', farmId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('animals as young')
        .select((own) => own.ref('young.mother_id').$notNull().as('id'))
        .where('young.farm_id', '=', farmId)
        .where('young.species', '=', species)
        .where('young.mother_id', 'is not', null)
        .where('young.birth_date', '>=', from)
        .where('young.birth_date', '<=', bornTo),
    )
    .execute();
  const kinds: EventKind[] = ['birth', 'fostering', 'death'];
  const rows = await db
    .selectFrom('events')
    .select(journalColumns)
    .where('farm_id', '=', farmId)
    .where('kind', 'in', kinds)
    .where('voided_at', 'is', null)
    .where('day', '>=', from)
    .where('day', '<=', addDays(to, weanedByDays))
    .limit(mostOfEvents + 1)
    .execute();
  if (rows.length > mostOfEvents) return undefined;
  const events = rows.map(toJournalEvent);
  return {
    animals: [...young, ...dams.filter(({ id }) => !isYoung.has(id))],
    births: events.filter((event) => event.kind === 'birth'),
    fosterings: events.filter((event) => event.kind === 'fostering'),
    deaths: events.filter((event) => event.kind === 'death'),
  };
}

/** Young of one litter may be entered with birth dates that differ a little. */
const marginDays = 30;

/** All compared weights are taken before this age. */
const weanedByDays = 200;

/** The first birth after a gap that is longer than a group can be, before which births do not matter. */
async function firstOfSeason(db: Db, farmId: FarmId, { species, birthDate }: Young): Promise<CalendarDate> {
  const days = await db
    .selectFrom('animals')
    .select((eb) => eb.ref('birth_date').$notNull().as('day'))
    .distinct()
    .where('farm_id', '=', farmId)
    .where('species', '=', species)
    .where('weaning_weight_grams', 'is not', null)
    .where('birth_date', '<=', birthDate)
    .orderBy('birth_date', 'desc')
    .execute();
  let first = birthDate;
  for (const { day } of days) {
    if (daysBetween(day, first) > groupDays) break;
    first = day;
  }
  return first;
}
