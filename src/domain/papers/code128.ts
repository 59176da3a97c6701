/** Alternating widths of bars and spaces for the values 0 to 105 (ISO/IEC 15417). */
const patterns = `
212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221
223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321
112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131
311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114
122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232
`
  .trim()
  .split(/\s+/);

const stop = '2331112';
const [toCodeB, startB, startC] = [100, 104, 105];

/** Alternating widths of bars and spaces, beginning with a bar; undefined if the text has a character outside Code 128. */
export function code128(text: string): readonly number[] | undefined {
  const values = /^\d{4,}$/.test(text) ? digitValues(text) : textValues(text);
  if (!values) return undefined;
  const sum = values.reduce((all, value, index) => all + value * Math.max(index, 1), 0);
  return [...[...values, sum % 103].map((value) => patterns[value]), stop].join('').split('').map(Number);
}

/** One symbol for each two digits; an odd last digit is encoded by itself. */
function digitValues(digits: string): number[] {
  const pairs = digits.match(/\d\d/g) ?? [];
  const last = digits.length % 2 === 1 ? [toCodeB, codeB(digits.slice(-1))] : [];
  return [startC, ...pairs.map(Number), ...last];
}

const textValues = (text: string): number[] | undefined =>
  /^[ -~]+$/.test(text) ? [startB, ...text.split('').map(codeB)] : undefined;

const codeB = (character: string): number => character.charCodeAt(0) - 32;
