import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { TextField } from '#web/components/forms/form.tsx';
import { membersQuery, peopleQuery } from './data/people.queries.ts';

type PersonFieldProps<V extends FieldValues, Out> = Omit<ComponentProps<typeof TextField<V, Out>>, 'as' | 'list' | 'maxLength'>;

/** A person's name. Those of the farm are suggested; any other can be typed. */
export function PersonField<V extends FieldValues, Out>(props: PersonFieldProps<V, Out>) {
  const id = useId();
  const { data: members = [] } = useQuery(membersQuery);
  const { data: people = [] } = useQuery(peopleQuery);
  const names = new Set([...members, ...people].map(({ name }) => name));
  return (
    <>
      <TextField {...props} list={id} maxLength={100} />
      <datalist id={id}>
        {[...names].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
