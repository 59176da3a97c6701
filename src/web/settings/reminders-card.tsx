import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, Mail, BellRing } from 'lucide-react';
import { useState } from 'react';
import type { Reminders } from '#contract/reminders.ts';
import { type CalendarKind, calendarKinds } from '#domain/work/calendar.ts';
import { CopyField } from '#web/components/copy-field.tsx';
import { UnconfirmedEmail } from '#web/components/unconfirmed-email.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { call } from '#web/lib/server/api.ts';
import { useIsUnconfirmed, useRights } from '#web/lib/session/session.ts';
import { dayOf } from '#web/lib/text/moments.ts';
import { today } from '#web/lib/text/today.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent } from '#web/ui/card.tsx';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SettingRow } from '#web/components/page/setting-row.tsx';
import { productTitle } from '#domain/product.ts';
import { read } from '#web/lib/server/query.ts';
import { LabelledSelect } from '#web/ui/select.tsx';

const kindLabels: Readonly<Record<CalendarKind, string>> = {
  births: 'Births, pregnancy checks and weaning',
  boosters: 'Boosters and checkups',
  chores: 'Tasks',
  withdrawals: 'Ends of withdrawals',
  papers: 'Papers',
};

/** Ways to be told what is due without opening the app. */
export function RemindersCard() {
  const reminders = useQuery(remindersQuery);
  return (
    <Card className="mb-6 max-w-3xl">
      {reminders.isPending && (
        <CardContent>
          <Skeleton className="h-24" />
        </CardContent>
      )}
      {reminders.isError && (
        <CardContent>
          <QueryFailed what="Your reminders" query={reminders} />
        </CardContent>
      )}
      {reminders.data && (
        <>
          <Calendar calendar={reminders.data.calendar} />
          <MorningMail mail={reminders.data.mail} />
          <MorningPush push={reminders.data.push} />
        </>
      )}
    </Card>
  );
}

/** Saves and shows the answer. */
function useSaveReminders<Input>(save: (input: Input) => Promise<Reminders>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: (reminders) => client.setQueryData(remindersQuery.queryKey, reminders),
    onError: (error) => toastFailure(error, 'Could not save this'),
  });
}

