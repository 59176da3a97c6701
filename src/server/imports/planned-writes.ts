import { uuidv7 } from 'uuidv7';
import { checkupDescription } from '#domain/health-records.ts';
import type { Patch } from '#domain/imports/changes.ts';
import type { PlannedAnimal, KnownAnimal } from '#domain/imports/herd.ts';
import type { AddedWeighing, AddedAnimal, AnimalUpdate, Plan } from '#domain/imports/plan.ts';
import { roundToCheckup } from '#domain/imports/weighings.ts';
import {
  completeFields,
  newAnimalRow,
  defaultHealthStatus,
  toColumns,
  type AnimalFields,
} from '#server/animals/animal-fields.ts';
import type { NewAnimalRow } from '#server/animals/animals.queries.ts';
import type { NewHealthRow } from '#server/health/health.queries.ts';
import type { PlannedChange } from './plan-messages.ts';

export class PlannedWrites {
  readonly #importId: string;
  readonly #now: string;
  readonly #ids: ReadonlyMap<PlannedAnimal, string>;

  constructor({ newAnimals }: Plan, importId: string, now: string) {
    this.#importId = importId;
    this.#now = now;
    // Ids increase with time and lists are ordered by them, so that the animals follow the order of the file, after outside parents.
    const inFileOrder = newAnimals.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));
    this.#ids = new Map(inFileOrder.map(({ animal }) => [animal, uuidv7()]));
  }

  insertOf({ animal, mother, father, notes, number }: AddedAnimal): NewAnimalRow {
    const { tagNumber, species, sex, birthDate, birthYear, breed, row } = animal;
    const { salePriceCents, ...values } = row?.values ?? {};
    const fields = completeFields({
      ...values,
      ...(salePriceCents !== undefined && { salePrice: salePriceCents }),
      tagNumber,
      species,
      sex,
      breed,
      birthDate,
      birthYear,
      notes: notes === '' ? null : notes,
      motherId: this.#idOf(mother),
      fatherId: this.#idOf(father),
      isReference: number === null,
    });
    return newAnimalRow(this.#ids.get(animal) ?? '', fields, {
      createDigest: `import ${this.#importId}`,
      now: this.#now,
      importId: this.#importId,
    });
  }

  changeOf({ known, patch, mother, father }: AnimalUpdate): PlannedChange {
    const after = named({
      ...patch,
      ...(mother && { motherId: this.#idOf(mother) }),
      ...(father && { fatherId: this.#idOf(father) }),
    });
    const changed = new Set(Object.keys(after) as (keyof AnimalFields)[]);
    const before = Object.entries(named(known)).filter(([field]) => changed.has(field as keyof AnimalFields));
    return {
      animalId: known.id,
      columns: toColumns(after, changed),
      before: Object.fromEntries(before),
      versionAfter: known.version + 1,
    };
  }

  /** The same record that the checkup form would send, with the animal's health status. */
  checkupOf({ animal, date, grams }: AddedWeighing): NewHealthRow {
    const stored = roundToCheckup(grams);
    return {
      id: uuidv7(),
      animal_id: this.#idOf(animal) ?? '',
      date,
      record_type: 'checkup',
      health_status: animal.row?.values.healthStatus ?? animal.known?.healthStatus ?? defaultHealthStatus,
      description: checkupDescription(stored.pounds, { cdnt: false, hoofsTrimmed: false, dewormed: false }),
      weight_grams: stored.grams ?? null,
      veterinarian: '',
      medication: '',
      dosage: '',
      next_due_date: null,
      notes: '',
      cdnt: false,
      hoofs_trimmed: false,
      dewormed: false,
      import_id: this.#importId,
      create_digest: `import ${this.#importId}`,
      created_at: this.#now,
    };
  }

  #idOf(animal: PlannedAnimal | null): string | null {
    return animal && (animal.known?.id ?? this.#ids.get(animal) ?? null);
  }
}

function named({ salePriceCents, ...fields }: Partial<KnownAnimal> | Patch): AnimalFields {
  return { ...fields, ...(salePriceCents !== undefined && { salePrice: salePriceCents }) } as AnimalFields;
}
