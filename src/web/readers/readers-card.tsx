import { Link } from '@tanstack/react-router';
import { Bluetooth, Camera, FileSpreadsheet, Keyboard, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { eidText } from '#domain/eid.ts';
import { type Reading, useReader } from '#web/lib/use-reader.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/ui/select.tsx';
import { canUseCamera, noCameraText } from './camera-reader.tsx';
import { knownSpeed } from './known-reader.ts';
import {
  canConnect,
  connectReader,
  forgetReader,
  type ReaderStatus,
  readerSpeeds,
  readerStatus,
  subscribeToReader,
} from './serial-reader.ts';

/** The readers of this device and whether they work. A tag read while this is open is shown here. */
export function ReadersCard() {
  const [reading, setReading] = useState<Reading>();
  useReader(setReading);
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Readers" />
      <CardContent className="flex flex-col divide-y [&>*]:py-4 [&>*:first-child]:pt-0 [&>*:last-child]:pb-0">
        <Way icon={Keyboard} title="A reader that types">
          Connected by USB or paired over Bluetooth as a keyboard. There is nothing to set up: read a tag on any screen. Read one
          now to try it.
          <output className="block font-medium text-foreground">
            {reading && (reading.eid === null ? `Read, but not an EID: ${reading.text}` : `Read: EID ${eidText(reading.eid)}`)}
          </output>
        </Way>
        <SerialWay />
        <Way icon={Camera} title="Camera">
          {canUseCamera() ? 'On a phone, Find has a Scan key that reads the bar code or QR code of a tag.' : noCameraText}
        </Way>
        <Way
          icon={FileSpreadsheet}
          title="A file of a reader or a scale"
          action={
            <Button asChild variant="outline">
              <Link to="/animals/import">Import a file</Link>
            </Button>
          }
        >
          Its rows are matched by EID and tag. You see what each row does before anything is saved.
        </Way>
      </CardContent>
    </Card>
  );
}

interface WayProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

const Way = ({ icon: Icon, title, action, children }: WayProps) => (
  <section className="flex flex-wrap items-center gap-x-6 gap-y-4">
    <Icon aria-hidden className="size-6 shrink-0 text-muted-foreground" />
    <div className="min-w-0 flex-1 basis-52">
      <h3 className="font-semibold">{title}</h3>
      <div className="text-muted-foreground">{children}</div>
    </div>
    {action}
  </section>
);

const statusTexts: Readonly<Record<ReaderStatus, string>> = {
  none: 'Not connected.',
  opening: 'Connecting...',
  listening: 'Connected. It works on every screen.',
  away: 'Switched off or out of range. It reconnects when it is back.',
};

function SerialWay() {
  const status = useSyncExternalStore(subscribeToReader, readerStatus);
  const [speed, setSpeed] = useState(String(knownSpeed() ?? readerSpeeds[0]));
  const [failure, setFailure] = useState<string>();
  const connect = () => {
    setFailure(undefined);
    connectReader(Number(speed)).catch(() => setFailure('The reader could not be opened. Is it in use by another program?'));
  };
  if (!canConnect()) {
    return (
      <Way icon={Bluetooth} title="A reader on a serial port or Bluetooth">
        This browser cannot open one. Chrome and Edge on a computer can, and Chrome on Android for Bluetooth readers.
      </Way>
    );
  }
  return (
    <Way
      icon={Bluetooth}
      title="A reader on a serial port or Bluetooth"
      action={
        status === 'none' ? (
          <div className="flex max-w-full flex-wrap gap-2.5">
            <Select value={speed} onValueChange={setSpeed}>
              <SelectTrigger aria-label="Speed of the reader" width="w-40 max-w-full">
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {readerSpeeds.map((each) => (
                  <SelectItem key={each} value={String(each)}>
                    {each} baud
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
            <Button variant="outline" onClick={connect}>
              Connect
            </Button>
          </div>
        ) : (
          <Button variant="outline" onClick={() => void forgetReader()}>
            Forget
          </Button>
        )
      }
    >
      <output>{statusTexts[status]}</output>
      <p role="alert" className="font-medium text-destructive empty:hidden">
        {failure}
      </p>
    </Way>
  );
}
