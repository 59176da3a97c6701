import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useId, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import {
  isIndex,
  type LatestValue,
  signed,
  type SuppliedTrait,
  suppliedTraitKey,
  suppliedTraitLabel,
  valueText,
} from '#domain/breeding/breeding-values.ts';
import { inbreedingTextOf, Pedigree } from '#domain/breeding/inbreeding.ts';
import { EarTag } from '#web/components/ear-tag.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { type BreedingValues, useBreedingValues } from '#web/herd/breeding/use-breeding-values.ts';
import { AnimalPhoto } from '#web/herd/animal/animal-photo.tsx';
import { animalTagsQuery } from '#web/herd/animal/use-numbers.ts';
import { whoText } from '#web/herd/animal/who-text.ts';
import { longDate } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LabelledSelect } from '#web/ui/select.tsx';
import { bracketOf, knownGenerations, type Place } from './pedigree-bracket.ts';

/** Prints a single element of the page. */
function printAlone(id: string): void {
  const element = `#${CSS.escape(id)}`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@media print{body :not(:has(${element}),${element},${element} *){display:none!important}}`);
  document.adoptedStyleSheets.push(sheet);
  window.addEventListener(
    'afterprint',
    () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
    { once: true },
  );
  window.print();
}

interface Props {
  readonly animal: Animal;
  /** Includes outside parents. */
  readonly animals: readonly Animal[];
}

const [few, most] = [3, 5];

export function PedigreeCard({ animal, animals }: Props) {
  const heading = useId();
  const card = useId();
  const [shown, setShown] = useState(few);
  const [chosen, setChosen] = useState<string>();
  const values = useBreedingValues();
  const registrations = useRegistrations();
  const byId = new Map(animals.map((each) => [each.id, each]));
  const pedigree = new Pedigree((id) => byId.get(id));
  const find = (id: string) => byId.get(id);
  const known = knownGenerations(animal, find, most);
  const generations = Math.min(shown, known);
  const bracket = bracketOf(animal, find, generations);
  const traits = traitsIn(
    [animal, ...bracket.flatMap((place) => place.animal ?? [])].map(({ id }) => id),
    values,
  );
  const trait = traits.find((each) => suppliedTraitKey(each) === chosen) ?? traits[0];
  return (
    <Card id={card} aria-labelledby={heading} className="break-inside-avoid gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={heading} className="title text-lg">
          Pedigree
        </h2>
        <Button variant="ghost" size="small" onClick={() => printAlone(card)}>
          <Printer aria-hidden />
          Print
        </Button>
      </div>
      <p className="hidden print:block">
        {fullName(animal)} · {whoText(animal, today())}
        {animal.birthDate !== null && ` · born ${longDate(animal.birthDate)}`}
      </p>
      <p>
        <strong className="font-semibold">Inbreeding: </strong>
        {inbreedingTextOf(pedigree, animal.id)}
      </p>
      {trait !== undefined && (
        <TraitChoice traits={traits} trait={trait} own={valueOf(animal.id, trait, values)} onChange={setChosen} />
      )}
      {/* Focusable, so that it can be scrolled with the keyboard. */}
      <ol
        aria-label="Ancestors"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative -mx-4 grid auto-cols-[minmax(8.25rem,1fr)] gap-x-2 print:auto-cols-fr gap-y-1 overflow-x-auto px-4 pb-2 print:overflow-visible"
        style={{ gridTemplateRows: `repeat(${2 ** generations}, minmax(1.75rem, auto))` }}
      >
        {bracket.map((place) => (
          <Ancestor
            key={place.position}
            place={place}
            registration={place.animal && registrations.get(place.animal.id)}
            value={place.animal && valueOf(place.animal.id, trait, values)}
          />
        ))}
      </ol>
      {known > few && (
        <Button variant="link" className="self-start px-0 print:hidden" onClick={() => setShown(shown === few ? most : few)}>
          {shown === few ? `Show ${known} generations` : `Show ${few} generations`}
        </Button>
      )}
    </Card>
  );
}

/** The current registration numbers by animal. */
function useRegistrations(): ReadonlyMap<string, string> {
  const { data: tags = [] } = useQuery(animalTagsQuery);
  const registered = tags.filter(({ kind, toDay }) => kind === 'registration' && toDay === null);
  return new Map(registered.map(({ animalId, number }) => [animalId, number]));
}

/** Traits of the animal and of the shown ancestors by supplier, indexes first. */
function traitsIn(ids: readonly string[], values: BreedingValues): readonly SuppliedTrait[] {
  const all = ids.flatMap((id) => values.get(id) ?? []);
  const traits = [...new Map(all.map((each) => [suppliedTraitKey(each), each])).values()];
  return [...traits.filter(({ trait }) => isIndex(trait)), ...traits.filter(({ trait }) => !isIndex(trait))];
}

const valueOf = (id: string, of: SuppliedTrait | undefined, values: BreedingValues) =>
  of && values.get(id)?.find(({ trait, source }) => trait === of.trait && source === of.source);

interface TraitChoiceProps {
  readonly traits: readonly SuppliedTrait[];
  readonly trait: SuppliedTrait;
  /** The animal's own value. */
  readonly own: LatestValue | undefined;
  readonly onChange: (key: string) => void;
}

function TraitChoice({ traits, trait, own, onChange }: TraitChoiceProps) {
  const label = suppliedTraitLabel(trait, traits);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-1">
      <LabelledSelect
        label="Breeding value"
        fieldClassName="w-48 print:hidden"
        options={traits.map((each) => ({ value: suppliedTraitKey(each), label: suppliedTraitLabel(each, traits) }))}
        value={suppliedTraitKey(trait)}
        onChange={onChange}
      />
      <p className="py-2.5 tabular-nums">
        {own ? `${valueText({ ...own, trait: label })}, ${longDate(own.day)}` : `No ${label} of its own`}
      </p>
    </div>
  );
}

const Ancestor = ({
  place: { position, role, animal, isRepeated, row, rows },
  registration,
  value,
}: {
  readonly place: Place;
  readonly registration: string | undefined;
  readonly value: LatestValue | undefined;
}) => (
  <li className="flex min-w-0 items-center" style={{ gridColumn: position.length, gridRow: `${row} / span ${rows}` }}>
    {animal ? (
      <Link
        to="/animals/$id"
        params={{ id: animal.id }}
        className="flex min-h-12 w-full min-w-0 items-center gap-2 rounded-lg border bg-card px-2 py-1 hover:bg-secondary"
      >
        {animal.imageUrl !== null && <AnimalPhoto imageUrl={animal.imageUrl} species={animal.species} className="size-9" />}
        <span className="flex min-w-0 flex-col gap-0.5">
          <span className="sr-only">{role}: </span>
          <span className="flex min-w-0 items-center gap-1.5">
            <EarTag isSmall>{animal.tagNumber}</EarTag>
            {isRepeated && (
              <span className="shrink-0 rounded-sm border border-muted-foreground px-1 text-sm font-medium">again</span>
            )}
          </span>
          {animal.name !== null && (
            <span dir="auto" className="max-w-full truncate text-sm">
              {animal.name}
            </span>
          )}
          {registration !== undefined && (
            <span dir="auto" className="truncate text-sm text-muted-foreground">
              {registration}
            </span>
          )}
          {value && (
            <span className="text-sm tabular-nums">
              {signed(value.value)}
              {value.accuracy !== null && ` (${value.accuracy}%)`}
            </span>
          )}
        </span>
      </Link>
    ) : (
      <span className="w-full rounded-lg border border-dashed px-2 py-1 text-sm text-muted-foreground">
        <span className="sr-only">{role}: </span>
        Not known
      </span>
    )}
  </li>
);
