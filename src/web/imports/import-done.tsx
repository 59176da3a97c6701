import { plural } from '#domain/values/plural.ts';
import { capitalized } from '#domain/values/text.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ImportDetail, ImportTally, Undone } from '#contract/imports.ts';
import { count } from '#web/lib/text/format.ts';
import { Alert } from '#web/ui/alert.tsx';
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { showImportedInRows } from '#web/herd/list/herd-view.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { toast } from '#web/lib/use-toast.ts';
import { Failed } from './failed.tsx';
import { ImportFooter } from './import-footer.tsx';
import { type RowFilter, useUndoImport } from './imports.data.ts';
import { listText, recordedSubject, wasOrWere } from './recorded-text.ts';
import { RowFilterBar } from './row-filter.tsx';
import { RowList } from './row-list.tsx';

interface DoneProps {
  readonly detail: ImportDetail;
  readonly applied: ImportTally;
  readonly onAnother: () => void;
}

export function ImportDone({ detail, applied, onAnother }: DoneProps) {
  const [filter, setFilter] = useState<RowFilter>(applied.counts.refused > 0 ? 'refused' : 'all');
  return (
    <div className="flex flex-col gap-5">
      {detail.undone ? <UndoneNote undone={detail.undone} /> : <p className="text-lg">{summaryOf(applied)}</p>}
      <div className="flex flex-wrap gap-2.5 print:hidden">
        {detail.state === 'applied' && <UndoButton id={detail.id} />}
        <Button variant="outline" onClick={onAnother}>
          Another file
        </Button>
      </div>
      <RowFilterBar id={detail.id} tally={applied} state={detail.state} filter={filter} onFilter={setFilter} />
      <RowList detail={detail} filter={filter} />
      <ImportFooter>
        <LinkButton to="/animals" onClick={showImportedInRows}>
          See your animals
        </LinkButton>
      </ImportFooter>
    </div>
  );
}

function summaryOf(applied: ImportTally): string {
  const { ready, changed, refused } = applied.counts;
  const recorded = recordedSubject(applied);
  const parts = [
    !applied.isOfEvents && `${plural(ready, 'animal')} ${wasOrWere(ready)} added`,
    changed > 0 && `${count(changed)} ${wasOrWere(changed)} changed`,
    recorded !== '' && `${recorded} recorded`,
    refused > 0 && `${plural(refused, 'row')} ${wasOrWere(refused)} left out`,
  ].filter((part) => part !== false);
  return `${capitalized(listText(parts))}.`;
}

function UndoButton({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const undo = useUndoImport(id);
  const confirm = () =>
    undo.mutate(undefined, {
      onSuccess: () => {
        setOpen(false);
        toast({ title: 'Import undone' });
      },
    });
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Undo2 aria-hidden />
        Undo this import
      </Button>
      <AlertDialog
        isOpen={isOpen}
        isBusy={undo.isPending}
        onClose={() => setOpen(false)}
        title="Undo this import?"
        description="The animals, records and numbers it added are removed, and the values it changed are restored. What you have changed or recorded since then stays."
        confirm={
          <Button variant="destructive" busy={undo.isPending} onClick={confirm}>
            Undo the import
          </Button>
        }
      >
        {undo.error && (
          <Failed
            error={undo.error}
            title="It was not undone"
            again="Try again in a moment; nothing is undone twice."
            fallback="Everything is as it was. Please try again."
          />
        )}
      </AlertDialog>
    </>
  );
}

function undoneSentence(undone: Undone): string {
  const { removed, restored, recordsKept } = undone;
  const recorded = recordedSubject(undone);
  const parts = [
    (removed > 0 || (recorded === '' && restored === 0)) &&
      `${plural(removed, 'animal')} ${wasOrWere(removed)} removed, including outside parents`,
    recorded !== '' && `${recorded} removed`,
    recordsKept > 0 &&
      `${plural(recordsKept, 'record')} ${wasOrWere(recordsKept)} changed or used since and ${recordsKept === 1 ? 'stays' : 'stay'}`,
    restored > 0 && `${plural(restored, 'animal')} ${restored === 1 ? 'is as it was' : 'are as they were'} before`,
  ].filter((part) => part !== false);
  return `${parts.join('; ')}.`;
}

function UndoneNote({ undone }: { undone: Undone }) {
  const { kept, keptCount } = undone;
  return (
    <>
      <Alert title="This import was undone">{undoneSentence(undone)}</Alert>
      {keptCount > 0 && (
        <Card>
          <CardHeader
            title={`${count(keptCount)} kept`}
            description="They were changed or used since the import, or something that stays needs them."
          />
          <CardContent>
            <ul className="flex flex-col gap-1.5">
              {kept.map(({ tagNumber, reason }, index) => (
                <li key={index}>
                  <span className="tag font-semibold">{tagNumber}</span> {reason}
                </li>
              ))}
            </ul>
            {keptCount > kept.length && <p className="mt-2 text-muted-foreground">and {count(keptCount - kept.length)} more</p>}
          </CardContent>
        </Card>
      )}
    </>
  );
}
