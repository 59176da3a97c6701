import type { CollectionName } from '#contract/changes.ts';
import { animalFields } from '#domain/records/animal.ts';
import { animalTagFields } from '#domain/records/animal-tag.ts';
import { breedingFields } from '#domain/records/breeding-record.ts';
import { choreFields } from '#domain/records/chore.ts';
import { fieldNames } from '#domain/records/fields.ts';
import { healthFields } from '#domain/records/health-record.ts';
import { groupFields } from '#domain/records/group.ts';
import { placeFields } from '#domain/records/place.ts';
import { productFields } from '#domain/records/product.ts';
import { mergeThreeWays, type MergeField } from '#web/lib/three-way.ts';
import { noRows, type FarmRows, type RowOf } from './farm-rows.ts';
import { changedCollection } from './offline-calls.ts';
import { bodyOf } from './operation-body.ts';
import type { OfflineCall, StoredOperation } from './operation.ts';
import { applyOperations } from './overlay.ts';
import { healthRecordOf } from './views.ts';

type Values = Readonly<Record<string, unknown>>;

const each = (names: readonly string[]): readonly MergeField<Values>[] => names.map((name) => ({ label: name, fields: [name] }));

const { salePriceCents: _, birthDate: _date, birthYear: _year, ...animalNames } = animalFields;
const born: MergeField<Values> = { label: 'birthDate', fields: ['birthDate', 'birthYear'] };

const { weightGrams: _grams, ...healthNames } = healthFields;

const { doneBy: _doer, ...choreNames } = choreFields;

const mergeFields: { readonly [K in OfflineCall]?: readonly MergeField<Values>[] } = {
  changeAnimal: [...each([...fieldNames(animalNames), 'salePrice']), born],
  changeAnimalTag: each(fieldNames(animalTagFields)),
  changeBreedingRecord: each([...fieldNames(breedingFields), 'offspringIds']),
  changeHealthRecord: each([...fieldNames(healthNames), 'weightLbs']),
  changePlace: each([...fieldNames(placeFields), 'isArchived']),
  changeGroup: each([...fieldNames(groupFields), 'isArchived']),
  changeProduct: each([...fieldNames(productFields), 'isArchived']),
  changeWorklist: each(['name', 'isArchived']),
  changeExposure: each(['name', 'outDay', 'isArchived']),
  changeChore: each([...fieldNames(choreNames), 'isArchived']),
};

export interface Rebased {
  /** The fields that both changed to different values. If there are none, `change` is applied on top of theirs. */
  readonly conflicts: readonly string[];
  readonly change: Pick<StoredOperation, 'body' | 'seen'>;
}

/** Applies a change made to an earlier version of a record to its present version. */
export function rebase(operation: StoredOperation, rows: FarmRows): Rebased {
  const { call, params, seen } = operation;
  const body = bodyOf(operation);
  const [fields, collection] = [mergeFields[call], changedCollection[call]];
  const current = collection && rows[collection].get(params['id'] ?? '');
  if (!fields || !current || !seen) return { conflicts: Object.keys(body), change: operation };
  const [base, theirs] = [valuesOf(seen), valuesOf(current)];
  const mine = valuesOf(afterChange(operation, collection, rows));
  const { conflicts } = mergeThreeWays(fields, { base, mine, theirs });
  const touched = new Set(
    mergeThreeWays(fields, { base, mine: base, theirs: mine }).fromTheirs.flatMap(({ fields: names }) => names),
  );
  const kept = Object.entries(body).filter(
    ([name]) => name === 'reason' || name === 'day' || touched.has(name === 'forSalePrice' ? 'salePrice' : name),
  );
  return {
    conflicts: conflicts.map(({ label }) => label),
    change: { body: { ...Object.fromEntries(kept), version: theirs['version'] }, seen: current },
  };
}

/** Field names of the call. Whether something is archived is the person's choice; the time is not. */
function valuesOf(row: unknown): Values {
  const { kind, archivedAt } = row as Values;
  if (kind === 'checkup') return { ...healthRecordOf(row as RowOf<'events'> & { kind: 'checkup' }) };
  return { ...(row as Values), isArchived: archivedAt != null };
}

/** The result of the change on the record as the person saw it. */
function afterChange(operation: StoredOperation, collection: CollectionName, { animals }: FarmRows): unknown {
  const id = operation.params['id'] ?? '';
  const seen = { ...noRows, animals, [collection]: new Map([[id, operation.seen]]) } as FarmRows;
  return applyOperations(seen, [{ ...operation, state: 'waiting', needs: [] }], '')[collection].get(id);
}
