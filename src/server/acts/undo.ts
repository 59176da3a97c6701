import { callsOf, listNames, type ListName } from '#domain/records/kinds.ts';
import type { NewAnimalTag } from '#contract/animal-tags.ts';
import type { NewBreedingRecord } from '#contract/breeding.ts';
import type { NewChore } from '#contract/chores.ts';
import type { api } from '#contract/index.ts';
import { addAnimalTag, changeAnimalTag, deleteAnimalTag } from '#server/animal-tags/animal-tags.service.ts';
import { changeAnimal, deleteAnimal } from '#server/animals/animals.service.ts';
import { restoreAnimal, type DeletedAnimal } from './restore-animal.ts';
import { addBreedingRecord, changeBreedingRecord, removeBreedingRecord } from '#server/breeding/breeding.service.ts';
import { changeTypeOf, recordKinds } from '#server/db/changes.ts';
import { readSliced } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import { takeBackEvents } from '#server/events/take-back-events.ts';
import { continueEntry, type Continued } from '#server/farm-lists/farm-lists.queries.ts';
import { addEntry, changeEntry, deleteEntry } from '#server/farm-lists/farm-lists.service.ts';
import { ensureRight, type InFarm } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import type { LoggedAct, LoggedChange } from './acts.queries.ts';

export interface Undoing {
  readonly tx: Tx;
  readonly now: () => Date;
  /** The person who undoes the act. */
  readonly member: InFarm;
  /** The act with all of its changes. */
  readonly act: LoggedAct;
}

type Undo = (undoing: Undoing) => Promise<void>;

/** How the changes of each call are undone, in one transaction and with the validation of the opposite calls. `undoAct` has made sure that nothing was changed or used since. */
export const undoOf: { readonly [Call in keyof typeof api]?: Undo } = {
  recordEvents: undoEvents,
  replaceEvent: undoEvents,
  voidEvent: undoEvents,
  voidEvents: undoEvents,
  addHealthRecord: undoEvents,
  changeHealthRecord: undoEvents,
  removeHealthRecord: undoEvents,
  addAnimal: undoNewAnimal,
  changeAnimal: undoAnimalChange,
  deleteAnimal: undoAnimalDeletion,
  addBreedingRecord: undoNewBreedingRecord,
  changeBreedingRecord: ({ tx, now, member, act }) => revertBreedingRecords({ tx, now, member }, ofKind(act, 'breedingRecord')),
  deleteBreedingRecord: ({ tx, now, member, act }) => restoreBreedingRecords({ tx, now, member }, ofKind(act, 'breedingRecord')),
  addAnimalTag: undoNewTag,
  changeAnimalTag: undoTagChange,
  deleteAnimalTag: (undoing) => restoreTags(undoing, ofKind(undoing.act, 'animalTag')),
  ...undoOfLists(),
  addExposure: undoExposure,
  changeExposure: undoExposure,
  addChore: undoNewChore,
  deleteChore: restoreChores,
};

/** Whether a call is undone by voiding its events and recording the voided ones again. */
export const isOfEvents = (call: string): boolean => undoOf[call as keyof typeof api] === undoEvents;

const ofKind = ({ changes }: LoggedAct, kind: string): readonly LoggedChange[] =>
  changes.filter((change) => change.kind === kind);
const isDeletion = (change: LoggedChange): boolean => changeTypeOf(change.fields) === 'deleted';

/** Voiding the events also removes animals that a birth added and restores the animals' own fields. */
async function undoEvents({ tx, now, member, act }: Undoing): Promise<void> {
  const events = ofKind(act, 'event');
  const born = new Set(ofKind(act, 'animal').flatMap(({ id, fields }) => (fields === null ? id : [])));
  const recorded = events.flatMap(({ id, fields }) => (fields === null ? id : []));
  const ofOthers = born.size === 0 ? recorded : await withoutEventsOf(tx, member, recorded, born);
  const voided = events.flatMap(({ id, fields }) => (fields !== null && Object.hasOwn(fields, 'voidedAt') ? id : []));
  await takeBackEvents(tx, member, now(), { recorded: ofOthers, voided });
}

async function withoutEventsOf(
  tx: Tx,
  { farmId }: InFarm,
  ids: readonly string[],
  animals: ReadonlySet<string>,
): Promise<readonly string[]> {
  const events = tx.selectFrom('events').select(['id', 'animal_id as animalId']).where('farm_id', '=', farmId);
  const rows = await readSliced(ids, (slice) => events.where('id', 'in', slice));
  const theirs = new Set(rows.flatMap(({ id, animalId }) => (animals.has(animalId) ? id : [])));
  return ids.filter((id) => !theirs.has(id));
}

async function undoNewAnimal({ tx, now, member, act }: Undoing): Promise<void> {
  for (const { id } of ofKind(act, 'animal')) await deleteAnimal({ db: tx, now }, member, id);
}

/** A change of status or weight is also an event, which is undone first. */
async function undoAnimalChange(undoing: Undoing): Promise<void> {
  const { tx, now, member, act } = undoing;
  await undoEvents(undoing);
  for (const change of ofKind(act, 'animal')) await changeAnimal({ db: tx, now }, member, change.id, valuesBefore(change));
}

