import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { type ApiKey, NewApiKey } from '#contract/api-keys.ts';
import { type Scope, scopes } from '#domain/accounts/members.ts';
import { CopyField } from '#web/components/copy-field.tsx';
import { ChecksField } from '#web/components/forms/form-checks-field.tsx';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { bySchema, Form, FormFields, restartForm, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { dayOf } from '#web/lib/text/moments.ts';
import { read } from '#web/lib/server/query.ts';
import { useCall, useSave } from '#web/lib/server/use-call.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { today } from '#web/lib/text/today.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ConfirmButton } from './confirm-button.tsx';

const keysQuery = read('listApiKeys', {});

const scopeWords: Readonly<Record<Scope, { readonly label: string; readonly hint: string }>> = {
  see: { label: 'See the herd', hint: 'Animals, journal, breeding, places' },
  record: { label: 'Record', hint: 'Weights, treatments, births and other events' },
  keep: { label: 'Manage animals', hint: 'Add and change animals, places and groups' },
  manage: { label: 'Manage the farm', hint: 'Delete, sell, import and export' },
  hooks: { label: 'Manage webhooks', hint: 'Add, change and delete them, in your name' },
};

/** For owners. A farm without the plan is told what it lacks and can still revoke its keys. */
export function ApiKeysCard({ hasPlan }: { hasPlan: boolean }) {
  const keys = useQuery(keysQuery);
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="API keys" />
      <CardContent className="grid gap-4">
        <p className="text-muted-foreground">
          A key lets a scale, a script or another program work on this farm. It can do no more than you, and the history shows
          what it does under its name.{' '}
          <a href="/api/openapi.json" className="font-semibold text-foreground underline underline-offset-4">
            Description of all calls (OpenAPI)
          </a>
        </p>
        {!hasPlan && (
          <p className="font-medium">API keys come with the Enterprise plan. Without it, existing keys do not work.</p>
        )}
        {keys.isPending && <Skeleton className="h-16" />}
        {keys.isError && <QueryFailed what="Your keys" query={keys} />}
        {keys.data && <KeyList keys={keys.data} />}
        {hasPlan && <NewKey />}
      </CardContent>
    </Card>
  );
}

function KeyList({ keys }: { keys: readonly ApiKey[] }) {
  if (keys.length === 0) return <p>No program has a key yet.</p>;
  return (
    <ul className="grid gap-3" aria-label="API keys">
      {keys.map((key) => (
        <KeyEntry key={key.id} apiKey={key} />
      ))}
    </ul>
  );
}

function KeyEntry({ apiKey: { id, name, scopes: granted, lastFour, usedOn, expiresAt } }: { apiKey: ApiKey }) {
  const revoke = useSave('revokeApiKey', { failed: 'Could not revoke the key' });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium break-words">
          {name} <span className="font-mono text-sm text-muted-foreground">…{lastFour}</span>
        </p>
        <p className="text-sm text-muted-foreground">
          {granted.map((scope) => scopeWords[scope].label).join(', ')} ·{' '}
          {usedOn === null ? 'not used yet' : `last used ${dayText(usedOn, today())}`}
          {expiresAt !== null && ` · expires ${dayText(dayOf(expiresAt), today())}`}
        </p>
      </div>
      <ConfirmButton verb="Revoke" what={name} busy={revoke.isPending} onConfirm={() => revoke.mutate({ params: { id } })} />
    </li>
  );
}

const KeyForm = NewApiKey.omit({ expiresAt: true }).extend({ lastDay: z.string() });
const newKey: z.input<typeof KeyForm> = { name: '', scopes: ['see'], lastDay: '' };

function NewKey() {
  const form = useForm({ resolver: bySchema(KeyForm), defaultValues: newKey });
  const { control } = form;
  const make = useCall('addApiKey', {
    onSuccess: () => restartForm(form, newKey),
    onError: (error) => toastFailure(error, 'Could not make the key'),
  });
  const submit = ({ lastDay, ...key }: z.output<typeof KeyForm>) =>
    make.mutateAsync({
      body: { ...key, expiresAt: lastDay === '' ? null : new Date(`${lastDay}T23:59:59`).toISOString() },
    });
  return (
    <Form form={form} onSubmit={submit} className="border-t pt-4">
      <FormFields className="grid gap-3">
        <h3 className="font-semibold">New key</h3>
        <TextField control={control} name="name" label="What it is for" maxLength={100} />
        <ChecksField
          control={control}
          name="scopes"
          label="What it may do"
          options={scopes.map((value) => ({ value, ...scopeWords[value] }))}
        />
        <FormDayField
          control={control}
          name="lastDay"
          label="Last day"
          hint="If this is empty, the key works until it is revoked."
          min={today()}
          optional
        />
        {make.data && <CopyField label="Key" hint="It is shown only once. Copy it into the program." value={make.data.key} />}
        <SubmitButton busyLabel="Making..." className="justify-self-start">
          Make a key
        </SubmitButton>
      </FormFields>
    </Form>
  );
}
