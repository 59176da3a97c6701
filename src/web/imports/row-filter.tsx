import type { ImportDetail, ImportTally } from '#contract/imports.ts';
import { Download } from 'lucide-react';
import { urlOf } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { count } from '#web/lib/text/format.ts';
import type { RowFilter } from './imports.data.ts';

interface FilterProps {
  readonly id: string;
  readonly tally: ImportTally;
  readonly state: ImportDetail['state'];
  readonly filter: RowFilter;
  readonly onFilter: (filter: RowFilter) => void;
}

export function RowFilterBar({ id, tally: { counts, remarkedRows }, state, filter, onFilter }: FilterProps) {
  const all = counts.ready + counts.changed + counts.duplicate + counts.refused;
  const choices: readonly [filter: RowFilter, label: string, rows: number][] = [
    ['all', 'All rows', all],
    ['ready', { staged: 'Ready', applied: 'Added', undone: 'Had been added' }[state], counts.ready],
    ['changed', state === 'undone' ? 'Had changed' : 'Changed', counts.changed],
    ['duplicate', 'Nothing new', counts.duplicate],
    ['refused', 'Left out', counts.refused],
    ['remarked', 'With a note', remarkedRows],
  ];
  const shown = choices.filter(([value, , rows]) => rows > 0 || value === 'all' || value === filter);
  return (
    <>
      <ul aria-label="Show rows" className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 lg:grid-cols-6 print:hidden">
        {shown.map(([value, label, rows]) => (
          <li key={value} className="flex">
            <button
              type="button"
              aria-pressed={filter === value}
              onClick={() => onFilter(value)}
              className={cn(
                'flex w-full cursor-pointer flex-col items-start rounded-xl border px-4 py-2.5 text-start shadow-card transition-colors hover:bg-secondary',
                filter === value ? 'border-primary bg-accent text-accent-foreground' : 'bg-card',
              )}
            >
              <span className="text-xl font-bold">{count(rows)}</span>
              <span className="text-sm font-semibold">{label}</span>
            </button>
          </li>
        ))}
      </ul>
      {filter === 'refused' && counts.refused > 0 && (
        <Button asChild variant="outline" className="self-start print:hidden">
          <a href={urlOf('downloadLeftOut', { params: { id } })} download>
            <Download aria-hidden />
            Download these rows to mend
          </a>
        </Button>
      )}
    </>
  );
}
