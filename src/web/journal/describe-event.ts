import type { RecordedEvent } from '#contract/events.ts';
import { healthText, sexLabels, type Species } from '#domain/records/animals.ts';
import { suppliedBy, valueText } from '#domain/breeding/breeding-values.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { withdrawalsOf } from '#domain/journal/withdrawals.ts';
import { eventKinds, type EventKind } from '#domain/records/events.ts';
import { choiceText, type FieldInfo, type Fields, infosOf } from '#domain/records/fields.ts';
import { youngName } from '#domain/records/births.ts';
import { weightText } from '#web/lib/text/weight-text.ts';
import { count, dollars } from '#web/lib/text/format.ts';
import { dailyMilkText } from '#web/herd/care/milk-text.ts';
import { withdrawalText } from '#web/herd/day-text.ts';
import { dayText } from '#web/herd/day-text.ts';

export interface EventText {
  readonly title: string;
  readonly facts: readonly string[];
}

interface Known {
  readonly today: CalendarDate;
  /** The name of an animal, place or group; undefined if unknown. */
  readonly nameOf: (id: string) => string | undefined;
  /** undefined for an animal that is not known. */
  readonly speciesOf: (animalId: string) => Species | undefined;
}

type Recorded<K extends EventKind> = Extract<RecordedEvent, { kind: K }>;
type Heading<K extends EventKind> = {
  readonly title: (event: Recorded<K>, known: Known) => string;
  /** Fields that are in the title or mean nothing to a person. */
  readonly without: readonly string[];
};

const headings: { readonly [K in EventKind]?: Heading<K> } = {
  checkup: {
    title: ({ healthStatus }) => `Checkup: ${healthText(healthStatus)}`,
    without: ['healthStatus', 'recordType', 'description', 'meatWithdrawalDays', 'milkWithdrawalDays'],
  },
  weighing: { title: ({ weightGrams }) => weightText(weightGrams), without: ['weightGrams'] },
  treatment: { title: ({ productName }) => productName, without: ['productName', 'dose', 'unit', 'everyDays'] },
  vaccination: { title: ({ productName }) => `Vaccinated: ${productName}`, without: ['productName', 'dose', 'unit'] },
  milking: { title: ({ amountMl }) => `Milk: ${dailyMilkText(amountMl)} (${count(amountMl)} ml)`, without: ['amountMl'] },
  pregnancyCheck: { title: ({ result }) => `Pregnancy check: ${result}`, without: ['result'] },
  move: {
    title: ({ placeId, groupId, leavesGroup }, { nameOf }) => {
      if (groupId !== null) return `${leavesGroup ? 'Left' : 'Joined'} ${nameOf(groupId) ?? 'a group'}`;
      return placeId === null ? 'Left its place' : `Moved to ${nameOf(placeId) ?? 'another place'}`;
    },
    without: ['placeId', 'groupId', 'leavesGroup'],
  },
  birth: { title: ({ young }) => `${young.length} young born`, without: [] },
  fostering: {
    title: ({ rearedById, isBottleFed }, { nameOf }) =>
      isBottleFed
        ? 'Bottle-fed'
        : rearedById === null
          ? 'With its own dam again'
          : `Fostered to ${nameOf(rearedById) ?? 'another animal'}`,
    without: ['rearedById', 'isBottleFed'],
  },
  birthCheck: { title: ({ check }) => `Checked after birth: ${check}`, without: ['check'] },
  breedingValues: { title: ({ source }) => `Breeding values ${suppliedBy(source)}`, without: ['source'] },
  tagChange: { title: ({ newTag }) => `New tag ${newTag}`, without: ['newTag'] },
  sale: { title: ({ buyer }) => (buyer === null ? 'Sold' : `Sold to ${buyer}`), without: ['buyer'] },
  death: { title: () => 'Died', without: [] },
  slaughter: { title: () => 'Slaughtered', without: [] },
  loan: { title: ({ to }) => (to === null ? 'Lent' : `Lent to ${to}`), without: ['to'] },
  return: { title: () => 'Returned', without: [] },
  arrival: { title: ({ from }) => (from === null ? 'Arrived' : `Bought from ${from}`), without: ['from'] },
};

export function describeEvent(event: RecordedEvent, known: Known): EventText {
  const { label, fields } = eventKinds[event.kind];
  const heading = headings[event.kind] as Heading<EventKind> | undefined;
  const infos: Readonly<Record<string, FieldInfo>> = infosOf<Fields>(fields);
  const facts = Object.entries(infos).flatMap(([name, info]) => {
    if (heading?.without.includes(name)) return [];
    return factOf(info, (event as unknown as Readonly<Record<string, Stored>>)[name] ?? null, known) ?? [];
  });
  return { title: heading?.title(event, known) ?? label, facts: [...doseOf(event), ...facts, ...listsOf(event, known)] };
}

type Stored = string | number | boolean | null;

function factOf({ label, ...info }: FieldInfo, value: Stored, { today, nameOf }: Known): string | undefined {
  const [name = label] = label.split(' (');
  const unit = / \((ml)\)$/.exec(label)?.[1];
  if (value === null || value === '' || value === false) return undefined;
  switch (info.kind) {
    case 'yesNo':
      return name;
    case 'choice':
      return `${name}: ${choiceText({ label, ...info }, String(value)).toLowerCase()}`;
    case 'day':
      return `${name}: ${dayText(String(value), today)}`;
    case 'weight':
      return `${name}: ${weightText(Number(value))}`;
    case 'number':
      return label === 'Price ($)' ? dollars(Number(value)) : `${name} ${Number(value)}${unit === undefined ? '' : ` ${unit}`}`;
    case 'animal': {
      const animal = nameOf(String(value));
      return animal === undefined ? undefined : `${name}: ${animal}`;
    }
    case 'reference':
    case 'picture':
    case 'list':
      return undefined;
    default:
      return `${name}: ${String(value)}`;
  }
}

function doseOf(event: RecordedEvent): readonly string[] {
  if (event.kind !== 'treatment' && event.kind !== 'vaccination') return [];
  const { dose, unit } = event;
  return dose === null ? [] : [`${dose} ${unit ?? ''}`.trim()];
}

function listsOf(event: RecordedEvent, { today, speciesOf }: Known): readonly string[] {
  if (event.kind === 'birth') {
    const species = speciesOf(event.animalId);
    return event.young.map(({ sex, color, state, tagNumber, weightGrams, waits }) =>
      [
        species === undefined ? sexLabels[sex] : youngName(species, sex),
        color,
        state,
        tagNumber,
        weightGrams === null ? null : weightText(weightGrams),
        waits && 'waits for room in your plan',
      ]
        .filter(Boolean)
        .join(', '),
    );
  }
  if (event.kind === 'breedingValues') return event.values.map(valueText);
  return withdrawalsOf(event).map((withdrawal) => withdrawalText(withdrawal, today, event.day));
}
