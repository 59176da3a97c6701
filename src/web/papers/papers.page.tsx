import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { addDays } from '#domain/dates.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { fullName } from '#web/herd/animal-labels.ts';
import { animalsQuery, outsideParentsQuery } from '#web/herd/animals.queries.ts';
import { eventsQuery } from '#web/herd/events.queries.ts';
import { animalTagsQuery } from '#web/herd/use-numbers.ts';
import { count } from '#web/lib/format.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { today } from '#web/lib/today.ts';
import { useWhom } from '#web/work/use-whom.ts';
import { Button } from '#web/ui/button.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { GroupField } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BirthList } from './birth-list.tsx';
import type { PaperFacts } from './paper-facts.ts';
import { paperSizes, usePaperSize } from './paper-size.ts';
import type { PaperKind } from './papers-search.ts';
import { Sheets } from './sheets.tsx';

const kinds: readonly { readonly value: PaperKind; readonly label: string }[] = [
  { value: 'certificate', label: 'Pedigree' },
  { value: 'passport', label: 'Passport' },
  { value: 'stall', label: 'Stall cards' },
  { value: 'labels', label: 'Labels' },
  { value: 'births', label: 'Births by week' },
];

const yearDays = 365;

/** Each is one sheet more to draw. */
const mostAnimals = 300;

const nobody: never[] = [];

/** What is printed of animals, from what is recorded of them. */
export function PapersPage() {
  const { kind = 'certificate', of } = useSearch({ from: '/shell/papers' });
  const navigate = useNavigate({ from: '/papers' });
  const [size, setSize] = usePaperSize(kind === 'labels');
  const [generations, setGenerations] = useState('4');
  const herd = useQuery(animalsQuery);
  const { data: outside = nobody } = useQuery(outsideParentsQuery);
  const { data: tags = nobody } = useQuery(animalTagsQuery);
  const now = today();
  const { data: given = nobody } = useQuery({
    ...eventsQuery({ kinds: ['treatment', 'vaccination'], from: addDays(now, -yearDays) }),
    enabled: kind === 'passport',
  });
  const { data: user } = useCurrentUser();
  const animals = new Map([...(herd.data ?? nobody), ...outside].map((animal) => [animal.id, animal]));
  const facts: PaperFacts = {
    find: (id) => animals.get(id),
    tags,
    farm: { name: user?.farmName ?? 'this farm', address: user?.address ?? null, owner: user?.ownerName ?? null },
    now,
  };
  const one = of === undefined ? undefined : animals.get(of);
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Papers"
          subtitle={one && fullName(one)}
          actions={
            <Button onClick={() => window.print()}>
              <Printer aria-hidden />
              Print
            </Button>
          }
        />
      </div>
      <div className="mb-5 flex flex-col gap-3 print:hidden">
        <Choice
          aria-label="Paper"
          layout="wrapped"
          options={kinds}
          value={kind}
          onChange={(next) => void navigate({ search: { kind: next, ...(of !== undefined && { of }) }, replace: true })}
        />
        <div className="flex flex-wrap gap-x-6 gap-y-3">
          <GroupField label="Sheet">
            {(described) => (
              <Choice
                {...described}
                layout="wrapped"
                options={paperSizes.map((value) => ({ value, label: value }))}
                value={size}
                onChange={setSize}
              />
            )}
          </GroupField>
          {kind === 'certificate' && (
            <GroupField label="Generations">
              {(described) => (
                <Choice
                  {...described}
                  layout="wrapped"
                  options={['3', '4', '5'].map((value) => ({ value, label: value }))}
                  value={generations}
                  onChange={setGenerations}
                />
              )}
            </GroupField>
          )}
        </div>
      </div>
      {herd.isError && (
        <LoadFailed what="Your animals" error={herd.error} busy={herd.isFetching} onRetry={() => void herd.refetch()} />
      )}
      {!herd.data && !herd.isError && <Skeleton className="h-96" />}
      {herd.data && kind === 'births' && <BirthList find={facts.find} now={now} />}
      {herd.data && kind !== 'births' && (
        <OfAnimals
          one={one}
          herd={herd.data}
          draw={(chosen) => (
            <Sheets kind={kind} size={size} generations={Number(generations)} animals={chosen} facts={facts} given={given} />
          )}
        />
      )}
    </>
  );
}

interface OfAnimalsProps {
  /** undefined: several are chosen. */
  readonly one: Animal | undefined;
  readonly herd: readonly Animal[];
  readonly draw: (animals: readonly Animal[]) => ReactNode;
}

function OfAnimals({ one, herd, draw }: OfAnimalsProps) {
  const here = herd.filter(({ status }) => status === 'active');
  const whom = useWhom(here);
  const [value, setValue] = useState<string>();
  if (one) return draw([one]);
  const chosen = whom.find((each) => each.value === value);
  const byId = new Map(here.map((animal) => [animal.id, animal]));
  const animals = (chosen?.ids ?? nobody).flatMap((id) => byId.get(id) ?? nobody);
  return (
    <>
      <GroupField label="Of whom" className="mb-5 print:hidden">
        {(described) => (
          <Choice
            {...described}
            layout="wrapped"
            value={value}
            onChange={setValue}
            options={whom.map(({ value: each, label, ids }) => ({ value: each, label: `${label} ${count(ids.length)}` }))}
          />
        )}
      </GroupField>
      {animals.length > mostAnimals && (
        <p className="mb-3 print:hidden">
          The first {mostAnimals} of {count(animals.length)}. Choose a group or a place for the others.
        </p>
      )}
      {draw(animals.slice(0, mostAnimals))}
    </>
  );
}
