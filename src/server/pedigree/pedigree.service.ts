import type { z } from 'zod';
import type { Ancestor, AnimalPedigree, Trial, TrialPair } from '#contract/pedigree.ts';
import { Pedigree } from '#domain/inbreeding.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { yieldToEventLoop } from '#server/lists/yield-to-event-loop.ts';
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
  await yieldToEventLoop();
  const pedigree = new Pedigree((one) => kin.get(one));
  return {
    ancestors: Object.fromEntries(positionsOf(kin, id, generations)),
    inbreeding: pedigree.inbreedingOf(id),
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

export async function tryMatings(db: Db, farmId: FarmId, { sireIds, damIds }: z.output<typeof Trial>): Promise<TrialPair[]> {
  await yieldToEventLoop();
  const kin = await readKin(db, farmId, [...sireIds, ...damIds]);
  ensureSex(kin, sireIds, { field: 'sireIds', sex: 'male', message: 'A sire must be male' });
  ensureSex(kin, damIds, { field: 'damIds', sex: 'female', message: 'A dam must be female' });
  const pedigree = new Pedigree((one) => kin.get(one));
  const pairs: TrialPair[] = [];
  for (const damId of damIds) {
    for (const sireId of sireIds) {
      // Many related ancestors take some milliseconds for each pair.
      await yieldToEventLoop();
      currentCaller()?.signal.throwIfAborted();
      const inbreeding = pedigree.inbreedingOfYoung(sireId, damId);
      const common = inbreeding === 0 ? [] : pedigree.commonAncestors(sireId, damId).slice(0, maxCommonAncestors);
      pairs.push({
        sireId,
        damId,
        inbreeding,
        commonAncestors: common.flatMap(({ id, contribution }) => {
          const animal = kin.get(id);
          return animal ? [{ id, tagNumber: animal.tagNumber, name: animal.name, contribution }] : [];
        }),
      });
    }
  }
  return pairs;
}

function ensureSex(
  kin: KinById,
  ids: readonly string[],
  { field, sex, message }: { readonly field: string; readonly sex: string; readonly message: string },
): void {
  const at = ids.findIndex((id) => kin.get(id)?.sex !== sex);
  if (at !== -1) throw Problem.field(`${field}.${at}`, message);
}
