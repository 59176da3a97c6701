import { useState } from 'react';
import { earliestDate, isCalendarDate } from '#domain/values/dates.ts';
import { validateCheckupDate } from '#domain/records/health-records.ts';
import { longDate } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/components/forms/day-field.tsx';
import { LabelledChoice } from '#web/ui/choice.tsx';
import { LabelledSelect } from '#web/ui/select.tsx';
import type { QuestionProps } from './questions.ts';

/** More would push what is below out of sight. */
const mostButtons = 8;

export function QuestionField(props: QuestionProps) {
  if (props.question.asksDay) return <DayQuestion {...props} />;
  return props.question.options.length > mostButtons ? <ListQuestion {...props} /> : <OptionsQuestion {...props} />;
}

const hintOf = ({ answer }: QuestionProps['question']) => answer === null && 'Please choose one.';

const ListQuestion = ({ question, onAnswer }: QuestionProps) => (
  <LabelledSelect
    label={question.text}
    hint={hintOf(question)}
    className="max-w-md"
    options={question.options}
    value={question.answer ?? ''}
    placeholder="Choose"
    onChange={onAnswer}
  />
);

function OptionsQuestion({ question, onAnswer }: QuestionProps) {
  const isShort = question.options.length <= 3 && question.options.every(({ label }) => label.length <= 10);
  return (
    <LabelledChoice
      label={question.text}
      hint={hintOf(question)}
      options={question.options}
      value={question.answer ?? undefined}
      onChange={onAnswer}
      layout={isShort ? 'beside' : 'own'}
      className={isShort ? 'max-w-md' : 'sm:grid-cols-2 [&>*]:py-2'}
    />
  );
}

function DayQuestion({ question, onAnswer }: QuestionProps) {
  const [typed, setTyped] = useState(question.answer ?? '');
  const now = today();
  const error = isCalendarDate(typed) ? validateCheckupDate(typed, now) : undefined;
  const choose = (day: string): void => {
    setTyped(day);
    const isGood = isCalendarDate(day) && validateCheckupDate(day, now) === undefined;
    onAnswer(isGood ? day : '');
  };
  return (
    <div className="flex max-w-md flex-col items-start gap-3">
      <div className="w-full">
        <DayField
          label={question.text}
          {...(typed === '' && { hint: 'Please choose the day.' })}
          error={error}
          min={earliestDate}
          max={now}
          value={typed}
          onChange={choose}
        />
      </div>
      <Button variant="outline" onClick={() => choose(now)}>
        Today, {longDate(now)}
      </Button>
    </div>
  );
}
