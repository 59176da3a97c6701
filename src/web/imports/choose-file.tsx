import { FileSpreadsheet, Upload } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { templateHeadings } from '#domain/imports/fields.ts';
import { download } from '#web/lib/server/download.ts';
import { weightUnit } from '#web/lib/text/weight-text.ts';
import { cn } from '#web/ui/cn.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Failed } from './failed.tsx';
import { type ChosenFile, useSendFile } from './imports.data.ts';

/** The byte order mark makes Excel read it as UTF-8. */
const downloadTemplate = (): void =>
  download('animals.csv', `\uFEFF${templateHeadings(weightUnit()).join(',')}\r\n`, 'text/csv;charset=utf-8');

const maxMegabytes = 10;
const accepted =
  '.csv,.tsv,.txt,.xlsx,.json,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function ChooseFile({ onReady }: { onReady: (id: string) => void }) {
  const [chosen, setChosen] = useState<ChosenFile>();
  const [percent, setPercent] = useState(0);
  const [isOver, setOver] = useState(false);
  const sending = useSendFile(setPercent);
  const isTooLarge = (chosen?.file.size ?? 0) > maxMegabytes * 1024 * 1024;

  const send = (next: ChosenFile) => {
    setChosen(next);
    setPercent(0);
    sending.reset();
    if (next.file.size <= maxMegabytes * 1024 * 1024) sending.mutate(next, { onSuccess: ({ id }) => onReady(id) });
  };
  const choose = (file: File) => send({ file, id: uuidv7() });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !sending.isPending) choose(file);
  };

  return (
    <div className="flex flex-col gap-5">
      <section
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex flex-col items-center gap-4 rounded-xl border-2 border-dashed px-5 py-10 text-center text-card-foreground shadow-card',
          isOver ? 'border-primary bg-accent' : 'bg-card',
        )}
      >
        <FileSpreadsheet aria-hidden className="size-12 text-muted-foreground" />
        {sending.isPending ? (
          <Sending name={chosen?.file.name ?? ''} percent={percent} />
        ) : (
          <>
            <div>
              <p className="title text-lg">Choose a spreadsheet with your animals</p>
              <p className="text-muted-foreground">
                CSV, TSV, Excel (XLSX) or ICAR ADE (JSON), up to {maxMegabytes} MB. You see what will happen before anything is
                saved.
              </p>
            </div>
            <FileButton accept={accepted} onChoose={choose}>
              <Upload aria-hidden />
              Choose a file
            </FileButton>
            <p className="text-muted-foreground max-sm:hidden">or drop it here</p>
          </>
        )}
      </section>
      {isTooLarge && (
        <Alert role="alert" variant="destructive" title="This file is too large">
          {chosen?.file.name} has more than {maxMegabytes} MB. Save the sheet with the animals as CSV, or split it.
        </Alert>
      )}
      {sending.error && chosen && (
        <Failed
          error={sending.error}
          title={`${chosen.file.name} could not be read`}
          again="Nothing is lost. Try again in a moment; the file is stored only once."
          fallback="Save it as CSV, TSV or XLSX and try again."
          action={
            <Button variant="outline" onClick={() => send(chosen)}>
              Try again
            </Button>
          }
        />
      )}
      <Help />
    </div>
  );
}

function Sending({ name, percent }: { name: string; percent: number }) {
  return (
    <div className="flex w-full max-w-sm flex-col gap-3">
      <output dir="auto" className="truncate font-semibold">
        {percent < 100 ? `Sending ${name}` : `Reading ${name}`}
      </output>
      <Progress value={percent} label="Sending the file" />
    </div>
  );
}

const Help = () => (
  <div className="flex flex-wrap items-center justify-between gap-4">
    <p className="max-w-prose text-muted-foreground">
      One row for each animal, with headings above: tag, sex, birth date, dam, sire, weights, whatever you record. Columns that
      have no field here go into the animal&rsquo;s notes. A file from a scale (EID or tag, weight, date), a list of treatments or
      breeding values (EBVs) from NSIP, LAMBPLAN or KIDPLAN are recorded for the animals you have.
    </p>
    <Button variant="outline" onClick={downloadTemplate}>
      Download a template
    </Button>
  </div>
);
