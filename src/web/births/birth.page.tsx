import { useQuery } from '@tanstack/react-query';
import { useSearch, useNavigate } from '@tanstack/react-router';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { useAwakeScreen } from '#web/lib/device/use-awake-screen.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { BrokenFence } from '#web/ui/drawings/broken-fence.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { BirthForm } from './birth-form.tsx';
import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { useNumbers } from '#web/herd/animal/use-numbers.ts';
import { findAnimals } from '#web/herd/list/find-animals.ts';
import { GoneAnimals } from '#web/herd/animal/gone-animals.tsx';
import { NoActiveAnimals } from '#web/herd/animal/no-active-animals.tsx';
import { useDepartures } from '#web/herd/use-departures.ts';
import { useReader } from '#web/lib/device/use-reader.ts';
import { useOnlySpecies } from '#web/herd/use-only-species.ts';
import { speciesTerms } from '#domain/records/animals.ts';
import { capitalized } from '#domain/values/text.ts';
import { Input } from '#web/ui/input.tsx';
import { NumberPad } from '#web/ui/number-pad.tsx';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import { DueRow } from './due-row.tsx';
import { useDueLines } from './use-due-lines.ts';

export function BirthPage() {
  useAwakeScreen();
  const { dam: damId } = useSearch({ from: '/shell/births/new' });
  const herd = useQuery(animalsQuery);
  const dam = herd.data?.find(({ id, sex }) => id === damId && sex === 'female');
  usePageTitle('Record birth');
  return (
    <>
      {/* Leaving needs no question, because what was typed stays as a draft. */}
      <PageHeader title="Record birth" back={{ to: '/births', label: 'Births' }} />
      {herd.isPending && <Skeleton className="h-64" />}
      {herd.isError && <QueryFailed what="Your animals" query={herd} />}
      {herd.data && damId === undefined && <FindDam />}
      {herd.data && damId !== undefined && !dam && <NoSuchDam />}
      {dam && <BirthForm key={dam.id} dam={dam} herd={herd.data ?? []} />}
    </>
  );
}

const NoSuchDam = () => (
  <EmptyState
    drawing={<BrokenFence />}
    title="This animal is not on your farm or is not a female."
    action={<LinkButton to="/births/new">Find her</LinkButton>}
  />
);

const maxShown = 12;

const isKept = ({ status }: Animal): boolean => status === 'active';

/**
 * Finds the female that gave birth: due females first and, by the last digits of the tag, any other. One that died is offered too, because
 * her young may live.
 */
function FindDam() {
  const [typed, setTyped] = useState('');
  const [hasLetters, setHasLetters] = useState(false);
  const species = useOnlySpecies();
  const navigate = useNavigate();
  const { lines = [], lineOf } = useDueLines();
  const { data: herd } = useQuery(animalsQuery);
  const numbers = useNumbers();
  const wanted = typed.trim();
  useReader(({ eid, text }) => setTyped(eid ?? text));
  const due = new Map(lines.map((line) => [line.dam.id, line]));
  const females = (herd ?? []).filter(({ sex }) => sex === 'female');
  const fitting = wanted === '' ? [] : findAnimals(wanted, dueFirst(females, due), numbers, 'at the end');
  const [kept, gone] = [fitting.filter(isKept), fitting.filter((dam) => !isKept(dam))];
  const found = wanted === '' ? lines : kept.map((dam) => due.get(dam.id) ?? lineOf(dam));
  const died = gone.filter(({ status }) => status === 'died');
  const departureOf = useDepartures(died.length > 0);
  const [first] = [...found.map(({ dam }) => dam), ...died];
  const open = () => {
    if (first && wanted !== '') void navigate({ to: '/births/new', search: { dam: first.id }, replace: true });
  };
  const word = species ? speciesTerms[species].female.toLowerCase() : 'female';
  return (
    <div className="pb-80 pointer-fine:sm:pb-6">
      <output className="sr-only">{wanted === '' ? '' : `${found.length + died.length} found`}</output>
      <ul className="-mx-4 sm:mx-0 sm:max-w-xl">
        {found.slice(0, maxShown).map((line) => (
          <li key={line.dam.id}>
            <DueRow line={line} replaces />
          </li>
        ))}
        {died.slice(0, maxShown).map((dam) => (
          <li key={dam.id}>
            <DueRow line={{ dam, pregnancy: undefined, facts: [capitalized(departureOf(dam))] }} replaces />
          </li>
        ))}
      </ul>
      {found.length + died.length === 0 && (
        <p className="py-6 text-muted-foreground">
          {gone.length > 0 ? (
            <GoneAnimals animals={gone} />
          ) : herd && !females.some(isKept) ? (
            <NoActiveAnimals what="females" />
          ) : wanted === '' ? (
            'No births expected. Type the last digits of her tag.'
          ) : (
            `No ${word} found for ${typed}.`
          )}
        </p>
      )}
      <BottomPanel>
        <form
          className="p-2"
          onSubmit={(event) => {
            event.preventDefault();
            open();
          }}
        >
          <Input
            aria-label="Last digits of her tag"
            placeholder="Last digits of her tag"
            // Tags with letters need the phone's own keyboard.
            inputMode={hasLetters ? 'text' : 'none'}
            // Typing is what this page is for.
            ref={(input) => input?.focus()}
            autoComplete="off"
            enterKeyHint="go"
            className="tag"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
        <div className={hasLetters ? 'hidden' : 'pointer-fine:sm:hidden'}>
          <NumberPad
            onKey={(key) => setTyped(typed + key)}
            onDelete={() => setTyped(typed.slice(0, -1))}
            extra={{ label: 'ABC', onPress: () => setHasLetters(true) }}
            aside={{ label: 'Clear', onPress: () => setTyped('') }}
            next={{ label: 'Open', onPress: open }}
          />
        </div>
      </BottomPanel>
    </div>
  );
}

const dueFirst = (females: readonly Animal[], due: ReadonlyMap<string, unknown>): readonly Animal[] => [
  ...females.filter(({ id }) => due.has(id)),
  ...females.filter(({ id }) => !due.has(id)),
];
