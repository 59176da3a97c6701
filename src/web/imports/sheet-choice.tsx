import { plural } from '#domain/values/plural.ts';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { ImportDetail } from '#contract/imports.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { Select } from '#web/ui/select.tsx';
import { useSendFile, useSentFile, useUndoImport } from './imports.data.ts';

interface SheetChoiceProps {
  readonly detail: ImportDetail;
  readonly onReady: (id: string) => void;
}

/** Another sheet of the workbook, or another reading of the letters, replaces this import by a new one, for which the file is uploaded again. */
export function SheetChoice({ detail, onReady }: SheetChoiceProps) {
  const sent = useSentFile(detail.id);
  const [wanted, setWanted] = useState<number>();
  const sending = useSendFile(() => {});
  const drop = useUndoImport(detail.id);
  const here = detail.sheets.findIndex(({ isThis }) => isThis);
  const replace = ({ id }: ImportDetail) => {
    drop.mutate();
    onReady(id);
  };
  const read = (file: File, sheet: number) => sending.mutate({ file, id: uuidv7(), sheet }, { onSuccess: replace });
  const choose = (sheet: number) => {
    setWanted(sheet);
    if (sent && sheet !== here) read(sent, sheet);
  };
  const isReading = detail.sheets.some((each) => each.isReading);
  const needsFile = wanted !== undefined && wanted !== here && !sent;
  return (
    <Card>
      <CardHeader
        title={isReading ? 'Are the letters right?' : 'Which sheet'}
        description={
          isReading
            ? 'The file does not say how its letters are written. Choose the words that are spelled right.'
            : `This workbook has ${detail.sheets.length} sheets with rows. Import them one at a time.`
        }
      />
      <CardContent className="flex flex-col gap-4">
        <Select
          aria-label={isReading ? 'How the letters are read' : 'Sheet of the workbook'}
          options={detail.sheets.map(({ name, rows }, index) => ({
            value: String(index),
            label: isReading ? name : `${name} (${plural(rows, 'row')})`,
          }))}
          value={String(wanted ?? here)}
          onChange={(value) => choose(Number(value))}
          disabled={sending.isPending}
        />
        {needsFile && (
          <FileButton
            variant="outline"
            accept={isReading ? '.csv,.tsv,.txt' : '.xlsx,.json'}
            onChoose={(file) => read(file, wanted)}
          >
            Choose {detail.fileName} again to read {isReading ? 'it so' : 'this sheet'}
          </FileButton>
        )}
        {sending.error && <NotSaved error={sending.error} fallback="This sheet could not be read." />}
      </CardContent>
    </Card>
  );
}
