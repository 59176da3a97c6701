import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ImportDetail } from '#contract/imports.ts';
import { plural } from '#domain/values/plural.ts';
import { count } from '#web/lib/text/format.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { UpgradeButton } from '#web/components/upgrade-button.tsx';
import { Failed } from './failed.tsx';
import { ImportFooter } from './import-footer.tsx';
import { type Applying, type RowFilter, useChangeImport, useUndoImport } from './imports.data.ts';
import { QuestionField } from './question-card.tsx';
import { isAboutColumns } from './questions.ts';
import { listText, recordedText } from './recorded-text.ts';
import { RowFilterBar } from './row-filter.tsx';
import { RowList } from './row-list.tsx';

type DryRun = NonNullable<ImportDetail['dryRun']>;

interface CheckProps {
  readonly detail: ImportDetail;
  readonly dryRun: DryRun;
  readonly applying: Applying;
  readonly onBack: () => void;
  readonly onClosed: () => void;
}

export function CheckRows({ detail, dryRun, applying, onBack, onClosed }: CheckProps) {
  const [filter, setFilter] = useState<RowFilter>('all');
  const change = useChangeImport(detail.id);
  const questions = detail.questions.filter((question) => !isAboutColumns(question));
  const open = questions.filter(({ answer }) => answer === null).length;
  const { ready, changed } = dryRun.counts;
  const isEmpty = ready + changed === 0;
  const hint = open > 0 ? 'A question above needs your answer' : isEmpty ? 'There is nothing to import' : undefined;

  return (
    <div className="flex flex-col gap-5">
      {dryRun.limitMessage !== null && <OverLimit dryRun={dryRun} message={dryRun.limitMessage} />}
      {questions.length > 0 && (
        <Card>
          <CardHeader title="Please decide" />
          <CardContent className="flex flex-col gap-6">
            {questions.map((question) => (
              <QuestionField
                key={question.id}
                question={question}
                onAnswer={(answer) => change.mutate({ answers: [{ question: question.id, answer }] })}
              />
            ))}
          </CardContent>
        </Card>
      )}
      {change.error && <NotSaved error={change.error} fallback="This could not be saved." />}
      <p className="text-lg">{summaryOf(dryRun)}</p>
      <RowFilterBar id={detail.id} tally={dryRun} state={detail.state} filter={filter} onFilter={setFilter} />
      <RowList
        detail={detail}
        filter={filter}
        onChoose={({ number }, isTaken) => change.mutate({ rows: [{ number, isTaken }] })}
      />
      {applying.error && (
        <Failed
          error={applying.error}
          title="Nothing was imported"
          again="Import again in a moment; no animal is added twice."
          fallback="Everything is as it was. Please try again."
        />
      )}
      <ImportFooter back={{ label: 'Columns', go: onBack }} hint={hint}>
        {isEmpty && open === 0 ? (
          <CloseFile id={detail.id} onClosed={onClosed} />
        ) : (
          <Button
            busy={change.isPending}
            disabled={hint !== undefined || dryRun.limitMessage !== null}
            onClick={() => applying.mutate()}
          >
            {importLabel(dryRun)}
          </Button>
        )}
      </ImportFooter>
    </div>
  );
}

function CloseFile({ id, onClosed }: { id: string; onClosed: () => void }) {
  const drop = useUndoImport(id);
  return (
    <Button busy={drop.isPending} onClick={() => drop.mutate(undefined, { onSuccess: onClosed })}>
      Close this file
    </Button>
  );
}

function importLabel({ counts: { ready, changed }, isOfEvents }: DryRun): string {
  if (isOfEvents) return `Record ${plural(ready, 'row')}`;
  if (ready > 0) return `Import ${plural(ready, 'animal')}`;
  return `Change ${plural(changed, 'animal')}`;
}

function summaryOf(dryRun: DryRun): string {
  const { counts, isOfEvents, activeBefore, activeAfter } = dryRun;
  const { ready, changed } = counts;
  const recorded = recordedText(dryRun);
  const parts = [
    ready > 0 && !isOfEvents && `adds ${plural(ready, 'new animal')}`,
    changed > 0 && !isOfEvents && `changes ${count(changed)} of your animals`,
    recorded !== '' && `records ${recorded}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'Nothing in this file is new to your farm.';
  if (isOfEvents) return `This ${listText(parts)}.`;
  return `This ${listText(parts)}. You have ${count(activeBefore)} active animals now and will have ${count(activeAfter)}.`;
}

const OverLimit = ({ dryRun: { activeAfter, animalLimit }, message }: { dryRun: DryRun; message: string }) => (
  <Alert variant="destructive" icon={<TriangleAlert />} title={message} action={<UpgradeButton />}>
    With this file you would have {count(activeAfter)} of {count(animalLimit)}. Nothing has been imported. The file stays ready:
    come back here after the upgrade, or import a shorter file.
  </Alert>
);
