import '#web/lib/integration-addresses.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '#contract/api-keys.ts';
import { type Scope, scopes } from '#domain/members.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { call, errorMessage } from '#web/lib/api.ts';
import { read } from '#web/lib/query.ts';
import { today } from '#web/lib/today.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ShownOnce } from './shown-once.tsx';

const keysQuery = read('listApiKeys', {});

const scopeWords: Readonly<Record<Scope, { readonly label: string; readonly hint: string }>> = {
  see: { label: 'See the herd', hint: 'Animals, journal, breeding, places' },
  record: { label: 'Record', hint: 'Weights, treatments, births and other events' },
  keep: { label: 'Keep animals', hint: 'Add and change animals, places and groups' },
  manage: { label: 'Manage', hint: 'Delete, sell, import and export' },
};

/** Of an owner; a farm without the plan sees what it lacks, and revokes what it has. */
export function ApiKeysCard({ hasPlan }: { hasPlan: boolean }) {
  const keys = useQuery(keysQuery);
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="API keys" />
      <CardContent className="grid gap-4">
        <p className="text-muted-foreground">
          With a key, a scale, a script or another program works on this farm. It can do no more than you, and what it does stands
          in the history under its name.
        </p>
        {!hasPlan && (
          <p className="font-medium">API keys come with the Enterprise plan. Without it, keys that were made before rest.</p>
        )}
        {keys.isPending && <Skeleton className="h-16" />}
        {keys.isError && (
          <LoadFailed what="Your keys" error={keys.error} busy={keys.isFetching} onRetry={() => void keys.refetch()} />
        )}
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

const told = (moment: string): string => dayText(moment.slice(0, 10), today());

function KeyEntry({ apiKey: { id, name, scopes: granted, lastFour, usedOn, expiresAt } }: { apiKey: ApiKey }) {
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const revoke = useMutation({
    mutationFn: () => call('revokeApiKey', { params: { id } }),
    onSuccess: () => client.invalidateQueries(keysQuery),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Error', description: errorMessage(error, 'Could not revoke the key') }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium break-words">
          {name} <span className="font-mono text-sm text-muted-foreground">…{lastFour}</span>
        </p>
        <p className="text-sm text-muted-foreground">
          {granted.map((scope) => scopeWords[scope].label).join(', ')} ·{' '}
          {usedOn === null ? 'not used yet' : `last used ${told(usedOn)}`}
          {expiresAt !== null && ` · expires ${told(expiresAt)}`}
        </p>
      </div>
      {isAsked ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="destructive" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke for good
          </Button>
          <Button variant="outline" onClick={() => setIsAsked(false)}>
            Keep
          </Button>
        </div>
      ) : (
        <Button variant="outline" aria-label={`Revoke ${name}`} onClick={() => setIsAsked(true)}>
          Revoke
        </Button>
      )}
    </li>
  );
}

function NewKey() {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [granted, setGranted] = useState<readonly Scope[]>(['see']);
  const [lastDay, setLastDay] = useState('');
  const make = useMutation({
    mutationFn: () =>
      call('addApiKey', {
        body: { name, scopes: [...granted], expiresAt: lastDay === '' ? null : new Date(`${lastDay}T23:59:59`).toISOString() },
      }),
    onSuccess: () => {
      setName('');
      return client.invalidateQueries(keysQuery);
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Error', description: errorMessage(error, 'Could not make the key') }),
  });
  return (
    <form
      className="grid gap-3 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <h3 className="font-semibold">New key</h3>
      <Field label="What it is for">
        {(described) => (
          <Input {...described} required maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />
        )}
      </Field>
      <fieldset className="grid gap-x-4 sm:grid-cols-2">
        <legend className="font-medium">What it may do</legend>
        {scopes.map((scope) => (
          <CheckboxLine
            key={scope}
            hint={scopeWords[scope].hint}
            checked={granted.includes(scope)}
            onCheckedChange={(next) =>
              setGranted(scopes.filter((each) => (each === scope ? next === true : granted.includes(each))))
            }
          >
            {scopeWords[scope].label}
          </CheckboxLine>
        ))}
      </fieldset>
      <Field label="Last day" hint="Without one, the key works until it is revoked.">
        {(described) => (
          <Input {...described} type="date" min={today()} value={lastDay} onChange={({ target }) => setLastDay(target.value)} />
        )}
      </Field>
      {make.data && <ShownOnce label="Key" hint="It is shown once. Put it where the program reads it." value={make.data.key} />}
      <div>
        <Button type="submit" busy={make.isPending} disabled={granted.length === 0}>
          Make a key
        </Button>
      </div>
      {granted.length === 0 && <p className="text-destructive">Choose what the key may do.</p>}
    </form>
  );
}
