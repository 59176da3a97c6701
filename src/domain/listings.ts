import { type Sex, sexLabels, type Species } from './records/animals.ts';
import { offeredWord } from './records/births.ts';
import type { CalendarDate } from './values/dates.ts';
import { formatPrice } from './values/money.ts';
import type { Dollars } from './values/units.ts';

export const listingSorts = ['newest', 'price', '-price'] as const;
export type ListingSort = (typeof listingSorts)[number];

/** Who may see the email address of a seller. */
export const emailForList = ['everybody', 'signedIn', 'nobody'] as const;
export type EmailFor = (typeof emailForList)[number];

export const maxListingPhotos = 12;
export const maxFavourites = 200;
export const maxSavedSearches = 20;

/** Facts from the records that a farm may show in its listings, with the labels of the choices. */
export const listingFacts = {
  birth: 'Day of birth',
  registration: 'Registration number',
  parents: 'Sire and dam',
  ancestors: 'Pedigree of three generations',
  weights: 'Weights and gain',
  growth: 'Growth compared with its group',
  litter: 'Litter and rearing',
  health: 'Vaccinations, last treatment, withdrawal',
  deworming: 'Last deworming and worm scores',
  inbreeding: 'Inbreeding',
} as const;
export type ListingFact = keyof typeof listingFacts;
export const listingFactList = Object.keys(listingFacts) as ListingFact[];

/** The known names in a fixed order, so that equal choices compare as equal. */
export const knownFacts = (names: readonly string[]): ListingFact[] => listingFactList.filter((fact) => names.includes(fact));

interface ListedAnimal {
  readonly name: string | null;
  readonly tagNumber: string;
  readonly breed: string | null;
  readonly species: Species;
  readonly sex: Sex;
  readonly isCastrated: boolean;
  /** null if it is unknown, or if the farm does not share it. */
  readonly birthDate: CalendarDate | null;
  /** The price is in dollars. */
  readonly salePrice: Dollars;
}

/** `Ewe lamb`, or `Female sheep` if its age is not shared. */
export function offeredKind(animal: Parameters<typeof offeredWord>[0], now: CalendarDate): string {
  const word = offeredWord(animal, now);
  return word === sexLabels[animal.sex] ? `${word} ${animal.species}` : word;
}

export function listingTitle({ name, tagNumber, salePrice, ...animal }: ListedAnimal, now: CalendarDate): string {
  const word = offeredKind(animal, now);
  const kind = animal.breed === null ? word : `${animal.breed} ${word.toLowerCase()}`;
  return `${name ?? tagNumber}, ${kind} for ${formatPrice(Math.round(salePrice * 100))}`;
}
