import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { AnimalState } from '#contract/animal-states.ts';
import type { Group } from '#contract/groups.ts';
import { areaText } from '#domain/areas.ts';
import { daysBetween, isCalendarDate } from '#domain/dates.ts';
import { animalsOfRule, asksForCare, isRule, ruleText } from '#domain/herd-rules.ts';
import { leavingKinds } from '#domain/journal/state.ts';
import { type Grazing, grazingOf, type MoveOrDeparture, whereaboutsOn } from '#domain/whereabouts.ts';
import { DayField } from '#web/components/day-field.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { TagNumber } from '#web/components/tag-number.tsx';
import { AnimalLink } from '#web/herd/animal-link.tsx';
import { byTag } from '#web/herd/animal-options.tsx';
import { animalsQuery } from '#web/herd/animals.queries.ts';
import { plural } from '#domain/plural.ts';
import { eventsQuery } from '#web/herd/events.queries.ts';
import { today } from '#web/lib/today.ts';
import { groupsQuery, inUse, placesQuery } from './lists.data.ts';
import { count } from '#web/lib/format.ts';
import { usePrinting } from '#web/lib/use-printing.ts';
import { weightUnit } from '#web/lib/weight-text.ts';
import { Button } from '#web/ui/button.tsx';
import { EntryList } from './entry-list.tsx';
import { animalStatesQuery } from './farm-lists.data.ts';
import { MoveDialog } from './move-dialog.tsx';
import { useRuleFacts } from './use-parts-of-herd.ts';

export function PlacesPage() {
  const places = useQuery(placesQuery);
  const groups = useQuery(groupsQuery);
  const { data: herd } = useQuery(animalsQuery);
  const { data: states } = useQuery(animalStatesQuery);
  const [move, setMove] = useState({ isOpen: false, number: 0 });
  const now = today();
  const [day, setDay] = useState(now);
  const { data: moves } = useQuery(eventsQuery({ kinds: movingKinds }));
  const isPast = isCalendarDate(day) && day < now;
  const animals = !herd || !states ? undefined : isPast ? animalsOn(herd, moves, day) : animalsByEntry(herd, states);
  const grazing = moves && grazingOf(moves);
  const ofRules = useAnimalsOfRules(herd, groups.data);
  const names = new Map([...(places.data ?? []), ...(groups.data ?? [])].map((entry) => [entry.id, entry.name]));
  return (
    <>
      <PageHeader
        title="Places and Groups"
        subtitle="Where your animals are, and which of them belong together"
        actions={
          <Button onClick={() => setMove({ isOpen: true, number: move.number + 1 })}>
            <ArrowRightLeft aria-hidden />
            Move animals
          </Button>
        }
      />
      <div className="mb-4 flex flex-wrap items-end gap-2 print:hidden">
        <DayField label="Who was where on" value={day} onChange={setDay} max={now} />
        {isPast && (
          <Button variant="ghost" onClick={() => setDay(now)}>
            Today
          </Button>
        )}
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <EntryList
          kind="place"
          title="Places"
          query={places}
          emptyText="Add your fields, pens and sheds, then move animals there. Each animal then shows where it is."
        >
          {({ id, name, areaSquareMetres, restDays, note }) => (
            <EntryFacts
              name={name}
              facts={[
                ...(areaSquareMetres === null ? [] : [areaText(areaSquareMetres, weightUnit())]),
                ...(isPast ? [] : grazingText(grazing?.get(id), restDays, now)),
              ]}
              note={note}
              animals={animals && (animals.get(id) ?? [])}
            />
          )}
        </EntryList>
        <EntryList
          kind="group"
          title="Groups"
          query={groups}
          emptyText="Add groups of animals you handle together, such as milkers. A group can also be a rule, such as ewes due this week."
        >
          {({ id, name, note, rule }) =>
            isRule({ rule }) ? (
              <EntryFacts
                name={name}
                facts={isPast ? ['the animals of a rule are known only for today'] : []}
                rule={ruleText(rule, (named) => names.get(named))}
                note={note}
                animals={isPast ? undefined : ofRules?.get(id)}
              />
            ) : (
              <EntryFacts name={name} facts={[]} note={note} animals={animals && (animals.get(id) ?? [])} />
            )
          }
        </EntryList>
      </div>
      {move.number > 0 && (
        <MoveDialog key={move.number} isOpen={move.isOpen} onClose={() => setMove({ ...move, isOpen: false })} />
      )}
    </>
  );
}

