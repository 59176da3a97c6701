import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type useForm, useWatch } from 'react-hook-form';
import type { NewEvent } from '#contract/events.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { GroupCombobox, PlaceCombobox } from '#web/farm-lists/entry-combobox.tsx';
import { groupsToJoin } from '#web/farm-lists/groups-to-join.ts';
import { groupsQuery, inUse, placesQuery } from '#web/farm-lists/lists.data.ts';
import type { EventFormValues } from '#web/journal/event-form-values.ts';
import { today } from '#web/lib/text/today.ts';
import { LabelledChoice } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';

interface MoveToProps {
  readonly form: ReturnType<typeof useForm<EventFormValues, unknown, NewEvent>>;
}

const other = 'other';
const maxShown = 12;

/** A place or group with one tap; new ones are named under 'Other'. */
export function MoveTo({ form: { control, setValue } }: MoveToProps) {
  const { data: places } = useQuery(placesQuery);
  const { data: groups } = useQuery(groupsQuery);
  const [placeId, groupId, day] = useWatch({ control, name: ['placeId', 'groupId', 'day'] }) as (string | null)[];
  const [isOther, setOther] = useState(false);
  const [knownPlaces, knownGroups] = [inUse(places ?? []).slice(0, maxShown), groupsToJoin(groups ?? []).slice(0, maxShown)];
  const to = placeId ?? groupId ?? undefined;
  const isUnknown = places && groups && to !== undefined && ![...knownPlaces, ...knownGroups].some(({ id }) => id === to);
  // An earlier day that is handed over or restored must be in sight.
  const isNamed = isOther || isUnknown || day !== today();
  const choose = (place: string | null, group: string | null) => {
    setValue('placeId', place);
    setValue('groupId', group);
  };
  return (
    <>
      <LabelledChoice
        label="Where to"
        layout="wrapped"
        value={isNamed ? other : to}
        onChange={(id) => {
          setOther(id === other);
          const isGroup = knownGroups.some((group) => group.id === id);
          choose(isGroup || id === other ? null : id, isGroup ? id : null);
        }}
        options={[
          ...knownPlaces.map(({ id, name }) => ({ value: id, label: name })),
          ...knownGroups.map(({ id, name }) => ({ value: id, label: `Group ${name}` })),
          { value: other, label: 'Other…' },
        ]}
      />
      {isNamed && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Place">
            {(described) => <PlaceCombobox {...described} value={placeId ?? null} onChange={(id) => choose(id, null)} />}
          </Field>
          <Field label="Or into a group">
            {(described) => <GroupCombobox {...described} value={groupId ?? null} onChange={(id) => choose(null, id)} />}
          </Field>
          <FormDayField control={control} name={'day' as never} label="Day" max={today()} />
        </div>
      )}
    </>
  );
}
