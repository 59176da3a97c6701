import { isDeparture } from '#domain/journal/departures.ts';
import { weightIn } from '#domain/journal/weighings.ts';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormState, type UseFormReturn, useWatch, type Control, useFormContext } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import { useWeightDoubt, type Weighed } from '#web/herd/care/last-weight.ts';
import { eventFields, eventKinds, type EventKind } from '#domain/records/events.ts';
import { notStated, toFormValue } from '#web/lib/forms/record-form.ts';
import { FormFields } from '#web/components/forms/form.tsx';
import { type RecordCorrection, RecordForm, useRecordForm } from '#web/components/forms/record-form.tsx';
import { errorMessage } from '#web/lib/server/api.ts';
import { EventFields } from './event-fields.tsx';
import {
  eventResolver,
  type EventFormValues,
  type FormField,
  fieldOfPath,
  formFieldsOf,
  newEventValues,
  newItem,
  recordedValues,
} from './event-form-values.ts';
import { useRecordCheckup, useRecordEvent, journalQuery } from './journal.data.ts';
import { YoungWith } from '#web/herd/animal/young-with.tsx';
import { LeftBefore } from '#web/herd/left-before.tsx';
import { isWithheld } from '#web/herd/care/use-withdrawal-reason.tsx';
import { changeForm, recordForm } from '#web/herd/requested-forms.ts';
import { foldedSummary } from '#web/ui/text-link.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { expectedMl, isFarBeyond } from '#domain/performance/lactations.ts';
import { dailyMilkText } from '#web/herd/care/milk-text.ts';
import { Alert } from '#web/ui/alert.tsx';
import type { Species } from '#domain/records/animals.ts';
import { nameKey } from '#domain/values/farm-lists.ts';
import { productsQuery } from '#web/farm-lists/lists.data.ts';
import { isUse, lastDoseOf, lastUsesQuery } from '#web/herd/care/last-uses.ts';
import { Button } from '#web/ui/button.tsx';
import { useSetFacts, useTakeProduct } from './product-field.tsx';

export type EventCorrection = RecordCorrection<RecordedEvent, EventFormValues>;

interface EventFormProps {
  readonly animal: Animal;
  readonly kind: EventKind;
  /** The event that the form corrects. */
  readonly event?: RecordedEvent | undefined;
  readonly correction?: EventCorrection | undefined;
  /** Starts with the photo. */
  readonly isPhoto?: boolean | undefined;
  /** Shown below the fields of the kind. */
  readonly children?: ReactNode;
  readonly onSaved: (saved: RecordedEvent) => void;
  /** Of its dialog, to which a toast leads back. */
  readonly onClose?: () => void;
}

