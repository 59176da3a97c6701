import '#web/lib/later-market-addresses.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { call, errorMessage } from '#web/lib/api.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { type MarketFilter, marketQuery } from './market-filter.ts';

/** For people who are signed in: visitors have no place to find it again. */
export function SaveSearch({ filter }: { filter: MarketFilter }) {
  const { data: user } = useCurrentUser();
  const [draft, setDraft] = useState<{ readonly id: string; readonly name: string }>();
  const save = useMutation({
    mutationFn: ({ id, name }: NonNullable<typeof draft>) => {
      const { sort: _sort, ...query } = marketQuery(filter);
      const wanted = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      return call('addSavedSearch', {
        body: { id, name, search: Object.fromEntries(wanted) },
      });
    },
    onSuccess: () => {
      setDraft(undefined);
      toast({ title: 'Saved', description: 'It is under Favourites, where you can have new animals mailed to you.' });
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Error', description: errorMessage(error, 'The search was not saved') }),
  });
  if (!user) return null;
  if (draft === undefined) {
    return (
      <Button variant="outline" className="mb-5" onClick={() => setDraft({ id: uuidv7(), name: '' })}>
        Save this search
      </Button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.name.trim() !== '') save.mutate(draft);
  };
  return (
    <form className="mb-5 flex flex-wrap items-end gap-3" onSubmit={submit}>
      <Field label="Name of the search" className="grow sm:max-w-80">
        {(control) => (
          <Input
            {...control}
            // It was opened by the button that was pressed.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            value={draft.name}
            maxLength={80}
            onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          />
        )}
      </Field>
      <Button type="submit" busy={save.isPending}>
        Save
      </Button>
      <Button variant="ghost" onClick={() => setDraft(undefined)}>
        Cancel
      </Button>
    </form>
  );
}
