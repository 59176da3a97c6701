import { Fragment } from 'react';
import { AnimalName } from '#web/herd/animal-name.tsx';
import { shortDate } from '#web/lib/format.ts';
import { today } from '#web/lib/today.ts';
import { PrintTable } from '#web/components/print-table.tsx';
import { isPlanned } from '#domain/breeding.ts';
import { type Breeding, expectationOf, outcomeText } from './breeding-history.ts';

export function BreedingPrint({ breedings }: { breedings: readonly Breeding[] }) {
  return (
    <PrintTable columns={['Bred', 'Female', 'Male', 'Due', 'Born', 'Outcome', 'Offspring', 'Notes']}>
      {breedings.map((breeding) => (
        <Row key={breeding.record.id} breeding={breeding} />
      ))}
    </PrintTable>
  );
}

function Row({ breeding }: { breeding: Breeding }) {
  const { record, father, mother, offspring } = breeding;
  const expected = expectationOf(breeding, today());
  return (
    <tr>
      <td>
        {shortDate(record.breedingDate)}
        {isPlanned(record.breedingDate, today()) && ' (planned)'}
      </td>
      <td>{mother ? <AnimalName animal={mother} /> : gone}</td>
      <td>{father ? <AnimalName animal={father} /> : gone}</td>
      <td>
        {expected && [expected.dueDate, expected.until].flatMap((day) => (day === null ? [] : shortDate(day))).join(' to ')}
      </td>
      <td>{record.actualBirthDate && shortDate(record.actualBirthDate)}</td>
      <td>{outcomeText(breeding)}</td>
      <td>
        {offspring.map((young, place) => (
          <Fragment key={young.id}>
            {place > 0 && ', '}
            <AnimalName animal={young} />
          </Fragment>
        ))}
      </td>
      <td>{record.notes}</td>
    </tr>
  );
}

const gone = 'Deleted animal';
