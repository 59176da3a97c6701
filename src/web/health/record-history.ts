import type { Animal } from '#contract/animals.ts';
import type { HealthRecord } from '#contract/health.ts';
import { checkupDescription, extraLabels, type CheckupExtras } from '#domain/health-records.ts';

/** A record with the animal it is about; none where that was deleted meanwhile. */
export interface Entry {
  readonly record: HealthRecord;
  readonly animal: Animal | undefined;
}

/** The list as it is shown, of one animal or of all, in the records' order. */
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

/** The animal's last weighing: the first of the records, which are newest first. */
export const lastWeighing = (records: readonly HealthRecord[], animalId: string): HealthRecord | undefined =>
  records.find((record) => record.animalId === animalId && record.weightLbs !== null);

/** What was done besides looking and weighing, in words. */
export const extrasOf = (record: HealthRecord): readonly string[] =>
  (Object.keys(extraLabels) as (keyof CheckupExtras)[]).filter((extra) => record[extra]).map((extra) => extraLabels[extra]);

/** The description where it says more than the form's generated one, which the list shows in its parts. */
export function ownWords(record: HealthRecord): string | undefined {
  const { description, weightLbs } = record;
  return description === '' || (weightLbs !== null && description === checkupDescription(weightLbs, record))
    ? undefined
    : description;
}

/** 'checkup' → 'Checkup'. */
export const kindOf = ({ recordType }: HealthRecord): string => recordType.charAt(0).toUpperCase() + recordType.slice(1);
