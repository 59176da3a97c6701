import type { Exposure } from '#contract/exposures.ts';
import type { Api } from '#contract/index.ts';
import type { Parsed } from '#contract/route.ts';
import { validatePair, validateParentsBorn } from '#domain/records/breeding.ts';
import { matingsToRecord, type Move, isRecordOfStay, staysOf } from '#domain/breeding/exposures.ts';
import { addBreedingRecord, deleteBreedingRecord } from './apply-breeding.ts';
import { addEntry, changeEntry } from './apply-entries.ts';
import { isOpen } from '../copy/journal-index.ts';
import type { Act } from './journal-changes.ts';

type Input<K extends keyof Api> = Parsed<Api[K]>;

export function addExposure(act: Act, { body: { records = [], id = act.newId(), ...body } }: Input<'addExposure'>): void {
  if (act.draft.of('exposures').has(id)) return;
  addEntry('exposures')(act, { body: { ...body, id } });
  const exposure = act.draft.of('exposures').get(id);
  const ids = new Map(records.map((record) => [record.motherId, record.id]));
  if (exposure) recordMatings(act, exposure, (femaleId) => ids.get(femaleId));
}

export function changeExposure(act: Act, input: Input<'changeExposure'>): void {
  const before = act.draft.of('exposures').get(input.params.id);
  changeEntry('exposures')(act, input);
  const after = act.draft.of('exposures').get(input.params.id);
  if (!before || !after) return;
  if (after.archivedAt !== null && before.archivedAt === null) deleteMatings(act, before);
  if (after.archivedAt === null && (after.outDay !== before.outDay || before.archivedAt !== null))
    recordMatings(act, after, () => undefined);
}

function recordMatings(act: Act, exposure: Exposure, idOf: (femaleId: string) => string | undefined): void {
  const animals = act.draft.of('animals');
  const records = [...act.draft.of('breedingRecords').values()];
  for (const mating of matingsToRecord(staysIn(act, exposure), records)) {
    const [father, mother] = [animals.get(mating.fatherId), animals.get(mating.motherId)];
    if (!father || !mother || validatePair({ father, mother })) continue;
    if (validateParentsBorn({ father, mother }, mating.breedingDate) !== undefined) continue;
    addBreedingRecord(act, { params: undefined, body: { ...mating, id: idOf(mating.motherId) ?? act.newId() } } as never);
  }
}

function deleteMatings(act: Act, exposure: Exposure): void {
  const stays = staysIn(act, exposure);
  for (const record of act.draft.of('breedingRecords').values()) {
    if (record.outcome === 'pending' && stays.some((stay) => isRecordOfStay(record, stay)))
      deleteBreedingRecord(act, { params: { id: record.id } });
  }
}

const staysIn = ({ draft }: Act, exposure: Exposure) =>
  staysOf(
    [{ ...exposure, archivedAt: null }],
    exposure.groupId === null
      ? []
      : [...draft.of('events').values()].filter((event): event is Move & typeof event => event.kind === 'move' && isOpen(event)),
    (id) => draft.of('animals').get(id)?.sex === 'female',
  );
