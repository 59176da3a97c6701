import { useState, useSyncExternalStore } from 'react';
import { Smartphone, Volume2 } from 'lucide-react';
import { hasSounds, setSounds } from '#web/lib/feedback.ts';
import { localCopy } from '#web/lib/local-copy.ts';
import { entriesText } from '#web/lib/format.ts';
import { isFarmStored, setFarmStored, subscribeToStored } from '#web/lib/stored-farm.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { Label } from '#web/ui/label.tsx';
import { Switch } from '#web/ui/switch.tsx';

/** For a shared device, which should not store anything of the farm. */
export function DeviceCard() {
  const isStored = useSyncExternalStore(subscribeToStored, isFarmStored, () => true);
  const [refusal, setRefusal] = useState<string>();
  const change = async (next: boolean) => {
    const waiting = localCopy()?.waiting ?? 0;
    if (!next && waiting > 0) {
      return setRefusal(
        `${entriesText(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting on this phone. Send or delete ${waiting === 1 ? 'it' : 'them'} first: tap the icon in the header.`,
      );
    }
    setRefusal(undefined);
    if (!next) await localCopy()?.end({ keepsOperations: false });
    return setFarmStored(next);
  };
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="This device" />
      <CardContent className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Smartphone aria-hidden className="size-6 shrink-0 text-muted-foreground" />
        <div className="min-w-0 flex-1 basis-52">
          <Label htmlFor="keep-farm">Keep the farm on this device</Label>
          <p id="keep-farm-hint" className="text-muted-foreground">
            Lets you look things up and record without signal. Switch it off on a device that others use.
          </p>
          <p role="alert" className="mt-1 font-medium text-destructive empty:hidden">
            {refusal}
          </p>
        </div>
        <Switch
          id="keep-farm"
          aria-describedby="keep-farm-hint"
          checked={isStored}
          onCheckedChange={(next) => void change(next)}
        />
      </CardContent>
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
    <CardContent className="flex flex-wrap items-center gap-x-6 gap-y-4 border-t">
      <Volume2 aria-hidden className="size-6 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-52">
        <Label htmlFor="sounds">Sounds</Label>
        <p id="sounds-hint" className="text-muted-foreground">
          When working with many animals: a high tone when one is entered, a low tone when you should look.
        </p>
      </div>
      <Switch id="sounds" aria-describedby="sounds-hint" checked={isOn} onCheckedChange={change} />
    </CardContent>
  );
}
