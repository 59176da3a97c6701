import { maxBreedingValue, maxTraitLength } from '../records/breeding-value-bounds.ts';
import { compareText } from '../values/text.ts';
import { truncateText } from '../values/text-length.ts';

/**
 * Estimated breeding values come from a genetic evaluation such as NSIP (sheep in the USA), LAMBPLAN (sheep) or KIDPLAN (goats). They are
 * shown as supplied; none is computed here.
 */

/** The codes of traits and indexes, with their meanings. */
const traits = {
  BWT: 'Birth weight',
  MBWT: 'Birth weight, maternal',
  WWT: 'Weaning weight',
  MWWT: 'Weaning weight, maternal',
  PWWT: 'Post-weaning weight',
  YWT: 'Yearling weight',
  HWT: 'Hogget weight',
  AWT: 'Adult weight',
  WFAT: 'Fat depth at weaning',
  PFAT: 'Fat depth, post-weaning',
  YFAT: 'Fat depth, yearling',
  WEMD: 'Eye muscle depth at weaning',
  PEMD: 'Eye muscle depth, post-weaning',
  YEMD: 'Eye muscle depth, yearling',
  NLB: 'Number of young born',
  NLW: 'Number of young weaned',
  WR: 'Weaning rate',
  CON: 'Conception',
  LS: 'Litter size',
  ERA: 'Ewe rearing ability',
  WWEC: 'Worm egg count at weaning',
  PWEC: 'Worm egg count, post-weaning',
  YWEC: 'Worm egg count, yearling',
  SC: 'Scrotal circumference',
  PSC: 'Scrotal circumference, post-weaning',
  YSC: 'Scrotal circumference, yearling',
  CFW: 'Clean fleece weight',
  YCFW: 'Clean fleece weight, yearling',
  GFW: 'Greasy fleece weight',
  YGFW: 'Greasy fleece weight, yearling',
  FD: 'Fibre diameter',
  YFD: 'Fibre diameter, yearling',
  SL: 'Staple length',
  YSL: 'Staple length, yearling',
  IMF: 'Intramuscular fat',
  SHRF5: 'Shear force',
  LMY: 'Lean meat yield',
  DRESS: 'Dressing percentage',
  'USA Hair Index': 'Index',
  'USA Maternal Index': 'Index',
  'USA Range Index': 'Index',
  'SRC$ Index': 'Index',
  'Carcass Plus': 'Index',
  'Carcass+': 'Index',
  'LAMB 2020': 'Index',
  'MCP+': 'Index',
  MCP: 'Index',
  'MWP+': 'Index',
  MWP: 'Index',
  TCP: 'Index',
  LEQ: 'Index',
  EQ: 'Index',
  SRC: 'Index',
  Border$: 'Index',
  Maternal$: 'Index',
  'DP+': 'Index',
  'FP+': 'Index',
  'MP+': 'Index',
} as const satisfies Readonly<Record<string, string>>;

type Trait = keyof typeof traits;

/** Spellings that some files use. */
const otherNames: Readonly<Record<string, Trait>> = {
  mwt: 'MWWT',
  hair: 'USA Hair Index',
  usahair: 'USA Hair Index',
  ushair: 'USA Hair Index',
  usamaternal: 'USA Maternal Index',
  usmaternal: 'USA Maternal Index',
  usarange: 'USA Range Index',
  usrange: 'USA Range Index',
  westernrange: 'USA Range Index',
  uswesternrange: 'USA Range Index',
  src$: 'SRC$ Index',
  carcaseplus: 'Carcass Plus',
  'carcase+': 'Carcass+',
  mcpplus: 'MCP+',
  mwpplus: 'MWP+',
  dpplus: 'DP+',
  fpplus: 'FP+',
  mpplus: 'MP+',
  borderdollar: 'Border$',
  maternaldollar: 'Maternal$',
};

/** Names that farms also use for their own measurements. */
const alsoMeasured: ReadonlySet<string> = new Set([
  'BWT',
  'WWT',
  'YWT',
  'AWT',
  'HWT',
  'NLB',
  'NLW',
  'LS',
  'SC',
  'CON',
  'WR',
  'FD',
  'SL',
]);

const keyOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9+$]/g, '');

/** Without the word index, which some files leave out and others have at the start. */
const byKey: ReadonlyMap<string, string> = new Map([
  ...Object.keys(traits).map((code) => [keyOf(code.replace(/ Index$/, '')), code] as const),
  ...Object.entries(otherNames),
]);

export const traitMeaning = (trait: string): string | undefined =>
  Object.hasOwn(traits, trait) ? traits[trait as Trait] : undefined;

export const isIndex = (trait: string): boolean => traitMeaning(trait) === 'Index' || / index$/i.test(trait);

export interface ReadHeading {
  /** `null` if the heading is just 'Accuracy'. */
  readonly trait: string | null;
  readonly isAccuracy: boolean;
  /** The trait is a known trait of genetic evaluations. */
  readonly isKnown: boolean;
  /** The heading can mean nothing but an estimated value. */
  readonly isCertain: boolean;
  /** The heading itself says that it is an estimated value, for example by `EBV`. */
  readonly isMarked: boolean;
}

const accuracyWords: ReadonlySet<string> = new Set(['acc', 'accuracy', 'accy', 'rel', 'reliability']);
const valueWords: ReadonlySet<string> = new Set(['ebv', 'ebvs', 'asbv', 'asbvs', 'epd', 'fbv']);
const indexWords: ReadonlySet<string> = new Set(['index', 'indexes', 'indices']);
const units: ReadonlySet<string> = new Set(['kg', 'lb', 'lbs', 'mm', 'cm', 'um', 'percent', 'pct']);

