import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import type { RecordedEvent } from '#contract/events.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { ChoiceField } from '#web/components/forms/form-fields.tsx';
import { byRules, FormFields } from '#web/components/forms/form.tsx';
import { type RecordCorrection, RecordForm, useRecordForm } from '#web/components/forms/record-form.tsx';
import { byTag, useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { YoungWith } from '#web/herd/animal/young-with.tsx';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { EntryField } from './entry-combobox.tsx';
import { useEntryNames } from './lists.data.ts';
import { moveOfForms, moveToForms } from '#web/herd/requested-forms.ts';
import { plural } from '#domain/values/plural.ts';
import { count } from '#web/lib/text/format.ts';
import { RetryIds } from '#web/lib/forms/retry-ids.ts';
import { today } from '#web/lib/text/today.ts';
import { Checklist } from '#web/ui/checklist.tsx';
import { Field } from '#web/ui/field.tsx';
import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { useRecordForAll, useUndoForAll } from '#web/herd/data/events.data.ts';
import { toastUndoable } from '#web/lib/toast-saved.ts';
import { animalStatesQuery } from './farm-lists.data.ts';

const ways = [
  { value: 'place', label: 'To a place' },
  { value: 'join', label: 'Into a group' },
  { value: 'leave', label: 'Out of a group' },
] as const;

interface MoveValues {
  way: (typeof ways)[number]['value'];
  placeId: string | null;
  groupId: string | null;
  day: string;
  animalIds: readonly string[];
  /** Of the moves that may have been sent, by their content. */
  ids: readonly (readonly [content: string, id: string])[];
}

const maxAtOnce = 2000;

const resolver = byRules<MoveValues>(({ way, placeId, groupId, day, animalIds }) => ({
  placeId: way === 'place' && placeId === null ? 'Choose the place' : undefined,
  groupId: way !== 'place' && groupId === null ? 'Choose the group' : undefined,
  day: day === '' ? 'Choose the day' : day > today() ? 'This day is in the future' : undefined,
  animalIds:
    animalIds.length === 0
      ? 'Choose at least one animal'
      : animalIds.length > maxAtOnce
        ? `Choose at most ${count(maxAtOnce)} animals at once`
        : undefined,
}));

export interface Move {
  readonly id: string;
  readonly animalId: string;
  readonly day: string;
  readonly placeId: string | null;
  readonly groupId: string | null;
  readonly leavesGroup: boolean;
}

export type MoveCorrection = RecordCorrection<RecordedEvent, MoveValues>;

const wayOf = ({ placeId, leavesGroup }: Move): MoveValues['way'] => {
  if (placeId !== null) return 'place';
  return leavesGroup ? 'leave' : 'join';
};

export function valuesOf(moves: readonly Move[]): MoveValues {
  const [first] = moves;
  return {
    way: first ? wayOf(first) : 'place',
    placeId: first?.placeId ?? null,
    groupId: first?.groupId ?? null,
    day: first?.day ?? today(),
    animalIds: moves.map(({ animalId }) => animalId),
    ids: moves.map((move) => [keyOf(move), move.id]),
  };
}

const keyOf = ({ animalId, day, placeId, groupId, leavesGroup }: Omit<Move, 'id'>): string =>
  JSON.stringify([animalId, placeId, groupId, leavesGroup, day]);

function movesOf({ way, placeId, groupId, day, animalIds }: MoveValues, ids: RetryIds) {
  const to =
    way === 'place' ? { placeId, groupId: null, leavesGroup: false } : { placeId: null, groupId, leavesGroup: way === 'leave' };
  return animalIds.map((animalId) => {
    const move = { animalId, day, ...to };
    return { id: ids.of(keyOf(move)), kind: 'move' as const, ...move };
  });
}

/** `events.3.day` is the day of all animals. */
function fieldOf(path: string): 'day' | 'placeId' | 'groupId' | undefined {
  const name = path.split('.').at(-1);
  return name === 'day' || name === 'placeId' || name === 'groupId' ? name : undefined;
}

interface MoveFormProps extends Pick<OpenProps, 'onClose'> {
  readonly correction?: MoveCorrection;
  /** The ids of the animals that are selected at first. */
  readonly chosen?: readonly string[];
  /** The id of the place that is chosen at first. */
  readonly placeId?: string;
  readonly onSaved?: () => void;
}

export function MoveForm({ correction, chosen = [], placeId = '', onSaved, onClose }: MoveFormProps) {
  const nameOf = useEntryNames();
  const move = useRecordForAll();
  const undo = useUndoForAll();
  const record = useRecordForm<RecordedEvent, MoveValues, MoveValues, readonly string[]>({
    failure: 'Could not move the animals',
    valuesOf: () => ({ ...valuesOf([]), placeId: placeId || null, animalIds: chosen }),
    resolver,
    fieldOf,
    correction,
    draft: { form: chosen.length > 0 ? moveOfForms + chosen.join(' ') : moveToForms + placeId, title: 'Animals not moved' },
    send: (values) => {
      const ids = new RetryIds(values.ids);
      const moves = movesOf(values, ids);
      form.setValue('ids', ids.unsettled());
      return move.mutateAsync(moves);
    },
    onSaved: (ids) => {
      const values = form.getValues();
      const isPlace = values.way === 'place';
      const to = nameOf((isPlace ? values.placeId : values.groupId) ?? '') ?? '';
      const word = isPlace ? 'to' : values.way === 'join' ? 'into' : 'out of';
      onClose();
      onSaved?.();
      const description = `${plural(ids.length, 'animal')} ${word} ${to}`;
      toastUndoable(ids, { title: 'Moved', description }, () => undo.mutateAsync(ids));
    },
  });
  const { form } = record;
  const { control } = form;
  const way = useWatch({ control, name: 'way' });

  return (
    <RecordForm record={record} submitLabel="Move" isMarked={() => false}>
      <FormFields className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <ChoiceField control={control} name="way" label="Where" options={ways} className="sm:col-span-2" />
        {way === 'place' ? (
          <EntryField control={control} name="placeId" kind="place" label="Place" />
        ) : (
          <EntryField control={control} name="groupId" kind="group" label="Group" />
        )}
        <FormDayField control={control} name="day" label="Day" max={today()} />
        <AnimalsField control={control} />
      </FormFields>
    </RecordForm>
  );
}

interface PartProps {
  readonly control: Control<MoveValues, unknown, MoveValues>;
}

/** Options include the place of each animal, which can be searched for too. */
function AnimalsField({ control }: PartProps) {
  const { field, fieldState } = useController({ control, name: 'animalIds' });
  const way = useWatch({ control, name: 'way' });
  const { data: herd } = useQuery(animalsQuery);
  const nameOf = useEntryNames();
  const { data: states = [] } = useQuery(animalStatesQuery);
  const whereabouts = new Map(
    states.map(({ animalId, placeId, groupIds }) => [
      animalId,
      [placeId ?? [], groupIds].flat().flatMap((id) => nameOf(id) ?? []),
    ]),
  );
  const optionOf = useAnimalOption();
  const here = (herd ?? []).filter(({ status }) => status === 'active').toSorted(byTag);
  const isHere = new Set(here.map(({ id }) => id));
  const departed = field.value.filter((id) => herd && !isHere.has(id));
  const leaveOut = useEffectEvent(() => field.onChange(field.value.filter((id) => isHere.has(id))));
  useEffect(() => {
    // A draft may name animals that have left the farm since.
    if (departed.length > 0) leaveOut();
  }, [departed.length]);
  const options = here.map((animal) => {
    const where = whereabouts.get(animal.id) ?? [];
    const option = optionOf(animal);
    return { ...option, keywords: [...(option.keywords ?? []), ...where], detail: where.join(', ') || 'No place' };
  });
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <Field label="Animals" error={fieldState.error?.message}>
        {(described) => (
          <Checklist
            {...described}
            ref={field.ref}
            options={options}
            chosen={new Set(field.value)}
            onChange={(chosen) => field.onChange([...chosen])}
            searchPlaceholder="Last digits of the tag, name or place"
            emptyText={herd ? 'No animal found' : 'Loading animals...'}
          />
        )}
      </Field>
      {way !== 'leave' && <YoungWith animalIds={field.value} onAdd={(young) => field.onChange([...field.value, ...young])} />}
    </div>
  );
}
