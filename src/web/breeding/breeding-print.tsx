import type { Animal } from '#contract/animals.ts';
import { fullName } from '#web/animals/animal-words.ts';
import { shortDate } from '#web/lib/format.ts';
import { PrintTable } from '#web/ui/print-table.tsx';
import type { Breeding } from './breeding-history.ts';
import { outcomeLabels } from './outcome-labels.ts';

/** The records on paper: one line each. */
export function BreedingPrint({ breedings }: { breedings: readonly Breeding[] }) {
  return (
    <PrintTable columns={['Bred', 'Female', 'Male', 'Due', 'Born', 'Outcome', 'Offspring', 'Notes']}>
      {breedings.map(({ record, father, mother, offspring }) => (
        <tr key={record.id}>
          <td>{shortDate(record.breedingDate)}</td>
          <td>{nameOf(mother)}</td>
          <td>{nameOf(father)}</td>
          <td>{record.expectedDueDate && shortDate(record.expectedDueDate)}</td>
          <td>{record.actualBirthDate && shortDate(record.actualBirthDate)}</td>
          <td>{outcomeLabels[record.outcome]}</td>
          <td>{offspring.map(fullName).join(', ')}</td>
          <td>{record.notes}</td>
        </tr>
      ))}
    </PrintTable>
  );
}

const nameOf = (animal: Animal | undefined): string => (animal ? fullName(animal) : 'No longer kept');
