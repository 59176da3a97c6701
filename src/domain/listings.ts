import { type Sex, type Species, speciesWords } from './animals.ts';
import { formatPrice } from './money.ts';

interface Offered {
  readonly name: string | null;
  readonly tagNumber: string;
  readonly breed: string | null;
  readonly species: Species;
  readonly sex: Sex;
  /** In dollars. */
  readonly salePrice: number;
}

/** An offer in a line, for the title of its page and for whoever is sent its address: `Bella, Boer Doe for $1,250`. */
export function listingTitle({ name, tagNumber, breed, species, sex, salePrice }: Offered): string {
  const kind = [breed, speciesWords[species][sex]].filter(Boolean).join(' ');
  return `${name ?? tagNumber}, ${kind} for ${formatPrice(Math.round(salePrice * 100))}`;
}
