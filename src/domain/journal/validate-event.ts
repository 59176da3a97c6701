import { type Sex, type Species, speciesTerms } from '../records/animals.ts';
import type { HasBirth } from '../records/births.ts';
import { addDays, type CalendarDate, longDay } from '../values/dates.ts';
import type { DateFormat } from '../values/units.ts';
import { validateCheckupDate } from '../records/health-records.ts';
import { maxWithdrawalDays, scoreNames } from '../records/event-names.ts';
import type { EventKind, EventOf } from '../records/events.ts';
import type { EventInput } from './withdrawals.ts';

export interface Violation {
  /** The path in the event: `day`, `withdrawals.0.clearOn`. */
  readonly field: string;
  readonly message: string;
}

export interface EventAnimal extends HasBirth {
  readonly sex: Sex;
  readonly species: Species;
  readonly isReference: boolean;
  /** If it is left out, a second castration is not noticed. */
  readonly castratedOn?: CalendarDate | null;
  /** If it is left out, its own dam is not noticed as the one that rears it. */
  readonly motherId?: string | null;
}

/**
 * Contradictions between an event and its animal; the bounds of its fields are checked by its schema. `today` is the latest date in any
 * time zone.
 */
export function validateEvent(
  event: EventInput,
  animal: EventAnimal,
  today: CalendarDate,
  dateFormat: DateFormat,
): readonly Violation[] {
  const rule = rules[event.kind] as Rule<EventKind> | undefined;
  const dayMessage = validateCheckupDate(event.day, today, animal);
  return [
    animal.isReference &&
      event.kind !== 'breedingValues' &&
      at('animalId', 'An outside parent has no journal. Choose an animal of your own.'),
    dayMessage !== undefined && at('day', dayMessage),
    neededSex[event.kind] !== undefined && animal.sex !== neededSex[event.kind] && at('animalId', sexMessage(event.kind, animal)),
    ...(rule?.(event, animal, today, dateFormat) ?? []),
  ].filter((each): each is Violation => each !== false);
}

type Found = readonly (Violation | false)[];
type Rule<K extends EventKind> = (
  event: EventInput<K>,
  animal: EventAnimal,
  today: CalendarDate,
  dateFormat: DateFormat,
) => Found;
type Rules = { readonly [K in EventKind]?: Rule<K> };

const at = (field: string, message: string): Violation => ({ field, message });

const neededSex: Readonly<Partial<Record<EventKind, Sex>>> = {
  birth: 'female',
  heat: 'female',
  abortion: 'female',
  pregnancyCheck: 'female',
  milking: 'female',
  dryOff: 'female',
  castration: 'male',
};

function sexMessage(kind: EventKind, { species }: EventAnimal): string {
  const { female, male } = speciesTerms[species];
  return neededSex[kind] === 'female'
    ? `This can be recorded for a ${female.toLowerCase()} only. Choose a female.`
    : `This can be recorded for a ${male.toLowerCase()} only. Choose a male.`;
}

