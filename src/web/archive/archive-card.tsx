import { Download, PackageOpen } from 'lucide-react';
import { DownloadLink } from '#web/components/download-link.tsx';
import { SettingRow } from '#web/components/page/setting-row.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { archiveAddress, useImportArchive, usePreviewArchive } from './archive.data.ts';
import { useState } from 'react';
import type { Arrival } from '#contract/archive.ts';
import { NetworkError, errorMessage } from '#web/lib/server/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { isNothingNew, describeAdded, describePublic, describeSkipped } from './arrival-text.ts';

export const ArchiveCard = () => (
  <Card className="mb-6 max-w-3xl">
    <CardHeader title="Your Data" />
    <SettingRow
      icon={Download}
      title="Download everything"
      hint="All animals, records and photos of your farm in one .zip file."
      control={
        <Button asChild variant="outline">
          <DownloadLink href={archiveAddress}>Download</DownloadLink>
        </Button>
      }
    />
    <SettingRow
      icon={PackageOpen}
      title="Import a farm"
      hint="Adds a farm that was downloaded here or elsewhere. What you already have stays as it is."
    >
      <div className="mt-4">
        <ImportFarm />
      </div>
    </SettingRow>
  </Card>
);

function ImportFarm() {
  const [chosen, setChosen] = useState<File>();
  const [percent, setPercent] = useState(0);
  const preview = usePreviewArchive(setPercent);
  const importing = useImportArchive(setPercent);
  const startPreview = (file: File) => {
    setChosen(file);
    setPercent(0);
    importing.reset();
    preview.mutate(file);
  };
  const startImport = (file: File) => {
    setPercent(0);
    preview.reset();
    importing.mutate(file);
  };
  if (preview.isPending) return <Importing name={chosen?.name ?? ''} percent={percent} doing="Checking" />;
  if (importing.isPending) return <Importing name={chosen?.name ?? ''} percent={percent} doing="Importing" />;
  return (
    <>
      <FileButton variant="outline" accept=".zip,application/zip" onChoose={startPreview}>
        Choose a .zip file
      </FileButton>
      {importing.data && <Imported arrival={importing.data} />}
      {preview.data && chosen && (
        <Found name={chosen.name} found={preview.data} onConfirm={() => startImport(chosen)} onClose={() => preview.reset()} />
      )}
      {importing.error && chosen && <ImportFailed error={importing.error} onRetry={() => startImport(chosen)} />}
      {preview.error && chosen && <ImportFailed error={preview.error} onRetry={() => startPreview(chosen)} />}
    </>
  );
}

function ImportFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isUnreachable = error instanceof NetworkError;
  return (
    <Alert
      role="alert"
      variant="destructive"
      className="w-full"
      title={isUnreachable ? 'The server could not be reached' : 'The farm could not be imported'}
      action={
        <Button variant="outline" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {isUnreachable
        ? 'Try again in a moment. Nothing is added twice.'
        : errorMessage(error, 'Choose the .zip file exactly as it was downloaded.')}
    </Alert>
  );
}

const Found = (props: ConfirmImportProps) =>
  isNothingNew(props.found) ? <Imported arrival={props.found} /> : <ConfirmImport {...props} />;

interface ConfirmImportProps {
  readonly name: string;
  readonly found: Arrival;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** An import can only be undone animal by animal. */
const ConfirmImport = ({ name, found, onConfirm, onClose }: ConfirmImportProps) => (
  <AlertDialog
    isOpen
    onClose={onClose}
    title="Import this farm?"
    description={
      <span dir="auto" className="wrap-anywhere">
        {name} has {describeAdded(found)} that your farm does not have. Once imported, they cannot be removed in one step.
      </span>
    }
    confirm={<Button onClick={onConfirm}>Import the farm</Button>}
  >
    <ul className="flex flex-col gap-1">
      {[...describePublic(found), ...describeSkipped(found)].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </AlertDialog>
);

function Importing({ name, percent, doing }: { name: string; percent: number; doing: string }) {
  const isSent = percent >= 100;
  return (
    <div className="flex w-full flex-col gap-3">
      <output dir="auto" className="truncate font-semibold">
        {isSent ? `${doing} ${name}` : `Sending ${name}`}
      </output>
      <Progress value={percent} label="Sending the farm" />
      <p className="text-sm text-muted-foreground">
        {isSent ? 'Records and photos are being checked. With many photos this takes a few minutes.' : `${percent} % sent`}
      </p>
    </div>
  );
}

function Imported({ arrival }: { arrival: Arrival }) {
  return (
    <Alert
      className="w-full"
      title={
        <output>{isNothingNew(arrival) ? 'There was nothing new in this file' : `Imported: ${describeAdded(arrival)}`}</output>
      }
    >
      {describeSkipped(arrival).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Alert>
  );
}
