import { capitalized } from '#domain/values/text.ts';
import type { Animal } from '#contract/animals.ts';
import type { Chore } from '#contract/chores.ts';
import { speciesTerms } from '#domain/records/animals.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import type { Work } from '#domain/records/works.ts';
import type { Task } from '#domain/work/today.ts';
import { isDue } from '#domain/breeding/due-births.ts';
import { plural } from '#domain/values/plural.ts';
import { dayText, distanceText } from '#web/herd/day-text.ts';

export type DueTask = Task<Chore>;

export function titleOf(task: DueTask, animals: readonly Animal[]): string {
  const [first] = animals;
  const size = animals.length;
  const many = size === 1 ? (first?.tagNumber ?? '') : '';
  const species = first && animals.every(({ species: each }) => each === first.species) ? first.species : undefined;
  const females = species ? plural(size, speciesTerms[species].female.toLowerCase()) : plural(size, 'female');
  switch (task.kind) {
    case 'chore':
      return task.chore.name;
    case 'birth':
      return `${many || females} ${birthText(task)}`;
    case 'pregnancyCheck':
      return `Pregnancy check · ${many || females}`;
    case 'weaning':
      return `Wean · ${many || plural(size, speciesTerms[task.species].young.toLowerCase())}`;
    case 'withdrawalEnd':
      return `${capitalized(task.product)} clear · ${many || plural(size, 'animal')}`;
    default:
      return size === 1 ? `${task.label} · ${many}` : `${size} × ${task.label}`;
  }
}

function birthText({ pregnancies }: DueTask & { readonly kind: 'birth' }): string {
  if (pregnancies.every(({ part }) => part === 'window')) return 'may give birth any day';
  return pregnancies.every(isDue) ? 'due' : 'may give birth from this day on';
}

const maxTags = 60;

/** `put off to Fri, Dec 4: Rain` */
export const putOffText = ({ to, reason }: NonNullable<DueTask['putOff']>, today: CalendarDate): string =>
  `put off to ${dayText(to, today)}${reason === null ? '' : `: ${reason}`}`;

/** The line below the title: why or since when it is due, or its animals. */
export function detailOf(task: DueTask, animals: readonly Animal[], today: CalendarDate): string {
  const { part, day, putOff, kind } = task;
  const whose = kind === 'chore' && task.chore.responsible !== null ? [task.chore.responsible] : [];
  const back = putOff ? [putOffText(putOff, today)] : [];
  if (part === 'overdue') return [...whose, `${dayText(day, today)} · ${distanceText(day, today)}`, ...back].join(' · ');
  const who =
    kind === 'pregnancyCheck' && animals.length === 1
      ? ['35 to 60 days after the mating']
      : animals.length === 1 && kind !== 'chore'
        ? [animals[0]?.name ?? '']
        : animals.length === 0
          ? []
          : [
              animals
                .slice(0, maxTags)
                .map(({ tagNumber }) => tagNumber)
                .join(', '),
            ];
  const note = kind === 'chore' && task.chore.note !== null ? [task.chore.note] : [];
  return [...whose, ...back, ...who, ...note].filter((text) => text !== '').join(' · ');
}

/** The kind of work that records it for its animals. */
export function workOf({ kind }: DueTask): Work | undefined {
  return kind === 'pregnancyCheck' ? 'pregnancyCheck' : undefined;
}
