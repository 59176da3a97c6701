import { eidText, parseEid } from './eid.ts';

/** The rules of one country, for the numbers that begin as its own do. */
interface Country {
  readonly begins: RegExp;
  /** What is wrong with the number, written without marks and in groups. */
  readonly doubtOf: (number: string, groups: readonly string[]) => string | undefined;
}

const states =
  `AL AK AZ AR CA CO CT FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN
  TX UT VT VA WA WV WI WY`.split(/\s+/);
/** `DE` and `MT` are also states of the USA. */
const members = 'AT BE BG HR CY CZ DK EE FI FR DE GR EL HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE XI'.split(' ');
const [maxFlock, maxNational] = [9, 12];

const countries: readonly Country[] = [
  {
    begins: /^840\d/,
    doubtOf: (number) => (parseEid(number) === null ? 'A number that begins with 840 has 15 digits.' : undefined),
  },
  {
    begins: /^UK/,
    doubtOf: (number) => {
      if (/^UK\d{6}$/.test(number)) return 'It names a British flock, and no animal of it.';
      return /^UK\d{7,12}$/.test(number)
        ? undefined
        : 'A British number has six digits of the flock and up to six of the animal, such as UK 0123456 00001.';
    },
  },
  {
    begins: new RegExp(`^(?:${states.join('|')})[A-Z\\d]*\\d`),
    doubtOf: (_, [flock = '', ...animal]) => {
      if (animal.length === 0) return undefined;
      if (flock.length > maxFlock) return `An American flock number has at most ${maxFlock} letters and digits.`;
      return /[IOQ]/.test(flock.slice(2)) ? 'American flock numbers have no I, O or Q. Is it a 1 or a 0?' : undefined;
    },
  },
  {
    begins: new RegExp(`^(?:${members.join('|')})\\d`),
    doubtOf: (number) =>
      /^\d+$/.test(number.slice(2)) && number.length - 2 > maxNational
        ? `A number of the European Union has at most ${maxNational} digits after the country.`
        : undefined,
  },
];

/** Why an official number is doubtful by the rules of its country; undefined if it is not, or if nothing is known of such numbers. */
export function doubtOfOfficial(text: string, eid: string | null = null): string | undefined {
  const groups = text.toUpperCase().match(/[A-Z\d]+/g) ?? [];
  const number = groups.join('');
  const doubt = countries.find(({ begins }) => begins.test(number))?.doubtOf(number, groups);
  const printed = parseEid(text);
  const isOther = printed !== null && eid !== null && printed !== eid && printed.slice(0, 3) === eid.slice(0, 3);
  return doubt ?? (isOther ? `Its EID is another number, ${eidText(eid)}.` : undefined);
}
