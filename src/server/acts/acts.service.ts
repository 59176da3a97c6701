import { type FarmAct, recentActs, shownChanges } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { maxCountedChanges } from '#domain/journal/acts.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import type { EventKind } from '#domain/records/events.ts';
import { offerFields } from '#server/animals/animal-fields.ts';
import { changeTypeOf } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ensureRight, type InFarm } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import {
  fittingInPage,
  listActsBeyond,
  listEventKinds,
  listFirstChanges,
  listNewestRevisions,
  readAct,
  readActs,
  type LoggedAct,
  type LoggedChange,
} from './acts.queries.ts';
import { listChangedSince } from './changed-since.ts';
import { describeChanges } from './describe-changes.ts';
import { archivesExposure, undoOf } from './undo.ts';

export async function listActs({ db }: Pick<Deps, 'db'>, member: InFarm): Promise<FarmAct[]> {
  const revisions = await listNewestRevisions(db, member.farmId, recentActs);
  const changes = fittingInPage(await listFirstChanges(db, member.farmId, revisions, { most: shownChanges }));
  return describe(db, member, await readActs(db, member.farmId, changes));
}

/** An act is undone in one piece. Only the deletion of an animal with very many or very long events is larger. */
const maxUndone = { changes: 10_000, bytes: 4 * 1024 * 1024 };

/** Undoing an act again changes nothing, so that a retry is harmless. */
export function undoAct({ db, now }: Pick<Deps, 'db' | 'now'>, member: InFarm, revision: number): Promise<FarmAct> {
  const { farmId } = member;
  return inFarmTransaction(db, farmId, async (tx) => {
    // An import or an archive has a hundred thousand changes.
    const head = await readAct(tx, farmId, revision, 1);
    if (!head) throw new Problem('acts.not_found');
    if (!head.isUndone) {
      const undo = findUndo(head);
      if (!undo) throw new Problem('acts.not_undoable');
      ensureRight(member, undo.needs);
      const isTooLarge = (await listActsBeyond(tx, farmId, [revision], maxUndone)).size > 0;
      if (isTooLarge) throw new Problem('acts.not_undoable');
      if ((await listChangedSince(tx, farmId, [head], maxUndone.changes)).size > 0) throw new Problem('acts.changed_since');
      const act = await readAct(tx, farmId, revision);
      await undo.run({ tx, now, member: { ...member, undoes: revision }, act: act ?? head });
    }
    const after = await readAct(tx, farmId, revision, shownChanges);
    const [described] = await describe(tx, member, after ? [after] : []);
    if (!described) throw new Problem('acts.not_found');
    return described;
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
  const described = await describeChanges(db, member.farmId, acts);
  const kinds = await listKindsToRecord(db, member, acts);
  const tooLarge = await listActsBeyond(
    db,
    member.farmId,
    acts.map(({ revision }) => revision),
    maxUndone,
  );
  const mayUndo = (act: LoggedAct): boolean => {
    const needs = findUndo(act)?.needs;
    const isAllowed = needs !== undefined && member.rights.has(needs) && mayTakeBack(member, act, kinds.get(act.revision));
    return !act.isUndone && isAllowed && !tooLarge.has(act.revision);
  };
  const changedSince = await listChangedSince(db, member.farmId, acts.filter(mayUndo));
  return acts.map((act, index) => {
    const { revision, at, by, call, undoes, isUndone } = act;
    const isChangedSince = changedSince.has(revision);
    const { counts = {}, changes = [], events = [] } = described[index] ?? {};
    return {
      revision,
      at,
      by,
      call,
      counts,
      changes,
      events,
      undoes,
      isUndone,
      canUndo: mayUndo(act) && !isChangedSince,
      isChangedSince,
    };
  });
}

/** Members who may manage the farm may record events of every kind, so the kinds need not be read. */
const listKindsToRecord = async (db: Db | Tx, { farmId, rights }: InFarm, acts: readonly LoggedAct[]) =>
  rights.has('manage')
    ? new Map<number, ReadonlySet<EventKind>>()
    : listEventKinds(
        db,
        farmId,
        acts.flatMap((act) => (findUndo(act) ? act.revision : [])),
        maxCountedChanges,
      );

const changesOffer = ({ fields }: LoggedChange): boolean => offerFields.some((name) => Object.hasOwn(fields ?? {}, name));

/** Applies the same rules as the calls with which an act is undone. */
function mayTakeBack(member: InFarm, { changes }: LoggedAct, kinds: ReadonlySet<EventKind> = new Set()): boolean {
  const needsManager = changes.some(
    (change) =>
      archivesExposure(change) || (change.kind === 'animal' && changeTypeOf(change.fields) === 'changed' && changesOffer(change)),
  );
  return (
    (!needsManager || member.rights.has('manage')) && [...kinds].every((kind) => mayRecord(member.role, kind, member.rights))
  );
}
