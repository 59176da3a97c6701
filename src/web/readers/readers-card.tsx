import { Bluetooth, Camera, FileSpreadsheet, Keyboard } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { eidText } from '#domain/records/eid.ts';
import { type Reading, useReader } from '#web/lib/device/use-reader.ts';
import { Button } from '#web/ui/button.tsx';
import { SettingRow } from '#web/components/page/setting-row.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
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
      <SettingRow
        icon={Keyboard}
        title="A reader that types"
        hint="Connected by USB or paired over Bluetooth as a keyboard. There is nothing to set up: read a tag on any screen. Read one now to try it."
      >
        <output className="block font-medium">
          {reading && (reading.eid === null ? `Read, but not an EID: ${reading.text}` : `Read: EID ${eidText(reading.eid)}`)}
        </output>
      </SettingRow>
      <SerialReader />
      <SettingRow
        icon={Camera}
        title="Camera"
        hint={canUseCamera() ? 'On a phone, Find has a Scan key that reads the bar code or QR code of a tag.' : noCameraText}
      />
      <SettingRow
        icon={FileSpreadsheet}
        title="A file of a reader or a scale"
        hint="Its rows are matched by EID and tag. You see what each row does before anything is saved."
        control={
          <LinkButton to="/animals/import" variant="outline">
            Import a file
          </LinkButton>
        }
      />
    </Card>
  );
}

const statusTexts: Readonly<Record<ReaderStatus, string>> = {
  none: 'Not connected.',
  opening: 'Connecting...',
  listening: 'Connected. It works on every screen.',
  away: 'Switched off or out of range. It reconnects when it is back.',
};

const serialTitle = 'A reader on a serial port or Bluetooth';

function SerialReader() {
  const status = useSyncExternalStore(subscribeToReader, readerStatus);
  const [speed, setSpeed] = useState(String(knownSpeed() ?? readerSpeeds[0]));
  const [failure, setFailure] = useState<string>();
  const connect = () => {
    setFailure(undefined);
    connectReader(Number(speed)).catch(() => setFailure('The reader could not be opened. Is it in use by another program?'));
  };
  if (!canConnect()) {
    return (
      <SettingRow
        icon={Bluetooth}
        title={serialTitle}
        hint="This browser cannot open one. Chrome and Edge on a computer can, and Chrome on Android for Bluetooth readers."
      />
    );
  }
  return (
    <SettingRow
      icon={Bluetooth}
      title={serialTitle}
      hint={<output>{statusTexts[status]}</output>}
      control={
        status === 'none' ? (
          <div className="flex max-w-full flex-wrap gap-2.5">
            <Select
              aria-label="Speed of the reader"
              width="w-40 max-w-full"
              options={readerSpeeds.map((each) => ({ value: String(each), label: `${each} baud` }))}
              value={speed}
              onChange={setSpeed}
            />
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
      <p role="alert" className="font-medium text-destructive empty:hidden">
        {failure}
      </p>
    </SettingRow>
  );
}
