import { uuidv7 } from 'uuidv7';
import { rightsOf } from '../src/domain/accounts/members.ts';
import { NewAnimal, type Animal } from '../src/contract/animals.ts';
import { NewEvent } from '../src/contract/events.ts';
import { NewBreedingRecord } from '../src/contract/breeding.ts';
import { NewHealthRecord } from '../src/contract/health.ts';
import type { Sex, Species } from '../src/domain/records/animals.ts';
import { addDays, addMonths, daysBetween, type CalendarDate } from '../src/domain/values/dates.ts';
import { dueDate } from '../src/domain/breeding/gestation.ts';
import { checkupDescription } from '../src/domain/records/health-records.ts';
import { withdrawalsFor } from '../src/domain/records/product.ts';
import { gramsPerPound } from '../src/domain/values/weights.ts';
import { addAnimal, changeAnimal } from '../src/server/animals/animals.service.ts';
import { addBreedingRecord, changeBreedingRecord } from '../src/server/breeding/breeding.service.ts';
import type { Db } from '../src/server/db/engines/connect.ts';
import type { FarmId } from '../src/server/db/farm-id.ts';
import { recordEvents } from '../src/server/events/events.service.ts';
import { addEntry } from '../src/server/farm-lists/farm-lists.service.ts';
import { addHealthRecord } from '../src/server/health/health.service.ts';
import { createRandom } from './demo-random.ts';
import { does, ewes, breeds, bucks, rams } from './demo-names.ts';

/** Three years of history before `today`, the same for the same day. */
export async function createDemoFarm(db: Db, farmId: FarmId, today: CalendarDate): Promise<void> {
  const farm = new DemoFarm(db, farmId, today);
  const start = `${Number(today.slice(0, 4)) - 3}-09-01`;
  await farm.buyFounders(start);
  for (let autumn = Number(start.slice(0, 4)); `${autumn}-09-20` <= today; autumn += 1) {
    await farm.matingSeason(`${autumn}-10-05`);
    await farm.birthSeason();
    await farm.checkups(`${autumn + 1}-05-15`);
    await farm.weaningAndSales(`${autumn + 1}-07-10`);
    await farm.checkups(`${autumn + 1}-09-10`);
  }
  await farm.presentDay();
}

interface Pregnancy {
  readonly recordId: string;
  readonly mother: Animal;
  readonly father: Animal;
  readonly birthDate: CalendarDate;
}

class DemoFarm {
  readonly #db: Db;
  readonly #farmId: FarmId;
  readonly #today: CalendarDate;
  readonly #chance = createRandom(20_031);
  readonly #herd = new Map<string, Animal>();
  #pregnancies: Pregnancy[] = [];
  #serial = 0;
  /** Those that were given a medicine whose withdrawal lasts until today. */
  readonly #withheld = new Set<string>();

  constructor(db: Db, farmId: FarmId, today: CalendarDate) {
    this.#db = db;
    this.#farmId = farmId;
    this.#today = today;
  }

