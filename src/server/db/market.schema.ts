import type { Generated } from 'kysely';
import type { Sex, Species } from '#domain/animals.ts';

/** The view from which the triggers fill the listings. */
export type Offered = Omit<Listings, 'position'>;

/** What is on offer and public of it; written by triggers alone (0005_market). */
export interface Listings {
  /** Where it stands in the marketplace: the highest is the newest. */
  position: Generated<number>;
  farm_id: string;
  animal_id: string;
  tag_number: string;
  name: string | null;
  species: Species;
  sex: Sex;
  breed: string | null;
  price_cents: number;
  description: string | null;
  pedigree_url: string | null;
  image_url: string | null;
  farm_name: string | null;
  email: string | null;
  /** Its name, breed, tag number and farm as they are searched. */
  words: string;
}

/** Farms whose listings have an earlier name or address still. */
export interface StaleListings {
  farm_id: string;
  /** Changes with each renaming. */
  mark: number;
}
