/** As Sheep Genetics, LAMBPLAN and NSIP write it: two digits of the breed, four of the flock, the year of birth, six of the tag. */
const parts = /^(\d{2})(\d{4})((?:19|20)\d{2})([A-Z\d]{6})$/;

export interface SheepGeneticsId {
  readonly flock: string;
  readonly year: number;
  readonly tag: string;
}

/** Written with or without spaces and marks: `50-0006-1999-000012`. */
export function parseSheepGeneticsId(text: string): SheepGeneticsId | null {
  const [, breed = '', flock = '', year = '', tag = ''] = parts.exec(text.toUpperCase().replaceAll(/[ .-]/g, '')) ?? [];
  return tag === '' ? null : { flock: breed + flock, year: Number(year), tag };
}
