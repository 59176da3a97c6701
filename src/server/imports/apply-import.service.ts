import { uuidv7 } from 'uuidv7';
import type { ImportRow } from '#contract/imports.ts';
import type { Patch } from '#domain/imports/changes.ts';
import { headingKey } from '#domain/imports/headings.ts';
import type { Candidate, KnownAnimal } from '#domain/imports/herd.ts';
import type { Birth, ChangeOfKnown, Plan } from '#domain/imports/plan.ts';
import { answerTo, memoryKey } from '#domain/imports/questions.ts';
import type { Deps } from '#server/deps.ts';
import { ensureRoomFor } from '#server/animals/animal-cap.ts';
import { completeFields, newAnimalRow, toColumns, type AnimalFields } from '#server/animals/animal-fields.ts';
import { updateAnimal } from '#server/animals/animals.queries.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { allowLongStatements, inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/http/problem.ts';
import {
  insertChanges,
  insertOutcomes,
  remember,
  slices,
  updateImport,
  type ChangeEntry,
  type StoredImport,
} from './imports.queries.ts';
import { fieldKey, findStored, tally } from './imports.service.ts';
import { answersOf, columnsOf, isAnswered, prepare, type Prepared } from './planning.ts';
import { withProgress } from './progress.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

/** Imports all rows that can come in, or nothing. It is planned anew inside, with the farm as it is; a second time nothing happens. */
export async function applyImport({ db, now }: Needs, farmId: FarmId, id: string): Promise<void> {
  const { row_count: total } = await findStored(db, farmId, id);
  await withProgress({ db, now, farmId, importId: id, total }, (progress) =>
    inFarmTransaction(db, farmId, async (tx) => {
      await allowLongStatements(tx);
      const stored = await findStored(tx, farmId, id);
      if (stored.state === 'applied') return;
      if (stored.state === 'undone') {
        throw new Problem('imports.already_done', { message: 'This import was taken back. Choose the file again to import it.' });
      }
      const moment = now();
      const prepared = await prepare(tx, farmId, stored, moment);
      const { plan } = prepared;
      if (!plan || !isAnswered(prepared, answersOf(stored))) throw new Problem('imports.not_ready');
      const adding = plan.activeAfter - plan.activeBefore;
      if (adding > 0) await ensureRoomFor(tx, farmId, adding);

      const scribe = new Scribe(tx, farmId, id, moment.toISOString(), plan);
      for await (const births of slices(plan.births)) {
        await scribe.writeBirths(births);
        progress.done += births.filter(({ number }) => number !== null).length;
      }
      for await (const changes of slices(plan.changes)) {
        await scribe.writeChanges(changes);
        progress.done += changes.length;
      }
      await insertOutcomes(tx, farmId, id, plan.rows as ImportRow[]);
      await remember(tx, farmId, whatWasSaid(stored, prepared));
      await updateImport(tx, farmId, id, {
        state: 'applied',
        applied: JSON.stringify(tally(plan)),
        applied_at: moment.toISOString(),
      });
    }),
  );
}

/** Writes a plan into the farm's tables. */
class Scribe {
  readonly #tx: Tx;
  readonly #farmId: FarmId;
  readonly #importId: string;
  readonly #now: string;
  readonly #ids: ReadonlyMap<Candidate, string>;

  constructor(tx: Tx, farmId: FarmId, importId: string, now: string, { births }: Plan) {
    this.#tx = tx;
    this.#farmId = farmId;
    this.#importId = importId;
    this.#now = now;
    // Ids grow with time and lists go by them: the order of the file, after the outside parents.
    const inFileOrder = births.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));
    this.#ids = new Map(inFileOrder.map(({ animal }) => [animal, uuidv7()]));
  }

  writeBirths(births: readonly Birth[]): Promise<void> {
    const rows = births.map(({ animal, mother, father, notes, number }) => {
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
    });
    return insertRows(this.#tx, this.#farmId, 'animals', rows);
  }

  async writeChanges(changes: readonly ChangeOfKnown[]): Promise<void> {
    const entries: ChangeEntry[] = [];
    for (const change of changes) {
      const { known } = change;
      const after = this.#fieldsOf(change);
      const changed = new Set(Object.keys(after) as (keyof AnimalFields)[]);
      await updateAnimal(this.#tx, this.#farmId, known.id, toColumns(after, changed), this.#now);
      const all = Object.entries(named(known)).filter(([field]) => changed.has(field as keyof AnimalFields));
      entries.push({ animalId: known.id, before: Object.fromEntries(all), versionAfter: known.version + 1 });
    }
    await insertChanges(this.#tx, this.#farmId, this.#importId, entries);
  }

  #fieldsOf({ patch, mother, father }: ChangeOfKnown): AnimalFields {
    return named({
      ...patch,
      ...(mother && { motherId: this.#idOf(mother) }),
      ...(father && { fatherId: this.#idOf(father) }),
    });
  }

  #idOf(animal: Candidate | null): string | null {
    return animal && (animal.known?.id ?? this.#ids.get(animal) ?? null);
  }
}

/** The price under the name it has among an animal's fields. */
function named({ salePriceCents, ...fields }: Partial<KnownAnimal> | Patch): AnimalFields {
  return { ...fields, ...(salePriceCents !== undefined && { salePrice: salePriceCents }) } as AnimalFields;
}

/** What the person said of the headings, for the next file with the same ones. */
function whatWasSaid(stored: StoredImport, { questions }: Prepared): Map<string, string> {
  const [columns, answers] = [columnsOf(stored), answersOf(stored)];
  const said = new Map<string, string>(columns.map(({ heading, field }) => [fieldKey + headingKey(heading), field]));
  for (const question of questions) {
    const heading = question.column === null ? undefined : columns[question.column]?.heading;
    const answer = answerTo(question, answers);
    if (heading !== undefined && answer !== null) said.set(memoryKey(question.id, heading), answer);
  }
  return said;
}
