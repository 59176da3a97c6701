import { isFarAhead } from '#domain/records/breeding.ts';
import { type CalendarDate, daysBetween } from '#domain/values/dates.ts';
import { count, longDate } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { useOpened } from '#web/components/dialogs/use-opened.ts';
import { Button } from '#web/ui/button.tsx';

/** A date far in the future may be a plan or a typing error, so the person is asked. */
export function usePlannedQuestion() {
  const { opened, open, close } = useOpened<{ readonly date: CalendarDate; readonly resolve: (isPlanned: boolean) => void }>();
  const isMeant = async (date: CalendarDate): Promise<boolean> =>
    !isFarAhead(date, today()) || new Promise((resolve) => open({ date, resolve }));
  const answer = (isPlanned: boolean) => {
    close();
    opened?.of.resolve(isPlanned);
  };
  const dialog = opened && (
    <AlertDialog
      isOpen={opened.isOpen}
      onClose={() => answer(false)}
      title={`Is this planned for ${longDate(opened.of.date)}?`}
      description={`That is ${count(daysBetween(today(), opened.of.date))} days ahead. It will be listed as planned.`}
      cancel="Change the date"
      confirm={<Button onClick={() => answer(true)}>Save as planned</Button>}
    />
  );
  return { isMeant, dialog };
}
