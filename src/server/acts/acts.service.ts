import { type FarmAct, recentActs, shownChanges } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { countedChanges } from '#domain/journal/acts.ts';
import { mayRecord } from '#domain/members.ts';
import type { EventKind } from '#domain/records/events.ts';
import { offerFields } from '#server/animals/animal-fields.ts';
import type { Db } from '#server/db/connect.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findEvents } from '#server/events/events.queries.ts';
import { ensureRight, type InFarm } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import {
  changeOf,
  countChanges,
  listEventKinds,
  listNewestRevisions,
  readActs,
  readMatings,
  readTagged,
  type LoggedAct,
  type LoggedChange,
} from './acts.queries.ts';
import { undoOf, valuesBefore } from './undo.ts';

export async function listActs({ db }: Pick<Deps, 'db'>, member: InFarm): Promise<FarmAct[]> {
  const revisions = await listNewestRevisions(db, member.farmId, recentActs);
  return describe(db, member, await readActs(db, member.farmId, revisions, shownChanges));
}

/** Taking back what was taken back already changes nothing, so that a retry is harmless. */
export function undoAct({ db, now }: Pick<Deps, 'db' | 'now'>, member: InFarm, revision: number): Promise<FarmAct> {
  const { farmId } = member;
  return inFarmTransaction(db, farmId, async (tx) => {
    // An import or an archive has a hundred thousand changes.
    const [head] = await readActs(tx, farmId, [revision], 1);
    if (!head) throw new Problem('acts.not_found');
    if (!head.isUndone) {
      const undo = findUndo(head);
      if (!undo) throw new Problem('acts.not_undoable');
      ensureRight(member.rights, undo.needs);
      const [act = head] = await readActs(tx, farmId, [revision]);
      await undo.run({ tx, now, member: { ...member, undoes: revision }, act });
    }
    const [after] = await describe(tx, member, await readActs(tx, farmId, [revision], shownChanges));
    if (!after) throw new Problem('acts.not_found');
    return after;
  });
}

function findUndo({ call }: LoggedAct) {
  const name = Object.hasOwn(api, call) ? (call as keyof typeof api) : undefined;
  const run = name && undoOf[name];
  if (!run) return undefined;
  const { needs }: Route = api[name];
  return { run, needs: needs ?? 'own' };
}

async function describe(db: Db | Tx, member: InFarm, acts: readonly LoggedAct[]): Promise<FarmAct[]> {
  const { farmId } = member;
  const idsOf = (wanted: string): string[] => [
    ...new Set(acts.flatMap(({ changes }) => changes.flatMap(({ kind, id }) => (kind === wanted ? id : [])))),
  ];
  const events = await findEvents(db, farmId, idsOf('event'));
  const named: (AnimalNames & { readonly id: string })[] = [
    ...(await readMatings(db, farmId, idsOf('breedingRecord'))),
    ...(await readTagged(db, farmId, idsOf('animalTag'))),
  ];
  const records = new Map(named.map((record) => [record.id, record]));
  const counts = await countChanges(
    db,
    farmId,
    acts.map(({ revision }) => revision),
    countedChanges,
  );
  const kinds = await listKindsToRecord(db, member, acts);
  const animalIdsOf = (change: LoggedChange): string[] => {
    if (change.kind === 'animal') return [change.id];
    const record: AnimalNames = { ...valuesBefore(change), ...events.get(change.id), ...records.get(change.id) };
    return [record.animalId, record.motherId, record.fatherId].filter((id) => typeof id === 'string');
  };
  return acts.map((act) => {
    const { revision, at, byName, call, undoes, isUndone, changes } = act;
    const needs = findUndo(act)?.needs;
    const isAllowed = needs !== undefined && member.rights.has(needs) && mayTakeBack(member, act, kinds.get(revision));
    return {
      revision,
      at,
      by: byName,
      call,
      counts: counts.get(revision) ?? {},
      changes: changes.map((change) => ({ ...change, change: changeOf(change), animalIds: animalIdsOf(change) })),
      events: changes.flatMap(({ kind, id }) => (kind === 'event' ? (events.get(id) ?? []) : [])),
      undoes,
      isUndone,
      canUndo: !isUndone && isAllowed,
    };
  });
}

interface AnimalNames {
  readonly animalId?: unknown;
  readonly motherId?: unknown;
  readonly fatherId?: unknown;
}

/** Who may manage the farm may record events of every kind. */
const listKindsToRecord = async (db: Db | Tx, { farmId, rights }: InFarm, acts: readonly LoggedAct[]) =>
  rights.has('manage')
    ? new Map<number, ReadonlySet<EventKind>>()
    : listEventKinds(
        db,
        farmId,
        acts.flatMap((act) => (findUndo(act) ? act.revision : [])),
        countedChanges,
      );

const changesOffer = ({ fields }: LoggedChange): boolean => offerFields.some((name) => Object.hasOwn(fields ?? {}, name));

/** As the calls decide with which an act is taken back. */
function mayTakeBack(member: InFarm, { changes }: LoggedAct, kinds: ReadonlySet<EventKind> = new Set()): boolean {
  const offers = changes.some((change) => change.kind === 'animal' && changeOf(change) === 'changed' && changesOffer(change));
  return (!offers || member.rights.has('manage')) && [...kinds].every((kind) => mayRecord(member.role, kind));
}
