import '#web/lib/integration-addresses.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Hook, HookChange } from '#contract/hooks.ts';
import { hookEvents, type HookKind, hookKinds } from '#domain/hooks.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { call, errorMessage } from '#web/lib/api.ts';
import { read } from '#web/lib/query.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { HookDeliveries } from './hook-deliveries.tsx';
import { ShownOnce } from './shown-once.tsx';

const hooksQuery = read('listHooks', {});

const kindWords: Readonly<Record<HookKind, string>> = {
  animal: 'Animals',
  event: 'Journal: weights, treatments, births, sales …',
  animalTag: 'Numbers of animals',
  breedingRecord: 'Matings',
  exposure: 'Males that run with females',
  chore: 'Tasks',
  worklist: 'Work with many animals',
  place: 'Places',
  group: 'Groups',
  product: 'Medicines',
};

const offWords: Readonly<Record<NonNullable<Hook['offReason']>, string>> = {
  owner: 'Switched off',
  gone: 'Switched off: the receiver said that it is gone',
  failing: 'Switched off: the receiver failed for days',
  maker: 'Switched off: whoever made it is no owner any more',
};

const secretHint = 'It is shown once. The receiver checks with it who sent a message.';

/** Of an owner; a farm without the plan sees what it lacks, and deletes what it has. */
export function HooksCard({ hasPlan }: { hasPlan: boolean }) {
  const hooks = useQuery(hooksQuery);
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Webhooks" />
      <CardContent className="grid gap-4">
        <p className="text-muted-foreground">
          Another program is told within seconds what changed on this farm: which record, and not what it says. Messages are
          signed by Standard Webhooks, and tried again for days.
        </p>
        {!hasPlan && <p className="font-medium">Webhooks come with the Enterprise plan. Without it, nothing is sent.</p>}
        {hooks.isPending && <Skeleton className="h-16" />}
        {hooks.isError && (
          <LoadFailed what="Your webhooks" error={hooks.error} busy={hooks.isFetching} onRetry={() => void hooks.refetch()} />
        )}
        {hooks.data?.length === 0 && <p>No program is told of changes yet.</p>}
        {hooks.data && hooks.data.length > 0 && (
          <ul className="grid gap-3" aria-label="Webhooks">
            {hooks.data.map((hook) => (
              <HookEntry key={hook.id} hook={hook} hasPlan={hasPlan} />
            ))}
          </ul>
        )}
        {hasPlan && <NewHook />}
      </CardContent>
    </Card>
  );
}

function HookEntry({ hook: { id, url, events, state, offReason, waiting }, hasPlan }: { hook: Hook; hasPlan: boolean }) {
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const settle = {
    onSuccess: () => client.invalidateQueries(hooksQuery),
    onError: (error: unknown) =>
      toast({ variant: 'destructive', title: 'Error', description: errorMessage(error, 'Could not change the webhook') }),
  };
  const change = useMutation({ mutationFn: (body: HookChange) => call('changeHook', { params: { id }, body }), ...settle });
  const remove = useMutation({ mutationFn: () => call('deleteHook', { params: { id } }), ...settle });
  const isOn = state === 'on';
  return (
    <li className="grid gap-2 border-t pt-3">
      <p className="font-medium wrap-anywhere">{url}</p>
      <p className="text-sm text-muted-foreground">
        {isOn ? 'On' : offWords[offReason ?? 'owner']} ·{' '}
        {events.length === 1 ? '1 kind of change' : `${events.length} kinds of changes`}
        {waiting > 0 && ` · ${waiting} waiting`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Deliveries
        </Button>
        {hasPlan && (
          <>
            <Button variant="outline" busy={change.isPending} onClick={() => change.mutate({ state: isOn ? 'off' : 'on' })}>
              {isOn ? 'Switch off' : 'Switch on'}
            </Button>
            <Button variant="outline" busy={change.isPending} onClick={() => change.mutate({ rotatesSecret: true })}>
              New secret
            </Button>
          </>
        )}
        {isAsked ? (
          <>
            <Button variant="destructive" busy={remove.isPending} onClick={() => remove.mutate()}>
              Delete for good
            </Button>
            <Button variant="outline" onClick={() => setIsAsked(false)}>
              Keep
            </Button>
          </>
        ) : (
          <Button variant="outline" aria-label={`Delete ${url}`} onClick={() => setIsAsked(true)}>
            Delete
          </Button>
        )}
      </div>
      {change.data?.secret != null && (
        <ShownOnce
          label="New secret"
          hint={`${secretHint} For a day messages are signed with both.`}
          value={change.data.secret}
        />
      )}
      {isOpen && <HookDeliveries hookId={id} />}
    </li>
  );
}

function NewHook() {
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState<readonly HookKind[]>(['animal', 'event']);
  const make = useMutation({
    mutationFn: () =>
      call('addHook', {
        body: { url, events: hookEvents.filter((event) => kinds.some((kind) => event.startsWith(`${kind}.`))) },
      }),
    onSuccess: () => {
      setUrl('');
      return client.invalidateQueries(hooksQuery);
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Error', description: errorMessage(error, 'Could not make the webhook') }),
  });
  return (
    <form
      className="grid gap-3 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <h3 className="font-semibold">New webhook</h3>
      <Field label="Address" hint="Begins with https://">
        {(described) => (
          <Input
            {...described}
            required
            type="url"
            inputMode="url"
            maxLength={2000}
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        )}
      </Field>
      <fieldset className="grid gap-x-4 sm:grid-cols-2">
        <legend className="font-medium">What it is told of</legend>
        {hookKinds.map((kind) => (
          <CheckboxLine
            key={kind}
            checked={kinds.includes(kind)}
            onCheckedChange={(next) =>
              setKinds(hookKinds.filter((each) => (each === kind ? next === true : kinds.includes(each))))
            }
          >
            {kindWords[kind]}
          </CheckboxLine>
        ))}
      </fieldset>
      {make.data && <ShownOnce label="Secret" hint={secretHint} value={make.data.secret} />}
      <div>
        <Button type="submit" busy={make.isPending} disabled={kinds.length === 0}>
          Make a webhook
        </Button>
      </div>
      {kinds.length === 0 && <p className="text-destructive">Choose what it is told of.</p>}
    </form>
  );
}