const rules: Rules = {
  treatment: (event) => [...courseViolations(event), ...withdrawalViolations(event)],
  vaccination: (event) => [
    event.nextDueDay !== null &&
      event.nextDueDay <= event.day &&
      at('nextDueDay', 'The next one must be after this one. Choose a later day.'),
    ...withdrawalViolations({ ...event, courseOpen: false }),
  ],
  scores: (event) => [
    scoreNames.every((name) => event[name] === null) && at('famacha', 'Enter at least one score.'),
    event.isPooled &&
      scoreNames.some((name) => (event[name] === null) === (name === 'eggCount')) &&
      at('isPooled', 'A pooled sample has an egg count and no other score.'),
  ],
  note: ({ note, photo }) => [note === null && photo === null && at('note', 'Write a note or add a photo.')],
  move: ({ placeId, groupId, leavesGroup }) => [
    placeId !== null && groupId !== null && at('groupId', 'Choose a place or a group, not both.'),
    leavesGroup && groupId === null && at('groupId', 'Choose the group that it leaves.'),
  ],
  birth: birthViolations,
  fostering: ({ animalId, rearedById, isBottleFed }, { motherId = null }) => [
    // A listing would call it fostered.
    rearedById !== null &&
      rearedById === motherId &&
      at('rearedById', 'This is its own dam, so it is not fostered. Record that it is with its own dam again.'),
    rearedById === animalId && at('rearedById', 'An animal cannot rear itself. Choose another animal.'),
    rearedById !== null && isBottleFed && at('isBottleFed', 'Choose who rears it or the bottle, not both.'),
  ],
  castration: ({ day }, { castratedOn = null }, _, dateFormat) => [
    castratedOn !== null &&
      castratedOn !== day &&
      at('day', `It was castrated on ${longDay(castratedOn, dateFormat)} already. Change that entry instead.`),
  ],
  pregnancyCheck: ({ result, count }) => [
    result === 'open' && count !== null && at('count', 'An open female carries no young. Leave this empty.'),
  ],
  tagChange: ({ oldTag, newTag }) => [oldTag === newTag && at('newTag', 'The new tag is the old one. Enter the new tag number.')],
  loan: ({ day, until }) => [
    until !== null && until < day && at('until', 'The loan cannot end before it begins. Choose a later day.'),
  ],
};

/** The last dose can be recorded with one tap, so the withdrawal days that count from it must be known before. */
function courseViolations({ courseOpen, doses, everyDays, withdrawals }: EventInput<'treatment'>): Found {
  if (!courseOpen || doses === null) return [];
  return [
    everyDays === null && at('everyDays', 'Enter after how many days the next dose is due.'),
    ...withdrawals.map(
      ({ days, clearOn }, index) =>
        days === null && clearOn === null && at(`withdrawals.${index}.days`, 'Enter the days. They count from the last dose.'),
    ),
  ];
}

function withdrawalViolations({
  day,
  courseOpen,
  withdrawals,
}: Pick<EventOf<'treatment'>, 'day' | 'courseOpen' | 'withdrawals'>): Found {
  return withdrawals.flatMap(({ product, days, clearOn }, index): Found => {
    const path = `withdrawals.${index}`;
    const isTwice = withdrawals.slice(0, index).some((other) => other.product === product);
    return [
      isTwice && at(`${path}.product`, `The withdrawal for ${product} is given twice. Remove one.`),
      days !== null && clearOn !== null && at(`${path}.clearOn`, 'Enter the days or the day, not both.'),
      courseOpen &&
        clearOn !== null &&
        at(`${path}.clearOn`, 'The withdrawal ends after the last dose. Enter the days, which count from that one, or nothing.'),
      !courseOpen &&
        days === null &&
        clearOn === null &&
        at(`${path}.days`, 'Enter the number of days or the day it is clear on.'),
      clearOn !== null &&
        clearOn < day &&
        at(`${path}.clearOn`, 'The withdrawal cannot end before the treatment. Choose a later day.'),
      clearOn !== null &&
        clearOn > addDays(day, maxWithdrawalDays) &&
        at(`${path}.clearOn`, `A withdrawal is at most ${maxWithdrawalDays} days long. Choose an earlier day.`),
    ];
  });
}

function birthViolations({ animalId, sireId, young }: EventInput<'birth'>): Found {
  const ids = young.flatMap(({ id }) => id ?? []);
  return [
    sireId === animalId && at('sireId', 'The dam cannot be the sire. Choose another animal.'),
    ...young.flatMap(({ id, state, tagNumber, waits }, index): Found => [
      id !== null &&
        (ids.indexOf(id) !== ids.lastIndexOf(id) || id === animalId) &&
        at(`young.${index}.id`, 'Each of the young needs an id of its own.'),
      state === 'stillborn' && id !== null && !waits && at(`young.${index}.id`, 'A stillborn is not added to the herd.'),
      state === 'stillborn' && tagNumber !== null && at(`young.${index}.tagNumber`, 'A stillborn has no tag. Leave this empty.'),
    ]),
  ];
}
