import { healthText } from '#domain/records/animals.ts';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';
import { shortDate } from '#web/lib/text/format.ts';
import { poundsText } from '#web/lib/text/weight-text.ts';
import { PrintTable } from '#web/components/page/print-table.tsx';
import { type Entry, extrasOf, kindOf, ownWords } from './record-history.ts';

export function RecordPrint({ entries }: { entries: readonly Entry[] }) {
  return (
    <PrintTable columns={['Date', 'Animal', 'Kind', 'Health', 'Weight', 'Also done', 'Notes']}>
      {entries.map(({ record, animal }) => (
        <tr key={record.id}>
          <td>{shortDate(record.date)}</td>
          <td>{animal ? <AnimalName animal={animal} /> : 'Deleted animal'}</td>
          <td>{kindOf(record)}</td>
          <td>{healthText(record.healthStatus)}</td>
          <td>{record.weightLbs !== null && poundsText(record.weightLbs)}</td>
          <td>{[...extrasOf(record), record.medication, record.dosage].filter(Boolean).join(', ')}</td>
          <td>{[ownWords(record), record.notes].filter(Boolean).join(' ')}</td>
        </tr>
      ))}
    </PrintTable>
  );
}
