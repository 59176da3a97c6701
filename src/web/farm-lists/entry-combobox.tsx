import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ComponentProps, Ref } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { nameKey } from '#domain/values/farm-lists.ts';
import { isRule } from '#domain/health/herd-rules.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field, type FieldControl } from '#web/ui/field.tsx';
import type { ListboxOption } from '#web/ui/listbox.tsx';
import { useEntryCalls } from './farm-lists.data.ts';
import { groupsQuery, inUse, placesQuery } from './lists.data.ts';

interface EntryComboboxProps extends Partial<FieldControl>, Pick<ComponentProps<typeof Combobox>, 'value' | 'onChange'> {
  readonly entries: readonly { readonly id: string; readonly name: string; readonly archivedAt: string | null }[];
  /** 'place' or 'group' */
  readonly what: string;
  readonly placeholder: string;
  /** The choice of none of them, first in the list. */
  readonly none?: readonly ListboxOption[];
  /** Names of entries that cannot be chosen, and why. */
  readonly refused?: { readonly names: readonly string[]; readonly why: string } | undefined;
  readonly onAdd: (name: string) => Promise<{ readonly id: string }>;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Chooses a place or group by name; a new name can be added. */
function EntryCombobox({
  entries,
  what,
  placeholder,
  none = [],
  value,
  onChange,
  onAdd,
  refused,
  ...control
}: EntryComboboxProps) {
  // An archived entry that was chosen earlier is still shown by name.
  const offered = [...inUse(entries), ...entries.filter(({ id, archivedAt }) => id === value && archivedAt !== null)];
  const isKnown = (typed: string) =>
    [...offered.map(({ name }) => name), ...(refused?.names ?? [])].some((name) => nameKey(name) === nameKey(typed));
  const add = (name: string) =>
    void onAdd(name).then(
      ({ id }) => onChange(id),
      (error: unknown) => toastFailure(error, `Could not add the ${what}`),
    );
  const offerTyped = (typed: string) =>
    typed === '' || isKnown(typed)
      ? undefined
      : { icon: <Plus aria-hidden />, text: `Add a ${what} “${typed}”`, onPick: () => add(typed) };
  return (
    <Combobox
      {...control}
      options={[...none, ...offered.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      onChange={onChange}
      placeholder={placeholder}
      searchPlaceholder={`Search or name a new ${what}`}
      emptyText={offered.length === 0 ? `No ${what} yet. Type a name to add one.` : `No ${what} with this name`}
      clearLabel={`Clear the ${what}`}
      note={refused && `Not offered: ${refused.names.join(', ')}. ${refused.why}`}
      offer={offerTyped}
    />
  );
}

type ChoiceProps = Omit<EntryComboboxProps, 'entries' | 'what' | 'placeholder' | 'onAdd' | 'refused'>;

export function PlaceCombobox(props: ChoiceProps) {
  const { data: places = [] } = useQuery(placesQuery);
  const { add } = useEntryCalls('place');
  return <EntryCombobox {...props} entries={places} what="place" placeholder="Choose a place" onAdd={(name) => add({ name })} />;
}

interface GroupChoiceProps extends ChoiceProps {
  /** Also groups into which no animal can be moved. */
  readonly withRules?: boolean;
}

export function GroupCombobox({ withRules = false, ...props }: GroupChoiceProps) {
  const { data: groups = [] } = useQuery(groupsQuery);
  const { add } = useEntryCalls('group');
  const rules = withRules ? [] : inUse(groups).filter(isRule);
  return (
    <EntryCombobox
      {...props}
      entries={groups.filter((group) => !rules.includes(group))}
      refused={
        rules.length === 0
          ? undefined
          : { names: rules.map(({ name }) => name), why: 'The animals of a rule follow from your records.' }
      }
      what="group"
      placeholder="Choose a group"
      onAdd={(name) => add({ name })}
    />
  );
}

interface EntryFieldProps<V extends FieldValues, Out> extends Pick<GroupChoiceProps, 'none' | 'withRules'> {
  readonly control: Control<V, unknown, Out>;
  /** Of the id. */
  readonly name: Path<V>;
  readonly kind: 'place' | 'group';
  readonly label: string;
  readonly optional?: boolean;
  readonly onChosen?: (id: string | null) => void;
}

/** Chooses a place or a group in a form. */
export function EntryField<V extends FieldValues, Out>({
  control,
  name,
  kind,
  label,
  optional = false,
  onChosen,
  none,
  withRules = false,
}: EntryFieldProps<V, Out>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} optional={optional} error={fieldState.error?.message}>
      {(described) => {
        const choice = {
          ...described,
          ref: field.ref,
          ...(none && { none }),
          value: (field.value as string | null) || null,
          onChange: (id: string | null) => {
            field.onChange(id);
            onChosen?.(id);
          },
        };
        return kind === 'place' ? <PlaceCombobox {...choice} /> : <GroupCombobox {...choice} withRules={withRules} />;
      }}
    </Field>
  );
}
