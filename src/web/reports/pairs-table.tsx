import { breedingOutcomes } from '#domain/records/breeding.ts';
import { outcomeLabels } from '#web/breeding/outcome-labels.ts';
import { count } from '#web/lib/text/format.ts';
import type { BreedingPair } from './breeding-pairs.ts';
import { ChartTable } from '#web/components/charts/chart-table.tsx';
import { PatternSample } from '#web/components/charts/chart-patterns.tsx';

export const PairsTable = ({ pairs }: { pairs: readonly BreedingPair[] }) => (
  <ChartTable>{() => <Table pairs={pairs} />}</ChartTable>
);

function Table({ pairs }: { pairs: readonly BreedingPair[] }) {
  return (
    <table className="w-full border-collapse">
      <caption className="py-2 text-start text-muted-foreground">
        {pairs.length === 1 ? 'One pair' : `All ${count(pairs.length)} pairs, those with the most records first`}
      </caption>
      <thead className="text-sm text-muted-foreground">
        <tr className="[&>th]:border-b [&>th]:py-1.5 [&>th]:align-bottom [&>th]:font-semibold">
          <th scope="col" className="text-start">
            Father × mother
          </th>
          {breedingOutcomes.map((outcome) => (
            <th key={outcome} scope="col" className="ps-2 text-end">
              <span className="flex items-center justify-end gap-2">
                <PatternSample pattern={outcome} />
                {/* On narrow screens the legend above the chart names the patterns. */}
                <span className="@max-xl:sr-only">{outcomeLabels[outcome]}</span>
              </span>
            </th>
          ))}
          <th scope="col" className="ps-3 text-end">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={pair.id} className="[&>*]:border-b [&>*]:py-1.5">
            <th scope="row" className="text-start font-medium wrap-anywhere">
              {pair.name}
            </th>
            {breedingOutcomes.map((outcome) => (
              <td key={outcome} className="ps-2 text-end">
                {count(pair[outcome])}
              </td>
            ))}
            <td className="ps-3 text-end font-semibold">{count(pair.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
