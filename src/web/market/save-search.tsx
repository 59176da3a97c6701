import { useState } from 'react';
import { byRules, Form, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { useRecordForm } from '#web/components/forms/record-form.tsx';
import { call } from '#web/lib/server/api.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { type MarketFilter, marketQuery } from './market-filter.ts';

/** Only for signed-in people, because visitors have no place to find a search again. */
export function SaveSearch({ filter }: { filter: MarketFilter }) {
  const { data: user } = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  if (!user) return null;
  if (!isOpen) {
    return (
      <Button variant="outline" className="mb-5" onClick={() => setOpen(true)}>
        Save this search
      </Button>
    );
  }
  return <NameForm filter={filter} onClose={() => setOpen(false)} />;
}

interface NameFormProps {
  readonly filter: MarketFilter;
  readonly onClose: () => void;
}

function NameForm({ filter, onClose }: NameFormProps) {
  const { form, submit, end } = useRecordForm({
    failure: 'The search was not saved',
    isFailureToasted: true,
    valuesOf: () => ({ name: '' }),
    draft: { form: 'saved search' },
    resolver: byRules<{ name: string }>(({ name }) => ({ name: name.trim() === '' ? 'Give the search a name' : undefined })),
    send: ({ name }, { id }) => {
      const { sort: _sort, ...query } = marketQuery(filter);
      const wanted = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      return call('addSavedSearch', { body: { id, name, search: Object.fromEntries(wanted) } });
    },
    onSaved: () => {
      toast({ title: 'Saved', description: 'It is under Favourites, where you can have new animals emailed to you.' });
      onClose();
    },
  });
  return (
    <Form form={form} onSubmit={submit} className="mb-5 flex flex-wrap items-end gap-3">
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
      <Button
        variant="ghost"
        onClick={() => {
          end();
          onClose();
        }}
      >
        Cancel
      </Button>
    </Form>
  );
}
