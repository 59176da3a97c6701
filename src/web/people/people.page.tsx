import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { useFarmRole, useRights } from '#web/lib/session/session.ts';
import { InvitationsCard } from './invitations-card.tsx';
import { MembersCard } from './members-card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { NewHelperPerson } from '#contract/members.ts';
import { bySchema, Form, FormFields, restartForm, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { peopleQuery } from '#web/herd/data/people.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { useSave } from '#web/lib/server/use-call.ts';

export function PeoplePage() {
  const role = useFarmRole();
  const mayInvite = useRights().has('invite');
  return (
    <>
      <PageHeader title="People" subtitle="Who is on this farm and what they may do" />
      <NeedsServer what="You can invite and change people">
        <MembersCard role={role} />
        {mayInvite && <InvitationsCard role={role} />}
        <HelpersCard mayChange={mayInvite} />
      </NeedsServer>
    </>
  );
}

function HelpersCard({ mayChange }: { mayChange: boolean }) {
  const people = useQuery(peopleQuery);
  const remove = useSave('deletePerson', { done: 'Removed from the list', failed: 'Could not save this' });
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Without an account" description="Helpers who do not have a device of their own." />
      {people.data && people.data.length > 0 && (
        <ul aria-label="People without an account" className="mt-2 flex flex-col divide-y">
          {people.data.map(({ id, name }) => (
            <li key={id} className="flex items-center gap-4 px-5 py-2">
              <span dir="auto" className="min-w-0 flex-1 font-semibold wrap-anywhere">
                {name}
              </span>
              {mayChange && (
                <Button
                  variant="outline"
                  aria-label={`Remove ${name}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ params: { id } })}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange ? (
        <AddForm />
      ) : (
        people.data?.length === 0 && <CardContent className="text-muted-foreground">Nobody is on the list.</CardContent>
      )}
    </Card>
  );
}

function AddForm() {
  const form = useForm({ resolver: bySchema(NewHelperPerson), defaultValues: { name: '' } });
  const add = useSave('addPerson', { done: 'Added', failed: 'Could not save this' });
  return (
    <CardContent>
      <Form
        form={form}
        onSubmit={async ({ name }) => {
          await add.mutateAsync({ body: { id: crypto.randomUUID(), name } });
          restartForm(form, { name: '' });
        }}
      >
        <FormFields className="flex flex-wrap items-end gap-3">
          <TextField control={form.control} name="name" label="Name" className="min-w-0 flex-1 basis-52" />
          <SubmitButton busyLabel="Adding..." variant="outline">
            Add
          </SubmitButton>
        </FormFields>
      </Form>
    </CardContent>
  );
}
