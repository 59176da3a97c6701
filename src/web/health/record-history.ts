import { capitalized } from '#domain/values/text.ts';
import type { Animal } from '#contract/animals.ts';
import type { HealthRecord } from '#contract/health.ts';
import { checkupDescription, extraLabels, type CheckupExtras } from '#domain/records/health-records.ts';

export interface Entry {
  readonly record: HealthRecord;
  readonly animal: Animal | undefined;
}

export function entriesOf(
  records: readonly HealthRecord[],
  animals: readonly Animal[],
  only: string | undefined,
): readonly Entry[] {
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  return records
    .filter(({ animalId }) => only === undefined || animalId === only)
    .map((record) => ({ record, animal: byId.get(record.animalId) }));
}

export const extrasOf = (record: HealthRecord): readonly string[] =>
  (Object.keys(extraLabels) as (keyof CheckupExtras)[]).filter((extra) => record[extra]).map((extra) => extraLabels[extra]);

/** Leaves out the description that the form generates, since the list shows its parts. */
export function ownWords(record: HealthRecord): string | undefined {
  const { description, weightLbs } = record;
  return description === '' || (weightLbs !== null && description === checkupDescription(weightLbs, record))
    ? undefined
    : description;
}

export const kindOf = ({ recordType }: HealthRecord): string => capitalized(recordType);
