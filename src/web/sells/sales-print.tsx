import type { Animal } from '#contract/animals.ts';
import { kindWord } from '#web/herd/animal/who-text.ts';
import { today } from '#web/lib/text/today.ts';
import { useWithheld } from '#web/herd/care/withheld.ts';
import { dollars } from '#web/lib/text/format.ts';
import { PrintTable } from '#web/components/page/print-table.tsx';
import { TagNumber } from '#web/components/tag-number.tsx';
import { birthText } from './sale-row.tsx';

export function SalesPrint({ animals }: { animals: readonly Animal[] }) {
  const withheldOf = useWithheld();
  return (
    <PrintTable columns={['Tag Number', 'Name', 'Sex', 'Birth Date', 'For Sale', 'Price', 'Description']}>
      {animals.map((animal) => (
        <tr key={animal.id}>
          <td className="tag">
            <TagNumber>{animal.tagNumber}</TagNumber>
          </td>
          <td>{animal.name}</td>
          <td>{kindWord(animal, today())}</td>
          <td>{birthText(animal)}</td>
          <td>
            {animal.forSale ? 'Yes' : 'No'}
            <div className="empty:hidden">{withheldOf(animal.id)}</div>
          </td>
          <td>{animal.salePrice !== null && dollars(animal.salePrice)}</td>
          <td>{animal.saleDescription}</td>
        </tr>
      ))}
    </PrintTable>
  );
}
