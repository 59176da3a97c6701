import type { RecordedEvent } from '#contract/events.ts';
import { latestValues, type LatestValue, signed, suppliedBy, traitMeaning } from '#domain/breeding/breeding-values.ts';
import { capitalized } from '#domain/values/text.ts';
import { TitledCard } from '#web/components/page/titled-card.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { today } from '#web/lib/text/today.ts';

/** For each trait the value from its latest analysis, as supplied. */
export function BreedingValuesCard({ events }: { readonly events: readonly RecordedEvent[] }) {
  const evaluations = events.filter((event) => event.kind === 'breedingValues').filter(({ voidedAt }) => voidedAt === null);
  const analyses = [...Map.groupBy(latestValues(evaluations), ({ day, source }) => JSON.stringify([day, source])).values()];
  if (analyses.length === 0) return null;
  return (
    <TitledCard title="Breeding values" className="break-inside-avoid gap-3">
      {analyses.map((values) => (
        <Analysis key={`${values[0]!.day} ${values[0]!.source}`} values={values} />
      ))}
    </TitledCard>
  );
}

const Analysis = ({ values }: { readonly values: readonly LatestValue[] }) => (
  <table className="w-full">
    <caption className="caption-bottom pt-2 text-start text-sm text-muted-foreground">
      {sentence(`${suppliedBy(values[0]!.source)}, analysis of ${dayText(values[0]!.day, today())}`)}
    </caption>
    <thead>
      <tr className="text-end text-sm text-muted-foreground">
        <th className="text-start font-medium">Trait</th>
        <th className="font-medium">Value</th>
        <th className="ps-3 font-medium">Accuracy</th>
      </tr>
    </thead>
    <tbody className="divide-y">
      {values.map((each) => (
        <tr key={each.trait} className="text-end align-baseline">
          <th className="py-1.5 text-start font-medium">
            {each.trait}
            <Meaning trait={each.trait} />
          </th>
          <td className="py-1.5 tabular-nums">
            <span className="text-lg leading-snug font-medium">{signed(each.value)}</span>
            {each.before !== null && each.before !== each.value && (
              <span className="block text-sm text-muted-foreground">before {signed(each.before)}</span>
            )}
          </td>
          <td className="py-1.5 ps-3 tabular-nums">{each.accuracy === null ? '–' : `${each.accuracy}%`}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function Meaning({ trait }: { readonly trait: string }) {
  const meaning = traitMeaning(trait);
  return meaning !== undefined && <span className="block text-sm font-normal text-muted-foreground">{meaning}</span>;
}

const sentence = (text: string): string => `${capitalized(text)}.`;
