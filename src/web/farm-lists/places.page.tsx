import { useOpened } from '#web/components/dialogs/use-opened.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRightLeft, List, Map as MapIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { AnimalState } from '#contract/animal-states.ts';
import type { Group } from '#contract/groups.ts';
import type { Place } from '#contract/places.ts';
import { areaText } from '#domain/values/areas.ts';
import { isCalendarDate } from '#domain/values/dates.ts';
import { animalsOfRule, isRule, ruleText } from '#domain/health/herd-rules.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { leavingKinds } from '#domain/journal/departures.ts';
import { grazingOf, type MoveOrDeparture, whereaboutsOn } from '#domain/places/whereabouts.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { DayField } from '#web/components/forms/day-field.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { byTag } from '#web/herd/animal/animal-options.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { moveToForms } from '#web/herd/requested-forms.ts';
import { useRequestedForm } from '#web/lib/forms/open-form.ts';
import { useFarmRole, useRights } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { groupsQuery, inUse, placesQuery, useEntryNames } from './lists.data.ts';
import { weightUnit } from '#web/lib/text/weight-text.ts';
import { Button } from '#web/ui/button.tsx';
import { filterChip } from '#web/ui/filter-chip.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EntryFacts, grazingText, isResting } from './entry-facts.tsx';
import { EntryList } from './entry-list.tsx';
import { animalStatesQuery } from './farm-lists.data.ts';
import { MoveDialog } from './move-dialog.tsx';
import type { ShownPlace } from './place-dialog.tsx';
import { planSearch, usePlacesSearch } from './places-search.ts';
import { useRuleFacts } from './use-parts-of-herd.ts';

const FarmPlan = lazilyPreloaded(async () => (await import('./farm-plan.tsx')).FarmPlan);
const PlanDrawing = lazilyPreloaded(async () => (await import('./plan-drawing.tsx')).PlanDrawing);

export function PlacesPage() {
  const { draw } = usePlacesSearch();
  const { data: places } = useQuery(placesQuery);
  const mayDraw = useRights().has('keep');
  const used = inUse(places ?? []);
  const drawn = mayDraw ? used.find(({ id }) => id === draw) : undefined;
  if (!drawn) return <PlacesAndGroups mayDraw={mayDraw} />;
  return (
    <PlanPart>
      <PlanDrawing key={drawn.id} place={drawn} places={used} />
    </PlanPart>
  );
}

/** That of a plan with its heading and its key, which fills a window. */
const planHeight = 'h-[calc(70vh+10rem)]';

const PlanPart = ({ children }: { children: ReactNode }) => (
  <LoadedLater what="The plan" fallback={<Skeleton className={planHeight} />}>
    {children}
  </LoadedLater>
);

