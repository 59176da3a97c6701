import type { ImportTally } from '#contract/imports.ts';
import { isBreedingValueFile } from '#domain/imports/file-kind.ts';
import { headingKey } from '#domain/imports/headings.ts';
import { answerTo, memoryKey } from '#domain/imports/questions.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';
import { insertAnimalTags, type NewTagRow } from '#server/animal-tags/animal-tags.queries.ts';
import { ensureRoomFor } from '#server/animals/animal-cap.ts';
import { toColumns } from '#server/animals/animal-fields.ts';
import { updateAnimal } from '#server/animals/animals.queries.ts';
import { changed, created, logChanges, type Act } from '#server/db/changes.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { pausedSlicesOf } from '#server/db/slices.ts';
import { addToJournal } from '#server/journal/change-journal.ts';
import { eventsOfNewAnimals, updateWithOwnEvents } from '#server/journal/own-fields.ts';
import { ensureEidsFree } from '#server/journal/eids-in-use.ts';
import { allowLongStatements, FarmChanged, inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/problem.ts';
import { insertChanges, insertOutcomes, storeAnswers, updateImport, type StoredImport } from './imports.queries.ts';
import { breedingValueFieldKey, fieldKey, findStored } from './imports.service.ts';
import type { PlanSummary } from './plan-messages.ts';
import { planAndWrite } from './planning-thread.ts';
import { isAnswered, planWrites } from './planning.ts';
import { withProgress, type Progress } from './progress.ts';
import { answersOf, columnsOf } from './stored-import.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

export async function applyImport({ db, now }: Needs, act: Act, id: string): Promise<void> {
  const { farmId } = act;
  const { row_count: total } = await findStored(db, farmId, id);
  await withProgress({ db, now, farmId, importId: id, total }, (progress) =>
    planAndWrite(async () => {
      const stored = await findStored(db, farmId, id);
      if (stored.state === 'applied') return;
      if (stored.state === 'undone') {
        throw new Problem('imports.already_done', { message: 'This import was undone. Choose the file again to import it.' });
      }
      await write({ db, now }, act, stored, progress);
    }),
  );
}

async function write({ db, now }: Needs, act: Act, stored: StoredImport, progress: Progress): Promise<void> {
  const { farmId } = act;
  const { id } = stored;
  const moment = now();
  const plan = await planWrites(db, farmId, stored, moment);
  const { dryRun, inserts, changes, events, numbers, outcomes, revision } = plan;
  if (!dryRun || !isAnswered(plan, answersOf(stored))) throw new Problem('imports.not_ready');
  const { activeBefore, activeAfter, ...tally } = dryRun;
  const at = moment.toISOString();
  await inFarmTransaction(
    db,
    farmId,
    async (tx) => {
      await allowLongStatements(tx);
      // The work runs again if the transaction turns out to be long.
      progress.done = 0;
      const { state, columns, answers, row_choices } = await findStored(tx, farmId, id);
      // Answers do not change the farm's revision.
      const isAsPlanned = columns === stored.columns && answers === stored.answers && row_choices === stored.row_choices;
      if (state !== 'staged' || !isAsPlanned) throw new FarmChanged();
      await ensureRoomFor(tx, farmId, {
        active: activeAfter - activeBefore,
        animals: inserts.length,
        events: events.length,
      });
      for await (const rows of pausedSlicesOf(tx, inserts)) {
        await insertRows(tx, farmId, 'animals', rows);
        await logChanges(
          tx,
          act,
          moment,
          rows.map((row) => created('animal', row.id)),
        );
        await addToJournal(tx, act, eventsOfNewAnimals(rows), at);
        progress.done += rows.filter((row) => !row.is_reference).length;
      }
      for await (const part of pausedSlicesOf(tx, changes)) {
        for (const { animalId, after } of part) {
          const names = new Set(Object.keys(after) as (keyof typeof after)[]);
          await updateWithOwnEvents(tx, act, animalId, { changed: after, now: at }, () =>
            updateAnimal(tx, farmId, animalId, toColumns(after, names), at),
          );
        }
        await logChanges(
          tx,
          act,
          moment,
          part.flatMap(({ animalId, before, after }) => changed('animal', animalId, before, after)),
        );
        await insertChanges(tx, farmId, id, part);
        progress.done += part.length;
      }
      for await (const rows of pausedSlicesOf(tx, events)) {
        await addToJournal(tx, act, rows, at);
        if (tally.isOfEvents) progress.done += rows.length;
      }
      for await (const rows of pausedSlicesOf(tx, numbers)) await addNumbers(tx, act, rows, moment);
      await ensureEidsFree(
        tx,
        farmId,
        changes.flatMap(({ animalId, after }) => (mayReturn(after) ? animalId : [])),
      );
      await insertOutcomes(tx, farmId, id, outcomes);
      await storeAnswers(tx, farmId, answersToStore(stored, plan));
      await updateImport(tx, farmId, id, {
        state: 'applied',
        // The answers are stored per farm, for later files.
        answers: '[]',
        applied: JSON.stringify(tally satisfies ImportTally),
        applied_at: at,
      });
    },
    { plannedAt: revision },
  );
}

/** Whether these values may make an animal present on the farm again. */
export const mayReturn = ({ status, isReference }: Partial<AnimalRecord>): boolean =>
  status === 'active' || isReference === false;

async function addNumbers(tx: Tx, act: Act, rows: readonly NewTagRow[], now: Date): Promise<void> {
  if (!(await insertAnimalTags(tx, act.farmId, rows))) throw new Problem('create.conflict');
  await logChanges(
    tx,
    act,
    now,
    rows.map(({ id }) => created('animalTag', id)),
  );
}

function answersToStore(stored: StoredImport, { questions }: Pick<PlanSummary, 'questions'>): Map<string, string> {
  const [columns, answers] = [columnsOf(stored), answersOf(stored)];
  const prefix = isBreedingValueFile(columns, answers) ? breedingValueFieldKey : fieldKey;
  const answered = new Map<string, string>(columns.map(({ heading, field }) => [prefix + headingKey(heading), field]));
  for (const question of questions) {
    const heading = question.column === null ? undefined : columns[question.column]?.heading;
    const answer = answerTo(question, answers);
    if (heading !== undefined && answer !== null) answered.set(memoryKey(question.id, heading), answer);
  }
  return answered;
}
