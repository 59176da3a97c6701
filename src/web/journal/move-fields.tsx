import { useController, useFormContext, type Control } from 'react-hook-form';
import type { NewEvent } from '#contract/events.ts';
import { GroupCombobox, PlaceCombobox } from '#web/farm-lists/entry-combobox.tsx';
import { Field } from '#web/ui/field.tsx';
import type { EventFormValues } from './event-form-values.ts';

interface MoveFieldProps {
  readonly control: Control<EventFormValues, unknown, NewEvent>;
  readonly path: string;
  readonly label: string;
}

/** A move is to a place or into a group, so choosing one clears the other. */
function useMoveField({ control, path }: Pick<MoveFieldProps, 'control' | 'path'>, other: string) {
  const { setValue } = useFormContext<EventFormValues>();
  const { field, fieldState } = useController({ control, name: path });
  const choose = (id: string | null) => {
    field.onChange(id);
    if (id !== null) setValue(other, null);
  };
  return { ref: field.ref, value: field.value as string | null, choose, error: fieldState.error?.message };
}

export function PlaceField({ label, ...bound }: MoveFieldProps) {
  const { ref, value, choose, error } = useMoveField(bound, 'groupId');
  return (
    <Field label={label} error={error} hint="With no place or group chosen, it leaves its place.">
      {(described) => <PlaceCombobox {...described} ref={ref} value={value} onChange={choose} />}
    </Field>
  );
}

export function GroupField({ label, ...bound }: MoveFieldProps) {
  const { ref, value, choose, error } = useMoveField(bound, 'placeId');
  return (
    <Field label={label} error={error}>
      {(described) => <GroupCombobox {...described} ref={ref} value={value} onChange={choose} />}
    </Field>
  );
}
