declare const unit: unique symbol;

/** A number of one unit. The compiler refuses a number of another unit, but not one without a unit. */
type In<Unit extends string> = number & { readonly [unit]?: Unit };

export type Grams = In<'grams'>;
export type Pounds = In<'pounds'>;
export type Cents = In<'cents'>;
export type Dollars = In<'dollars'>;

/** The names that the specification uses in the regional settings. */
export const weightUnits = ['lbs', 'kg'] as const;
export type WeightUnit = (typeof weightUnits)[number];

export const dateFormats = ['mdy', 'dmy', 'ymd'] as const;
export type DateFormat = (typeof dateFormats)[number];

export const farmSpecies = ['goat', 'sheep', 'both'] as const;
export type FarmSpecies = (typeof farmSpecies)[number];

/** The units and date format of a farm's screens; grams and ISO dates are stored (rule 37). */
export interface Regional {
  readonly weightUnit: WeightUnit;
  readonly dateFormat: DateFormat;
}

export const specifiedRegional: Regional = { weightUnit: 'lbs', dateFormat: 'mdy' };

/** The customary units and date format of the language's region: kilograms and day first unless listed here. */
export function usualRegional(language: string): Regional {
  const [spoken = '', ...parts] = language.split('-');
  const region = parts.find((part) => /^[A-Z]{2}$/.test(part));
  if (language === 'en' || region === 'US') return specifiedRegional;
  return { weightUnit: 'kg', dateFormat: yearFirst.has(region ?? spoken) ? 'ymd' : 'dmy' };
}

const yearFirst = new Set(['CN', 'TW', 'JP', 'KR', 'HU', 'LT', 'SE', 'CA', 'zh', 'ja', 'ko', 'hu', 'lt', 'sv']);
