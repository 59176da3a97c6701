import { useState } from 'react';
import { earliestDate, isCalendarDate } from '#domain/values/dates.ts';
import { validateCheckupDate } from '#domain/records/health-records.ts';
import { longDate } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/components/forms/day-field.tsx';
import type { QuestionProps } from './questions.ts';

export function DayQuestion({ question, onAnswer }: QuestionProps) {
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
