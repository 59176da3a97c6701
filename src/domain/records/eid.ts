/** The national part of an ISO 11784 code has 38 bits. */
const nationalCodes = 2 ** 38;

/**
 * What readers send for a tag, without the control characters around it; the groups are the 15 digits of the code. There is no common
 * format: readers put a number before the code or a time after it, or pad the code to 16 digits with a zero.
 */
const frames: readonly RegExp[] = [
  /^(\d{15})$/,
  // In groups, of which the first is the country or the manufacturer.
  /^(?=(?:\D*\d){15}$)(\d{3}[ .-](?:\d+ )*\d+)$/,
  // Behind the letters of the country, or with the first group in brackets.
  /^(?:[A-Z]{2,3} ?)?\(?(\d{3})\)?[ -]?(\d{12})$/,
  /^0(\d{15})$/,
  /^0(\d{3}) (\d{12})$/,
  // Allflex RS420: with the time, with a counter of eight digits, or without either.
  /^[1A]0{6,7} ?(\d{15})(?: ?\d{12})?$/,
  // The database of New Zealand: species and reserved digits first.
  /^0{5} 0 (\d{3}) (\d{12})$/,
];

/** As printed on British ear tags: `UK0713393 00045`, `UK 0 713393 00045`, `GB 0826 0713393 00045`. */
const british = /^(?:UK|GB) ?(?:0?826 ?)?(\d ?\d{6}) ?(\d{5})$/;

/** Without a letter only codes with the flags of an animal (and of data) are hexadecimal; otherwise any sixteen digits would be. */
const hexadecimal = /^(?=.*[A-F]|800[01])[\dA-F]{16}$/;

/**
 * The 15 digits of an electronic tag (ISO 11784: three of the country or manufacturer, twelve of the animal), from what a reader sent or a
 * person typed; null if it is not such a code. Leading zeros stay: Australia is 036.
 */
export function parseEid(text: string): string | null {
  const plain = text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .toUpperCase();
  if (plain.length > 60) return null;
  for (const frame of frames) {
    const match = frame.exec(plain);
    if (match) return checked(match.slice(1).join('').replaceAll(/\D/g, ''));
  }
  const [, flock, animal] = british.exec(plain) ?? [];
  if (flock !== undefined) return checked(`826${flock.replace(' ', '')}${animal}`);
  return hexadecimal.test(plain) ? decode(BigInt(`0x${plain}`)) : null;
}

/** The format that readers and authorities use: `826 071339300045`. */
export const eidText = (eid: string): string => `${eid.slice(0, 3)} ${eid.slice(3)}`;

const checked = (digits: string): string | null =>
  digits.startsWith('000') || Number(digits.slice(3)) >= nationalCodes ? null : digits;

/** The first of the 64 bits is set for animals; the last 48 are the code. */
function decode(bits: bigint): string | null {
  const country = Number((bits >> 38n) & 0x3ffn);
  if (bits >> 63n === 0n || country > 999) return null;
  const national = Number(bits & 0x3f_ffff_ffffn);
  return checked(String(country).padStart(3, '0') + String(national).padStart(12, '0'));
}
