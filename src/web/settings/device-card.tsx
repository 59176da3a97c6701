import { useState, useSyncExternalStore } from 'react';
import { Smartphone, Volume2 } from 'lucide-react';
import { hasSounds, setSounds } from '#web/lib/device/feedback.ts';
import { localCopy } from '#web/lib/server/local-copy.ts';
import { entriesText } from '#web/lib/text/format.ts';
import { isFarmStored, setFarmStored, subscribeToStored } from '#web/lib/session/stored-farm.ts';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { SettingRow } from '#web/components/page/setting-row.tsx';

/** For a shared device, which should not store anything of the farm. */
export function DeviceCard() {
  const isStored = useSyncExternalStore(subscribeToStored, isFarmStored, () => true);
  const [refusal, setRefusal] = useState<string>();
  const change = async (next: boolean) => {
    const waiting = localCopy()?.waiting ?? 0;
    if (!next && waiting > 0) {
      return setRefusal(
        `${entriesText(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting on this device. Send or delete ${waiting === 1 ? 'it' : 'them'} first: tap the icon in the header.`,
      );
    }
    setRefusal(undefined);
    if (!next) await localCopy()?.end({ keepsOperations: false });
    return setFarmStored(next);
  };
  return (
    <Card className="mb-6 max-w-3xl">
      <SettingRow
        icon={Smartphone}
        title="Keep the farm on this device"
        labels="keep-farm"
        hint="Lets you look things up and record without signal. Switch it off on a device that others use."
        control={
          <Switch
            id="keep-farm"
            aria-describedby="keep-farm-hint"
            checked={isStored}
            onCheckedChange={(next) => void change(next)}
          />
        }
      >
        <p role="alert" className="mt-1 font-medium text-destructive empty:hidden">
          {refusal}
        </p>
      </SettingRow>
      <Sounds />
    </Card>
  );
}

function Sounds() {
  const [isOn, setOn] = useState(hasSounds);
  const change = (next: boolean) => {
    setSounds(next);
    setOn(next);
  };
  return (
    <SettingRow
      icon={Volume2}
      title="Sounds"
      labels="sounds"
      hint="When working with many animals: a high tone when one is entered, a low tone when you should look."
      control={<Switch id="sounds" aria-describedby="sounds-hint" checked={isOn} onCheckedChange={change} />}
    />
  );
}
