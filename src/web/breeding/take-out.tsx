import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Exposure } from '#contract/exposures.ts';
import { isCalendarDate } from '#domain/values/dates.ts';
import { DangerDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { byRules, Form, FormFields, SubmitButton } from '#web/components/forms/form.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { useRights } from '#web/lib/session/session.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { today } from '#web/lib/text/today.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { useCall } from '#web/lib/server/use-call.ts';

const failed = (error: unknown) => toastFailure(error, 'Could not change this');

/** The day the males came out. It can be corrected, or cleared if they went back in. */
export function TakeOut({
  exposure: { id, inDay, outDay, version },
  males,
}: {
  readonly exposure: Exposure;
  readonly males: string;
}) {
  const [isChanging, setChanging] = useState(outDay === null);
  const change = useCall('changeExposure');
  const mayRecord = useRights().has('record');
  const form = useForm<{ day: string }, unknown, { day: string }>({
    defaultValues: { day: outDay ?? today() },
    resolver: byRules(({ day }) => ({
      day: !isCalendarDate(day) ? 'On which day?' : day < inDay ? 'The day out cannot be before the day in' : undefined,
    })),
  });
  if (!mayRecord) return null;
  const save = async (day: string | null, title: string) => {
    const saved = await change.mutateAsync({ params: { id }, body: { outDay: day, version } }).catch((error: unknown) => {
      failed(error);
      throw error;
    });
    setChanging(day === null);
    toastSaved(saved, { title });
  };
  if (!isChanging) {
    return (
      <p className="mt-2 flex flex-wrap items-center gap-x-3">
        Out on {outDay === null ? '' : dayText(outDay, today())}.
        <Button ref={change.isSuccess ? focusOn : null} variant="link" onClick={() => setChanging(true)}>
          Change
        </Button>
      </p>
    );
  }
  return (
    <Form form={form} onSubmit={({ day }) => save(day, `Out on ${dayText(day, today())}`)} className="mt-3">
      <FormFields className="flex items-end gap-2">
        <FormDayField control={form.control} name="day" label="Out" />
        <SubmitButton busyLabel="Saving..." variant="secondary">
          Take {males} out
        </SubmitButton>
        {outDay !== null && (
          <Button variant="ghost" onClick={() => void save(null, 'Still in')}>
            Still in
          </Button>
        )}
      </FormFields>
    </Form>
  );
}

/** For an exposure that was recorded by mistake. */
export function TakeBack({ exposure: { id, version }, name }: { readonly exposure: Exposure; readonly name: string }) {
  const [isAsking, setAsking] = useState(false);
  const change = useCall('changeExposure');
  const navigate = useNavigate();
  const mayManage = useRights().has('manage');
  if (!mayManage) return null;
  const takeBack = () =>
    change.mutateAsync({ params: { id }, body: { isArchived: true, version } }).then((saved) => {
      toastSaved(saved, { title: 'Removed', description: name });
      return navigate({ to: '/breeding/rams', replace: true });
    }, failed);
  return (
    <div className="mt-8 border-t pt-4 print:hidden">
      <Button variant="ghost" onClick={() => setAsking(true)}>
        This was a mistake
      </Button>
      <DangerDialog
        isOpen={isAsking}
        isBusy={change.isPending}
        onClose={() => setAsking(false)}
        title={
          <span dir="auto" className="line-clamp-3 wrap-anywhere">
            Remove {name}?
          </span>
        }
        description="Its breeding records that are still pending are deleted. You can undo this in History."
        act="Remove"
        onAct={() => void takeBack()}
      />
    </div>
  );
}
