import type { Resolver } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import { latestToday } from '#domain/values/dates.ts';
import { type EventAnimal, validateEvent } from '#domain/journal/validate-event.ts';
import { eventFields, eventKinds, type EventKind } from '#domain/records/events.ts';
import { type FieldInfo, type Fields, infoOf, infosOf, itemsOf } from '#domain/records/fields.ts';
import { Id } from '#domain/records/values.ts';
import { regional } from '#web/lib/text/regional.ts';
import { fieldErrorsOf, formInputOf, formValuesOf, notStated, violationsOf } from '#web/lib/forms/record-form.ts';
import { today } from '#web/lib/text/today.ts';
import { weightHint } from '#web/lib/text/weight-text.ts';

/** By field name: text as typed, booleans, and the items of lists. */
export type EventFormValues = Record<string, unknown>;

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

export const newItem = (list: FormField): EventFormValues => formValuesOf(itemsOf(list.schema), {});

export const newEventValues = (kind: EventKind): EventFormValues => ({ ...formValuesOf(fieldsOfKind(kind), {}), day: today() });

export function recordedValues(event: RecordedEvent): EventFormValues {
  const values: EventFormValues = formValuesOf(fieldsOfKind(event.kind), event);
  const question = unansweredQuestion(event.kind, values);
  return question?.none ? { ...values, [question.fields[0]]: notStated } : values;
}

interface EventHead {
  readonly kind: EventKind;
  readonly animalId: string;
}

/** The id is any: the event gets its own when it is sent. */
const eventInput = (head: EventHead, values: EventFormValues): unknown => ({
  ...formInputOf(fieldsOfKind(head.kind), values),
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
      : violationsOf(parsed.error, (name) => hintFor(head.kind, name));
    if (parsed.success && violations.length === 0) return { values: parsed.data, errors: {} };
    return { values: {}, errors: fieldErrorsOf(violations) };
  };

/** Says what to type where the schema only says that a number is wrong. */
function hintFor(kind: EventKind, name: string): string | undefined {
  const info: FieldInfo | undefined = infosOf<Fields>(fieldsOfKind(kind))[name];
  return info?.kind === 'weight' ? weightHint() : undefined;
}

const fieldOfCheckup: Readonly<Record<string, string>> = { date: 'day', weightLbs: 'weightGrams' };

/** Maps `events.0.weightGrams` of an answer, or the `weightLbs` of a checkup, to the form's `weightGrams`. */
export const fieldOfPath = (path: string): string => fieldOfCheckup[path] ?? path.replace(/^events\.0\./, '');