/** The active animals of each group that is a rule, in the order of their tags; undefined until all that a rule asks for is read. */
function useAnimalsOfRules(herd: readonly Animal[] | undefined, groups: readonly Group[] | undefined) {
  const rules = inUse(groups ?? []).filter(isRule);
  const needsCare = rules.some(({ rule }) => asksForCare(rule));
  const facts = useRuleFacts(needsCare);
  if (!herd || !facts.states || !facts.due || (needsCare && !facts.care)) return undefined;
  const active = rules.length === 0 ? [] : herd.filter(({ status }) => status === 'active').toSorted(byTag);
  return new Map(rules.map(({ id, rule }) => [id, animalsOfRule(rule, active, facts)]));
}

const movingKinds = ['move', ...leavingKinds] as const;

/** `grazed for 12 days`, `rested 8 of 30 days` */
export function grazingText(grazing: Grazing | undefined, restDays: number | null, now: string): string[] {
  if (grazing?.since) return [`grazed for ${plural(daysBetween(grazing.since, now) + 1, 'day')}`];
  const rested = grazing?.emptySince ? daysBetween(grazing.emptySince, now) : undefined;
  if (rested === undefined) return restDays === null ? [] : [`rests ${plural(restDays, 'day')}`];
  if (restDays === null) return [`rested ${plural(rested, 'day')}`];
  return [rested >= restDays ? `rested ${plural(rested, 'day')}, ready` : `rested ${rested} of ${plural(restDays, 'day')}`];
}

/** The animals in each place and group on a day, including those that have since left the farm. */
function animalsOn(
  herd: readonly Animal[],
  moves: readonly MoveOrDeparture[] | undefined,
  day: string,
): ReadonlyMap<string, readonly Animal[]> | undefined {
  if (!moves) return undefined;
  const byId = new Map(herd.map((animal) => [animal.id, animal]));
  const found = [...whereaboutsOn(moves, day)].map(
    ([id, ids]) => [id, [...ids].flatMap((animalId) => byId.get(animalId) ?? []).toSorted(byTag)] as const,
  );
  return new Map(found);
}

/** The active animals of each place and group, in the order of their tags. */
export function animalsByEntry(herd: readonly Animal[], states: readonly AnimalState[]): ReadonlyMap<string, readonly Animal[]> {
  const active = new Map(herd.filter(({ status }) => status === 'active').map((animal) => [animal.id, animal]));
  const found = new Map<string, Animal[]>();
  for (const { animalId, placeId, groupIds } of states) {
    const animal = active.get(animalId);
    if (!animal) continue;
    for (const id of [placeId ?? [], groupIds].flat()) found.set(id, [...(found.get(id) ?? []), animal]);
  }
  return new Map([...found].map(([id, animals]) => [id, animals.toSorted(byTag)]));
}

interface EntryFactsProps {
  readonly name: string;
  /** For a group that is a rule: `Everyone who …` */
  readonly rule?: string;
  readonly facts: readonly string[];
  readonly note: string | null;
  /** undefined while loading. */
  readonly animals: readonly Animal[] | undefined;
}

const shownAtFirst = 8;

function EntryFacts({ name, rule, facts, note, animals }: EntryFactsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const isPrinting = usePrinting();
  const shown = showsAll || isPrinting ? (animals ?? []) : (animals ?? []).slice(0, shownAtFirst);
  const headCount =
    animals && (animals.length === 0 ? 'Empty' : `${count(animals.length)} ${animals.length === 1 ? 'animal' : 'animals'}`);
  return (
    <>
      <h3 className="font-semibold wrap-anywhere">{name}</h3>
      <p className="text-sm text-muted-foreground">{[headCount, ...facts].filter(Boolean).join(' · ')}</p>
      {rule !== undefined && <p className="text-sm wrap-anywhere">Rule: {rule}</p>}
      {shown.length > 0 && (
        <p className="my-2.5 flex flex-wrap items-center gap-x-5 gap-y-5">
          {shown.map(({ id, tagNumber }) => (
            <AnimalLink key={id} id={id}>
              <span className="tag text-sm underline decoration-1 underline-offset-4">
                <TagNumber>{tagNumber}</TagNumber>
              </span>
            </AnimalLink>
          ))}
        </p>
      )}
      {animals && animals.length > shownAtFirst && (
        <Button
          variant="ghost"
          className="mt-1 -ml-5 print:hidden"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `Show all ${count(animals.length)}`}
        </Button>
      )}
      {note !== null && <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line">{note}</p>}
    </>
  );
}
