import { healthText } from '#domain/animals.ts';
import { longDate } from '#web/lib/format.ts';
import type { ShownMergeField } from '#web/components/changed-elsewhere.tsx';
import type { Animal } from '#contract/animals.ts';
import { type AnimalFormValues, bornIn } from './animal-form-values.ts';
import { fullName, sexLabels, speciesLabels, statusLabels } from '#web/herd/animal-labels.ts';

type Values = AnimalFormValues;

const mergeField = (label: string, field: keyof Values, show: ShownMergeField<Values>['show'] = (values) => values[field]) => ({
  label,
  fields: [field],
  show,
});

const yesNo = (isSo: boolean): string => (isSo ? 'Yes' : 'No');

/** The fields that are merged separately, with their labels and values as text; `animals` are the possible parents. */
export const animalMergeFields = (animals: readonly Animal[]): readonly ShownMergeField<Values>[] => [
  mergeField('Tag number', 'tagNumber'),
  mergeField('Name', 'name'),
  mergeField('Species', 'species', ({ species }) => speciesLabels[species]),
  mergeField('Sex', 'sex', ({ sex }) => sexLabels[sex]),
  { label: 'Born', fields: ['isYearOnly', 'birthDate', 'birthYear'], show: birthText },
  mergeField('Breed', 'breed'),
  mergeField('Color', 'color'),
  mergeField('Status', 'status', ({ status }) => statusLabels[status]),
  mergeField(
    'Photo',
    'imageUrl',
    ({ imageUrl }) => imageUrl && <img src={imageUrl} alt="" className="size-16 rounded-lg object-cover" />,
  ),
  mergeField('Mother', 'motherId', ({ motherId }) => nameOf(motherId, animals)),
  mergeField('Father', 'fatherId', ({ fatherId }) => nameOf(fatherId, animals)),
  mergeField('Pedigree link', 'pedigreeUrl'),
  mergeField('Health', 'healthStatus', ({ healthStatus }) => healthText(healthStatus)),
  mergeField('Vaccinated', 'vaccinated', ({ vaccinated }) => yesNo(vaccinated)),
  mergeField('Birth weight (lbs)', 'birthWeight'),
  mergeField('Weaning weight (lbs)', 'weaningWeight'),
  mergeField('Age at weaning (days)', 'weaningAgeDays'),
  mergeField('For sale', 'forSale', ({ forSale }) => yesNo(forSale)),
  mergeField('Price ($)', 'salePrice'),
  mergeField('Sale description', 'saleDescription'),
  mergeField('Notes', 'notes'),
];

function birthText(values: Values): string {
  const { birthDate, birthYear } = bornIn(values);
  return birthDate === null ? String(birthYear ?? '') : longDate(birthDate);
}

function nameOf(id: string | null, animals: readonly Animal[]): string {
  const parent = animals.find((animal) => animal.id === id);
  return parent ? fullName(parent) : id === null ? '' : 'Another animal';
}