  async buyFounders(day: CalendarDate): Promise<void> {
    for (const species of ['goat', 'sheep'] as const) {
      for (const breed of breeds[species]) {
        const outsideSire = await this.#add(day, {
          species,
          sex: 'male',
          breed,
          birthDate: addMonths(day, -96),
          tagNumber: `${breed.slice(0, 2).toUpperCase()}-OUT`,
          isReference: true,
        });
        await this.#buy(day, { species, sex: 'male', breed, months: 26, fatherId: outsideSire.id });
        for (let head = 0; head < 5; head += 1) {
          await this.#buy(day, {
            species,
            sex: 'female',
            breed,
            months: 20 + this.#randomInt(30),
            ...(head < 2 && { fatherId: outsideSire.id }),
          });
        }
      }
    }
  }

  /** Every adult female is mated with a male of the other line, and never with her father. */
  async matingSeason(firstDay: CalendarDate): Promise<void> {
    for (const mother of this.#active('female', addMonths(firstDay, -16))) {
      const mates = this.#active('male', addMonths(firstDay, -12)).filter(
        (male) => male.species === mother.species && male.id !== mother.fatherId && male.fatherId !== mother.fatherId,
      );
      const father = mates[this.#randomInt(mates.length)];
      const day = addDays(firstDay, this.#randomInt(28));
      if (!father || day > this.#today) continue;
      const record = await addBreedingRecord(
        this.#needs(day),
        this.#actOf('addBreedingRecord'),
        NewBreedingRecord.parse({ fatherId: father.id, motherId: mother.id, breedingDate: day }),
      );
      const birthDate = addDays(dueDate(mother.species, day), this.#randomInt(7) - 3);
      this.#pregnancies.push({ recordId: record.id, mother, father, birthDate });
    }
  }

  async birthSeason(): Promise<void> {
    for (const pregnancy of this.#pregnancies.toSorted((a, b) => a.birthDate.localeCompare(b.birthDate))) {
      // The birth is in the future, so the record stays pending.
      if (pregnancy.birthDate > this.#today) continue;
      const { recordId, birthDate } = pregnancy;
      const young = this.#chance() < 0.08 ? [] : await this.#giveBirth(pregnancy);
      const change =
        young.length === 0
          ? { outcome: 'unsuccessful' as const, notes: 'Did not settle' }
          : { outcome: 'successful' as const, actualBirthDate: birthDate, offspringIds: young.map(({ id }) => id) };
      await changeBreedingRecord(this.#needs(birthDate), this.#actOf('changeBreedingRecord'), recordId, change);
      this.#pregnancies = this.#pregnancies.filter((other) => other !== pregnancy);
    }
  }

  async #giveBirth({ mother, father, birthDate }: Pregnancy): Promise<Animal[]> {
    const litter: Animal[] = [];
    const heads = this.#chance() < 0.3 ? 1 : this.#chance() < 0.85 ? 2 : 3;
    for (let head = 0; head < heads; head += 1) {
      litter.push(
        await this.#add(birthDate, {
          species: mother.species,
          sex: this.#chance() < 0.5 ? 'male' : 'female',
          breed: breedOf(mother, father),
          birthDate,
          motherId: mother.id,
          fatherId: father.id,
          birthWeightGrams: 2600 + this.#randomInt(2200),
          tagNumber: this.#nextTag(mother.species, birthDate),
        }),
      );
    }
    return litter;
  }

  /** Twice a year; with CD&T in spring. */
  async checkups(day: CalendarDate): Promise<void> {
    if (day > this.#today) return;
    const isSpring = day.slice(5, 7) === '05';
    for (const animal of this.#active()) {
      const extras = { cdnt: isSpring, hoofsTrimmed: true, dewormed: this.#chance() < 0.3 };
      await this.#checkup(animal, day, this.#chance() < 0.08 ? '2' : this.#chance() < 0.4 ? '3' : '4', extras);
    }
  }

  /** The young are weighed, most males and some females are sold, and a few animals have died. */
  async weaningAndSales(day: CalendarDate): Promise<void> {
    if (day > this.#today) return;
    for (const animal of this.#active()) {
      const age = daysBetween(animal.birthDate ?? day, day);
      const isYoung = age < 200;
      if (isYoung)
        await this.#change(animal, day, {
          weaningWeightGrams: Math.round(poundsAt(animal, day) * gramsPerPound),
          weaningAgeDays: age,
        });
      const chance = this.#chance();
      if (chance < 0.03)
        await this.#change(animal, day, { status: 'died', notes: isYoung ? 'Found dead on the pasture' : 'Died of old age' });
      else if (isYoung && chance < (animal.sex === 'male' ? 0.85 : 0.35)) await this.#change(animal, day, { status: 'sold' });
    }
  }

  async presentDay(): Promise<void> {
    const active = this.#active();
    for (const [index, animal] of active.entries()) {
      if (index % 17 === 3)
        await this.#checkup(animal, this.#today, index % 2 === 0 ? '1' : '2', {
          cdnt: false,
          hoofsTrimmed: false,
          dewormed: true,
        });
      if (index % 7 === 5 && !this.#withheld.has(animal.id)) {
        const salePriceCents = 15_000 + this.#randomInt(40) * 500;
        await this.#change(animal, this.#today, {
          forSale: true,
          salePriceCents,
          saleDescription: `Healthy, vaccinated, easy to handle. Born on our farm in ${animal.birthDate?.slice(0, 4) ?? 'spring'}.`,
        });
      }
    }
    await this.#placesAndTreatments();
  }

  /** Rule 40: the products and their withdrawals are invented and say so. */
  async #placesAndTreatments(): Promise<void> {
    const day = addDays(this.#today, -6);
    const place = (name: string, areaSquareMetres: number | null, restDays: number | null) =>
      addEntry(this.#needs(day), this.#actOf('addPlace'), 'places', { name, areaSquareMetres, restDays });
    const [north, creek, pen] = [
      await place('North Pasture', 24_000, 35),
      await place('Creek Pasture', 41_000, 35),
      await place('Buck Pen', 400, null),
    ];
    await place('Orchard', 9000, 50);
    const group = await addEntry(this.#needs(day), this.#actOf('addGroup'), 'groups', { name: 'Kids and lambs' });
    const source = 'Invented for this demonstration';
    const drench = await addEntry(this.#needs(day), this.#actOf('addProduct'), 'products', {
      name: 'Example Drench',
      kind: 'dewormer',
      unit: 'ml',
      note: 'Not a real product',
      withdrawals: [
        { species: null, product: 'meat', days: 20, source },
        { species: 'goat', product: 'milk', days: 8, source },
      ],
    });
    await addEntry(this.#needs(day), this.#actOf('addProduct'), 'products', {
      name: 'Example Vaccine',
      kind: 'vaccine',
      unit: 'ml',
      note: 'Not a real product',
      withdrawals: [{ species: null, product: 'meat', days: 21, source }],
    });
    const active = this.#active();
    await this.#record(
      day,
      active.map((animal) => ({
        kind: 'move',
        animalId: animal.id,
        placeId: (animal.sex === 'male' ? pen : animal.species === 'goat' ? north : creek).id,
      })),
    );
    const young = active.filter(({ birthDate }) => daysBetween(birthDate ?? day, day) < 330);
    await this.#record(
      day,
      young.map(({ id }) => ({ kind: 'move', animalId: id, groupId: group.id })),
    );
    const treated = active.filter(({ forSale }, index) => !forSale && index % 13 === 4);
    await this.#record(
      addDays(day, 2),
      treated.map((animal) => ({
        kind: 'treatment',
        animalId: animal.id,
        productId: drench.id,
        productName: drench.name,
        dose: 8,
        unit: 'ml',
        withdrawals: withdrawalsFor(drench, animal.species).map(({ product, days }) => ({ product, days })),
        batch: 'EX-1',
        reason: 'FAMACHA 4',
      })),
    );
  }

  async #record(day: CalendarDate, events: readonly object[]): Promise<void> {
    const body = events.map((event) => NewEvent.parse({ id: uuidv7(), day, ...event }));
    await recordEvents(this.#needs(day), { ...this.#actOf('recordEvents'), role: 'owner' }, body);
  }

  async #checkup(
    animal: Animal,
    day: CalendarDate,
    healthStatus: string,
    extras: { cdnt: boolean; hoofsTrimmed: boolean; dewormed: boolean },
  ): Promise<void> {
    const weightLbs = Math.round(poundsAt(animal, day));
    const meatWithdrawalDays = extras.dewormed ? 14 : extras.cdnt ? 0 : null;
    if (addDays(day, meatWithdrawalDays ?? 0) > this.#today) this.#withheld.add(animal.id);
    const record = {
      animalId: animal.id,
      date: day,
      healthStatus,
      weightLbs,
      ...extras,
      meatWithdrawalDays,
      description: checkupDescription(weightLbs, extras),
    };
    await addHealthRecord(this.#needs(day), this.#actOf('addHealthRecord'), NewHealthRecord.parse(record));
  }

  #buy(
    day: CalendarDate,
    { months, ...animal }: { species: Species; sex: Sex; breed: string; months: number; fatherId?: string },
  ): Promise<Animal> {
    const birthDate = addDays(addMonths(day, -months), -this.#randomInt(28));
    return this.#add(day, {
      ...animal,
      birthDate,
      tagNumber: this.#nextTag(animal.species, birthDate),
      notes: 'Bought as breeding stock',
    });
  }

  async #add(day: CalendarDate, fields: Partial<Animal> & { species: Species; sex: Sex }): Promise<Animal> {
    const names = { goat: { female: does, male: bucks }, sheep: { female: ewes, male: rams } }[fields.species][fields.sex];
    const name = names[this.#randomInt(names.length)];
    const animal = await addAnimal(this.#needs(day), this.#actOf('addAnimal'), NewAnimal.parse({ name, ...fields }));
    if (!animal.isReference) this.#herd.set(animal.id, animal);
    return animal;
  }

  async #change({ id }: Animal, day: CalendarDate, fields: Parameters<typeof changeAnimal>[3]): Promise<void> {
    this.#herd.set(id, await changeAnimal(this.#needs(day), this.#actOf('changeAnimal'), id, fields));
  }

  #actOf(call: string) {
    return { farmId: this.#farmId, by: { job: 'demo farm' } as const, call, rights: rightsOf('owner') };
  }

  #active(sex?: Sex, bornBefore = '9999'): Animal[] {
    return [...this.#herd.values()].filter(
      (animal) => animal.status === 'active' && (!sex || animal.sex === sex) && (animal.birthDate ?? '') < bornBefore,
    );
  }

  /** The initial of the species, the year of birth and a serial number. */
  #nextTag(species: Species, birthDate: CalendarDate): string {
    this.#serial += 1;
    return `${species === 'goat' ? 'G' : 'S'}${birthDate.slice(2, 4)}-${String(this.#serial).padStart(3, '0')}`;
  }

  #needs(day: CalendarDate): { db: Db; now: () => Date } {
    return { db: this.#db, now: () => new Date(`${day}T07:00:00.000Z`) };
  }

  #randomInt(end: number): number {
    return Math.floor(this.#chance() * end);
  }
}

function breedOf(mother: Animal, father: Animal): string | null {
  if (mother.breed === father.breed) return mother.breed;
  const isFirstCross = breeds[mother.species].includes(mother.breed ?? '') && breeds[father.species].includes(father.breed ?? '');
  return isFirstCross ? `${father.breed} × ${mother.breed}` : 'Crossbred';
}

/** Growth is fast until weaning and slower until three years, at an individual rate for each animal, so that none loses weight. */
function poundsAt({ birthDate, tagNumber }: Animal, day: CalendarDate): number {
  const months = Math.min(36, daysBetween(birthDate ?? day, day) / 30);
  const pace = 0.85 + ((Number(tagNumber.slice(-3)) * 17) % 40) / 100;
  return 8 + pace * (Math.min(3, months) * 10 + Math.max(0, months - 3) * 3.5);
}
