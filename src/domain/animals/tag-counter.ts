import type { Species } from '../records/animals.ts';
import type { CalendarDate } from '../values/dates.ts';
import { looseTagKey } from './tags.ts';

interface Tagged {
  readonly tagNumber: string;
  readonly species: Species;
  readonly birthDate: CalendarDate | null;
  readonly motherId: string | null;
  readonly createdAt: string;
}

interface CountedTag {
  readonly prefix: string;
  readonly digits: string;
}

/** Numbers with more digits are EIDs or official numbers, which farms do not count up. */
const maxDigits = 7;

const counted = new RegExp(String.raw`^(.*?\D)?(\d{1,${maxDigits}})$`);

function parse(tag: string): CountedTag | undefined {
  const match = counted.exec(tag.trim());
  return match ? { prefix: match[1] ?? '', digits: match[2] ?? '' } : undefined;
}

/**
 * The next tags after that of the newest young tagged on the farm, of this species if there is one. If the prefix contains the year of
 * birth, it gets the year of this birth and the numbers restart at one. Empty if no tag ends with a number.
 */
export function nextTags(
  animals: readonly Tagged[],
  { species, day }: { species: Species; day: CalendarDate },
  count: number,
): string[] {
  const last = lastCounted(animals, species);
  if (!last) return [];
  const { prefix, width } = last.birthDate === null ? asNow(last.tag) : inYear(last.tag, last.birthDate, day);
  const taken = new Set(animals.map(({ tagNumber }) => looseTagKey(tagNumber)));
  let number = 0;
  for (const { tagNumber } of animals) {
    const tag = parse(tagNumber);
    if (tag?.prefix === prefix) number = Math.max(number, Number(tag.digits));
  }
  const tags: string[] = [];
  while (tags.length < count) {
    number += 1;
    const tag = prefix + String(number).padStart(width, '0');
    if (!taken.has(looseTagKey(tag))) tags.push(tag);
  }
  return tags;
}

function lastCounted(animals: readonly Tagged[], species: Species) {
  let last: { readonly tag: CountedTag; readonly birthDate: CalendarDate | null; readonly rank: string } | undefined;
  for (const { tagNumber, birthDate, motherId, createdAt, species: own } of animals) {
    const tag = parse(tagNumber);
    if (!tag) continue;
    // The same species first, then animals born here before bought ones, then the youngest, then the one entered last.
    const isOf = `${own === species ? 1 : 0}${motherId === null ? 0 : 1}`;
    const rank = [isOf, birthDate ?? '0000-00-00', createdAt, tag.digits.padStart(maxDigits, '0')].join(' ');
    if (!last || rank > last.rank) last = { tag, birthDate, rank };
  }
  return last;
}

const asNow = ({ prefix, digits }: CountedTag) => ({ prefix, width: digits.length });

/** `26-041` of 2026 → `27-` in 2027, and `G2026/7` → `G2027/`. */
function inYear({ prefix, digits }: CountedTag, born: CalendarDate, day: CalendarDate) {
  const [before, now] = [born.slice(0, 4), day.slice(0, 4)];
  const whole = new RegExp(String.raw`(?<!\d)${before}(?!\d)`);
  const short = new RegExp(String.raw`(?<!\d)${before.slice(2)}(?!\d)`);
  const changed = whole.test(prefix) ? prefix.replace(whole, now) : prefix.replace(short, now.slice(2));
  return { prefix: changed, width: digits.length };
}
