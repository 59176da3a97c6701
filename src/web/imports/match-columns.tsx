import { ArrowRight, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { ImportDetail } from '#contract/imports.ts';
import { datedHeadings } from '#domain/imports/dated-headings.ts';
import { kindOfFile } from '#domain/imports/file-kind.ts';
import { type ImportField, importFieldNames, importFields, allowsSeveralColumns } from '#domain/imports/fields.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { Select } from '#web/ui/select.tsx';
import { ImportFooter } from './import-footer.tsx';
import { useChangeImport } from './imports.data.ts';
import { QuestionField } from './question-card.tsx';
import { isAboutColumns } from './questions.ts';
import { SheetChoice } from './sheet-choice.tsx';

interface MatchProps {
  readonly detail: ImportDetail;
  readonly onNext: () => void;
  readonly onBack: () => void;
  readonly onSheet: (id: string) => void;
}

export function MatchColumns({ detail, onNext, onBack, onSheet }: MatchProps) {
  const change = useChangeImport(detail.id);
  // Shown before it is saved, and kept if saving fails.
  const [chosen, setChosen] = useState<ReadonlyMap<number, ImportField>>(new Map());
  const [answered, setAnswered] = useState<ReadonlyMap<string, string>>(new Map());
  const dated = datedHeadings(detail.columns.map(({ heading }) => heading));
  const fields = detail.columns.map(({ field }, index) => chosen.get(index) ?? field);
  const questions = detail.questions
    .filter(isAboutColumns)
    .map((question) => ({ ...question, answer: (answered.get(question.id) ?? question.answer) || null }));
  const open = questions.filter(({ answer }) => answer === null).length;
  const isNumbered =
    (['tagNumber', 'eid', 'name'] as const).some((field) => fields.includes(field)) ||
    kindOfFile(detail.columns.map(({ heading }, index) => ({ heading, field: fields[index] ?? 'keep' }))) !== null;
  const hint = !isNumbered
    ? 'Say which column holds the tag number'
    : open > 0
      ? `${open} ${open === 1 ? 'question needs' : 'questions need'} your answer`
      : undefined;

  const send = (columns: readonly ImportField[], given: ReadonlyMap<string, string>, then?: () => void) => {
    const answers = [...given].map(([question, answer]) => ({ question, answer }));
    change.mutate({ columns: [...columns], answers }, then && { onSuccess: then });
  };
  const goNext = () => (change.error ? send(fields, answered, onNext) : onNext());
  const choose = (index: number, field: ImportField) => {
    const taken =
      allowsSeveralColumns(field) || dated[index] ? -1 : fields.findIndex((other, at) => other === field && !dated[at]);
    const next = new Map(chosen).set(index, field);
    // A field has one column, but for those of several days, so the column that had it goes into the notes.
    if (taken !== -1 && taken !== index) next.set(taken, 'keep');
    setChosen(next);
    const wanted = detail.columns.map((column, at) => next.get(at) ?? column.field);
    send(wanted, answered);
  };
  const answer = (question: string, value: string) => {
    const next = new Map(answered).set(question, value);
    setAnswered(next);
    send(fields, next);
  };

  return (
    <div className="flex flex-col gap-5">
      {detail.sheets.length > 1 && <SheetChoice detail={detail} onReady={onSheet} />}
      {questions.length > 0 && (
        <Card>
          <CardHeader
            title="A few questions"
            description={open > 0 ? 'Only you know the answer.' : 'Check that this is right.'}
            actions={open === 0 && <CircleCheck aria-hidden className="size-6 text-good" />}
          />
          <CardContent className="flex flex-col gap-6">
            {questions.map((question) => (
              <QuestionField key={question.id} question={question} onAnswer={(value) => answer(question.id, value)} />
            ))}
          </CardContent>
        </Card>
      )}
      <Card>
        <CardHeader
          title="What the columns mean"
          description="Matched by their headings and their cells. Correct any that are wrong."
        />
        <CardContent>
          <ul className="flex flex-col divide-y">
            {detail.columns.map(({ heading }, index) => (
              <ColumnRow
                key={index}
                heading={heading}
                examples={detail.preview.map(({ cells }) => cells[index] ?? '')}
                field={fields[index] ?? 'keep'}
                onChoose={(field) => choose(index, field)}
              />
            ))}
          </ul>
        </CardContent>
      </Card>
      {change.error && <NotSaved error={change.error} fallback="This could not be saved." />}
      <ImportFooter back={{ label: 'Another file', go: onBack }} hint={hint}>
        <Button
          variant={hint === undefined ? 'default' : 'outline'}
          busy={change.isPending}
          disabled={hint !== undefined}
          onClick={goNext}
        >
          Check the rows
          <ArrowRight aria-hidden />
        </Button>
      </ImportFooter>
    </div>
  );
}

interface ColumnProps {
  readonly heading: string;
  readonly examples: readonly string[];
  readonly field: ImportField;
  readonly onChoose: (field: ImportField) => void;
}

function ColumnRow({ heading, examples, field, onChoose }: ColumnProps) {
  const shown = [...new Set(examples.map((example) => example.trim()).filter((example) => example !== ''))].slice(0, 4);
  return (
    <li className="grid gap-x-5 gap-y-2 py-3.5 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] sm:items-center">
      <div className="min-w-0">
        <p className="font-semibold break-words">{heading}</p>
        <p dir="auto" className="truncate text-sm text-muted-foreground">
          {shown.length > 0 ? shown.join(' · ') : 'Empty in the first rows'}
        </p>
      </div>
      <Select
        aria-label={`What '${heading}' means`}
        options={importFieldNames.map((name) => ({ value: name, label: importFields[name].label }))}
        value={field}
        onChange={onChoose}
      />
    </li>
  );
}
