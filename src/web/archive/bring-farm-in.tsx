import { useState } from 'react';
import type { Arrival } from '#contract/archive.ts';
import { NetworkError, sentenceOf } from '#web/lib/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '#web/components/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { useBringArchive, useLookAtArchive } from './archive.data.ts';
import { isNothingNew, whatCame, whatGoesPublic, whatStayed } from './arrival-words.ts';

/** A file is looked at first; what is in it that is new comes in when the person says so. */
export function BringFarmIn() {
  const [chosen, setChosen] = useState<File>();
  const [percent, setPercent] = useState(0);
  const looking = useLookAtArchive(setPercent);
  const bringing = useBringArchive(setPercent);
  const look = (file: File) => {
    setChosen(file);
    setPercent(0);
    bringing.reset();
    looking.mutate(file);
  };
  const bring = (file: File) => {
    setPercent(0);
    looking.reset();
    bringing.mutate(file);
  };
  if (looking.isPending) return <Bringing name={chosen?.name ?? ''} percent={percent} doing="Looking into" />;
  if (bringing.isPending) return <Bringing name={chosen?.name ?? ''} percent={percent} doing="Taking in" />;
  return (
    <>
      <FileButton variant="outline" accept=".zip,application/zip" onChoose={look}>
        Choose a .zip file
      </FileButton>
      {bringing.data && <Brought arrival={bringing.data} />}
      {looking.data && chosen && (
        <Found name={chosen.name} found={looking.data} onConfirm={() => bring(chosen)} onClose={() => looking.reset()} />
      )}
      {bringing.error && chosen && <NotBrought error={bringing.error} onRetry={() => bring(chosen)} />}
      {looking.error && chosen && <NotBrought error={looking.error} onRetry={() => look(chosen)} />}
    </>
  );
}

function NotBrought({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isUnreachable = error instanceof NetworkError;
  return (
    <Alert
      role="alert"
      variant="destructive"
      className="w-full"
      title={isUnreachable ? 'The server could not be reached' : 'The farm could not be brought in'}
      action={
        <Button variant="outline" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {isUnreachable
        ? 'Try again in a moment. What has come in already comes in once.'
        : sentenceOf(error, 'Choose the .zip file as it was downloaded.')}
    </Alert>
  );
}

const Found = (props: ConfirmArrivalProps) =>
  isNothingNew(props.found) ? <Brought arrival={props.found} /> : <ConfirmArrival {...props} />;

interface ConfirmArrivalProps {
  readonly name: string;
  readonly found: Arrival;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What would come in and who would see it: there is no way back afterwards but to delete one animal after the other. */
const ConfirmArrival = ({ name, found, onConfirm, onClose }: ConfirmArrivalProps) => (
  <AlertDialog isOpen onClose={onClose}>
    <AlertDialogContent
      title="Bring this farm in?"
      description={
        <span className="wrap-anywhere">
          {name} holds {whatCame(found)} that are new here. Once they are in, they are not taken out again in one step.
        </span>
      }
      footer={
        <>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <Button onClick={onConfirm}>Bring the farm in</Button>
        </>
      }
    >
      <ul className="flex flex-col gap-1">
        {[...whatGoesPublic(found), ...whatStayed(found)].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </AlertDialogContent>
  </AlertDialog>
);

function Bringing({ name, percent, doing }: { name: string; percent: number; doing: string }) {
  const isSent = percent >= 100;
  return (
    <div className="flex w-full flex-col gap-3">
      <output className="truncate font-semibold">{isSent ? `${doing} ${name}` : `Sending ${name}`}</output>
      <Progress value={percent} label="Sending the farm" />
      <p className="text-sm text-muted-foreground">
        {isSent ? 'Records and photos are being checked. With many photos this takes some minutes.' : `${percent} % sent`}
      </p>
    </div>
  );
}

function Brought({ arrival }: { arrival: Arrival }) {
  return (
    <Alert
      className="w-full"
      title={<output>{isNothingNew(arrival) ? 'There was nothing new in this file' : `Brought in: ${whatCame(arrival)}`}</output>}
    >
      {whatStayed(arrival).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Alert>
  );
}
