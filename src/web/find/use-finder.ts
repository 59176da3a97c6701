import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { Plus, Tag, CalendarHeart, ClipboardPlus, Fence, FileSpreadsheet, UsersRound, VenusAndMars } from 'lucide-react';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { eidText, parseEid } from '#domain/records/eid.ts';
import { rightsOf, mayRecord } from '#domain/accounts/members.ts';
import type { EventKind } from '#domain/records/events.ts';
import { looseTagKey } from '#domain/animals/tags.ts';
import { kindWord } from '#domain/records/births.ts';
import { newAnimalForm, numberForm, recordForm } from '#web/herd/requested-forms.ts';
import { kindText } from '#web/herd/animal/who-text.ts';
import { requestForm } from '#web/lib/forms/open-form.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { type Reading, useReader } from '#web/lib/device/use-reader.ts';
import { findThings, type Thing } from './things.ts';
import { isOnFarm, verbsOf } from './verbs.ts';
import { useQuery } from '@tanstack/react-query';
import { isRule } from '#domain/health/herd-rules.ts';
import { groupsQuery, inUse, placesQuery } from '#web/farm-lists/lists.data.ts';
import { breedingRecordsQuery, animalsQuery, animalStatesQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { count } from '#web/lib/text/format.ts';
import { Youngling } from '#web/ui/youngling-icon.tsx';
import type { AnimalState } from '#contract/animal-states.ts';
import type { Place } from '#contract/places.ts';
import { searchItems, searchKeys } from '#domain/animals/find.ts';
import { useDepartures } from '#web/herd/use-departures.ts';
import { animalTagsQuery, earlierTagsQuery, type Numbers, numbersOf } from '#web/herd/animal/use-numbers.ts';
import { retryFailed } from '#web/lib/server/query.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { yieldToMain } from '#web/lib/device/yield-to-main.ts';

export interface FinderProps {
  /** A number read by a reader, which is searched at once. */
  readonly reading?: Reading;
  /** What the field begins with otherwise. */
  readonly typed: string;
  /** The screens of the menu. */
  readonly screens: readonly Thing[];
  readonly onClose: () => void;
}

/** A result: an animal or another thing. */
export interface Found {
  readonly id: string;
  readonly animal?: Animal;
  readonly thing?: Omit<Thing, 'link'>;
  readonly open: () => void;
}

const [maxAnimals, maxThings] = [50, 8];

const textOf = ({ eid, text }: Reading): string => (eid === null ? text : eidText(eid));

/** Opens a page, which replaces the search in the history, and a form there. */
function useGo(onClose: () => void) {
  const navigate = useNavigate();
  return async (link: Thing['link'], form?: string) => {
    await navigate({ ...link, replace: true } as NavigateOptions);
    onClose();
    if (form !== undefined) requestForm(form);
  };
}

export function useFinder({ reading, typed: initial, screens, onClose }: FinderProps) {
  const [typed, setTyped] = useState(reading ? textOf(reading) : initial);
  const [active, setActive] = useState(0);
  const [isScanning, setScanning] = useState(false);
  const [given, setGiven] = useState<string>();
  const searched = useDeferredValue(typed).trim();
  const go = useGo(onClose);
  const role = useFarmRole();
  const { isComplete, failure, hits, departureOf, whereOf } = useAnimalsFound(searched);
  const things = findThings(searched, useThings(screens, searched));

  const [isOpenWanted, setOpenWanted] = useState(false);
  const type = (next: string) => {
    setOpenWanted(false);
    setTyped(next);
    setActive(0);
  };
  useReader((read) => {
    setScanning(false);
    type(textOf(read));
  });
  const give = (number: string) => {
    setGiven(number);
    type('');
  };
  const openAnimal = (animal: Animal, form?: string) => void go({ to: '/animals/$id', params: { id: animal.id } }, form);
  const record = (animal: Animal, kind: EventKind) =>
    kind === 'birth'
      ? void go({ to: '/births/new', search: { dam: animal.id } })
      : openAnimal(animal, recordForm(animal.id) + kind);

  const rowsOf = (animals: readonly Animal[], form: (animal: Animal) => string | undefined): readonly Found[] =>
    animals.slice(0, maxAnimals).map((animal) => ({ id: animal.id, animal, open: () => openAnimal(animal, form(animal)) }));
  const shownThings = searched === '' ? things : things.slice(0, maxThings);
  const rows: readonly Found[] =
    given === undefined
      ? [
          ...rowsOf(hits, () => undefined),
          ...shownThings.map((thing) => ({ id: thing.id, thing, open: () => void go(thing.link, thing.form) })),
          ...(isComplete && rightsOf(role).has('keep')
            ? proposals(searched, hits, { add: (form) => void go({ to: '/animals' }, form), give })
            : []),
        ]
      : rowsOf(hits.filter(isOnFarm), ({ id }) => numberForm(id) + given);

  const current = rows[Math.min(active, rows.length - 1)];
  // The rows may still be those of an earlier input.
  const isBehind = searched !== typed.trim();
  const open = () => (isBehind ? setOpenWanted(true) : current?.open());
  const isDue = isOpenWanted && !isBehind;
  const openDue = useEffectEvent(() => current?.open());
  useEffect(() => {
    if (isDue) openDue();
  }, [isDue]);

  const departure = (animal: Animal) => (animal.status === 'active' ? undefined : departureOf(animal));
  const factOf = (animal: Animal): string =>
    [
      kindText(animal, today()),
      ...[departure(animal) ?? whereOf(animal)].flat(),
      ...(animal.isReference ? ['Outside'] : []),
    ].join(' · ');
  return {
    typed,
    searched,
    type,
    isScanning,
    setScanning,
    /** The number to give to the chosen animal. */
    given,
    rows,
    current,
    /** Opens the active row. */
    open,
    setActive,
    isComplete,
    failure,
    animalCount: given === undefined ? hits.length : rows.length,
    canRecord: (animal: Animal) => verbsOf(animal, role).length > 0,
    factOf,
    departure,
    record,
  };
}

interface Proposed {
  readonly add: (form: string) => void;
  readonly give: (number: string) => void;
}

/** Offers for a number that no animal has. */
function proposals(searched: string, hits: readonly Animal[], { add, give }: Proposed): readonly Found[] {
  const proposal = (id: string, label: string, icon: Thing['icon'], open: () => void): Found => ({
    id,
    thing: { id, label, icon },
    open,
  });
  const addWith = (known: Record<string, string>) => () => add(newAnimalForm + String(new URLSearchParams(known)));
  const eid = parseEid(searched);
  if (eid !== null && hits.length === 0) {
    return [
      proposal('add', 'Add an animal with this EID', Plus, addWith({ eid })),
      proposal('give', 'Give it to an existing animal', Tag, () => give(eidText(eid))),
    ];
  }
  if (eid !== null || !/\d/.test(searched) || hits.some(({ tagNumber }) => looseTagKey(tagNumber) === looseTagKey(searched)))
    return [];
  return [proposal('add', `Add an animal with the tag ${searched}`, Plus, addWith({ tagNumber: searched }))];
}

/** Actions available from anywhere, as far as the role allows them. */
function useActs(): readonly Thing[] {
  const role = useFarmRole();
  const rights = rightsOf(role);
  const acts: Readonly<Record<string, readonly [boolean, Omit<Thing, 'id'>]>> = {
    birth: [
      mayRecord(role, 'birth'),
      { label: 'Record birth', words: ['lambing', 'kidding'], icon: Youngling, link: { to: '/births/new' } },
    ],
    add: [rights.has('keep'), { label: 'Add animal', words: ['new'], icon: Plus, link: { to: '/animals' }, form: newAnimalForm }],
    checkup: [
      mayRecord(role, 'checkup'),
      { label: 'Record a checkup', words: ['weigh', 'health'], icon: ClipboardPlus, link: { to: '/health' } },
    ],
    mating: [
      rights.has('record'),
      { label: 'Record a mating', words: ['breeding'], icon: CalendarHeart, link: { to: '/breeding' } },
    ],
    import: [
      rights.has('manage'),
      {
        label: 'Import a file',
        words: ['spreadsheet', 'reader', 'scale'],
        icon: FileSpreadsheet,
        link: { to: '/animals/import' },
      },
    ],
  };
  return Object.entries(acts).flatMap(([id, [isAllowed, act]]) => (isAllowed ? { id, ...act } : []));
}

/** Actions, screens, and the farm's places and groups. */
function useThings(screens: readonly Thing[], typed: string): readonly Thing[] {
  const acts = useActs();
  const { data: places = [] } = useQuery(placesQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  const year = /^\d{4}$/.test(typed.trim()) ? typed.trim() : undefined;
  const { data: matings = [] } = useQuery({ ...breedingRecordsQuery, enabled: year !== undefined });
  if (typed.trim() === '') return [...acts, ...screens];
  const onFarm = [
    ...inUse(places).map((place) => ({ ...place, detail: 'Place', icon: Fence })),
    ...inUse(groups).map((group) => ({ ...group, detail: isRule(group) ? 'Group by a rule' : 'Group', icon: UsersRound })),
  ].map(({ id, name, detail, icon }) => ({ id, label: name, detail, icon, link: { to: '/places', hash: id } as const }));
  return [...acts, ...onFarm, ...screens, ...(year === undefined ? [] : matingsOf(year, matings))];
}

function matingsOf(year: string, matings: readonly { readonly breedingDate: string }[]): readonly Thing[] {
  const size = matings.filter(({ breedingDate }) => breedingDate.startsWith(year)).length;
  const link = { to: '/breeding', search: { year } } as const;
  return size === 0 ? [] : [{ id: 'matings', label: `Matings of ${year}`, detail: count(size), icon: VenusAndMars, link }];
}

type Whereabouts = ReadonlyMap<string, readonly string[]>;

type Names = readonly Pick<Place, 'id' | 'name'>[];

/** The names of each animal's place and groups. */
const whereaboutsOf = rememberingLast(
  (states: readonly AnimalState[] = [], places: Names = [], groups: Names = []): Whereabouts => {
    const names = new Map([...places, ...groups].map(({ id, name }) => [id, name]));
    const namesOf = ({ placeId, groupIds }: AnimalState) => [placeId ?? [], groupIds].flat().flatMap((id) => names.get(id) ?? []);
    return new Map(states.map((state) => [state.animalId, namesOf(state)]));
  },
);

/** They outlive the search, so that the next one does not build ten thousand of them again. */
const keysWith = rememberingLast((numbers: Numbers, whereabouts: Whereabouts, day: string) =>
  searchKeys((animal: Animal) => ({
    tag: animal.tagNumber,
    words: [
      animal.name,
      kindWord(animal, day),
      animal.breed,
      animal.birthDate?.slice(0, 4) ?? animal.birthYear,
      ...(whereabouts.get(animal.id) ?? []),
    ],
    numbers: numbers.get(animal.id),
  })),
);

const perTurn = 500;

/** Until all animals are read, the search must not say that none has a number. */
function useSearched() {
  const herd = useQuery(animalsQuery);
  const outside = useQuery(outsideParentsQuery);
  const tags = useQuery(animalTagsQuery);
  const earlierTags = useQuery(earlierTagsQuery);
  const reads = [herd, outside, tags, earlierTags];
  const failed = reads.filter(({ data, isError }) => isError && data === undefined);
  return {
    animals: inOrder(herd.data, outside.data),
    numbers: numbersOf(tags.data, earlierTags.data),
    isComplete: reads.every(({ data }) => data !== undefined),
    failure: failed[0] && {
      error: failed[0].error,
      isRetrying: failed.some(({ isFetching }) => isFetching),
      retry: () => retryFailed(failed),
    },
  };
}

/** Animals on the farm come before those that have left and those that were never on it. */
function useAnimalsFound(typed: string) {
  const { animals, numbers, isComplete, failure } = useSearched();
  const { data: states } = useQuery(animalStatesQuery);
  const { data: places } = useQuery(placesQuery);
  const { data: groups } = useQuery(groupsQuery);
  const whereabouts = whereaboutsOf(states, places, groups);
  const keyOf = keysWith(numbers, whereabouts, today());
  useEffect(() => {
    const stop = new AbortController();
    // Built while the person starts typing, so that the first letter does not wait for ten thousand of them.
    const makeKeys = async () => {
      for (let at = 0; !stop.signal.aborted && at < animals.length; at += perTurn) {
        animals.slice(at, at + perTurn).forEach(keyOf);
        await yieldToMain();
      }
    };
    void makeKeys();
    return () => stop.abort();
  }, [animals, keyOf]);
  const hits = typed.trim() === '' ? [] : searchItems(parseEid(typed) ?? typed, animals, keyOf);
  const departureOf = useDepartures(hits.some(({ status }) => status !== 'active'));
  return { isComplete, failure, hits, departureOf, whereOf: ({ id }: Animal) => whereabouts.get(id) ?? [] };
}

const inOrder = rememberingLast((herd: readonly Animal[] = [], outside: readonly Animal[] = []): readonly Animal[] => {
  const isKept = ({ status }: Animal) => status === 'active';
  return [...herd.filter(isKept), ...herd.filter((animal) => !isKept(animal)), ...outside];
});
