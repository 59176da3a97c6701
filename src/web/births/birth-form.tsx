import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ChevronDown, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import { speciesTerms } from '#domain/records/animals.ts';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { staysOf } from '#domain/breeding/exposures.ts';
import { possibleSires } from '#domain/breeding/sire-proposal.ts';
import { nextTags } from '#domain/animals/tag-counter.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { byRules, Form, FormFields, LongTextField, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { isStale } from '#web/components/forms/merging-save.ts';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { TagLink } from '#web/herd/animal/animal-link.tsx';
import { breedingRecordsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { useExposures } from '#web/herd/data/exposures.queries.ts';
import { LeftBefore } from '#web/herd/left-before.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { timeOf } from '#web/lib/text/moments.ts';
import { today } from '#web/lib/text/today.ts';
import { NumberPad } from '#web/ui/number-pad.tsx';
import { Steps } from '#web/ui/steps.tsx';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import {
  birthEvent,
  type BirthValues,
  litterOf,
  litterText,
  missingText,
  newBirth,
  tagsOf,
  type Young,
  waitingText,
} from './litter.ts';
import { SireField } from './sire-field.tsx';
import { easeWords, useDueLines } from './use-due-lines.ts';
import { YoungRow } from './young-row.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { useRecordEvent, useUndoEvent } from '#web/journal/journal.data.ts';
import { toastUndoable } from '#web/lib/toast-saved.ts';
import { toPlans } from '#web/lib/toast-failure.ts';
import { birthsTooNear } from '#domain/records/births.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { Alert } from '#web/ui/alert.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** The young whose weight the number pad types. */
function useWeighing(onType: (index: number, change: (weight: string) => string) => void) {
  const [weighed, setWeighed] = useState<number>();
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  return {
    weighed,
    setWeighed,
    setInput: (index: number) => (input: HTMLInputElement | null) => {
      inputs.current[index] = input;
    },
    weigh: (index: number | undefined) => {
      const input = index === undefined ? null : (inputs.current[index] ?? null);
      if (input) input.focus();
      else (document.activeElement as HTMLElement | null)?.blur();
      setWeighed(input ? index : undefined);
    },
    type: (change: (weight: string) => string) => {
      if (weighed !== undefined) onType(weighed, change);
    },
  };
}

interface BirthFormProps {
  readonly dam: Animal;
  readonly herd: readonly Animal[];
}

/** Dam, young, ease and sire on one screen. A single save writes all of it or nothing. */
export function BirthForm({ dam, herd }: BirthFormProps) {
  const { species } = dam;
  const { history } = useRouter();
  const recordBirth = useRecordBirth(dam);
  /** The day for which the server has named another birth; saving it again records this one too. */
  const [warnedDay, setWarnedDay] = useState<string>();
  const record = useRecordForm<never, BirthValues, BirthValues, object>({
    failure: 'Could not record this birth',
    valuesOf: () => newBirth(calendarDateOf(new Date()), timeOf(new Date())),
    resolver: byRules((values) => ({ young: missingText(values, species, today()) })),
    draft: { form: `birth ${dam.id}` },
    send: (typed) =>
      recordBirth({
        birth: birthEvent(typed, { damId: dam.id, tags, possible }),
        text: litterText(typed.young, species),
        knownBirthDays: typed.day === warnedDay ? undefined : before,
      })
        .catch((error: unknown) => {
          if (isStale(error)) setWarnedDay(typed.day);
          throw error;
        })
        // The number pad would cover the reason of a failure.
        .finally(() => setWeighed(undefined)),
    onSaved: () => (history.canGoBack() ? history.back() : history.replace('/births')),
  });
  const { form, submit, failed, failure } = record;
  const { control } = form;
  const values = useWatch({ control }) as BirthValues;
  const { day, young, sire } = values;

  const { data: matings = [] } = useQuery(breedingRecordsQuery);
  const { data: outside = [] } = useQuery(outsideParentsQuery);
  const { exposures = [], moves = [] } = useExposures();
  const stays = staysOf(exposures, moves, (id) => id === dam.id);
  const possible = day === '' ? [] : possibleSires(matings, { damId: dam.id, day }, stays);
  const tags = tagsOf(young, nextTags(herd, { species, day: day === '' ? today() : day }, young.length));
  const missing = missingText(values, species, today());
  const before = useBirthsBefore({ dam, day, herd });
  const [near] = before;

  const changeYoung = (index: number, change: Partial<Young>) =>
    form.setValue(
      'young',
      form.getValues('young').map((each, at) => (at === index ? { ...each, ...change } : each)),
      { shouldDirty: true },
    );
  const { weighed, weigh, setWeighed, setInput, type } = useWeighing((index, change) =>
    changeYoung(index, { weight: change(form.getValues('young')[index]?.weight ?? '') }),
  );

  const word = speciesTerms[species].young;
  return (
    <Form form={form} onSubmit={submit} className="sm:max-w-xl">
      <RecordNotices record={record} />
      <FormFields>
        <Head dam={dam} />
        <WhenField form={form} />
        <LeftBefore animal={dam} day={day} />
        {near !== undefined && <BirthBefore dam={dam} day={day} near={near} />}
        <HowMany
          size={young.length}
          onChange={(size) => {
            form.setValue('young', litterOf(young, size), { shouldDirty: true });
            setWeighed(undefined);
          }}
        />
        {young.map((each, index) => (
          <YoungOfLitter
            key={each.id}
            young={each}
            tag={tags[index] ?? null}
            species={species}
            label={young.length === 1 ? word : `${word} ${index + 1}`}
            weightRef={setInput(index)}
            onWeigh={() => setWeighed(index)}
            onOpen={() => setWeighed(undefined)}
            onChange={(change) => {
              changeYoung(index, change);
              if (change.sex !== undefined) weigh(index);
            }}
          />
        ))}
        {young.length > 0 && (
          <>
            <div className="border-t py-3">
              <p className="mb-2 text-sm font-medium text-muted-foreground">Ease</p>
              <Steps
                aria-label="Ease"
                steps={easeSteps}
                value={values.ease}
                onChange={(ease) => form.setValue('ease', ease, { shouldDirty: true })}
              />
            </div>
            <SireField
              dam={dam}
              day={day}
              animals={[...herd, ...outside]}
              possible={possible}
              value={sire}
              onChange={(next) => form.setValue('sire', next, { shouldDirty: true })}
            />
            <LongTextField control={control} name="note" label="Note" room="row" maxLength={2000} />
          </>
        )}
      </FormFields>
      {failed !== undefined && (
        <div className="mt-5">
          <NotSaved error={failed} fallback={failure} />
        </div>
      )}
      <SaveBar missing={missing} text={litterText(young, species)}>
        {weighed !== undefined && <WeightPad type={type} onNext={() => weigh(nextUnweighed(young, weighed))} />}
      </SaveBar>
    </Form>
  );
}

interface SaveBarProps {
  /** The first thing missing for the birth to be saved. */
  readonly missing: string | undefined;
  readonly text: string;
  readonly children: ReactNode;
}

const SaveBar = ({ missing, text, children }: SaveBarProps) => (
  <>
    {/* Room below the form, so that what the panel covers on a phone can be scrolled into view. */}
    <div aria-hidden className={children === false ? 'h-24 sm:h-4' : 'h-80 pointer-fine:sm:h-4'} />
    <BottomPanel>
      <div className="p-2">
        <SubmitButton
          busyLabel="Saving..."
          size="large"
          variant={missing === undefined ? 'default' : 'outline'}
          className="w-full"
        >
          {missing ?? `Save ${text}`}
        </SubmitButton>
      </div>
      {children}
    </BottomPanel>
  </>
);

const easeSteps = easeWords.map((word, index) => ({ value: String(index + 1), label: index + 1, word }));

interface WeightPadProps {
  readonly type: (change: (weight: string) => string) => void;
  readonly onNext: () => void;
}

const WeightPad = ({ type, onNext }: WeightPadProps) => (
  <div className="pointer-fine:sm:hidden">
    <NumberPad
      onKey={(key) => type((weight) => (weight + key).slice(0, 8))}
      onDelete={() => type((weight) => weight.slice(0, -1))}
      extra={{ label: '.', onPress: () => type((weight) => (/[.,]/.test(weight) ? weight : `${weight || '0'}.`)) }}
      aside={{ label: 'Clear', onPress: () => type(() => '') }}
      next={{ label: 'Next', onPress: onNext }}
    />
  </div>
);

/** The next young that has a sex but no weight. */
function nextUnweighed(young: readonly Young[], after: number): number | undefined {
  const next = young.findIndex(({ sex, weight }, index) => index > after && sex !== '' && weight === '');
  return next === -1 ? undefined : next;
}

function Head({ dam }: { dam: Animal }) {
  const { lines } = useDueLines();
  const line = lines?.find((each) => each.dam.id === dam.id);
  const facts = [...(line?.pregnancy ? [`Day ${line.pregnancy.day}`] : []), ...(line?.facts ?? [])];
  return (
    <div className="flex min-h-13 items-center gap-3">
      <TagLink animal={dam} className="text-lg" />
      <div className="min-w-0">
        {dam.name !== null && (
          <p dir="auto" className="truncate">
            {dam.name}
          </p>
        )}
        {facts.length > 0 && <p className="text-sm leading-tight text-muted-foreground">{facts.join(' · ')}</p>}
      </div>
    </div>
  );
}

/** The day and time of the birth: now, unless the person changes it. */
function WhenField({ form: { control } }: { form: UseFormReturn<BirthValues, unknown, BirthValues> }) {
  const [isOpen, setIsOpen] = useState(false);
  const [day, time] = useWatch({ control, name: ['day', 'time'] });
  if (!isOpen) {
    return (
      <button
        type="button"
        aria-expanded={false}
        className="absolute top-14 end-2 flex min-h-12 items-center gap-1 px-2 font-medium sm:static sm:px-0"
        onClick={() => setIsOpen(true)}
      >
        {day === today() ? 'Today' : day === '' ? 'Which day?' : dayText(day, today())} {time}
        <ChevronDown aria-hidden className="size-5" />
      </button>
    );
  }
  return (
    <div className="grid grid-cols-2 gap-3 py-2">
      <FormDayField control={control} name="day" label="Day" max={today()} />
      <TextField control={control} name="time" label="Time" type="time" />
    </div>
  );
}

const maxInOneRow = 5;

interface HowManyProps {
  readonly size: number;
  readonly onChange: (size: number) => void;
}

/** Litters of more than five are rare, so each further young takes a tap. */
const HowMany = ({ size, onChange }: HowManyProps) => (
  <div className="flex items-center gap-1 py-2">
    <span className="text-xs font-medium text-muted-foreground">Born</span>
    <Steps
      aria-label="How many"
      className="flex-1 text-lg"
      steps={Array.from({ length: maxInOneRow }, (_, index) => ({ value: String(index + 1), label: index + 1 }))}
      value={size > maxInOneRow ? '' : String(size)}
      onChange={(next) => onChange(Number(next))}
    />
    <button
      type="button"
      aria-label={size > maxInOneRow ? `${size}, and one more` : 'More than five'}
      className="min-h-13 w-11 rounded-xl border border-input bg-card text-lg font-medium"
      onClick={() => onChange(Math.max(maxInOneRow, size) + 1)}
    >
      {size > maxInOneRow ? size : '+'}
    </button>
  </div>
);

interface YoungOfLitterProps extends Omit<React.ComponentProps<typeof YoungRow>, 'isOpen' | 'onToggle'> {
  readonly onOpen: () => void;
}

function YoungOfLitter({ onOpen, ...props }: YoungOfLitterProps) {
  const [isOpen, setIsOpen] = useState(false);
  const toggle = () => {
    setIsOpen(!isOpen);
    // The pad for weights would cover the fields on a phone.
    if (!isOpen) onOpen();
  };
  return <YoungRow {...props} isOpen={isOpen} onToggle={toggle} />;
}

interface BirthToRecord {
  readonly birth: ReturnType<typeof birthEvent>;
  readonly text: string;
  /** As in the call; undefined: the person knows of every birth. */
  readonly knownBirthDays: string[] | undefined;
}

/** Rejects if the birth is not recorded. */
function useRecordBirth(dam: Animal) {
  const record = useRecordEvent();
  const undo = useUndoEvent();
  return async ({ birth, text, knownBirthDays }: BirthToRecord) => {
    const saved = await record.mutateAsync({ ...birth, knownBirthDays });
    const description = [`${fullName(dam)}: ${text}`, saved.kind === 'birth' && waitingText(saved.young, dam.species)];
    const other = saved.kind === 'birth' && saved.young.some(({ waits }) => waits) && { other: toPlans };
    toastUndoable(
      saved,
      { title: 'Recorded', description: description.filter(Boolean).join('. '), ...other },
      () => undo.mutateAsync({ event: saved }),
      fullName(dam),
    );
    return saved;
  };
}

interface Birth {
  readonly dam: Animal;
  /** Empty while it is typed. */
  readonly day: CalendarDate;
}

/** The days of other births of hers that make one on this day impossible, nearest first, as far as they are read. */
function useBirthsBefore({ dam, day, herd }: Birth & { readonly herd: readonly Animal[] }): CalendarDate[] {
  const { data: births } = useQuery(eventsQuery({ kinds: ['birth'], animalId: dam.id }));
  if (!births || day === '') return [];
  const young = herd.flatMap(({ motherId, birthDate }) => (motherId === dam.id ? (birthDate ?? []) : []));
  return birthsTooNear([...births.map((birth) => birth.day), ...young], day);
}

/** Two people may record the same birth, or a day may be mistyped. Nothing is blocked, because a litter may come in two parts. */
function BirthBefore({ dam, day, near }: Birth & { readonly near: CalendarDate }) {
  const when = near === day ? 'on the same day' : `on ${dayText(near, today())}`;
  return (
    <Alert
      icon={<TriangleAlert />}
      title={`A birth of hers ${when} is recorded already`}
      className="my-2"
      action={
        <LinkButton to="/animals/$id" params={{ id: dam.id }} variant="outline">
          Open {dam.tagNumber}
        </LinkButton>
      }
    />
  );
}
