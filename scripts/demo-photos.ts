import { rightsOf } from '../src/domain/accounts/members.ts';
import { daysBetween, type CalendarDate } from '../src/domain/values/dates.ts';
import { changeAnimal } from '../src/server/animals/animals.service.ts';
import type { Db } from '../src/server/db/engines/connect.ts';
import type { FarmId } from '../src/server/db/farm-id.ts';
import type { FileStore } from '../src/server/storage/file-store.ts';
import { storePicture } from '../src/server/files/files.service.ts';
import { createRandom } from './demo-random.ts';
import { drawPortrait } from './demo-portrait.ts';

interface Place {
  readonly db: Db;
  readonly pictures: FileStore;
}

/** The same photos for the same day: first for animals on sale, then for males. */
export async function addPhotos(place: Place, farmId: FarmId, today: CalendarDate, maxPhotos = 24): Promise<void> {
  const needs = { ...place, now: () => new Date(`${today}T08:00:00.000Z`) };
  const act = { farmId, by: { job: 'demo farm' }, call: 'changeAnimal', rights: rightsOf('owner') };
  const chance = createRandom(1974);
  const animals = await place.db
    .selectFrom('animals')
    .select(['id', 'species', 'sex', 'breed', 'birth_date as birthDate'])
    .where('farm_id', '=', farmId)
    .where('status', '=', 'active')
    .where('is_reference', '=', false)
    .orderBy('for_sale', 'desc')
    .orderBy('sex', 'desc')
    .orderBy('tag_number')
    .limit(maxPhotos)
    .execute();
  for (const { id, species, sex, breed, birthDate } of animals) {
    const isYoung = daysBetween(birthDate ?? today, today) < 300;
    const hasHorns = species === 'goat' && !isYoung && (sex === 'male' || chance() < 0.5);
    const photo = await drawPortrait({ species, breed: breed ?? '', isYoung, hasHorns, chance });
    await changeAnimal(needs, act, id, { imageUrl: await storePicture(needs, farmId, photo) });
  }
}
