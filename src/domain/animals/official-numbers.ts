import { eidText, parseEid } from '../records/eid.ts';

const states =
  `AL AK AZ AR CA CO CT FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN
  TX UT VT VA WA WV WI WY`.replaceAll(/\s+/g, '|');
/** A flock number with I, O or Q: a state, then up to seven letters and digits, among them a digit and at most three letters. */
const wrongFlock = new RegExp(`^(?:${states}) ?(?=[A-Z]*\\d)(?!(?:\\d*[A-Z]){4})(?=[A-Z\\d]*[IOQ])[A-Z\\d]{1,7} `);
const members = 'AT|BE|BG|HR|CY|CZ|DK|EE|FI|FR|DE|GR|EL|HU|IE|IT|LV|LT|LU|MT|NL|PL|PT|RO|SK|SI|ES|SE|XI';

/** What is wrong with the numbers of a country. They are written without marks or, after `inGroups`, with a space between groups. */
const rules: readonly { readonly wrong: RegExp; readonly why: string; readonly inGroups?: true }[] = [
  { wrong: /^840(?=\d{9})(?!\d{12}$)/, why: 'A number that begins with 840 has 15 digits.' },
  { wrong: /^UK0?\d{6}$/, why: 'It names a British flock, and no animal of it.' },
  {
    wrong: /^UK(?!\d{7,12}[A-Z]?$)/,
    why: 'A British number has six digits of the flock and up to six of the animal, such as UK 0123456 00001.',
  },
  { wrong: wrongFlock, why: 'American flock numbers have no I, O or Q. Is it a 1 or a 0?', inGroups: true },
  {
    wrong: new RegExp(`^(?:${members})\\d{13,}$`),
    why: 'A number of the European Union has at most 12 digits after the country.',
  },
];

/** Why an official number is doubtful by the rules of its country; undefined if it is not, or if nothing is known of such numbers. */
export function doubtOfOfficial(text: string, eid: string | null = null): string | undefined {
  const groups = text.toUpperCase().match(/[A-Z\d]+/g) ?? [];
  const number = groups.join('');
  const doubt = rules.find(({ wrong, inGroups }) => wrong.test(inGroups ? groups.join(' ') : number))?.why;
  const printed = parseEid(text);
  const isOther = printed !== null && eid !== null && printed !== eid && printed.slice(0, 3) === eid.slice(0, 3);
  return doubt ?? (isOther ? `Its EID is another number, ${eidText(eid)}.` : undefined);
}
