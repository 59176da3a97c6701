import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { type Hook, NewHook, type HookDelivery } from '#contract/hooks.ts';
import { hookEvents, type HookKind, hookKinds } from '#domain/hooks.ts';
import { CopyField } from '#web/components/copy-field.tsx';
import { ChecksField } from '#web/components/forms/form-checks-field.tsx';
import { bySchema, Form, FormFields, restartForm, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { read } from '#web/lib/server/query.ts';
import { useCall, useSave } from '#web/lib/server/use-call.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { dayOf } from '#web/lib/text/moments.ts';
import { today } from '#web/lib/text/today.ts';

const hooksQuery = read('listHooks', {});

const kindWords: Readonly<Record<HookKind, string>> = {
  animal: 'Animals',
  event: 'Journal: weights, treatments, births, sales',
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
  gone: 'Switched off: the receiver answered that it is gone',
  failing: 'Switched off: the receiver failed for days',
  maker: 'Switched off: the person who made it is no longer an owner',
};

const secretHint = 'It is shown only once. The receiver uses it to check that a message is from us.';

/** For owners. A farm without the plan is told what it lacks and can still delete its webhooks. */
export function HooksCard({ hasPlan }: { hasPlan: boolean }) {
  const hooks = useQuery(hooksQuery);
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Webhooks" />
      <CardContent className="grid gap-4">
        <p className="text-muted-foreground">
          Another program hears within seconds which record on this farm changed, but not what it says. Messages are signed as
          Standard Webhooks requires and are retried for days.
        </p>
        {!hasPlan && <p className="font-medium">Webhooks come with the Enterprise plan. Without it, nothing is sent.</p>}
        {hooks.isPending && <Skeleton className="h-16" />}
        {hooks.isError && <QueryFailed what="Your webhooks" query={hooks} />}
        {hooks.data?.length === 0 && <p>No program is notified of changes yet.</p>}
        {hooks.data && hooks.data.length > 0 && (
          <ul className="grid gap-3" aria-label="Webhooks">
            {hooks.data.map((hook) => (
              <HookEntry key={hook.id} hook={hook} hasPlan={hasPlan} />
            ))}
          </ul>
        )}
        {hasPlan && <AddHook />}
      </CardContent>
    </Card>
  );
}

function HookEntry({ hook: { id, url, events, state, offReason, waiting }, hasPlan }: { hook: Hook; hasPlan: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const said = { failed: 'Could not change the webhook' };
  const [change, remove] = [useSave('changeHook', said), useSave('deleteHook', said)];
  const params = { id };
  const isOn = state === 'on';
  return (
    <li className="grid gap-2 border-t pt-3">
      <p dir="auto" className="font-medium wrap-anywhere">
        {url}
      </p>
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
            <Button
              variant="outline"
              busy={change.isPending}
              onClick={() => change.mutate({ params, body: { state: isOn ? 'off' : 'on' } })}
            >
              {isOn ? 'Switch off' : 'Switch on'}
            </Button>
            <Button
              variant="outline"
              busy={change.isPending}
              onClick={() => change.mutate({ params, body: { rotatesSecret: true } })}
            >
              New secret
            </Button>
          </>
        )}
        <ConfirmButton verb="Delete" what={url} busy={remove.isPending} onConfirm={() => remove.mutate({ params })} />
      </div>
      {change.data?.secret != null && (
        <CopyField
          label="New secret"
          hint={`${secretHint} For one day, messages are signed with both.`}
          value={change.data.secret}
        />
      )}
      {isOpen && <HookDeliveries hookId={id} />}
    </li>
  );
}

const HookForm = NewHook.pick({ url: true }).extend({ kinds: z.array(z.enum(hookKinds)).min(1, 'Choose what to send') });
const newHook: z.input<typeof HookForm> = { url: '', kinds: ['animal', 'event'] };

function AddHook() {
  const form = useForm({ resolver: bySchema(HookForm), defaultValues: newHook });
  const { control } = form;
  const make = useCall('addHook', {
    onSuccess: () => restartForm(form, newHook),
    onError: (error) => toastFailure(error, 'Could not make the webhook'),
  });
  const submit = ({ url, kinds }: z.output<typeof HookForm>) =>
    make.mutateAsync({
      body: { url, events: hookEvents.filter((event) => kinds.some((kind) => event.startsWith(`${kind}.`))) },
    });
  return (
    <Form form={form} onSubmit={submit} className="border-t pt-4">
      <FormFields className="grid gap-3">
        <h3 className="font-semibold">New webhook</h3>
        <TextField
          control={control}
          name="url"
          label="Address"
          hint="Begins with https://"
          type="url"
          inputMode="url"
          autoCapitalize="none"
          maxLength={2000}
        />
        <ChecksField
          control={control}
          name="kinds"
          label="What to send"
          options={hookKinds.map((value) => ({ value, label: kindWords[value] }))}
        />
        {make.data && <CopyField label="Secret" hint={secretHint} value={make.data.secret} />}
        <SubmitButton busyLabel="Making..." className="justify-self-start">
          Make a webhook
        </SubmitButton>
      </FormFields>
    </Form>
  );
}

const stateWords: Readonly<Record<HookDelivery['state'], string>> = {
  waiting: 'Waiting',
  done: 'Delivered',
  failed: 'Not delivered',
  held: 'May have been delivered before a backup was restored',
};

function HookDeliveries({ hookId }: { hookId: string }) {
  const deliveries = useQuery(read('listHookDeliveries', { params: { id: hookId } }));
  const again = useSave('sendHookDeliveryAgain', { failed: 'Could not send it again' });
  if (deliveries.isPending) return <Skeleton className="h-16" />;
  if (deliveries.isError) {
    return <QueryFailed what="The deliveries" query={deliveries} />;
  }
  if (deliveries.data.length === 0) return <p className="text-muted-foreground">Nothing has been sent yet.</p>;
  return (
    <ul className="grid gap-2" aria-label="Deliveries">
      {deliveries.data.map(({ id, type, at, state, attempts, outcome }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t pt-2">
          <div className="min-w-0 flex-1 basis-52">
            <p dir="auto" className="font-mono text-sm wrap-anywhere">
              {type}
            </p>
            <p dir="auto" className="text-sm wrap-anywhere text-muted-foreground">
              {stateWords[state]} · {dayText(dayOf(at), today())} · {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
              {outcome !== null && ` · ${outcome}`}
            </p>
          </div>
          {state !== 'waiting' && (
            <Button
              variant="outline"
              aria-label={`Send again: ${type}`}
              busy={again.isPending}
              onClick={() => again.mutate({ params: { id: hookId, deliveryId: id } })}
            >
              Send again
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
