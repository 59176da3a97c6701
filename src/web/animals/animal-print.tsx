import type { Animal } from '#contract/animals.ts';
import { isForSale } from '#domain/records/animal-values.ts';
import { healthText } from '#domain/records/animals.ts';
import { kindWord } from '#domain/records/births.ts';
import { today } from '#web/lib/text/today.ts';
import { dollars, shortDate } from '#web/lib/text/format.ts';
import { PrintTable } from '#web/components/page/print-table.tsx';
import { TagNumber } from '#web/components/tag-number.tsx';
import { useWithheld } from '#web/herd/care/withheld.ts';
import { speciesLabels, statusLabels } from '#web/herd/animal/animal-labels.ts';

export function AnimalPrint({ animals }: { animals: readonly Animal[] }) {
  const withheldOf = useWithheld();
  return (
    <PrintTable columns={['Tag', 'Name', 'Species', 'Sex', 'Born', 'Breed', 'Health', 'Status']}>
      {animals.map((animal) => (
        <tr key={animal.id}>
          <td className="tag">
            <TagNumber>{animal.tagNumber}</TagNumber>
          </td>
          <td>{animal.name}</td>
          <td>{speciesLabels[animal.species]}</td>
          <td>{kindWord(animal, today())}</td>
          <td>{animal.birthDate === null ? animal.birthYear : shortDate(animal.birthDate)}</td>
          <td>{animal.breed}</td>
          <td>{healthText(animal.healthStatus)}</td>
          <td>
            {statusLabels[animal.status]}
            {isForSale(animal) && `, for sale${animal.salePrice === null ? '' : ` ${dollars(animal.salePrice)}`}`}
            <div className="empty:hidden">{withheldOf(animal.id)}</div>
          </td>
        </tr>
      ))}
    </PrintTable>
  );
}
