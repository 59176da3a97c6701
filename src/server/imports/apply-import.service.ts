import type { ImportTally } from '#contract/imports.ts';
import { chosenKind } from '#domain/imports/file-kind.ts';
import { headingKey } from '#domain/imports/heading-words.ts';
import { memoryKey } from '#domain/imports/inspection.ts';
import { answerTo } from '#domain/imports/question.ts';
import { insertAnimalTags, type NewTagRow } from '#server/animal-tags/animal-tags.queries.ts';
import { ensureRoomFor } from '#server/animals/animal-cap.ts';
import { toColumns } from '#server/animals/animal-fields.ts';
import { updateAnimal } from '#server/animals/animals.queries.ts';
import { changed, created, logChanges, logCreated, recordKinds, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Filling } from '#server/db/filling.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { fillFarm, type WritePart } from '#server/db/fill-farm.ts';
import { countEntries, insertEntry } from '#server/farm-lists/farm-lists.queries.ts';
import { ensureRoomIn } from '#server/farm-lists/farm-lists.service.ts';
import { slicesOf } from '#server/db/slices.ts';
import { addToJournal } from '#server/journal/change-journal.ts';
import { eventsOfNewAnimals, updateWithOwnEvents } from '#server/journal/own-fields.ts';
import { ensureEidsFree } from '#server/journal/eids-in-use.ts';
import { allowLongStatements, FarmChanged, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/problem.ts';
import { insertChanges, insertOutcomes, storeAnswers, updateImport, type StoredImport } from './imports.queries.ts';
import { breedingValueFieldKey, fieldKey, findStored } from './imports.service.ts';
import { planAndWrite } from './planning-thread.ts';
import { isAnswered, planWrites, type WritesPlan } from './planning.ts';
import { answersOf, columnsOf } from './stored-import.ts';
import { mayReturn, takeBackImport } from './undo-import.service.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

export const applyImport = ({ db, now }: Needs, act: Act, id: string): Promise<void> =>
  planAndWrite(db, act.farmId, async (held) => {
    const stored = await findStored(db, act.farmId, id);
    if (stored.state === 'applied') return;
    if (stored.state === 'undone') {
      throw new Problem('imports.already_done', { message: 'This import was undone. Choose the file again to import it.' });
    }
    await write({ db, now }, act, stored, held);
  });

async function write({ db, now }: Needs, act: Act, stored: StoredImport, held?: Filling): Promise<void> {
  const { farmId } = act;
  const { id } = stored;
  const moment = now();
  const plan = await planWrites(db, farmId, stored, moment);
  const { inserts, changes, events, matings, entries, numbers, revision, dryRun } = plan;
  if (!dryRun || !isAnswered(plan, answersOf(stored))) throw new Problem('imports.not_ready');
  const { activeBefore, activeAfter, ...tally } = dryRun;
  const at = moment.toISOString();
  const rows = inserts.length + changes.length + events.length + matings.length + entries.length + numbers.length;
  await fillFarm(db, farmId, {
    kind: 'import',
    subject: id,
    rows,
    plannedAt: held ?? revision,
    begin: async (tx) => {
      const { state, columns, answers, row_choices } = await findStored(tx, farmId, id);
      // Answers do not change the farm's revision.
      const isAsPlanned = columns === stored.columns && answers === stored.answers && row_choices === stored.row_choices;
      if (state !== 'staged' || !isAsPlanned) throw new FarmChanged();
      await ensureRoomFor(tx, farmId, {
        active: activeAfter - activeBefore,
        animals: inserts.length,
        events: events.length + matings.length,
      });
      for (const [list, added] of Map.groupBy(entries, (each) => each.list))
        ensureRoomIn(list, (await countEntries(tx, farmId, list)) + added.length);
      await writeProgress(tx, farmId, stored, 0);
    },
    write: (part) => writePlanned(part, act, stored, plan, moment),
    end: async (tx) => {
      const returning = changes.flatMap(({ animalId, after }) => (mayReturn(after) ? animalId : []));
      await ensureEidsFree(tx, farmId, returning);
      await storeAnswers(tx, farmId, answersToStore(stored, plan));
      await updateImport(tx, farmId, id, {
        state: 'applied',
        // The answers are stored per farm, for later files.
        answers: '[]',
        applied: JSON.stringify(tally satisfies ImportTally),
        applied_at: at,
        progress: null,
      });
    },
    takeBack: (filling) => takeBackImport({ db, now }, farmId, filling),
  });
}

/** How many rows of the file are written. */
const writeProgress = (tx: Tx, farmId: FarmId, { id, row_count: total }: StoredImport, done: number): Promise<unknown> =>
  updateImport(tx, farmId, id, { progress: JSON.stringify({ done, total }) });

async function writePlanned(part: WritePart, act: Act, stored: StoredImport, plan: WritesPlan, moment: Date): Promise<void> {
  const { farmId } = act;
  const { inserts, changes, events, matings, entries, numbers, outcomes } = plan;
  const isOfEvents = plan.dryRun?.isOfEvents;
  const at = moment.toISOString();
  let done = 0;
  const inParts = async <T>(list: readonly T[], work: (tx: Tx, slice: readonly T[]) => Promise<void>): Promise<void> => {
    for (const slice of slicesOf(list)) {
      await part(async (tx) => {
        await allowLongStatements(tx);
        await work(tx, slice);
        await writeProgress(tx, farmId, stored, done);
      });
    }
  };
  await inParts(inserts, async (tx, rows) => {
    await insertRows(tx, farmId, 'animals', rows);
    await logCreated(tx, act, moment, 'animal', rows);
    await addToJournal(tx, act, eventsOfNewAnimals(rows), at);
    done += rows.filter((row) => !row.is_reference).length;
  });
  await inParts(changes, async (tx, slice) => {
    for (const { animalId, after } of slice) {
      const names = new Set(Object.keys(after) as (keyof typeof after)[]);
      await updateWithOwnEvents(tx, act, animalId, { changed: after, now: at }, () =>
        updateAnimal(tx, farmId, animalId, toColumns(after, names), at),
      );
    }
    const logged = slice.flatMap(({ animalId, before, after }) => changed('animal', animalId, before, after));
    await logChanges(tx, act, moment, logged);
    await insertChanges(tx, farmId, stored.id, slice);
    done += slice.length;
  });
  await inParts(events, async (tx, rows) => {
    await addToJournal(tx, act, rows, at);
    if (isOfEvents) done += rows.length;
  });
  await inParts(matings, async (tx, rows) => {
    await insertRows(tx, farmId, 'breeding_records', rows);
    await logCreated(tx, act, moment, 'breedingRecord', rows);
    done += rows.length;
  });
  await inParts(entries, async (tx, slice) => {
    for (const { list, entry } of slice) await insertEntry(tx, farmId, list, entry);
    const logged = slice.map(({ list, entry }) => created(recordKinds[list], entry.id));
    await logChanges(tx, act, moment, logged);
    if (isOfEvents) done += slice.length;
  });
  await inParts(numbers, (tx, rows) => addNumbers(tx, act, rows, moment));
  await inParts(outcomes, (tx, rows) => insertOutcomes(tx, farmId, stored.id, rows));
}

async function addNumbers(tx: Tx, act: Act, rows: readonly NewTagRow[], now: Date): Promise<void> {
  if (!(await insertAnimalTags(tx, act.farmId, rows))) throw new Problem('create.conflict');
  await logCreated(tx, act, now, 'animalTag', rows);
}

function answersToStore(stored: StoredImport, { questions }: WritesPlan): Map<string, string> {
  const [columns, answers] = [columnsOf(stored), answersOf(stored)];
  const prefix = chosenKind(columns, answers) === 'breedingValues' ? breedingValueFieldKey : fieldKey;
  const answered = new Map<string, string>(
    columns.flatMap(({ heading, field, isChosen }) => (isChosen ? [[prefix + headingKey(heading), field] as const] : [])),
  );
  for (const question of questions) {
    const heading = question.column === null ? undefined : columns[question.column]?.heading;
    const answer = answers.has(question.id) ? answerTo(question, answers) : null;
    if (heading !== undefined && answer !== null && !question.id.startsWith('column:'))
      answered.set(memoryKey(question.id, heading), answer);
  }
  return answered;
}
