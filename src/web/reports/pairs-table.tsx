import { useState } from 'react';
import { breedingOutcomes } from '#domain/breeding.ts';
import { outcomeLabels } from '#web/breeding/outcome-labels.ts';
import { count } from '#web/lib/format.ts';
import { usePrinting } from '#web/lib/use-printing.ts';
import type { BreedingPair } from './breeding-pairs.ts';
import { PatternSample } from './chart-patterns.tsx';

export function PairsTable({ pairs }: { pairs: readonly BreedingPair[] }) {
  const [isOpened, setOpened] = useState(false);
  const isPrinting = usePrinting();
  const isOpen = isOpened || isPrinting;
  return (
    <details
      open={isOpen}
      // Opening for the printer does not change what the person chose.
      onToggle={({ currentTarget }) => isPrinting || setOpened(currentTarget.open)}
      className="mt-3 border-t pt-1"
    >
      <summary className="flex min-h-11 w-fit items-center gap-2 font-semibold text-primary underline decoration-2 underline-offset-4 print:hidden">
        {isOpened ? 'Hide the table' : 'Show the table'}
      </summary>
      {isOpen && <Table pairs={pairs} />}
    </details>
  );
}

function Table({ pairs }: { pairs: readonly BreedingPair[] }) {
  return (
    <table className="w-full border-collapse">
      <caption className="py-2 text-left text-muted-foreground">
        {pairs.length === 1 ? 'One pair' : `All ${count(pairs.length)} pairs, those with the most records first`}
      </caption>
      <thead className="text-sm text-muted-foreground">
        <tr className="[&>th]:border-b [&>th]:py-1.5 [&>th]:align-bottom [&>th]:font-semibold">
          <th scope="col" className="text-left">
            Father × mother
          </th>
          {breedingOutcomes.map((outcome) => (
            <th key={outcome} scope="col" className="pl-2 text-right">
              <span className="flex items-center justify-end gap-2">
                <PatternSample pattern={outcome} />
                {/* On narrow screens the legend above the chart names the patterns. */}
                <span className="@max-xl:sr-only">{outcomeLabels[outcome]}</span>
              </span>
            </th>
          ))}
          <th scope="col" className="pl-3 text-right">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={pair.id} className="[&>*]:border-b [&>*]:py-1.5">
            <th scope="row" className="text-left font-medium wrap-anywhere">
              {pair.name}
            </th>
            {breedingOutcomes.map((outcome) => (
              <td key={outcome} className="pl-2 text-right">
                {count(pair[outcome])}
              </td>
            ))}
            <td className="pl-3 text-right font-semibold">{count(pair.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