/** `WWT`, `WWT (kg)`, `EBV_WWT`, `ACC_WWT`, `WWT Acc`, `WWTACC %`, `USA Hair Index`, `Index: MCP+`, `Hill Index`. */
export function readHeading(heading: string): ReadHeading {
  const words = heading
    .replaceAll(/\([^()]*\)|%/g, ' ')
    .split(/[\s_.:/-]+/)
    .filter((word) => word !== '');
  const lower = words.map((word) => word.toLowerCase());
  const named = words.filter((_, index) => {
    const word = lower[index] ?? '';
    return !accuracyWords.has(word) && !valueWords.has(word) && !(units.has(word) && index > 0);
  });
  const bare = named.filter((word) => !indexWords.has(word.toLowerCase()));
  const isOfIndex = bare.length < named.length || /index$/i.test(bare.join(''));
  const { known, isGlued } = knownTrait(bare.join(''));
  const isAccuracy = isGlued || lower.some((word) => accuracyWords.has(word));
  const name = nameOf(bare, isOfIndex);
  const isMarked = (known !== undefined && isOfIndex) || (lower.some((word) => valueWords.has(word)) && name !== '');
  return {
    trait: known ?? (name === '' ? null : name),
    isAccuracy,
    isKnown: known !== undefined,
    isCertain: isMarked || (known !== undefined && (isAccuracy || !alsoMeasured.has(known))),
    isMarked,
  };
}

/** The accuracy may be glued to the code (`WWTACC`), and so may the word index (`MCPIndex`). */
function knownTrait(text: string): { readonly known: string | undefined; readonly isGlued: boolean } {
  const key = keyOf(text);
  const code = key.replace(/acc$/, '');
  const isGlued = code !== key && !byKey.has(key) && byKey.has(code);
  return { known: byKey.get(isGlued ? code : key) ?? byKey.get(key.replace(/index$/, '')), isGlued };
}

/** An unknown index has the same name wherever its heading says the word: `Index: Hill` and `Hill Index`. */
function nameOf(bare: readonly string[], isOfIndex: boolean): string {
  const suffix = isOfIndex && bare.length > 0 && !/index$/i.test(bare.join('')) ? ' Index' : '';
  return truncateText(bare.join(' '), maxTraitLength - suffix.length).trim() + suffix;
}

/** Reads `1.25`, `-0,4`, `−0.4`, `.5` and `£2.44`. Returns undefined if it is not a number or too large for a breeding value. */
export function parseBreedingValue(cell: string): number | undefined {
  const text = cell
    .trim()
    .replace(/^[−–]/, '-')
    .replace(/^([+-]?)[£$€]/, '$1')
    .replace(',', '.')
    .replace(/(?:%|kg|mm|cm)$/i, '')
    .trimEnd();
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return undefined;
  const value = Number(text);
  return Math.abs(value) <= maxBreedingValue ? Math.round(value * 10_000) / 10_000 + 0 : undefined;
}

/** In per cent. Some evaluations write fractions; a value up to 1 is one, since nobody publishes an accuracy of 1 % or less. */
export function parseAccuracy(cell: string): number | undefined {
  const number = parseBreedingValue(cell);
  if (number === undefined || number < 0 || number > 100) return undefined;
  const percent = number <= 1 && !cell.includes('%') ? number * 100 : number;
  return Math.round(percent * 10) / 10;
}

export interface BreedingValue {
  readonly trait: string;
  readonly value: number;
  /** In per cent; null: not given. */
  readonly accuracy: number | null;
}

export interface Evaluation {
  readonly animalId: string;
  readonly day: string;
  readonly createdAt: string;
  readonly source: string | null;
  readonly values: readonly BreedingValue[];
}

export interface LatestValue extends BreedingValue {
  readonly day: string;
  readonly source: string | null;
  /** The value of the previous analysis of the same supplier. */
  readonly before: number | null;
}

/**
 * The latest value of each trait of one animal, in the order of the newest analysis. Suppliers estimate on different bases, so the values of
 * one never take the place of another's.
 */
export function latestValues(evaluations: readonly Evaluation[]): readonly LatestValue[] {
  const newestFirst = evaluations.toSorted((a, b) =>
    a.day === b.day ? compareText(b.createdAt, a.createdAt) : compareText(b.day, a.day),
  );
  const found = new Map<string, LatestValue>();
  for (const { day, source, values } of newestFirst) {
    for (const value of values) {
      const key = suppliedTraitKey({ trait: value.trait, source });
      const known = found.get(key);
      if (!known) found.set(key, { ...value, day, source, before: null });
      else if (known.before === null && day < known.day) found.set(key, { ...known, before: value.value });
    }
  }
  return [...found.values()];
}

/** A trait as one supplier estimates it. */
export interface SuppliedTrait {
  readonly trait: string;
  readonly source: string | null;
}

export const suppliedTraitKey = ({ trait, source }: SuppliedTrait): string => JSON.stringify([trait, source]);

/** Names the supplier if another one among `all` estimates the same trait. */
export function suppliedTraitLabel({ trait, source }: SuppliedTrait, all: readonly SuppliedTrait[]): string {
  const isShared = all.some((other) => other.trait === trait && other.source !== source);
  return isShared ? `${trait} (${source ?? 'other'})` : trait;
}

/** 'as supplied by NSIP', or 'as supplied' without a source. */
export const suppliedBy = (source: string | null): string => (source === null ? 'as supplied' : `as supplied by ${source}`);

export const valueText = ({ trait, value, accuracy }: BreedingValue): string =>
  `${trait} ${signed(value)}${accuracy === null ? '' : ` (${accuracy}%)`}`;

/** Small positive values get a plus sign; indexes, which are around 100, do not. */
export const signed = (value: number): string => (value > 0 && value < 50 ? `+${value}` : String(value)).replace('-', '−');