function PlacesAndGroups({ mayDraw }: { mayDraw: boolean }) {
  const { showsPlan } = usePlacesSearch();
  const places = useQuery(placesQuery);
  const groups = useQuery(groupsQuery);
  const herdQuery = useQuery(animalsQuery);
  const statesQuery = useQuery(animalStatesQuery);
  const movesQuery = useQuery(eventsQuery({ kinds: movingKinds }));
  const { data: herd } = herdQuery;
  const { data: states } = statesQuery;
  const { data: moves } = movesQuery;
  // Lists that grow line by line would move what is below them.
  const isPending = [places, groups, herdQuery, statesQuery, movesQuery].some((query) => query.isPending);
  const move = useOpened<string>();
  useRequestedForm(moveToForms, (form) => move.open(form.slice(moveToForms.length)));
  const now = today();
  const [day, setDay] = useState(now);
  const isPast = isCalendarDate(day) && day < now;
  const animals = !herd || !states ? undefined : isPast ? animalsOn(herd, moves, day) : animalsByEntry(herd, states);
  const grazing = moves && grazingOf(moves);
  const shownOf = ({ id, areaSquareMetres, restDays }: Place): ShownPlace => {
    const there = animals && (animals.get(id) ?? []);
    const rests = !isPast && isResting(grazing?.get(id), restDays, now);
    return {
      animals: there,
      area: areaSquareMetres === null ? [] : [areaText(areaSquareMetres, weightUnit())],
      grazing: isPast ? [] : grazingText(grazing?.get(id), restDays, now),
      look: there && there.length > 0 ? 'grazed' : rests ? 'resting' : 'empty',
    };
  };
  const ofRules = useAnimalsOfRules(herd, groups.data);
  const nameOf = useEntryNames();
  const mayMove = mayRecord(useFarmRole(), 'move');
  return (
    <>
      <PageHeader
        title="Places and Groups"
        subtitle="Where your animals are, and which of them belong together"
        actions={
          mayMove && (
            <Button onClick={() => move.open('')}>
              <ArrowRightLeft aria-hidden />
              <span>
                Move<span className="max-sm:sr-only"> animals</span>
              </span>
            </Button>
          )
        }
      />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3 print:hidden">
        <div className="flex flex-wrap items-end gap-2">
          <DayField
            label="Who was where on"
            error={isCalendarDate(day) && day > now ? 'Choose a day that has been' : undefined}
            value={day}
            onChange={setDay}
            max={now}
          />
          {isPast && (
            <Button variant="ghost" onClick={() => setDay(now)}>
              Today
            </Button>
          )}
        </div>
        <Views showsPlan={showsPlan} />
      </div>
      {showsPlan && !isPending && places.data && (
        <div className="mb-6">
          <PlanPart>
            <FarmPlan places={inUse(places.data)} shownOf={shownOf} mayDraw={mayDraw} />
          </PlanPart>
        </div>
      )}
      {isPending && <Skeleton className="h-[70vh]" />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2" hidden={isPending}>
        <EntryList
          kind="place"
          title="Places"
          query={places}
          emptyText="Add your fields, pens and sheds, then move animals there. Each animal then shows where it is."
        >
          {(place) => {
            const shown = shownOf(place);
            return (
              <EntryFacts name={place.name} facts={[...shown.area, ...shown.grazing]} note={place.note} animals={shown.animals} />
            );
          }}
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
                facts={isPast ? [`No animals are shown for ${dayText(day, now)}, because the rule is known only for today`] : []}
                rule={ruleText(rule, nameOf)}
                note={note}
                animals={isPast ? undefined : ofRules?.get(id)}
              />
            ) : (
              <EntryFacts name={name} facts={[]} note={note} animals={animals && (animals.get(id) ?? [])} />
            )
          }
        </EntryList>
      </div>
      {move.opened && (
        <MoveDialog key={move.opened.number} placeId={move.opened.of} isOpen={move.opened.isOpen} onClose={move.close} />
      )}
    </>
  );
}

const views = [
  [false, 'List', List],
  [true, 'Plan', MapIcon],
] as const;

const Views = ({ showsPlan }: { showsPlan: boolean }) => (
  <nav aria-label="Show places as" className="flex gap-2">
    {views.map(([isPlan, label, Icon]) => (
      <Link
        key={label}
        to="/places"
        search={isPlan ? planSearch() : {}}
        replace
        resetScroll={false}
        className={filterChip(isPlan === showsPlan)}
        aria-current={isPlan === showsPlan ? true : undefined}
      >
        <Icon aria-hidden className="size-5 max-sm:hidden" />
        {label}
      </Link>
    ))}
  </nav>
);

/** The active animals of each group that is a rule, in the order of their tags; undefined until all that a rule asks for is read. */
function useAnimalsOfRules(herd: readonly Animal[] | undefined, groups: readonly Group[] | undefined) {
  const rules = inUse(groups ?? []).filter(isRule);
  const { facts, isRead } = useRuleFacts(rules.map(({ rule }) => rule));
  if (!herd || !isRead) return undefined;
  const active = rules.length === 0 ? [] : herd.filter(({ status }) => status === 'active').toSorted(byTag);
  return new Map(rules.map(({ id, rule }) => [id, animalsOfRule(rule, active, facts)]));
}

const movingKinds = ['move', ...leavingKinds] as const;

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
