import { uuidv7 } from 'uuidv7';
import { newAnimalId } from '#server/new-animal-id.ts';
import { maxExposedFemales } from '#domain/values/farm-lists.ts';
import { dueDate } from '#domain/breeding/gestation.ts';
import { slicesOf } from '#server/db/slices.ts';
import type { AddedEvent, PlannedMating } from '#domain/imports/event-draft.ts';
import type { PlannedAnimal } from '#domain/imports/herd.ts';
import { rowReference } from '#domain/imports/lists.ts';
import type { Plan } from '#domain/imports/plan.ts';
import type { AddedAnimal, AddedNumber, AnimalUpdate } from '#domain/imports/planned-row.ts';
import { animalFields, type AnimalRecord } from '#domain/records/animal.ts';
import type { HerdRule } from '#domain/records/group.ts';
import { fieldNames } from '#domain/records/fields.ts';
import { newTagRow, type NewTagRow } from '#server/animal-tags/animal-tags.queries.ts';
import { completeFields } from '#domain/records/animal-values.ts';
import { newAnimalRow } from '#server/animals/animal-fields.ts';
import type { NewAnimalRow } from '#server/animals/animals.queries.ts';
import type { NewEventRow } from '#server/journal/journal.queries.ts';
import type { NewListEntry, NewMating, PlannedChange } from './plan-messages.ts';

export class PlannedWrites {
  readonly #mark: { readonly importId: string; readonly createDigest: string; readonly now: string };
  readonly #ids: ReadonlyMap<PlannedAnimal, string>;

  constructor({ newAnimals }: Plan, importId: string, now: string) {
    this.#mark = { importId, createDigest: `import ${importId}`, now };
    // Ids increase with time and lists are ordered by them, so that the animals follow the order of the file, after outside parents.
    const inFileOrder = newAnimals.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));
    this.#ids = new Map(inFileOrder.map(({ animal }) => [animal, newAnimalId()]));
  }

  insertOf({ animal, mother, father, notes, number }: AddedAnimal): NewAnimalRow {
    const { known: _, row, ...own } = animal;
    const fields = completeFields({
      ...row?.values,
      ...own,
      notes: notes === '' ? null : notes,
      motherId: this.#idOf(mother),
      fatherId: this.#idOf(father),
      isReference: number === null,
    });
    return newAnimalRow(this.#ids.get(animal) ?? '', fields, this.#mark);
  }

  changeOf({ known, patch, mother, father }: AnimalUpdate): PlannedChange {
    const after = {
      ...patch,
      ...(mother && { motherId: this.#idOf(mother) }),
      ...(father && { fatherId: this.#idOf(father) }),
    } as Partial<AnimalRecord>;
    const names = fieldNames(animalFields).filter((name) => Object.hasOwn(after, name));
    const before = Object.entries(known).filter(([name]) => names.includes(name as keyof AnimalRecord));
    return {
      animalId: known.id,
      after: Object.fromEntries(names.map((name) => [name, after[name]])),
      before: Object.fromEntries(before),
      versionAfter: known.version + 1,
    };
  }

  eventOf({ animal, ...event }: AddedEvent): NewEventRow {
    const { now: createdAt, ...mark } = this.#mark;
    return { ...event, ...mark, createdAt, animalId: this.#idOf(animal) ?? '', id: uuidv7() };
  }

  /** Breeding records of the matings with one male. */
  matingsOf(matings: readonly PlannedMating[]): NewMating[] {
    return matings.flatMap(({ mother, fathers: [father, ...others], day, dueDay, bornDay, outcome, notes, hasRecord }) =>
      father && others.length === 0 && !hasRecord
        ? {
            id: uuidv7(),
            father_id: father.id,
            mother_id: mother.id,
            breeding_date: day,
            expected_due_date: dueDay ?? dueDate(mother.species, day),
            actual_birth_date: bornDay,
            notes,
            outcome,
            create_digest: this.#mark.createDigest,
            created_at: this.#mark.now,
          }
        : [],
    );
  }

  /** The females that were with the same males from one day to another were with them together. */
  #staysOf(matings: readonly PlannedMating[]): NewListEntry<'exposures'>['entry'][] {
    const stays = Map.groupBy(
      matings.filter(({ isStay }) => isStay),
      ({ fathers, day, outDay, name, groupId }) => JSON.stringify([fathers.map(({ id }) => id), day, outDay, name, groupId]),
    );
    return [...stays.values()].flatMap((females) =>
      [...slicesOf(females, maxExposedFemales)].map((slice) => {
        const { fathers, day, outDay, groupId, name } = slice[0]!;
        return {
          id: uuidv7(),
          fields: {
            name: name ?? `With ${fathers.map(({ tagNumber }) => tagNumber).join(', ')}`.slice(0, 100),
            maleIds: fathers.map(({ id }) => id),
            femaleIds: [...new Set(slice.map(({ mother }) => mother.id))],
            groupId,
            inDay: day,
            outDay,
          },
          createDigest: this.#mark.createDigest,
          createdAt: this.#mark.now,
          archivedAt: null,
        };
      }),
    );
  }

  entriesOf({ matings, entries }: Plan): NewListEntry[] {
    const ids = new Map(entries.map(({ number }) => [rowReference(number), uuidv7()]));
    const stays = this.#staysOf(matings).map((entry) => ({ list: 'exposures' as const, entry }));
    const others = entries.map(({ number, list, fields, endedOn }): NewListEntry => {
      const { rule } = fields as { readonly rule?: HerdRule };
      const groupId = ids.get(rule?.groupId ?? '');
      const entry = {
        id: ids.get(rowReference(number)) ?? '',
        fields: { ...fields, ...(groupId !== undefined && { rule: { ...rule, groupId } }) },
        createDigest: this.#mark.createDigest,
        createdAt: this.#mark.now,
        archivedAt: endedOn && `${endedOn}T00:00:00.000Z`,
      };
      return { list, entry };
    });
    return [...stays, ...others];
  }

  tagOf({ animal, kind, number, fromDay = null, toDay = null }: AddedNumber): NewTagRow {
    const fields = { animalId: this.#idOf(animal) ?? '', kind, number, fromDay, toDay };
    return newTagRow(uuidv7(), fields, this.#mark);
  }

  #idOf(animal: PlannedAnimal | null): string | null {
    return animal && (animal.known?.id ?? this.#ids.get(animal) ?? null);
  }
}
