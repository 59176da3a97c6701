import { healthText } from '#domain/animals.ts';
import { longDate } from '#web/lib/format.ts';
import type { ShownPart } from '#web/components/changed-elsewhere.tsx';
import type { Animal } from '#contract/animals.ts';
import { type AnimalFormValues, bornIn } from './animal-form-values.ts';
import { fullName, sexLabels, speciesLabels, statusLabels } from '#web/herd/animal-labels.ts';

type Values = AnimalFormValues;

const part = (label: string, field: keyof Values, show: ShownPart<Values>['show'] = (values) => values[field]) => ({
  label,
  fields: [field],
  show,
});

const yesNo = (isSo: boolean): string => (isSo ? 'Yes' : 'No');

/** What of an animal is changed on its own, and how it is said; `animals` are those that can be a parent. */
export const animalParts = (animals: readonly Animal[]): readonly ShownPart<Values>[] => [
  part('Tag number', 'tagNumber'),
  part('Name', 'name'),
  part('Species', 'species', ({ species }) => speciesLabels[species]),
  part('Sex', 'sex', ({ sex }) => sexLabels[sex]),
  { label: 'Born', fields: ['isYearOnly', 'birthDate', 'birthYear'], show: birthText },
  part('Breed', 'breed'),
  part('Color', 'color'),
  part('Status', 'status', ({ status }) => statusLabels[status]),
  part(
    'Photo',
    'imageUrl',
    ({ imageUrl }) => imageUrl && <img src={imageUrl} alt="" className="size-16 rounded-lg object-cover" />,
  ),
  part('Mother', 'motherId', ({ motherId }) => nameOf(motherId, animals)),
  part('Father', 'fatherId', ({ fatherId }) => nameOf(fatherId, animals)),
  part('Pedigree link', 'pedigreeUrl'),
  part('Health', 'healthStatus', ({ healthStatus }) => healthText(healthStatus)),
  part('Vaccinated', 'vaccinated', ({ vaccinated }) => yesNo(vaccinated)),
  part('Birth weight (lbs)', 'birthWeight'),
  part('Weaning weight (lbs)', 'weaningWeight'),
  part('Age at weaning (days)', 'weaningAgeDays'),
  part('For sale', 'forSale', ({ forSale }) => yesNo(forSale)),
  part('Price ($)', 'salePrice'),
  part('Sale description', 'saleDescription'),
  part('Notes', 'notes'),
];

function birthText(values: Values): string {
  const { birthDate, birthYear } = bornIn(values);
  return birthDate === null ? String(birthYear ?? '') : longDate(birthDate);
}

function nameOf(id: string | null, animals: readonly Animal[]): string {
  const parent = animals.find((animal) => animal.id === id);
  return parent ? fullName(parent) : id === null ? '' : 'Another animal';
}