export function EventForm({ animal, kind, event, correction, isPhoto = false, children, onSaved, onClose }: EventFormProps) {
  const add = useRecordEvent();
  const addCheckup = useRecordCheckup();
  const replace = useCall('replaceEvent');
  const { weighed, isDoubted } = useWeightDoubt(animal.id);
  const isNewCheckup = kind === 'checkup' && !event;
  const record = useRecordForm<RecordedEvent, EventFormValues, NewEvent, RecordedEvent>({
    failure: isNewCheckup ? 'Failed to create health record' : 'Could not save this',
    isFailureToasted: isNewCheckup,
    valuesOf: () => (event ? recordedValues(event) : startValues(kind, animal)),
    resolver: eventResolver({ kind, animalId: animal.id }, animal),
    fieldOf: fieldOfPath,
    correction,
    draft: {
      form: event ? changeForm(animal.id) + event.id : recordForm(animal.id) + kind,
      ...(onClose && { title: event ? 'Changes not saved' : `${eventKinds[kind].label} not saved` }),
    },
    send: async (typed, { id }) => {
      const values = { ...typed, id };
      const grams = event ? undefined : weightIn(values)?.grams;
      if (grams !== undefined && isDoubted(form, 'weightGrams', { grams, day: values.day })) return undefined;
      try {
        if (event) return await replace.mutateAsync({ params: { id: event.id }, body: { ...values, version: event.version } });
        return await (values.kind === 'checkup' ? addCheckup.mutateAsync(values) : add.mutateAsync(values));
      } catch (reason) {
        if (isWithheld(reason)) {
          form.setError('reason', { type: 'server', message: errorMessage(reason, 'Could not save this') });
          // After the alert at the end, which takes the focus when it appears.
          requestAnimationFrame(() => form.setFocus('reason'));
        }
        throw reason;
      }
    },
    onSaved: (saved) => {
      onClose?.();
      onSaved(saved);
    },
  });
  const { form } = record;
  const navigate = useNavigate();
  const moveTogether = (young: readonly string[]) => {
    const { placeId, groupId, day: typed } = form.getValues();
    record.end();
    void navigate({
      to: '/work/new',
      search: { do: 'move' },
      state: { animalIds: [animal.id, ...young], move: { placeId: idOf(placeId), groupId: idOf(groupId), day: String(typed) } },
    });
  };
  const [isPhotoBusy, setPhotoBusy] = useState(false);
  const typedDay: unknown = useWatch({ control: form.control, name: 'day' });
  const { product, dose, note, own, day, rare } = fieldsInOrder(kind, event === undefined);
  const shared = { control: form.control, species: animal.species, weighed, isPhotoFirst: isPhoto, onPhotoBusy: setPhotoBusy };

  return (
    <RecordForm
      record={record}
      submitLabel={event ? 'Save change' : 'Save'}
      isDisabled={isPhotoBusy}
      isMarked={(error) => !isWithheld(error)}
    >
      <FormFields className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {!event && <LastUsed control={form.control} kind={kind} species={animal.species} weighed={weighed} />}
        <div className="empty:hidden sm:col-span-2">
          <EventFields {...shared} fields={product} />
        </div>
        <div className="grid grid-cols-2 gap-x-4 empty:hidden sm:col-span-2">
          <EventFields {...shared} fields={dose} />
        </div>
        <EventFields {...shared} fields={[...note, ...own]} />
        {kind === 'milking' && <MilkWarning control={form.control} animalId={animal.id} except={event?.id} />}
        <EventFields {...shared} fields={day} />
        {typeof typedDay === 'string' && isOnFarm(kind) && <LeftBefore animal={animal} day={typedDay} savedDay={event?.day} />}
        {isNewMove({ kind, event, correction }) && (
          <div className="empty:hidden sm:col-span-2">
            <YoungWith animalIds={[animal.id]} onAdd={moveTogether} />
          </div>
        )}
        {children}
        {rare.length > 0 && (
          <MoreFields form={form} fields={rare}>
            <EventFields {...shared} fields={rare} />
          </MoreFields>
        )}
      </FormFields>
    </RecordForm>
  );
}

const idOf = (chosen: unknown): string | null =>
  typeof chosen === 'string' && chosen !== '' && chosen !== notStated ? chosen : null;

/** A refused move would stay in the queue and be recorded a second time. */
const isNewMove = ({ kind, event, correction }: Pick<EventFormProps, 'kind' | 'event' | 'correction'>): boolean =>
  kind === 'move' && !event && !correction;

/** What happens only to an animal that has not left. */
const isOnFarm = (kind: EventKind): boolean => kind !== 'note' && !isDeparture({ kind });

const rareFields: readonly string[] = ['time', 'note', 'responsible'];
const rareOfKind: Partial<Record<EventKind, readonly string[]>> = {
  weighing: ['method', 'occasion'],
  treatment: ['batch', 'expiry', 'courseOpen', 'route', 'site', 'reason', 'prescriber', 'extraLabel'],
  vaccination: ['batch', 'expiry'],
  death: ['disposal'],
};

type Part = 'product' | 'dose' | 'note' | 'own' | 'day' | 'rare';

/** What is always asked, the day after it, and then what is seldom filled in. */
function fieldsInOrder(kind: EventKind, isNew: boolean) {
  // The specified call of a checkup has notes of its own, and neither a time nor a person.
  const shared = kind === 'checkup' && isNew ? { day: eventFields.day } : eventFields;
  const all = [...formFieldsOf(shared), ...formFieldsOf(eventKinds[kind].fields)];
  const parts = Map.groupBy(all, ({ name }): Part => {
    if (name === 'day') return 'day';
    if (name === 'productName') return 'product';
    if (name === 'dose' || name === 'unit') return 'dose';
    if (name === 'note' && kind === 'note') return 'note';
    return [...rareFields, ...(rareOfKind[kind] ?? [])].includes(name) ? 'rare' : 'own';
  });
  const part = (of: Part): readonly FormField[] => parts.get(of) ?? [];
  // What belongs to the kind comes before what all kinds have.
  const rare = part('rare').toSorted((a, b) => Number(rareFields.includes(a.name)) - Number(rareFields.includes(b.name)));
  return { product: part('product'), dose: part('dose'), note: part('note'), own: part('own'), day: part('day'), rare };
}

function startValues(kind: EventKind, { forSale, salePrice }: Animal): EventFormValues {
  const values = newEventValues(kind);
  if (kind === 'sale' && forSale) return { ...values, price: toFormValue('price', salePrice) };
  const [list] = formFieldsOf(eventKinds[kind].fields).filter(({ info, isRequired }) => info.kind === 'list' && isRequired);
  return list ? { ...values, [list.name]: [newItem(list)] } : values;
}

