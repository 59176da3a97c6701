import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { PersonWithPin } from '#contract/device-pins.ts';
import { Dialog, DialogBody, DialogFooter, useDialogBusy, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { byRules, Form, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { call, errorMessage } from '#web/lib/server/api.ts';
import { entriesText } from '#web/lib/text/format.ts';
import { localCopy } from '#web/lib/server/local-copy.ts';
import { pinInput, pinsQuery } from '#web/lib/session/pins.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { openAnew } from '#web/lib/session/stored-farm.ts';
import { type OutageCause, outageWords } from '#web/lib/server/outage.ts';
import { useLocalCopy } from '#web/lib/server/use-local-copy.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** For a phone that several people share: each signs in with their own PIN and records under their own name. */
export function SwitchPersonDialog({ isOpen, onClose }: OpenProps) {
  const { data: user } = useCurrentUser();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Who is at work?"
      description={`Now ${user?.ownerName ?? user?.username ?? ''}. ${waitingText()}`}
    >
      <People onClose={onClose} />
    </Dialog>
  );
}

function waitingText(): string {
  const waiting = localCopy()?.waiting ?? 0;
  return waiting === 0
    ? ''
    : `${entriesText(waiting)} of yours ${waiting === 1 ? 'is' : 'are'} waiting on this device and will be sent when you come back.`;
}

function People({ onClose }: { onClose: () => void }) {
  const people = useQuery(pinsQuery);
  const [chosen, setChosen] = useState<PersonWithPin>();
  const cause = useLocalCopy<OutageCause | undefined>((copy) => (navigator.onLine ? copy?.outage?.cause : 'noSignal'), undefined);
  if (cause) {
    return (
      <DialogBody>
        <p role="alert">
          {outageWords[cause].sentence}. Meanwhile nobody else can take over this device, and what you record is saved under your
          name.
        </p>
      </DialogBody>
    );
  }
  if (people.isError) {
    return (
      <DialogBody>
        <QueryFailed what="The people" query={people} />
      </DialogBody>
    );
  }
  if (!people.data) return <Skeleton className="m-5 h-24" />;
  if (chosen) return <PinForm person={chosen} onBack={() => setChosen(undefined)} />;
  const others = people.data.filter(({ isYou }) => !isYou);
  return (
    <DialogBody className="flex flex-col gap-2">
      {others.map((person) => (
        <Button key={person.userId} variant="outline" className="h-14 justify-start text-start" onClick={() => setChosen(person)}>
          <UserRound aria-hidden />
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {person.name}
          </span>
          <ChevronRight aria-hidden />
        </Button>
      ))}
      <p className="text-muted-foreground">
        {others.length === 0 && 'Nobody else has a PIN on this device. '}
        Each person logs in here once and sets a PIN in{' '}
        <Link
          to="/settings/$topic"
          params={{ topic: 'you' }}
          className="font-semibold underline underline-offset-4"
          onClick={onClose}
        >
          Settings
        </Link>
        .{people.data.length === others.length && ' You have no PIN here, so you would need your password to come back.'}
      </p>
    </DialogBody>
  );
}

function PinForm({ person, onBack }: { person: PersonWithPin; onBack: () => void }) {
  const form = useForm({
    defaultValues: { pin: '' },
    resolver: byRules<{ pin: string }>(({ pin }) => (/^\d{4,6}$/.test(pin) ? {} : { pin: 'Enter four to six digits' })),
  });
  const change = useMutation({
    mutationFn: async (pin: string) => {
      // Unsent entries are sent in the session of the person who recorded them.
      await localCopy()?.refresh();
      return call('switchPerson', { body: { userId: person.userId, pin } });
    },
    onSuccess: openAnew,
    onError: (error) => {
      form.resetField('pin', { keepError: true });
      form.setError('pin', {
        message: errorMessage(error, 'Switching needs a connection. You are still the one signed in here'),
      });
      requestAnimationFrame(() => form.setFocus('pin'));
    },
  });
  const isBusy = change.isPending || change.isSuccess;
  useDialogBusy(isBusy);
  return (
    <Form form={form} onSubmit={({ pin }) => change.mutateAsync(pin).catch(() => undefined)}>
      <DialogBody>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the person was chosen to enter it */}
        <TextField control={form.control} name="pin" label={`PIN of ${person.name}`} autoFocus disabled={isBusy} {...pinInput} />
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" disabled={isBusy} onClick={onBack}>
          Back
        </Button>
        <SubmitButton busy={isBusy} busyLabel="Logging in...">
          Log in
        </SubmitButton>
      </DialogFooter>
    </Form>
  );
}
