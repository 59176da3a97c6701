import type { Chore } from '#contract/chores.ts';
import { infoOf } from '#domain/records/fields.ts';
import { type Repeat, repeatNames, repeats } from '#domain/records/chores.ts';
import { choreFields } from '#domain/records/chore.ts';
import type { ShownMergeField } from '#web/components/forms/changed-elsewhere.tsx';

export interface ChoreValues {
  name: string;
  day: string;
  repeat: Repeat | 'never';
  placeId: string;
  groupId: string;
  note: string;
  responsible: string;
}

export const repeatOptions = [
  { value: 'never', label: 'Once' },
  ...repeatNames.map((value) => ({ value, label: repeats[value].label })),
];

export const valuesOf = (chore: Partial<Chore>): ChoreValues => ({
  name: chore.name ?? '',
  day: chore.day ?? '',
  repeat: chore.repeat ?? 'never',
  placeId: chore.placeId ?? '',
  groupId: chore.groupId ?? '',
  note: chore.note ?? '',
  responsible: chore.responsible ?? '',
});

const orNull = (value: string): string | null => (value === '' ? null : value);

export const bodyOf = ({ name, day, repeat, placeId, groupId, note, responsible }: ChoreValues) => ({
  name: name.trim(),
  day,
  repeat: repeat === 'never' ? null : repeat,
  placeId: orNull(placeId),
  groupId: orNull(groupId),
  note: orNull(note.trim()),
  responsible: orNull(responsible.trim()),
});

export const mergeFields = (['name', 'day', 'repeat', 'placeId', 'groupId', 'note', 'responsible'] as const).map(
  (name): ShownMergeField<ChoreValues> => ({
    label: infoOf(choreFields[name]).label,
    fields: [name],
    show: (values) =>
      name === 'repeat'
        ? (repeatOptions.find(({ value }) => value === values.repeat)?.label ?? '')
        : name.endsWith('Id') && values[name] !== ''
          ? 'another one'
          : values[name],
  }),
);
