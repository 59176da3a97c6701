import { uuidv7 } from 'uuidv7';
import { newAnimalId } from '#server/new-animal-id.ts';
import { maxExposedFemales } from '#domain/values/farm-lists.ts';
import { dueDate } from '#domain/breeding/gestation.ts';
import { slicesOf } from '#server/db/slices.ts';
import type { AddedEvent, PlannedMating } from '#domain/imports/event-draft.ts';
import type { PlannedAnimal } from '#domain/imports/herd.ts';
import { rowReference, type PlannedEntry } from '#domain/imports/lists.ts';
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

/** The rows that a plan writes. */
export function rowsOf(plan: Plan, importId: string, now: string) {
  const mark = { importId, createDigest: `import ${importId}`, now };
  const own = { createDigest: mark.createDigest, createdAt: now };
  // Ids increase with time and lists are ordered by them, so that the animals follow the order of the file, after outside parents.
  const inFileOrder = plan.newAnimals.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));
  const ids = new Map(inFileOrder.map(({ animal }) => [animal, newAnimalId()]));
  const idOf = (animal: PlannedAnimal | null): string | null => animal && (animal.known?.id ?? ids.get(animal) ?? null);

  const insertOf = ({ animal, mother, father, notes, number }: AddedAnimal): NewAnimalRow => {
    const { known: _, row, ...fields } = animal;
    const all = completeFields({
      ...row?.values,
      ...fields,
      notes: notes === '' ? null : notes,
      motherId: idOf(mother),
      fatherId: idOf(father),
      isReference: number === null,
    });
    return newAnimalRow(ids.get(animal) ?? '', all, mark);
  };

  const changeOf = ({ known, patch, mother, father }: AnimalUpdate): PlannedChange => {
    const after = {
      ...patch,
      ...(mother && { motherId: idOf(mother) }),
      ...(father && { fatherId: idOf(father) }),
    } as Partial<AnimalRecord>;
    const names = fieldNames(animalFields).filter((name) => Object.hasOwn(after, name));
    const before = Object.entries(known).filter(([name]) => names.includes(name as keyof AnimalRecord));
    return {
      animalId: known.id,
      after: Object.fromEntries(names.map((name) => [name, after[name]])),
      before: Object.fromEntries(before),
      versionAfter: known.version + 1,
    };
  };

  const eventOf = ({ animal, ...event }: AddedEvent): NewEventRow => {
    return { ...event, ...own, importId, animalId: idOf(animal) ?? '', id: uuidv7() };
  };

  const tagOf = ({ animal, kind, number, fromDay = null, toDay = null }: AddedNumber): NewTagRow =>
    newTagRow(uuidv7(), { animalId: idOf(animal) ?? '', kind, number, fromDay, toDay }, mark);

  const stays = staysOf(plan.matings).map((fields): NewListEntry => {
    return { list: 'exposures', entry: { id: uuidv7(), fields, ...own, archivedAt: null } };
  });
  return {
    inserts: plan.newAnimals.map(insertOf),
    changes: plan.changes.map(changeOf),
    events: plan.events.map(eventOf),
    matings: matingsOf(plan.matings, own),
    entries: [...stays, ...entriesOf(plan.entries, own)],
    numbers: plan.numbers.map(tagOf),
  };
}

export type PlanRows = ReturnType<typeof rowsOf>;

interface Own {
  readonly createDigest: string;
  readonly createdAt: string;
}

/** Breeding records of the matings with one male. */
const matingsOf = (matings: readonly PlannedMating[], { createDigest, createdAt }: Own): NewMating[] =>
  matings.flatMap(({ mother, fathers: [father, ...others], day, dueDay, bornDay, outcome, notes, hasRecord }) =>
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
          create_digest: createDigest,
          created_at: createdAt,
        }
      : [],
  );

/** The females that were with the same males from one day to another were with them together. */
function staysOf(matings: readonly PlannedMating[]) {
  const stays = Map.groupBy(
    matings.filter(({ isStay }) => isStay),
    ({ fathers, day, outDay, name, groupId }) => JSON.stringify([fathers.map(({ id }) => id), day, outDay, name, groupId]),
  );
  return [...stays.values()].flatMap((females) =>
    [...slicesOf(females, maxExposedFemales)].map((slice) => {
      const { fathers, day, outDay, groupId, name } = slice[0]!;
      return {
        name: name ?? `With ${fathers.map(({ tagNumber }) => tagNumber).join(', ')}`.slice(0, 100),
        maleIds: fathers.map(({ id }) => id),
        femaleIds: [...new Set(slice.map(({ mother }) => mother.id))],
        groupId,
        inDay: day,
        outDay,
      };
    }),
  );
}

function entriesOf(entries: readonly PlannedEntry[], own: Own): NewListEntry[] {
  const ids = new Map(entries.map(({ number }) => [rowReference(number), uuidv7()]));
  return entries.map(({ number, list, fields, endedOn }): NewListEntry => {
    const { rule } = fields as { readonly rule?: HerdRule };
    const groupId = ids.get(rule?.groupId ?? '');
    const entry = {
      id: ids.get(rowReference(number)) ?? '',
      fields: { ...fields, ...(groupId !== undefined && { rule: { ...rule, groupId } }) },
      ...own,
      archivedAt: endedOn && `${endedOn}T00:00:00.000Z`,
    };
    return { list, entry };
  });
}
