import { useQuery } from '@tanstack/react-query';
import { useNavigate, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { Product } from '#contract/products.ts';
import { addDays } from '#domain/values/dates.ts';
import {
  checkupDewormings,
  dewormingsOf,
  type Judged,
  judgeAnimals,
  lastPooled,
  frequentTreatments,
  recentScoreDays,
  thresholdsOf,
} from '#domain/journal/parasites.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { inUse, productsQuery } from '#web/farm-lists/lists.data.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { plural } from '#domain/values/plural.ts';
import { dayText } from '#web/herd/day-text.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { lastUsedFirst, lastUsesQuery } from '#web/herd/care/last-uses.ts';
import { count } from '#web/lib/text/format.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { toggled } from '#web/lib/toggled.ts';
import { useWhom } from '#web/work/use-whom.ts';
import { countText, type HerdPart } from '#web/herd/list/parts-of-herd.ts';
import { Button } from '#web/ui/button.tsx';
import { LabelledChoice } from '#web/ui/choice.tsx';
import { Stethoscope } from '#web/ui/drawings/stethoscope.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { scoreText, thresholdsText, controlText, howToTest, openText, reductionText, verdictText } from './treat-text.ts';
import { openTests, reductionTests } from '#domain/journal/egg-reduction.ts';
import { ChevronDown } from 'lucide-react';
import { PageList } from '#web/components/page/page-list.tsx';
import { AnimalLine } from '#web/herd/animal/animal-line.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';

const yearDays = 366;

export function ToTreatPage() {
  const herd = useQuery(animalsQuery);
  const products = useQuery(productsQuery);
  const { data: uses = [] } = useQuery(lastUsesQuery);
  const dewormers = lastUsedFirst(inUse(products.data ?? []), uses).filter(({ kind }) => kind === 'dewormer');
  const withScores = dewormers.filter((product) => thresholdsOf(product) !== undefined);
  const failed = [herd, products].find(({ isError, data }) => isError && !data);
  return (
    <>
      <PageHeader title="Worms" subtitle="Which animals need a dewormer, by their own scores" />
      {failed && <QueryFailed what="Your animals" query={failed} />}
      {!failed && !(herd.data && products.data) && <Skeleton className="h-64" />}
      {herd.data && products.data && withScores.length === 0 && (
        <EmptyState
          drawing={<Stethoscope />}
          title="When do you deworm?"
          action={<LinkButton to="/products">Open the cupboard</LinkButton>}
        >
          Enter it with your dewormer: the FAMACHA score, egg count or body condition from which you treat.
        </EmptyState>
      )}
      {herd.data && withScores.length > 0 && <ToTreat herd={herd.data} dewormers={withScores} />}
      {herd.data && products.data && <ReductionTests products={products.data} />}
    </>
  );
}

interface ToTreatProps {
  readonly herd: readonly Animal[];
  readonly dewormers: readonly Product[];
}

function ToTreat({ herd, dewormers }: ToTreatProps) {
  const now = today();
  const here = herd.filter(({ status }) => status === 'active');
  const whom = useWhom(here);
  const [whomValue, setWhom] = useState<string>();
  const [productId, setProduct] = useState<string>();
  const product = dewormers.find(({ id }) => id === productId) ?? dewormers[0];
  const chosen: HerdPart | undefined = whom.find(({ value }) => value === whomValue) ?? whom[0];
  const { data: products = [] } = useQuery(productsQuery);
  const from = addDays(now, -yearDays);
  const { data: scores } = useQuery(eventsQuery({ kinds: ['scores'], from }));
  const { data: treatments } = useQuery(eventsQuery({ kinds: ['treatment'], from }));
  const { data: checkups } = useQuery(eventsQuery({ kinds: ['checkup'], from }));
  const thresholds = product && thresholdsOf(product);
  if (!scores || !treatments || !checkups || !product || !thresholds || !chosen) return <Skeleton className="h-64" />;
  const dewormings = [...dewormingsOf(treatments, products), ...checkupDewormings(checkups)];
  const judged = judgeAnimals(chosen.ids, { scores, dewormings }, thresholds, now);
  const pooled = lastPooled(scores, new Set(chosen.ids));
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Chosen label="Which animals" options={whom} value={chosen.value} onChange={setWhom} />
      {dewormers.length > 1 && (
        <Chosen
          label="Dewormer"
          options={dewormers.map(({ id, name }) => ({ value: id, label: name }))}
          value={product.id}
          onChange={setProduct}
        />
      )}
      <p>
        {product.name}: {thresholdsText(thresholds)}.{' '}
        {pooled &&
          `The last pooled sample, of ${plural(pooled.animals, 'animal')} on ${dayText(pooled.day, now)}, had ${count(pooled.eggCount)} eggs per gram${pooled.eggCount >= (thresholds.eggCount ?? Infinity) ? ': score them one by one' : ''}.`}
      </p>
      <Lists
        key={`${chosen.value} ${product.id}`}
        judged={judged}
        animals={new Map(here.map((animal) => [animal.id, animal]))}
        productId={product.id}
      />
    </div>
  );
}

