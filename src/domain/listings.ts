import { type Sex, type Species, speciesTerms } from './animals.ts';
import { formatPrice } from './money.ts';

export const listingSorts = ['newest', 'price', '-price'] as const;
export type ListingSort = (typeof listingSorts)[number];

/** Who is shown the address of a seller. */
export const emailForList = ['everybody', 'signedIn', 'nobody'] as const;
export type EmailFor = (typeof emailForList)[number];

interface ListedAnimal {
  readonly name: string | null;
  readonly tagNumber: string;
  readonly breed: string | null;
  readonly species: Species;
  readonly sex: Sex;
  /** The price is in dollars. */
  readonly salePrice: number;
}

export function listingTitle({ name, tagNumber, breed, species, sex, salePrice }: ListedAnimal): string {
  const kind = [breed, speciesTerms[species][sex]].filter(Boolean).join(' ');
  return `${name ?? tagNumber}, ${kind} for ${formatPrice(Math.round(salePrice * 100))}`;
}
