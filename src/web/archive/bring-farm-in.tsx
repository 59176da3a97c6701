import { useState } from 'react';
import type { Arrival } from '#contract/archive.ts';
import { NetworkError, sentenceOf } from '#web/lib/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { useBringArchive } from './archive.data.ts';
import { isNothingNew, whatCame, whatStayed } from './arrival-words.ts';

/** A button that becomes a bar while the file is sent and taken in, and what came of it below. */
export function BringFarmIn() {
  const [chosen, setChosen] = useState<File>();
  const [percent, setPercent] = useState(0);
  const bringing = useBringArchive(setPercent);
  const choose = (file: File) => {
    setChosen(file);
    setPercent(0);
    bringing.mutate(file);
  };
  if (bringing.isPending) return <Bringing name={chosen?.name ?? ''} percent={percent} />;
  return (
    <>
      <FileButton variant="outline" accept=".zip,application/zip" onChoose={choose}>
        Choose a .zip file
      </FileButton>
      {bringing.data && <Brought arrival={bringing.data} />}
      {bringing.error && chosen && (
        <Alert
          role="alert"
          variant="destructive"
          className="w-full"
          title={bringing.error instanceof NetworkError ? 'The server could not be reached' : 'The farm could not be brought in'}
          action={
            <Button variant="outline" onClick={() => choose(chosen)}>
              Try again
            </Button>
          }
        >
          {bringing.error instanceof NetworkError
            ? 'Try again in a moment. What has come in already comes in once.'
            : sentenceOf(bringing.error, 'Choose the .zip file as it was downloaded.')}
        </Alert>
      )}
    </>
  );
}

function Bringing({ name, percent }: { name: string; percent: number }) {
  const isSent = percent >= 100;
  return (
    <div className="flex w-full flex-col gap-3">
      <output className="truncate font-semibold">{isSent ? `Taking in ${name}` : `Sending ${name}`}</output>
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