interface MoreFieldsProps {
  readonly form: UseFormReturn<EventFormValues, unknown, NewEvent>;
  readonly fields: readonly FormField[];
  /** The inputs of these fields. */
  readonly children: ReactNode;
}

/** Folded, unless something in it is filled in, is wrong, or has to be seen. */
function MoreFields({ form, fields, children }: MoreFieldsProps) {
  const { control, setFocus } = form;
  const [isOpen, setOpen] = useState(() => fields.some((field) => isFilled(field, form.getValues(field.name))));
  const { errors } = useFormState({ control });
  const wrong = Object.keys(errors);
  const isWrong = fields.some(({ name }) => wrong.includes(name));
  // A field of the form that is in sight has the focus already.
  const first = wrong.every((name) => fields.some((field) => field.name === name)) ? wrong[0] : undefined;
  const [expiry, day] = useWatch({ control, name: ['expiry', 'day'] }) as (string | undefined)[];
  const isExpired = Boolean(expiry && day && expiry < day);
  useEffect(() => {
    if (first !== undefined) setFocus(first);
  }, [first, setFocus]);
  return (
    <details
      open={isOpen || isWrong || isExpired}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="sm:col-span-2"
    >
      <summary className={foldedSummary}>More</summary>
      <div className="mt-3 grid gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
    </details>
  );
}

function isFilled({ info }: FormField, value: unknown): boolean {
  const unset = info.kind === 'choice' ? notStated : info.unset;
  return Array.isArray(value) ? value.length > 0 : (value ?? '') !== '' && value !== unset && value !== false;
}

interface MilkWarningProps {
  readonly control: Control<EventFormValues, unknown, NewEvent>;
  readonly animalId: string;
  /** The milking that the form corrects. */
  readonly except: string | undefined;
}

/** Shown before saving; it never prevents saving. */
function MilkWarning({ control, animalId, except }: MilkWarningProps) {
  const { data: events = [] } = useQuery(journalQuery(animalId));
  const amount: unknown = useWatch({ control, name: 'amountMl' });
  const day: unknown = useWatch({ control, name: 'day' });
  const others = events.filter(({ id, voidedAt }) => voidedAt === null && id !== except);
  const milkings = others.filter((event) => event.kind === 'milking');
  const births = others.filter((event) => event.kind === 'birth').map((event) => event.day);
  const ofDay = milkings.filter((event) => event.day === day).reduce((sum, { amountMl }) => sum + amountMl, Number(amount));
  const expected = typeof day === 'string' && Number(amount) > 0 ? expectedMl(milkings, births, day) : undefined;
  const isShown = expected !== undefined && isFarBeyond(ofDay, expected);
  return (
    <div aria-live="polite" className="empty:hidden sm:col-span-2">
      {isShown && (
        <Alert icon={<TriangleAlert />} title="Look at the amount before you save">
          {dailyMilkText(ofDay)} on this day is far more than the {dailyMilkText(expected)} that her test days around it let
          expect.
        </Alert>
      )}
    </div>
  );
}

const offered = 3;

interface LastUsedProps {
  readonly control: Control<EventFormValues, unknown, NewEvent>;
  readonly kind: EventKind;
  readonly species: Species;
  readonly weighed: Weighed | null;
}

/** The products that were given last, one tap each, until one is named. */
function LastUsed({ control, kind, species, weighed }: LastUsedProps) {
  const { data: uses = [] } = useQuery(lastUsesQuery);
  const { data: products = [] } = useQuery(productsQuery);
  const { setValue } = useFormContext<EventFormValues>();
  const take = useTakeProduct(species, weighed);
  const setFacts = useSetFacts();
  const name = useWatch({ control, name: 'productName' });
  const byName = Map.groupBy(
    uses.filter(isUse).filter((use) => use.kind === kind),
    ({ productName }) => nameKey(productName),
  );
  const last = [...byName.values()].flatMap(([newest]) => newest ?? []).slice(0, offered);
  if (name !== '' || last.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 sm:col-span-2">
      <p className="text-sm text-muted-foreground">Last used:</p>
      {last.map((use) => {
        const product = products.find(({ id }) => id === use.productId);
        const typed = () => {
          const { productName, unit } = recordedValues(use);
          setValue('productName', productName, { shouldDirty: true });
          setFacts({ dose: lastDoseOf(product, use), unit });
        };
        return (
          <Button key={use.id} variant="outline" onClick={() => (product?.archivedAt === null ? take(product) : typed())}>
            <span dir="auto" className="truncate">
              {use.productName}
            </span>
          </Button>
        );
      })}
    </div>
  );
}
