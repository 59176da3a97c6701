import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { Plus, Tag, CalendarHeart, ClipboardPlus, Fence, FileSpreadsheet, UsersRound, VenusAndMars } from 'lucide-react';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { eidText, parseEid } from '#domain/records/eid.ts';
import { rightsOf, mayRecord } from '#domain/accounts/members.ts';
import type { EventKind } from '#domain/records/events.ts';
import { looseTagKey } from '#domain/animals/tags.ts';
import { newAnimalForm, numberForm, recordForm } from '#web/herd/requested-forms.ts';
import { kindText } from '#web/herd/animal/who-text.ts';
import { requestForm } from '#web/lib/forms/open-form.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { type Reading, useReader } from '#web/lib/device/use-reader.ts';
import { findThings, type Thing } from './things.ts';
import { useAnimalsFound } from './use-animals-found.ts';
import { isOnFarm, verbsOf } from './verbs.ts';
import { useQuery } from '@tanstack/react-query';
import { isRule } from '#domain/health/herd-rules.ts';
import { groupsQuery, inUse, placesQuery } from '#web/farm-lists/lists.data.ts';
import { breedingRecordsQuery } from '#web/herd/data/animals.queries.ts';
import { count } from '#web/lib/text/format.ts';
import { Youngling } from '#web/ui/youngling-icon.tsx';

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
