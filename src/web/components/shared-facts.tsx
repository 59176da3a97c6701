import { type ListingFact, listingFactList, listingFacts } from '#domain/listings.ts';
import { CheckboxLine } from '#web/ui/checkbox.tsx';

interface SharedFactsProps {
  readonly legend: string;
  readonly chosen: readonly ListingFact[];
  readonly onChange: (facts: ListingFact[]) => void;
}

/** Chooses which facts from the records a listing shows. */
export const SharedFacts = ({ legend, chosen, onChange }: SharedFactsProps) => (
  <fieldset>
    <legend className="font-medium">{legend}</legend>
    <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
      {listingFactList.map((fact) => (
        <CheckboxLine
          key={fact}
          checked={chosen.includes(fact)}
          onCheckedChange={(isChosen) =>
            onChange(listingFactList.filter((one) => (one === fact ? isChosen === true : chosen.includes(one))))
          }
        >
          {listingFacts[fact]}
        </CheckboxLine>
      ))}
    </div>
    <p className="mt-1 text-sm text-muted-foreground">
      Buyers who search by age or for registered animals only find animals that show their birth date or number.
    </p>
  </fieldset>
);
