import { useQuery } from '@tanstack/react-query';
import { CalendarHeart, ClipboardPlus, Fence, FileSpreadsheet, Plus, UsersRound, VenusAndMars } from 'lucide-react';
import { isRule } from '#domain/health/herd-rules.ts';
import { mayRecord, rightsOf } from '#domain/accounts/members.ts';
import { groupsQuery, inUse, placesQuery } from '#web/farm-lists/lists.data.ts';
import { breedingRecordsQuery } from '#web/herd/data/animals.queries.ts';
import { newAnimalForm } from '#web/herd/requested-forms.ts';
import { count } from '#web/lib/text/format.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { Youngling } from '#web/ui/youngling-icon.tsx';
import type { Thing } from './things.ts';

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
export function useThings(screens: readonly Thing[], typed: string): readonly Thing[] {
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