interface ChosenProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly ids?: readonly string[] }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Chosen = ({ label, options, value, onChange }: ChosenProps) => (
  <LabelledChoice
    label={label}
    fieldClassName="print:hidden"
    layout="wrapped"
    value={value}
    onChange={onChange}
    options={options.map((option) => ({
      value: option.value,
      label: (
        <span>
          {option.label} {option.ids && <span className="font-normal">{count(option.ids.length)}</span>}
        </span>
      ),
    }))}
  />
);

interface ListsProps {
  readonly judged: readonly Judged[];
  readonly animals: ReadonlyMap<string, Animal>;
  readonly productId: string;
}

function Lists({ judged, animals, productId }: ListsProps) {
  const now = today();
  const navigate = useNavigate();
  const mayTreat = mayRecord(useFarmRole(), 'treatment');
  const reach = judged.filter(({ reasons }) => reasons.length > 0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const unscored = judged.filter(({ scores }) => scores.length === 0);
  const below = judged.filter(({ scores, reasons }) => scores.length > 0 && reasons.length === 0);
  const again = judged
    .filter(({ treatments }) => treatments >= frequentTreatments)
    .toSorted((a, b) => b.treatments - a.treatments);
  const toTreat = reach.flatMap(({ animalId }) => (left.has(animalId) ? [] : (animals.get(animalId) ?? [])));
  const idsOf = (those: readonly Judged[]) => those.map(({ animalId }) => animalId);
  const begin = (work: 'treat' | 'famacha' | 'eggCount', animalIds: readonly string[], given?: string) =>
    void navigate({
      to: '/work/new',
      search: { do: work },
      state: { animalIds, ...(given !== undefined && { productId: given }) },
    });
  const treatedSince = ({ treatedOn }: Judged) => treatedOn !== null && `last treated ${dayText(treatedOn, now)}`;
  const textOf = (one: Judged, scores: Judged['scores']): ReactNode =>
    [...scores.map((each) => scoreText(each, now)), treatedSince(one)].filter(Boolean).join(' · ');
  return (
    <>
      <JudgedList
        title="To treat"
        empty="No animal reaches the scores you entered."
        judged={reach}
        animals={animals}
        textOf={(one) => textOf(one, one.reasons)}
        {...(mayTreat && {
          left,
          onToggle: (id: string) => setLeft((ids) => toggled(ids, id)),
        })}
      />
      {mayTreat && reach.length > 0 && (
        <Button
          className="self-start max-sm:w-full print:hidden"
          disabled={toTreat.length === 0}
          onClick={() =>
            begin(
              'treat',
              toTreat.map(({ id }) => id),
              productId,
            )
          }
        >
          {toTreat.length === 0 ? 'No animals selected' : `Treat ${countText(toTreat, today())}`}
        </Button>
      )}
      <JudgedList title="Not to treat" judged={below} animals={animals} isFolded textOf={(one) => textOf(one, one.scores)} />
      <JudgedList
        title={`Not scored in ${recentScoreDays} days`}
        judged={unscored}
        animals={animals}
        isFolded
        textOf={(one) => treatedSince(one) || 'no treatment recorded in the last 12 months'}
      />
      {mayTreat && unscored.length > 0 && (
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button variant="outline" onClick={() => begin('famacha', idsOf(unscored))}>
            Score FAMACHA
          </Button>
          <Button variant="outline" onClick={() => begin('eggCount', idsOf(unscored))}>
            Count worm eggs
          </Button>
        </div>
      )}
      <JudgedList
        title="Treated again and again"
        empty={`No animal was treated ${frequentTreatments} or more times in the last 12 months.`}
        judged={again}
        animals={animals}
        textOf={({ treatments, treatedOn }) =>
          [`treated ${treatments} times in 12 months`, treatedOn !== null && `last ${dayText(treatedOn, now)}`]
            .filter(Boolean)
            .join(', ')
        }
      />
    </>
  );
}

const lookbackDays = 730;

/** Shows whether a dewormer still works, from egg counts before and after treatment. */
function ReductionTests({ products }: { products: readonly Product[] }) {
  const now = today();
  const mayCount = mayRecord(useFarmRole(), 'scores');
  const from = addDays(now, -lookbackDays);
  const { data: scores = [] } = useQuery(eventsQuery({ kinds: ['scores'], from }));
  const { data: treatments = [] } = useQuery(eventsQuery({ kinds: ['treatment'], from }));
  const dewormings = dewormingsOf(treatments, products);
  const tests = reductionTests(dewormings, scores);
  const open = openTests(dewormings, scores, now);
  return (
    <section aria-labelledby="still-works" className="mt-8 max-w-3xl">
      <h2 id="still-works" className="title mb-1.5 text-lg">
        Does the dewormer still work?
      </h2>
      {tests.length + open.length === 0 ? (
        <p className="text-muted-foreground">{howToTest}</p>
      ) : (
        <ul className="divide-y overflow-hidden rounded-xl border bg-card">
          {open.map((test) => (
            <li key={`open ${test.day} ${test.productName}`} className="px-4 py-3">
              <p dir="auto" className="font-medium wrap-anywhere">
                {test.productName}, {dayText(test.day, now)}
              </p>
              <p>{openText(test, now)}</p>
              {mayCount && (
                <LinkButton
                  to="/work/new"
                  search={{ do: 'eggCount' }}
                  state={{ animalIds: test.animalIds }}
                  variant="outline"
                  className="mt-2 print:hidden"
                >
                  Count worm eggs
                </LinkButton>
              )}
            </li>
          ))}
          {tests.map((test) => (
            <li key={`${test.day} ${test.productName}`} className="px-4 py-3">
              <p dir="auto" className="font-medium wrap-anywhere">
                {test.productName}, {dayText(test.day, now)}
              </p>
              <p>{verdictText(test)}</p>
              <p className="text-sm text-muted-foreground">{reductionText(test)}</p>
              <p className="text-sm text-muted-foreground empty:hidden">{controlText(test)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface JudgedListProps {
  readonly title: string;
  /** The text of an empty list; if absent, an empty list is not shown. */
  readonly empty?: string;
  readonly judged: readonly Judged[];
  readonly animals: ReadonlyMap<string, Animal>;
  /** Folded until it is tapped. */
  readonly isFolded?: boolean;
  readonly textOf: (judged: Judged) => ReactNode;
  /** The animals that are not selected. */
  readonly left?: ReadonlySet<string>;
  readonly onToggle?: (animalId: string) => void;
}

function JudgedList({ title, empty, judged, isFolded = false, ...lines }: JudgedListProps) {
  const [isOpen, setOpen] = useState(false);
  if (judged.length === 0 && empty === undefined) return null;
  const size = <span className="font-normal text-muted-foreground">{count(judged.length)}</span>;
  if (isFolded) {
    return (
      <section aria-label={title}>
        <Button variant="ghost" aria-expanded={isOpen} className="-ms-3" onClick={() => setOpen(!isOpen)}>
          <ChevronDown aria-hidden className={isOpen ? 'rotate-180' : ''} />
          {title} {size}
        </Button>
        {isOpen && <Lines title={title} judged={judged} {...lines} />}
      </section>
    );
  }
  return (
    <section aria-label={title}>
      <h2 className="title mb-1.5 flex items-baseline gap-2 text-lg">
        {title} {judged.length > 0 && size}
      </h2>
      {judged.length === 0 ? (
        <p className="text-muted-foreground">{empty}</p>
      ) : (
        <Lines title={title} judged={judged} {...lines} />
      )}
    </section>
  );
}

type LinesProps = Pick<JudgedListProps, 'title' | 'judged' | 'animals' | 'textOf' | 'left' | 'onToggle'>;

const Lines = ({ title, judged, animals, textOf, left, onToggle }: LinesProps) => (
  <PageList items={judged} keyOf={({ animalId }) => animalId} estimate={64} label={title}>
    {(one) => {
      const animal = animals.get(one.animalId);
      if (!animal) return null;
      return (
        <div className="flex min-h-16 items-center gap-4 border-b px-4 py-2">
          {onToggle && (
            <Checkbox
              aria-label={`Treat ${animal.tagNumber}`}
              checked={left?.has(animal.id) !== true}
              onCheckedChange={() => onToggle(animal.id)}
            />
          )}
          <Link to="/animals/$id" params={{ id: animal.id }} className="flex min-h-12 min-w-0 flex-1 items-center">
            <AnimalLine animal={animal}>
              <span className="whitespace-normal">{textOf(one)}</span>
            </AnimalLine>
          </Link>
        </div>
      );
    }}
  </PageList>
);