function Calendar({ calendar }: Pick<Reminders, 'calendar'>) {
  const mayManage = useRights().has('manage');
  const shown = calendarKinds.filter((kind) => kind !== 'papers' || mayManage);
  const [kinds, setKinds] = useState<readonly CalendarKind[]>(calendar?.kinds ?? shown);
  const [token, setToken] = useState<string>();
  const make = useSaveReminders(async () => {
    const made = await call('makeCalendarLink', { body: { kinds: [...kinds], zone: zone() } });
    setToken(made.token);
    return made.reminders;
  });
  const change = useSaveReminders((next: readonly CalendarKind[]) =>
    call('changeCalendar', { body: { kinds: [...next], zone: zone() } }),
  );
  const revoke = useSaveReminders(async () => {
    const reminders = await call('revokeCalendarLink', {});
    setToken(undefined);
    return reminders;
  });
  const isBusy = make.isPending || change.isPending || revoke.isPending;
  const choose = (kind: CalendarKind, isChosen: boolean) => {
    const next = calendarKinds.filter((each) => (each === kind ? isChosen : kinds.includes(each)));
    setKinds(next);
    if (calendar && next.length > 0) change.mutate(next);
  };
  return (
    <SettingRow
      icon={CalendarDays}
      title="Calendar"
      hint="A link for the calendar on your phone or computer. Anyone with the link sees what is due, so keep it to yourself."
    >
      <fieldset className="mt-2 grid gap-x-4 sm:grid-cols-2" disabled={isBusy}>
        <legend className="sr-only">What the calendar shows</legend>
        {shown.map((kind) => (
          <CheckboxLine key={kind} checked={kinds.includes(kind)} onCheckedChange={(next) => choose(kind, next === true)}>
            {kindLabels[kind]}
          </CheckboxLine>
        ))}
      </fieldset>
      {kinds.length === 0 && <p className="text-destructive">Choose what the calendar shows.</p>}
      {token !== undefined && (
        <div className="mt-3">
          <CopyField
            label="Link"
            hint="It is shown only once. Subscribe to it in your calendar."
            value={`${window.location.origin}/api/calendar/${token}.ics`}
          />
        </div>
      )}
      {calendar && token === undefined && (
        <p className="mt-2">
          Made {dayText(dayOf(calendar.madeAt), today())} ·{' '}
          {calendar.readAt === null ? 'not used yet' : `last used ${dayText(dayOf(calendar.readAt), today())}`}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="outline"
          busy={make.isPending}
          disabled={kinds.length === 0 || isBusy}
          onClick={() => make.mutate(undefined)}
        >
          {calendar ? 'Make a new link' : 'Make a link'}
        </Button>
        {calendar && (
          <Button variant="outline" busy={revoke.isPending} disabled={isBusy} onClick={() => revoke.mutate(undefined)}>
            Revoke the link
          </Button>
        )}
      </div>
      {calendar && <p className="mt-2 text-sm text-muted-foreground">A new link ends the previous one.</p>}
    </SettingRow>
  );
}

function MorningMail({ mail }: Pick<Reminders, 'mail'>) {
  const isUnconfirmed = useIsUnconfirmed();
  const save = useSaveReminders((hour: number | null) => call('setMorningMail', { body: { hour, zone: zone() } }));
  return (
    <SettingRow
      icon={Mail}
      title="Morning email"
      hint="On days when something is due or overdue. Each email has a link to stop them."
      control={
        <HourSelect
          hour={mail?.hour ?? null}
          never="No email"
          isDisabled={save.isPending || (isUnconfirmed && !mail)}
          onChange={(hour) => save.mutate(hour)}
        />
      }
    >
      {mail && <p className="mt-1 text-sm text-muted-foreground">Time zone {mail.zone}</p>}
      <UnconfirmedEmail until="no email is sent" />
    </SettingRow>
  );
}

/** Notifications on this device, if its browser supports them. */
function MorningPush({ push: { publicKey, hour } }: Pick<Reminders, 'push'>) {
  const save = useSaveReminders((next: number | null) => (next === null ? end() : begin(publicKey, next)));
  const isPossible = 'PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window;
  const isDenied = isPossible && Notification.permission === 'denied';
  return (
    <SettingRow
      icon={BellRing}
      title="Remind me on this device"
      hint="A notification of how much is due, on days when something is. It stops when you sign out here."
      control={
        <HourSelect
          hour={hour}
          never="Off"
          isDisabled={save.isPending || !isPossible || isDenied}
          onChange={(next) => save.mutate(next)}
        />
      }
    >
      {!isPossible && (
        <p className="mt-1">This browser cannot show notifications. On an iPhone, add {productTitle} to the home screen first.</p>
      )}
      {isDenied && <p className="mt-1">Notifications are blocked. Allow them in the browser’s settings first.</p>}
    </SettingRow>
  );
}

async function begin(publicKey: string, hour: number): Promise<Reminders> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('Notifications were not allowed');
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription for an earlier server key would prevent a new one.
  await (await pushManager.getSubscription())?.unsubscribe();
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })).toJSON();
  const subscription = { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
  return call('setMorningPush', { body: { hour, zone: zone(), subscription } });
}

async function end(): Promise<Reminders> {
  const reminders = await call('endMorningPush', {});
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  return reminders;
}

const remindersQuery = read('readReminders', {});

/** The browser's time zone, to which the hours refer. */
const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const none = 'none';
const hours = Array.from({ length: 24 }, (_, hour) => String(hour));
const hourText = (hour: string): string => `${hour.padStart(2, '0')}:00`;

interface HourSelectProps {
  readonly hour: number | null;
  /** The label for never. */
  readonly never: string;
  readonly isDisabled: boolean;
  readonly onChange: (hour: number | null) => void;
}

/** Chooses the hour of the day at which something is sent. */
const HourSelect = ({ hour, never, isDisabled, onChange }: HourSelectProps) => (
  <div className="w-36">
    <LabelledSelect
      label="Hour"
      options={[{ value: none, label: never }, ...hours.map((value) => ({ value, label: hourText(value) }))]}
      value={hour === null ? none : String(hour)}
      disabled={isDisabled}
      onChange={(value) => onChange(value === none ? null : Number(value))}
    />
  </div>
);
