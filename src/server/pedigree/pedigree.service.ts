import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { Ancestor, AnimalPedigree, Trial, TrialPair } from '#contract/pedigree.ts';
import { sortTopologically } from '#domain/values/topological-sort.ts';
import { Pedigree } from '#domain/breeding/inbreeding.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { Problem } from '#server/problem.ts';
import { listAncestors, type Kin } from './pedigree.queries.ts';

type KinById = ReadonlyMap<string, Kin>;

async function readKin(db: Db, farmId: FarmId, ids: readonly string[]): Promise<KinById> {
  const kin = new Map((await listAncestors(db, farmId, ids)).map((animal) => [animal.id, animal]));
  if (ids.some((id) => !kin.has(id))) throw new Problem('animals.not_found');
  return kin;
}

export async function readPedigree(db: Db, farmId: FarmId, id: string, generations: number): Promise<AnimalPedigree> {
  const kin = await readKin(db, farmId, [id]);
  const pedigree = new Pedigree((one) => kin.get(one));
  return {
    ancestors: Object.fromEntries(positionsOf(kin, id, generations)),
    inbreeding: pedigree.inbreedingOf(id),
    isInbreedingKnown: pedigree.isInbreedingKnown(id),
    completeness: pedigree.completenessOf(id),
  };
}

function positionsOf(kin: KinById, id: string, generations: number, position = ''): [position: string, Ancestor][] {
  const animal = kin.get(id);
  if (!animal) return [];
  const { motherId, fatherId, ...ancestor } = animal;
  const own: [string, Ancestor][] = position === '' ? [] : [[position, ancestor]];
  if (position.length === generations) return own;
  return [
    ...own,
    ...(fatherId === null ? [] : positionsOf(kin, fatherId, generations, `${position}s`)),
    ...(motherId === null ? [] : positionsOf(kin, motherId, generations, `${position}d`)),
  ];
}

const maxCommonAncestors = 10;

/** One at a time of each caller, in steps between which others are served. */
const trials = new Semaphore({ name: 'trials', capacity: 2, perCaller: 1, waiting: 40, waitingPerCaller: 4 });
/** Some hundred times what the trial of a large herd takes. */
const maxTrialMs = 15_000;
const stepMs = 5;

export const tryMatings = (db: Db, farmId: FarmId, trial: z.output<typeof Trial>): Promise<TrialPair[]> =>
  trials.run(() => computePairs(db, farmId, trial));

async function computePairs(db: Db, farmId: FarmId, { sireIds, damIds }: z.output<typeof Trial>): Promise<TrialPair[]> {
  const kin = await readKin(db, farmId, [...sireIds, ...damIds]);
  ensureSex(kin, sireIds, { field: 'sireIds', sex: 'male', message: 'A sire must be male' });
  ensureSex(kin, damIds, { field: 'damIds', sex: 'female', message: 'A dam must be female' });
  const pedigree = new Pedigree((one) => kin.get(one));
  const pause = inSteps();
  for (const { id } of parentsFirst(kin)) {
    pedigree.inbreedingOf(id);
    await pause();
  }
  const pairs: TrialPair[] = [];
  for (const damId of damIds) {
    for (const sireId of sireIds) {
      pairs.push(computePair(pedigree, kin, { sireId, damId }));
      await pause();
    }
  }
  return pairs;
}

const parentsFirst = (kin: KinById): readonly Kin[] =>
  sortTopologically(kin.values(), ({ fatherId, motherId }) =>
    [fatherId, motherId].flatMap((id) => (id === null ? [] : (kin.get(id) ?? []))),
  ).order;

/** Await the returned function between two parts of a computation. */
function inSteps(): () => Promise<void> {
  let [spentMs, begun] = [0, performance.now()];
  return async () => {
    const ms = performance.now() - begun;
    if (ms < stepMs) return;
    spentMs += ms;
    if (spentMs > maxTrialMs) throw Problem.field('damIds', 'These animals have too many ancestors in common: choose fewer');
    await setImmediate();
    currentCaller()?.signal.throwIfAborted();
    begun = performance.now();
  };
}

function computePair(pedigree: Pedigree, kin: KinById, { sireId, damId }: Pick<TrialPair, 'sireId' | 'damId'>): TrialPair {
  const inbreeding = pedigree.inbreedingOfYoung(sireId, damId);
  const common = inbreeding === 0 ? [] : pedigree.commonAncestors(sireId, damId).slice(0, maxCommonAncestors);
  return {
    sireId,
    damId,
    inbreeding,
    isInbreedingKnown: pedigree.isInbreedingOfYoungKnown(sireId, damId),
    commonAncestors: common.flatMap(({ id, contribution }) => {
      const animal = kin.get(id);
      return animal ? [{ id, tagNumber: animal.tagNumber, name: animal.name, contribution }] : [];
    }),
  };
}

function ensureSex(
  kin: KinById,
  ids: readonly string[],
  { field, sex, message }: { readonly field: string; readonly sex: string; readonly message: string },
): void {
  const at = ids.findIndex((id) => kin.get(id)?.sex !== sex);
  if (at !== -1) throw Problem.field(`${field}.${at}`, message);
}
