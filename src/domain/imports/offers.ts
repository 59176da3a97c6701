import type { KnownAnimal } from './herd.ts';
import type { ParsedRow } from './parsed-row.ts';
import { ask, type Question } from './question.ts';

export function isNewlyListed({ values }: ParsedRow, known: KnownAnimal | null): boolean {
  const before = known ?? { status: 'active', forSale: false, salePriceCents: null, isReference: false };
  const after = { ...before, ...values, isReference: false };
  return isListed(after) && !isListed(before);
}

type Listing = Pick<KnownAnimal, 'status' | 'forSale' | 'salePriceCents' | 'isReference'>;
const isListed = ({ status, forSale, salePriceCents, isReference }: Listing): boolean =>
  status === 'active' && forSale && salePriceCents !== null && !isReference;

export const withoutSale = (row: ParsedRow): ParsedRow => ({ ...row, values: { ...row.values, forSale: false } });

/** Whether animals that the file marks for sale go on the marketplace. The question informs the person; without an answer they do. */
export function offersQuestion(animals: number): Question {
  const [are, go, them] = animals === 1 ? ['animal is', 'it goes', 'it'] : ['animals are', 'they go', 'them'];
  return ask({
    id: 'offers',
    text: `${animals} ${are} marked for sale with a price. On import ${go} on the public marketplace, where everybody sees ${them} with the email address of your farm.`,
    options: { list: 'Offer them to everybody', private: 'Bring them in without offering them' },
    suggestion: 'list',
  });
}
