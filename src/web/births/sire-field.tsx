import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { daysBetween } from '#domain/values/dates.ts';
import type { PossibleSire } from '#domain/breeding/sire-proposal.ts';
import { byTag, useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { dayText } from '#web/herd/day-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { LabelledCombobox } from '#web/ui/combobox.tsx';
import { proposedSire, unknownSire } from './litter.ts';

interface SireFieldProps {
  readonly dam: Animal;
  readonly day: string;
  /** The males of the farm and outside sires, including those that have left. */
  readonly animals: readonly Animal[];
  readonly possible: readonly PossibleSire[];
  readonly value: string;
  readonly onChange: (sire: string) => void;
}

interface Chosen {
  /** undefined if the sire is not known or one of several. */
  readonly id: string | undefined;
  readonly possible: PossibleSire | undefined;
  readonly isProposed: boolean;
}

function chosenOf(possible: readonly PossibleSire[], value: string): Chosen {
  const isProposed = value === proposedSire && possible.length === 1;
  const id = isProposed ? possible[0]?.sireId : value === unknownSire || value === proposedSire ? undefined : value;
  return { id, possible: possible.find(({ sireId }) => sireId === id), isProposed };
}

/** Proposes the sire of the matching mating; if several match, none is proposed. */
export function SireField(props: SireFieldProps) {
  const { day, animals, possible, value } = props;
  const [isOpen, setIsOpen] = useState(false);
  const chosen = chosenOf(possible, value);
  const name = nameIn(animals);
  const open = value === proposedSire && possible.length > 1 ? `One of ${possible.length} possible sires` : 'Not known';
  return (
    <section aria-label="Sire" className="border-t py-3">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm font-medium text-muted-foreground">{chosen.isProposed ? 'Sire, proposed' : 'Sire'}</p>
          <p dir="auto" className="truncate">
            {chosen.id === undefined ? open : name(chosen.id)}
          </p>
          {chosen.possible && (
            <p className="text-sm text-muted-foreground first-letter:uppercase">{reasonOf(chosen.possible, day)}</p>
          )}
        </div>
        <Button variant="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {chosen.id === undefined ? 'Choose' : 'Other'}
        </Button>
      </div>
      {isOpen && <Sires {...props} chosen={chosen} />}
    </section>
  );
}

function Sires({ dam, day, animals, possible, value, chosen, onChange }: SireFieldProps & { readonly chosen: Chosen }) {
  const optionOf = useAnimalOption();
  const name = nameIn(animals);
  const another = chosen.id !== undefined && !chosen.possible ? chosen.id : null;
  return (
    <div className="mt-3 grid gap-2">
      <Choice
        aria-label="Sire"
        layout="own"
        value={chosen.possible ? chosen.id : value === unknownSire ? unknownSire : undefined}
        onChange={onChange}
        options={[
          ...possible.map((sire) => ({ value: sire.sireId, label: `${name(sire.sireId)}, ${reasonOf(sire, day)}` })),
          { value: unknownSire, label: 'Not known' },
        ]}
      />
      <LabelledCombobox
        label="Another male"
        options={animals
          .filter(({ sex, species }) => sex === 'male' && species === dam.species)
          .toSorted(byTag)
          .map(optionOf)}
        value={another}
        onChange={(id) => onChange(id ?? proposedSire)}
        placeholder="Choose"
        searchPlaceholder="Search by tag or name"
        emptyText="No male found"
        clearLabel="Clear the sire"
      />
    </div>
  );
}

function nameIn(animals: readonly Animal[]): (id: string) => string {
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  return (id) => fullName(byId.get(id) ?? { tagNumber: 'Deleted animal', name: null });
}

const reasonOf = ({ bredOn, bredUntil }: PossibleSire, day: string): string =>
  bredUntil !== undefined
    ? `with her from ${dayText(bredOn, day)}${bredUntil === null ? ' on' : ` to ${dayText(bredUntil, day)}`}`
    : `mated ${dayText(bredOn, day)}, ${daysBetween(bredOn, day)} days before`;
