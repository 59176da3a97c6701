import { isActive, type KnownAnimal } from './herd.ts';
import type { Match } from './matching.ts';
import type { Numbers } from './numbers.ts';
import type { ParsedRow } from './parsed-row.ts';

/** A new or returning animal with another animal's EID is that animal under another tag, or a mistake. */
export function ensureOwnEid(row: ParsedRow, match: Match, numbers: Numbers): Match {
  if (match.kind === 'known' && isBack(row, match.animal)) {
    const reason = numbers.reasonToStayAway(match.animal);
    if (reason !== undefined) return { kind: 'refused', reason };
    numbers.bringBack(match.animal);
  }
  if (match.kind !== 'new') return match;
  const reason = row.numbers.map((number) => numbers.reasonAgainst(null, number)).find((each) => typeof each === 'string');
  return reason === undefined ? match : { kind: 'refused', reason: `${reason} Check which animal is meant.` };
}

const isBack = ({ values }: ParsedRow, animal: KnownAnimal): boolean =>
  !isActive(animal) && isActive({ status: values.status ?? animal.status, isReference: false });

/** The row with only those numbers that the animal does not have yet. */
export function withNewNumbers(row: ParsedRow, known: KnownAnimal | null, numbers: Numbers): ParsedRow {
  if (row.numbers.length === 0) return row;
  const remarks: string[] = [];
  const added = row.numbers.filter((number) => {
    const reason = numbers.reasonAgainst(known, number);
    if (typeof reason === 'string') remarks.push(`${reason} It is not recorded for this animal.`);
    if (reason === undefined) numbers.add(row.number, known, number);
    return reason === undefined;
  });
  return { ...row, numbers: added, remarks: [...row.remarks, ...remarks] };
}
