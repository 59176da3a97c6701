import { useState } from 'react';
import { isFarAhead } from '#domain/records/breeding.ts';
import { type CalendarDate, daysBetween } from '#domain/values/dates.ts';
import { count, longDate } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

interface Question {
  readonly date: CalendarDate;
  readonly isOpen: boolean;
  readonly answer: (isPlanned: boolean) => void;
}

/** A date far in the future may be a plan or a typing error, so the person is asked. */
export function usePlannedQuestion() {
  const [question, setQuestion] = useState<Question>();
  const isMeant = async (date: CalendarDate): Promise<boolean> =>
    !isFarAhead(date, today()) ||
    new Promise((resolve) => {
      const answer = (isPlanned: boolean) => {
        setQuestion((asked) => asked && { ...asked, isOpen: false });
        resolve(isPlanned);
      };
      setQuestion({ date, isOpen: true, answer });
    });
  const dialog = question && (
    <AlertDialog
      isOpen={question.isOpen}
      onClose={() => question.answer(false)}
      title={`Is this planned for ${longDate(question.date)}?`}
      description={`That is ${count(daysBetween(today(), question.date))} days ahead. It will be listed as planned.`}
      cancel="Change the date"
      confirm={<Button onClick={() => question.answer(true)}>Save as planned</Button>}
    />
  );
  return { isMeant, dialog };
}
