import { type FieldErrors, type Resolver, set } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import { latestToday } from '#domain/values/dates.ts';
import { type EventAnimal, validateEvent, type Violation } from '#domain/journal/validate-event.ts';
import { eventFields, eventKinds, type EventKind } from '#domain/records/events.ts';
import { type FieldInfo, type Fields, infoOf, infosOf, itemsOf } from '#domain/records/fields.ts';
import { Id } from '#domain/records/values.ts';
import { regional } from '#web/lib/text/regional.ts';
import { fromFormValue, toFormValue } from '#web/lib/forms/record-form.ts';
import { today } from '#web/lib/text/today.ts';
import { weightHint } from '#web/lib/text/weight-text.ts';

/** By field name: text as typed, booleans, and the items of lists. */
export type EventFormValues = Record<string, unknown>;

/** A select cannot have an empty value. For a place or an animal: none, chosen on purpose. */
export const notStated = '-';

interface Question {
  /** One of these fields must be filled in, so that nothing is saved by mistake. */
  readonly fields: readonly [string, ...string[]];
  readonly message: string;
  /** The choice in the first field that answers it with all of them empty. */
  readonly none?: string;
}

const questions: { readonly [K in EventKind]?: Question } = {
  move: { fields: ['placeId', 'groupId'], message: 'Choose a place, a group or No place.', none: 'No place' },
  fostering: {
    fields: ['rearedById', 'isBottleFed'],
    message: 'Choose who rears it, or the bottle.',
    none: 'Its own dam again',
  },
  loan: { fields: ['to'], message: 'Write who has it.' },
};

const isEmpty = (value: unknown): boolean => (typeof value === 'string' ? value.trim() === '' : !value);

function unansweredQuestion(kind: EventKind, values: EventFormValues): Question | undefined {
  const question = questions[kind];
  return question?.fields.every((name) => isEmpty(values[name])) ? question : undefined;
}

export const noneOptionOf = (name: string) =>
  Object.values(questions).flatMap(({ fields, none }) => (none && fields[0] === name ? { value: notStated, label: none } : []));

/**
 * Fields that are never typed: those of the specified record without an input, those that follow from other choices, and those of
 * another kind.
 */
const hiddenFields: readonly string[] = [
  'animalId',
  'recordType',
  'description',
  'productId',
  'breedingId',
  'worklistId',
  'id',
  'doses',
  'everyDays',
  'milkWithdrawalDays',
  'waits',
];

export interface FormField {
  readonly name: string;
  readonly info: FieldInfo;
  readonly isRequired: boolean;
  readonly schema: Fields[string];
}

export const formFieldsOf = (fields: Fields): readonly FormField[] =>
  Object.entries(fields).flatMap(([name, schema]) => {
    const info = infoOf(schema);
    return hiddenFields.includes(name) ? [] : [{ name, info, isRequired: info.unset === undefined, schema }];
  });

const fieldsOfKind = (kind: EventKind): Fields => ({ ...eventFields, ...eventKinds[kind].fields });

export const newItem = (list: FormField): EventFormValues => valuesOf(itemsOf(list.schema), {});

export const newEventValues = (kind: EventKind): EventFormValues => ({ ...valuesOf(fieldsOfKind(kind), {}), day: today() });

export function recordedValues(event: RecordedEvent): EventFormValues {
  const values = valuesOf(fieldsOfKind(event.kind), { ...event });
  const question = unansweredQuestion(event.kind, values);
  return question?.none ? { ...values, [question.fields[0]]: notStated } : values;
}

function valuesOf(fields: Fields, record: Readonly<Record<string, unknown>>): EventFormValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const info = infoOf(schema);
      const value = record[name] ?? info.unset ?? null;
      if (info.kind !== 'list') return [name, info.kind === 'choice' ? (value ?? notStated) : toFormValue(info.kind, value)];
      const items = Array.isArray(value) ? value : [];
      return [name, items.map((item: Readonly<Record<string, unknown>>) => valuesOf(itemsOf(schema), item))];
    }),
  );
}

function inputOf(fields: Fields, values: EventFormValues): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const { kind } = infoOf(schema);
      const value = values[name];
      if (kind === 'choice' || kind === 'animal' || kind === 'reference') return [name, value === notStated ? null : value];
      if (kind === 'list') return [name, (value as EventFormValues[]).map((item) => inputOf(itemsOf(schema), item))];
      return [name, fromFormValue(kind, value)];
    }),
  );
}

interface EventHead {
  readonly kind: EventKind;
  readonly animalId: string;
}

/** The id is any: the event gets its own when it is sent. */
const eventInput = (head: EventHead, values: EventFormValues): unknown => ({
  ...inputOf(fieldsOfKind(head.kind), values),
  ...head,
  id: uuidv7(),
});

/** The contract's schema of this kind alone: the union of all would add code to the screens that are loaded first. */
const schemaOf = (kind: EventKind) =>
  z.object({ id: Id, kind: z.literal(kind), ...fieldsOfKind(kind) }) as unknown as z.ZodType<NewEvent>;

export const eventResolver =
  (head: EventHead, animal: EventAnimal): Resolver<EventFormValues, unknown, NewEvent> =>
  (values) => {
    const parsed = schemaOf(head.kind).safeParse(eventInput(head, values));
    const question = unansweredQuestion(head.kind, values);
    const unanswered = question ? [{ field: question.fields[0], message: question.message }] : [];
    const violations = parsed.success
      ? [...unanswered, ...validateEvent(parsed.data, animal, latestToday(new Date()), regional().dateFormat)]
      : parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message: hintFor(head.kind, path) ?? message }));
    if (parsed.success && violations.length === 0) return { values: parsed.data, errors: {} };
    return { values: {}, errors: errorsOf(violations) };
  };

/** Says what to type where the schema only says that a number is wrong. */
function hintFor(kind: EventKind, [name]: readonly PropertyKey[]): string | undefined {
  const info: FieldInfo | undefined = infosOf<Fields>(fieldsOfKind(kind))[String(name)];
  return info?.kind === 'weight' ? weightHint() : undefined;
}

function errorsOf(violations: readonly Violation[]): FieldErrors<EventFormValues> {
  const errors = {};
  for (const { field, message } of violations.toReversed()) set(errors, field, { type: 'rule', message });
  return errors;
}

const fieldOfCheckup: Readonly<Record<string, string>> = { date: 'day', weightLbs: 'weightGrams' };

/** Maps `events.0.weightGrams` of an answer, or the `weightLbs` of a checkup, to the form's `weightGrams`. */
export const fieldOfPath = (path: string): string => fieldOfCheckup[path] ?? path.replace(/^events\.0\./, '');
