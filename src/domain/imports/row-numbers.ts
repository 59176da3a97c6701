import { isActive, type KnownAnimal } from './herd.ts';
import type { Match } from './matching.ts';
import type { Numbers } from './numbers.ts';
import type { ParsedRow } from './parsed-row.ts';

/** A new or returning animal with another animal's EID is that animal under another tag, or a mistake. */
export function ensureOwnEid(row: ParsedRow, match: Match, numbers: Numbers): Match {
  if (match.kind === 'known' && isReturning(row, match.animal)) {
    const reason = numbers.conflictOfReturn(match.animal);
    if (reason !== undefined) return { kind: 'refused', reason };
    numbers.recordReturn(match.animal);
  }
  if (match.kind !== 'new') return match;
  const found = row.numbers.map((number) => numbers.check(null, number)).find((check) => typeof check === 'object');
  return found === undefined ? match : { kind: 'refused', reason: `${found.conflict} Check which animal is meant.` };
}

const isReturning = ({ values }: ParsedRow, animal: KnownAnimal): boolean =>
  !isActive(animal) && isActive({ status: values.status ?? animal.status, isReference: false });

/** The row with only those numbers that the animal does not have yet. */
export function withNewNumbers(row: ParsedRow, known: KnownAnimal | null, numbers: Numbers): ParsedRow {
  if (row.numbers.length === 0) return row;
  const remarks: string[] = [];
  const added = row.numbers.filter((number) => {
    const check = numbers.check(known, number);
    if (typeof check === 'object') remarks.push(`${check.conflict} It is not recorded for this animal.`);
    if (check === 'free') numbers.add(row.number, known, number);
    return check === 'free';
  });
  return { ...row, numbers: added, remarks: [...row.remarks, ...remarks] };
}
