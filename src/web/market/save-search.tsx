import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { byRules, Form, SubmitButton, TextField } from '#web/components/form.tsx';
import { call } from '#web/lib/api.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { type MarketFilter, marketQuery } from './market-filter.ts';

/** Only for signed-in people, because visitors have no place to find a search again. */
export function SaveSearch({ filter }: { filter: MarketFilter }) {
  const { data: user } = useCurrentUser();
  const [id, setId] = useState<string>();
  if (!user) return null;
  if (id === undefined) {
    return (
      <Button variant="outline" className="mb-5" onClick={() => setId(uuidv7())}>
        Save this search
      </Button>
    );
  }
  return <NameForm id={id} filter={filter} onClose={() => setId(undefined)} />;
}

interface NameFormProps {
  /** The id of the search, so that a retry saves it only once. */
  readonly id: string;
  readonly filter: MarketFilter;
  readonly onClose: () => void;
}

function NameForm({ id, filter, onClose }: NameFormProps) {
  const form = useForm({
    defaultValues: { name: '' },
    resolver: byRules<{ name: string }>(({ name }) => ({ name: name.trim() === '' ? 'Give the search a name' : undefined })),
  });
  const save = async ({ name }: { readonly name: string }) => {
    const { sort: _sort, ...query } = marketQuery(filter);
    const wanted = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    try {
      await call('addSavedSearch', { body: { id, name, search: Object.fromEntries(wanted) } });
    } catch (error) {
      toastFailure(error, 'The search was not saved');
      throw error;
    }
    toast({ title: 'Saved', description: 'It is under Favourites, where you can have new animals emailed to you.' });
    onClose();
  };
  return (
    <Form form={form} onSubmit={save} className="mb-5 flex flex-wrap items-end gap-3">
      <TextField
        control={form.control}
        name="name"
        label="Name of the search"
        maxLength={80}
        className="grow sm:max-w-80"
        // The person opened it by pressing the button.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <SubmitButton busyLabel="Saving...">Save</SubmitButton>
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
    </Form>
  );
}
