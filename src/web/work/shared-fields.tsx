import { Ban } from 'lucide-react';
import { useState } from 'react';
import { type useForm, useWatch } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import type { NewEvent } from '#contract/events.ts';
import { addDays, isCalendarDate } from '#domain/values/dates.ts';
import type { WithdrawalProduct } from '#domain/records/event-names.ts';
import { eventFields, eventKinds } from '#domain/records/events.ts';
import { type Work, workInfo } from '#domain/records/works.ts';
import { withdrawalText } from '#web/herd/day-text.ts';
import { EventFields } from '#web/journal/event-fields.tsx';
import { type EventFormValues, type FormField, formFieldsOf } from '#web/journal/event-form-values.ts';
import { today } from '#web/lib/text/today.ts';
import { Alert } from '#web/ui/alert.tsx';
import { foldedSummary } from '#web/ui/text-link.ts';
import { MoveTo } from './move-to.tsx';

interface SharedFieldsProps {
  readonly work: Work;
  readonly form: ReturnType<typeof useForm<EventFormValues, unknown, NewEvent>>;
  readonly species: Animal['species'];
}

const mainFields: readonly string[] = ['eggCount', 'productName', 'dose', 'unit', 'batch', 'expiry', 'nextDueDay'];

/** The entries that are the same for all animals. */
export function SharedFields({ work, form, species }: SharedFieldsProps) {
  // A restored day or note must be in sight.
  const [isOpen] = useState(() => form.getValues('day') !== today() || form.getValues('note') !== '');
  if (work === 'move') return <MoveTo form={form} />;
  const own = fieldsForAll(work);
  const [day, note] = ['day', 'note'].map((name) => formFieldsOf(eventFields).find((field) => field.name === name));
  const rare = own.filter(({ name }) => !mainFields.includes(name));
  const fields = { control: form.control, species, onPhotoBusy: () => {} };
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 items-start gap-3 *:first:col-span-2 empty:hidden sm:*:first:col-span-1">
        <EventFields {...fields} fields={own.filter(({ name }) => mainFields.includes(name))} />
      </div>
      <Follows form={form} />
      <details open={isOpen}>
        <summary className={foldedSummary}>{rare.length > 0 ? 'Withdrawal, day, note' : 'Day, note'}</summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <EventFields {...fields} fields={[...rare, ...[day, note].filter((field) => field !== undefined)]} />
        </div>
      </details>
    </div>
  );
}

/** Without those that are entered for each animal. */
function fieldsForAll(work: Work): FormField[] {
  const { event: kind, asks } = workInfo(work);
  if (asks !== null) return [];
  return formFieldsOf(eventKinds[kind].fields).filter(({ name }) =>
    work === 'pooledEggs' ? name === 'eggCount' : name !== 'fleeceGrams',
  );
}

interface WithdrawalLine {
  readonly product: WithdrawalProduct;
  readonly days: string;
  readonly clearOn: string;
}

/** `No meat until Sun, Dec 13` */
function Follows({ form: { control } }: Pick<SharedFieldsProps, 'form'>) {
  const [lines = [], day = '', isOpen] = useWatch({ control, name: ['withdrawals', 'day', 'courseOpen'] }) as [
    WithdrawalLine[]?,
    string?,
    boolean?,
  ];
  const name = useWatch({ control, name: 'productName' }) as string | undefined;
  const isUnknown = Boolean(name?.trim()) && !lines.some(({ product }) => product === 'meat');
  const ends = lines.flatMap(({ product, days, clearOn }) => {
    if (isOpen) return withdrawalText({ product, clearOn: null, notRecordedOn: null }, today());
    const until = days === '' ? clearOn : isCalendarDate(day) && /^\d{1,4}$/.test(days) ? addDays(day, Number(days)) : '';
    return until === '' ? [] : withdrawalText({ product, clearOn: until, notRecordedOn: null }, today(), day);
  });
  return (
    <>
      {ends.length > 0 && <Alert icon={<Ban />} title={ends.join(' · ')} />}
      {isUnknown && (
        <Alert icon={<Ban />} title="Withdrawal not recorded">
          They are held back from sale and slaughter until its days for meat are entered below, also if they are 0.
        </Alert>
      )}
    </>
  );
}
