import type { Selectable } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#server/db/schema/schema.ts';
import type { TestServer } from './engines.ts';

type Row<T extends keyof Database> = Selectable<Database[T]>;
type Animal = Row<'animals'>;
type FindAnimal = (farmId: string, id: string | null) => Animal | undefined;

export async function expectInvariants({ db }: TestServer): Promise<void> {
  const [animals, events, breedings, offspring, listings] = await Promise.all([
    db.selectFrom('animals').selectAll().execute(),
    db.selectFrom('events').selectAll().execute(),
    db.selectFrom('breeding_records').selectAll().execute(),
    db.selectFrom('breeding_offspring').selectAll().execute(),
    db.selectFrom('listings').selectAll().execute(),
  ]);
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  const find: FindAnimal = (farmId, id) => {
    const animal = id === null ? undefined : byId.get(id);
    return animal?.farm_id === farmId ? animal : undefined;
  };
  expect([
    ...animals.flatMap((animal) => parentViolations(animal, find)),
    ...animals.filter((animal) => isOwnAncestor(animal, byId)).map(({ id }) => `${id} is its own ancestor`),
    ...events.filter((event) => !find(event.farm_id, event.animal_id)).map(({ id }) => `event ${id} without its animal`),
    ...events
      .filter(({ farm_id, animal_id, day }) => isUnborn(find(farm_id, animal_id), day))
      .map(({ id }) => `event ${id} before the birth of its animal`),
    ...breedings.flatMap((record) => breedingViolations(record, offspring, find)),
    ...listingViolations(animals, listings),
  ]).toEqual([]);
}

function parentViolations(animal: Animal, find: FindAnimal): string[] {
  return (['mother', 'father'] as const).flatMap((role) => {
    const id = animal[`${role}_id`];
    if (id === null) return [];
    const parent = find(animal.farm_id, id);
    if (!parent) return [`${animal.id} has a ${role} of no farm or another`];
    const isRightSex = parent.sex === (role === 'mother' ? 'female' : 'male');
    const [parentBorn, born] = [yearOrDay(parent, '01-01'), yearOrDay(animal, '12-31')];
    const isOlder = parentBorn === null || born === null || parentBorn <= born;
    return isRightSex && parent.species === animal.species && isOlder ? [] : [`${animal.id} has a wrong ${role}`];
  });
}

const isUnborn = (animal: Animal | undefined, day: string): boolean =>
  animal !== undefined && day < (yearOrDay(animal, '01-01') ?? '');

const yearOrDay = ({ birth_date: date, birth_year: year }: Animal, day: string): string | null =>
  date ?? (year === null ? null : `${year}-${day}`);

function isOwnAncestor(animal: Animal, byId: ReadonlyMap<string, Animal>): boolean {
  const seen = new Set<string>();
  const open = [animal.mother_id, animal.father_id];
  while (open.length > 0) {
    const id = open.pop() ?? '';
    if (id === animal.id) return true;
    const next = byId.get(id);
    if (!next || seen.has(id)) continue;
    seen.add(id);
    open.push(next.mother_id, next.father_id);
  }
  return false;
}

function breedingViolations(
  record: Row<'breeding_records'>,
  offspring: readonly Row<'breeding_offspring'>[],
  find: FindAnimal,
): string[] {
  const [father, mother] = [find(record.farm_id, record.father_id), find(record.farm_id, record.mother_id)];
  const young = offspring.filter((one) => one.breeding_id === record.id).map((one) => find(record.farm_id, one.animal_id));
  const invariants: readonly [string, boolean][] = [
    ['a male father of its farm', father?.sex === 'male'],
    ['a female mother of its farm', mother?.sex === 'female'],
    ['a father that was born', !isUnborn(father, record.breeding_date)],
    ['a mother that was born', !isUnborn(mother, record.breeding_date)],
    ['one species', father?.species === mother?.species],
    ['a due date', record.expected_due_date !== ''],
    ['no birth before the breeding', record.actual_birth_date === null || record.actual_birth_date >= record.breeding_date],
    ['at most four young', young.length <= 4],
    ['each young once', new Set(young).size === young.length],
    [
      'young of its farm and its pair',
      young.every((one) => one?.mother_id === record.mother_id || one?.father_id === record.father_id),
    ],
    ['no young that is its own parent', young.every((one) => one !== father && one !== mother)],
  ];
  return invariants.filter(([, holds]) => !holds).map(([invariant]) => `breeding ${record.id} lacks: ${invariant}`);
}

function listingViolations(animals: readonly Animal[], listings: readonly Row<'listings'>[]): string[] {
  const offered = animals.filter(
    (animal) => animal.status === 'active' && animal.for_sale && animal.sale_price_cents !== null && !animal.is_reference,
  );
  const describeListing = (id: string, price: number | null, { farm_id, name, species, sex }: Animal | Row<'listings'>): string =>
    [id, farm_id, name, species, sex, price].join(' ');
  const expected = new Set(offered.map((animal) => describeListing(animal.id, animal.sale_price_cents, animal)));
  const listed = new Set(listings.map((listing) => describeListing(listing.animal_id, listing.price_cents, listing)));
  return [
    ...[...expected.difference(listed)].map((one) => `not listed: ${one}`),
    ...[...listed.difference(expected)].map((one) => `wrongly listed: ${one}`),
  ];
}
