import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import type { Reminders } from '#contract/reminders.ts';
import { productTitle } from '#domain/product.ts';
import { call } from '#web/lib/server/api.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { HourSelect } from './hour-select.tsx';
import { remindersQuery, zone } from './reminders.data.ts';
import { SettingRow } from '#web/components/page/setting-row.tsx';

/** Notifications on this device, if its browser supports them. */
export function MorningPush({ push: { publicKey, hour } }: Pick<Reminders, 'push'>) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (next: number | null) => (next === null ? end() : begin(publicKey, next)),
    onSuccess: (reminders) => client.setQueryData(remindersQuery.queryKey, reminders),
    onError: (error) => toastFailure(error, 'Could not save this'),
  });
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
