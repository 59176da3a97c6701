import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { addAccount, updateProfile } from '../src/server/accounts/accounts.queries.ts';
import { createPasswords } from '../src/server/passwords.ts';
import type { Db } from '../src/server/db/engines/connect.ts';
import type { FarmId } from '../src/server/db/farm-id.ts';
import { insertRows } from '../src/server/db/insert-rows.ts';
import type { Database } from '../src/server/db/schema/schema.ts';
import { addToJournal } from '../src/server/journal/change-journal.ts';
import type { NewEventRow } from '../src/server/journal/journal.queries.ts';
import { inFarmTransaction, inTransaction, relistLater } from '../src/server/db/transaction.ts';
import { beginSession } from '../src/server/http/sessions.ts';
import { assignPlan } from '../src/server/subscriptions/farm-plan.queries.ts';

export const password = 'correct horse battery';
export const breeds = ['Boer', 'Kiko', 'Nubian', 'Katahdin', 'Dorper', 'Merino', 'Suffolk', 'Texel'];
const places = ['Hollow Oak', 'Stone Gate', 'Windy Hill', 'Clover', 'Long Meadow', 'Brook', 'High Pasture', 'Old Mill'];

export interface BenchFarm {
  readonly username: string;
  readonly cookie: string;
  readonly farmId: FarmId;
  readonly animalIds: readonly string[];
}

export interface StockOptions {
  readonly animals: number;
  readonly checkupsEach?: number;
  readonly isSeller?: boolean;
}

const passwordHash = createPasswords().hash(password);

export async function createBenchFarm(db: Db, { animals, checkupsEach = 0, isSeller = false }: StockOptions): Promise<BenchFarm> {
  const now = new Date();
  const username = `bench-${uuidv7()}`;
  const account = { username, email: `${username.slice(-12)}@example.org`, passwordHash: await passwordHash };
  const { farmId, token } = await inTransaction(db, async (tx) => {
    const person = await addAccount(tx, account, now);
    const place = places[Number.parseInt(username.slice(-2), 16) % places.length];
    await updateProfile(tx, person.farmId, person.userId, { farmName: `${place} Farm` });
    await assignPlan(tx, person.farmId, 'enterprise', now);
    return { farmId: person.farmId, token: await beginSession(tx, person, now) };
  });
  const herd = Array.from({ length: animals }, (_, index) => animalRow(farmId, index, isSeller));
  const checkups = herd.flatMap(({ id }) => Array.from({ length: checkupsEach }, (_, index) => checkup(id, index)));
  await inFarmTransaction(db, farmId, async (tx) => {
    if (isSeller) await tx.insertInto('storefronts').values(placeOf(farmId)).execute();
    await insertRows(tx, farmId, 'animals', herd);
    const registered = isSeller ? herd.filter((_, index) => index % 5 === 0).map(registration) : [];
    for (let at = 0; at < registered.length; at += 500)
      await tx
        .insertInto('animal_tags')
        .values(registered.slice(at, at + 500))
        .execute();
    if (isSeller)
      relistLater(
        tx,
        farmId,
        herd.map(({ id }) => id),
      );
    await addToJournal(tx, { farmId, by: { job: 'bench' }, call: 'addHealthRecord' }, checkups, now.toISOString());
  });
  return { username, cookie: `session=${token}`, farmId, animalIds: herd.map(({ id }) => id) };
}

function animalRow(farmId: FarmId, index: number, isSeller: boolean): Insertable<Database['animals']> & { id: string } {
  const moment = new Date(1_780_000_000_000 + index * 1000).toISOString();
  return {
    farm_id: farmId,
    id: uuidv7(),
    tag_number: `T-${String(index).padStart(5, '0')}`,
    name: index % 3 === 0 ? `Daisy ${index}` : null,
    species: index % 2 === 0 ? 'goat' : 'sheep',
    sex: index % 10 === 0 ? 'male' : 'female',
    birth_date: `202${index % 6}-0${1 + (index % 9)}-1${index % 10}`,
    breed: breeds[index % breeds.length] ?? null,
    status: 'active',
    health_status: '4',
    vaccinated: index % 4 === 0,
    for_sale: isSeller,
    sale_price_cents: isSeller ? 5000 + ((index * 7919) % 100_000) : null,
    is_castrated: false,
    is_reference: false,
    create_digest: '',
    revision: 0,
    created_at: moment,
    updated_at: moment,
  };
}

const placeOf = (farmId: FarmId): Insertable<Database['storefronts']> => ({
  farm_id: farmId,
  place_name: null,
  place_precision: 'km10',
  latitude: 25 + Math.floor(Math.random() * 240) / 10,
  longitude: -124 + Math.floor(Math.random() * 570) / 10,
  // Only shared facts can be filtered by.
  shared: '["birth","registration"]',
});

const registration = ({ farm_id, id, created_at }: ReturnType<typeof animalRow>): Insertable<Database['animal_tags']> => ({
  farm_id,
  id: uuidv7(),
  animal_id: id,
  kind: 'registration',
  number: id.slice(-12),
  number_key: id.slice(-12),
  from_day: null,
  to_day: null,
  import_id: null,
  create_digest: '',
  revision: 0,
  created_at,
});

const checkup = (animalId: string, index: number): NewEventRow => ({
  id: uuidv7(),
  kind: 'checkup',
  animalId,
  day: `202${index % 6}-0${1 + (index % 9)}-15`,
  detail: {
    recordType: 'checkup',
    healthStatus: '4',
    description: 'Health status check. Weight: 120 lbs.',
    weightLbs: 120,
    veterinarian: '',
    medication: '',
    dosage: '',
    nextDueDate: null,
    notes: '',
    cdnt: false,
    hoofsTrimmed: true,
    dewormed: false,
  },
  createDigest: '',
  createdAt: new Date(1_780_000_000_000 + index * 1000).toISOString(),
});
