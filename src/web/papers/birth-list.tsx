import type { Animal } from '#contract/animals.ts';
import { addDays } from '#domain/dates.ts';
import { mondayOf } from '#domain/performance/season.ts';
import { PrintTable } from '#web/components/print-table.tsx';
import { fullName } from '#web/herd/animal-labels.ts';
import { plural } from '#domain/plural.ts';
import { dayText } from '#web/herd/day-text.ts';
import { usePregnancies } from '#web/herd/use-pregnancies.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Papers } from './sheet.tsx';

/** Females expected to give birth, by week, with room for notes. */
export function BirthList({ find, now }: { readonly find: (id: string) => Animal | undefined; readonly now: string }) {
  const { expected } = usePregnancies();
  if (!expected) return <Skeleton className="h-64" />;
  if (expected.length === 0) return <p>No births are expected.</p>;
  const nameOf = (id: string): string => {
    const animal = find(id);
    return animal ? fullName(animal) : '';
  };
  return (
    <Papers>
      <div className="bg-white p-[4mm] text-[10pt] text-black print:p-0">
        <h2 className="title mb-[3mm] text-[18pt]">Births by week</h2>
        {[...Map.groupBy(expected, ({ due }) => mondayOf(due))].map(([monday, those]) => (
          <section key={monday} className="mb-[6mm]">
            <h3 className="mb-[1mm] font-semibold break-after-avoid">
              {dayText(monday, now)} to {dayText(addDays(monday, 6), now)} · {plural(those.length, 'birth')}
            </h3>
            <PrintTable columns={['Dam', 'Due', 'From – to', 'Sire', 'Seen', 'Born', 'Notes']}>
              {those.map(({ damId, due, bredOn, window, sireIds, check }) => (
                <tr key={damId} className="break-inside-avoid">
                  <td>{nameOf(damId)}</td>
                  <td>{dayText(due, now)}</td>
                  <td>
                    {dayText(addDays(bredOn, window.from), now)} – {dayText(addDays(bredOn, window.to), now)}
                  </td>
                  <td>{sireIds.map(nameOf).filter(Boolean).join(' or ')}</td>
                  <td>{check?.count ?? ''}</td>
                  <td className="w-[20mm]">&nbsp;</td>
                  <td className="w-[35mm]">&nbsp;</td>
                </tr>
              ))}
            </PrintTable>
          </section>
        ))}
      </div>
    </Papers>
  );
}
