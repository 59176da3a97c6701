import { normalizeWord } from './vocabulary.ts';

/** The names of the months in the languages that are read. */
const names = [
  'january januar januarie januari janvier enero janeiro gennaio',
  'february februar februarie februari février febrero fevereiro febbraio',
  'march märz maart mrt mars marzo março',
  'april avril abril aprile',
  'may mai mayo maio maggio mei',
  'june juni junie juin junio junho giugno',
  'july juli julie juillet julio julho luglio',
  'august augustus août agosto',
  'september septembre septiembre setembro settembre',
  'october oktober octobre octubre outubro ottobre',
  'november novembre noviembre novembro',
  'december dezember desember décembre diciembre dezembro dicembre',
].map((month) => month.split(' '));

/** In a heading a month is written out or, in English, has three letters. */
export const monthInHeading = [
  ...names.flat().toSorted((a, b) => b.length - a.length),
  'sept',
  ...names.map(([english = '']) => english.slice(0, 3)),
].join('|');

const beginnings = names.map((month) => month.map(normalizeWord));

/** The number of a month by the first letters of its name. */
export function monthOf(name: string): number | undefined {
  const beginsWith = (letters: string): number[] =>
    beginnings.flatMap((month, index) => (letters.length > 2 && month.some((one) => one.startsWith(letters)) ? index + 1 : []));
  const [month, ...others] = [4, 3].map((length) => beginsWith(name.slice(0, length))).find((found) => found.length > 0) ?? [];
  return others.length === 0 ? month : undefined;
}