async function undoAnimalDeletion({ tx, now, member, act }: Undoing): Promise<void> {
  const animals = ofKind(act, 'animal');
  const deleted = animals.find(isDeletion);
  if (!deleted) throw new Problem('acts.not_undoable');
  const { version, createdAt, listing, ...fields } = valuesBefore(deleted);
  await restoreAnimal(tx, member, now(), {
    id: deleted.id,
    fields: fields as DeletedAnimal['fields'],
    remains: { version, createdAt, listing } as DeletedAnimal['remains'],
    events: ofKind(act, 'event').map((event) => ({ id: event.id, ...valuesBefore(event) })),
  });
  await restoreTags({ tx, now, member }, ofKind(act, 'animalTag'));
  for (const child of animals.filter((change) => change !== deleted)) {
    await changeAnimal({ db: tx, now }, member, child.id, valuesBefore(child));
  }
  const records = ofKind(act, 'breedingRecord');
  await restoreBreedingRecords({ tx, now, member }, records.filter(isDeletion));
  await revertBreedingRecords(
    { tx, now, member },
    records.filter((change) => !isDeletion(change)),
  );
}

async function undoNewBreedingRecord({ tx, now, member, act }: Undoing): Promise<void> {
  for (const { id } of ofKind(act, 'breedingRecord')) await removeBreedingRecord({ db: tx, now }, member, id);
}

async function undoNewTag({ tx, now, member, act }: Undoing): Promise<void> {
  for (const { id } of ofKind(act, 'animalTag')) await deleteAnimalTag({ db: tx, now }, member, id);
}

async function undoTagChange({ tx, now, member, act }: Undoing): Promise<void> {
  for (const change of ofKind(act, 'animalTag')) {
    await changeAnimalTag({ db: tx, now }, member, change.id, valuesBefore(change));
  }
}

/** Also undoes the breeding records that were added or deleted with it. */
async function undoExposure(undoing: Undoing): Promise<void> {
  const { tx, now, member, act } = undoing;
  if (act.changes.some(archivesExposure)) ensureRight(member, 'manage');
  const records = ofKind(act, 'breedingRecord');
  await undoNewBreedingRecord({ ...undoing, act: { ...act, changes: records.filter((change) => !isDeletion(change)) } });
  await restoreBreedingRecords({ tx, now, member }, records.filter(isDeletion));
  await undoEntry('exposures')(undoing);
}

/** Needs the right to manage the farm, like archiving it (`changeExposure`). */
export const archivesExposure = ({ kind, fields }: LoggedChange): boolean =>
  kind === 'exposure' && Object.hasOwn(fields ?? {}, 'archivedAt');

function undoOfLists(): Readonly<Record<string, Undo>> {
  return Object.fromEntries(
    listNames.flatMap((list) => {
      const { add, change } = callsOf(list);
      return [add, change].map((call) => [call, undoEntry(list)]);
    }),
  );
}

/** An added entry is archived and not deleted, because events may refer to it. */
function undoEntry(table: ListName): Undo {
  return async ({ tx, now, member, act }) => {
    for (const change of ofKind(act, recordKinds[table])) {
      const { archivedAt, ...fields } = valuesBefore(change);
      const isArchived = change.fields === null || (archivedAt === undefined ? undefined : archivedAt !== null);
      await changeEntry({ db: tx, now }, member, table, change.id, { ...fields, isArchived });
    }
  };
}

async function undoNewChore({ tx, now, member, act }: Undoing): Promise<void> {
  for (const { id } of ofKind(act, 'chore')) await deleteEntry({ db: tx, now }, member, 'chores', id);
}

async function restoreChores({ tx, now, member, act }: Undoing): Promise<void> {
  for (const change of ofKind(act, 'chore')) {
    const { archivedAt, version, createdAt, ...fields } = valuesBefore(change);
    await addEntry({ db: tx, now }, member, 'chores', { ...(fields as NewChore), id: change.id });
    await continueEntry(tx, member.farmId, 'chores', { id: change.id, version, createdAt } as Continued);
    if (archivedAt) await changeEntry({ db: tx, now }, member, 'chores', change.id, { isArchived: true });
  }
}

type Writing = Pick<Undoing, 'tx' | 'now' | 'member'>;

async function revertBreedingRecords({ tx, now, member }: Writing, changes: readonly LoggedChange[]): Promise<void> {
  for (const change of changes) {
    await changeBreedingRecord({ db: tx, now }, member, change.id, valuesBefore(change));
  }
}

async function restoreTags({ tx, now, member }: Writing, changes: readonly LoggedChange[]): Promise<void> {
  for (const change of changes) {
    await addAnimalTag({ db: tx, now }, member, { id: change.id, ...valuesBefore(change) } as NewAnimalTag);
  }
}

async function restoreBreedingRecords({ tx, now, member }: Writing, changes: readonly LoggedChange[]): Promise<void> {
  for (const change of changes) {
    await addBreedingRecord({ db: tx, now }, member, { id: change.id, ...valuesBefore(change) } as NewBreedingRecord);
  }
}

export const valuesBefore = ({ fields }: LoggedChange): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([name, [before]]) => [name, before]));
