import { monthNames } from '../values/calendar-date.ts';
import { normalizeWord } from './vocabulary.ts';

/** The names of the months in the other languages that are read. */
const foreign = [
  'januar januarie januari janvier enero janeiro gennaio',
  'februar februarie februari février febrero fevereiro febbraio',
  'märz maart mrt mars marzo março',
  'avril abril aprile',
  'mai mayo maio maggio mei',
  'juni junie juin junio junho giugno',
  'juli julie juillet julio julho luglio',
  'augustus août agosto',
  'septembre septiembre setembro settembre',
  'oktober octobre octubre outubro ottobre',
  'novembre noviembre novembro',
  'dezember desember décembre diciembre dezembro dicembre',
];
const names = monthNames.map((english, index) => [english.toLowerCase(), ...(foreign[index]?.split(' ') ?? [])]);

/** `Jan`. */
export const shortMonths: readonly string[] = monthNames.map((name) => name.slice(0, 3));

/** In a heading a month is written out or, in English, has three letters. */
export const monthInHeading = [...names.flat().toSorted((a, b) => b.length - a.length), 'sept', ...shortMonths].join('|');

const beginnings = names.map((month) => month.map(normalizeWord));

/** The number of a month by the first letters of its name. */
export function monthOf(name: string): number | undefined {
  const beginsWith = (letters: string): number[] =>
    beginnings.flatMap((month, index) => (letters.length > 2 && month.some((one) => one.startsWith(letters)) ? index + 1 : []));
  const [month, ...others] = [4, 3].map((length) => beginsWith(name.slice(0, length))).find((found) => found.length > 0) ?? [];
  return others.length === 0 ? month : undefined;
}
