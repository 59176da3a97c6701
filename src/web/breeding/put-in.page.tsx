import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { mateWords, useOnlySpecies } from '#web/herd/use-only-species.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { plural } from '#domain/values/plural.ts';
import { useNavigate } from '@tanstack/react-router';
import { type Control, useController, useFormState, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import type { Exposure } from '#contract/exposures.ts';
import { addDays, isCalendarDate } from '#domain/values/dates.ts';
import { staysOf } from '#domain/breeding/exposures.ts';
import { gestationWindows } from '#domain/breeding/gestation.ts';
import { capitalized } from '#domain/values/text.ts';
import { BottomPanel } from '#web/components/page/bottom-panel.tsx';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { Form, FormFields, SubmitButton } from '#web/components/forms/form.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { useExposures } from '#web/herd/data/exposures.queries.ts';
import { count } from '#web/lib/text/format.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { today } from '#web/lib/text/today.ts';
import { LabelledChoice } from '#web/ui/choice.tsx';
import { AnimalButtons, AnimalChecklist } from './animal-buttons.tsx';
import { birthWord } from './breeding-history.ts';
import { exposureName } from '#web/herd/breeding/exposure-text.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { oldEnough, sires } from './mating.ts';
import { PairConcerns } from './pair-concerns.tsx';
import { byHand, concernsOf, validateDays, type Females, femalesFor, missingText } from './put-in.ts';
import { useFemales } from './use-females.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { useKin } from './use-kin.ts';

export function PutInPage() {
  const { male, female } = mateWords(useOnlySpecies());
  const title = `Put a ${male} with ${female}s`;
  usePageTitle(title);
  const herd = useQuery(animalsQuery);
  const { data: outside = [] } = useQuery(outsideParentsQuery);
  return (
    <>
      <PageHeader title={title} back={{ to: '/breeding/rams', label: 'Males' }} />
      {herd.isPending && <Skeleton className="h-64" />}
      {herd.isError && <QueryFailed what="Your animals" query={herd} />}
      {herd.data && <PutInForm herd={herd.data} outside={outside} />}
    </>
  );
}

interface PutInValues {
  readonly maleIds: readonly string[];
  readonly whom: string;
  readonly femaleIds: readonly string[];
  readonly inDay: string;
  readonly outDay: string;
}

interface PutInFormProps {
  readonly herd: readonly Animal[];
  readonly outside: readonly Animal[];
}

type PutInControl = Control<PutInValues, unknown, PutInValues>;

const noFemales: readonly Animal[] = [];

/** Males, females and the day. A single save writes all of it or nothing. */
function PutInForm({ herd, outside }: PutInFormProps) {
  const navigate = useNavigate();
  const onlySpecies = useOnlySpecies();
  const add = useCall('addExposure');
  const record = useRecordForm<Exposure, PutInValues, PutInValues, Exposure>({
    failure: 'Could not record this',
    valuesOf: () => ({ maleIds: [], whom: '', femaleIds: [], inDay: today(), outDay: '' }),
    draft: { form: 'put in' },
    send: async (_values, { id }) => {
      if (missing !== undefined || !chosen) return undefined;
      const records = males.length === 1 ? females.map(({ id: motherId }) => ({ id: uuidv7(), motherId })) : [];
      return add.mutateAsync({
        body: {
          id,
          name: chosen.name,
          maleIds: males.map((male) => male.id),
          femaleIds: females.map((female) => female.id),
          groupId: chosen.groupId,
          inDay,
          outDay: outDay === '' ? null : outDay,
          records,
        },
      });
    },
    onSaved: async (saved) => {
      await navigate({ to: '/breeding/rams', replace: true });
      const animals = new Map(males.map((animal) => [animal.id, animal]));
      toastSaved(saved, { title: 'Recorded', description: exposureName(saved, animals) });
    },
  });
  const { form, failed, failure } = record;
  const { control } = form;
  const { isSubmitting } = useFormState({ control });
  const values = useWatch({ control }) as PutInValues;
  const { inDay, outDay } = values;
  const offered = sires(herd, outside, today());
  const males = oldEnough(offered, inDay).filter(({ id }) => values.maleIds.includes(id));
  const words = mateWords(males[0]?.species ?? onlySpecies);
  const options = useFemales(oldEnough(femalesFor(herd, males), inDay));
  const chosen = chosenOf(options, values, femalesFor(herd, males), words.female);
  const females = chosen?.animals ?? noFemales;
  const putIn = { males, females, inDay, outDay };
  const dayErrors = validateDays(putIn, today());
  const missing = missingText(putIn, words) ?? Object.values(dayErrors).at(0);
  const { exposures = [], moves = [] } = useExposures();
  const isFemale = new Set(females.map(({ id }) => id));
  const concerns = concernsOf(
    putIn,
    staysOf(exposures, moves, (id) => isFemale.has(id)),
    useKin(herd, outside),
    usePregnancies().expected,
  );

  return (
    <Form form={form} onSubmit={record.submit} className="sm:max-w-xl lg:max-w-5xl">
      <RecordNotices record={record} />
      <FormFields className="flex flex-col gap-5 lg:grid lg:grid-cols-2 lg:items-start lg:gap-x-8">
        <AnimalsField
          control={control}
          name="maleIds"
          label={`${capitalized(words.male)}s`}
          animals={offered.filter(({ species }) => species === (males[0]?.species ?? species))}
          day={inDay}
        />
        <div className="flex flex-col gap-5">
          <WhomField control={control} options={options} />
          {values.whom === byHand && (
            <AnimalsField
              control={control}
              name="femaleIds"
              label={`${capitalized(words.female)}s`}
              animals={femalesFor(herd, males)}
              day={inDay}
            />
          )}
          <div className="grid grid-cols-2 items-start gap-3">
            <FormDayField control={control} name="inDay" label="In" error={dayErrors.inDay} />
            <FormDayField control={control} name="outDay" label="Out" optional error={dayErrors.outDay} />
          </div>
          <output className="-mt-2 text-sm text-muted-foreground empty:hidden">
            {males.length > 0 && isCalendarDate(inDay) && followsText(males, putIn)}
          </output>
          <PairConcerns concerns={concerns} />
          {failed !== undefined && !isSubmitting && <NotSaved error={failed} fallback={failure} />}
          <div aria-hidden className="h-28 sm:hidden" />
          <BottomPanel>
            <div className="p-2 sm:px-0">
              <SubmitButton busyLabel="Saving..." className="w-full" variant={missing === undefined ? 'default' : 'outline'}>
                {missing ?? `In with ${headText(females, words.female)}`}
              </SubmitButton>
            </div>
          </BottomPanel>
        </div>
      </FormFields>
    </Form>
  );
}

const headText = ({ length }: readonly Animal[], female: string): string => plural(length, female);

/** `Lambing due from Sun, May 16. With several rams, the sire is not known.` */
function followsText(males: readonly Animal[], { inDay, outDay }: { readonly inDay: string; readonly outDay: string }): string {
  const species = males[0]?.species ?? 'sheep';
  const { from, to } = gestationWindows[species];
  const last = isCalendarDate(outDay) ? ` to ${dayText(addDays(outDay, to), today())}` : '';
  const due = `${birthWord(species)} due from ${dayText(addDays(inDay, from), today())}${last}.`;
  const several = `With several ${mateWords(species).male}s the sire is not known: you choose him at the birth, and no breeding record is made.`;
  return males.length > 1 ? `${due} ${several}` : due;
}

function chosenOf(
  options: readonly Females[],
  { whom, femaleIds }: PutInValues,
  all: readonly Animal[],
  female: string,
): Females | undefined {
  if (whom !== byHand) return options.find(({ value }) => value === whom);
  const animals = all.filter(({ id }) => femaleIds.includes(id));
  const [first, ...others] = animals;
  const name = first && (others.length === 0 ? first.tagNumber : headText(animals, female));
  return name === undefined ? undefined : { value: byHand, name, groupId: null, animals };
}

interface AnimalsFieldProps {
  readonly control: PutInControl;
  readonly name: 'maleIds' | 'femaleIds';
  readonly label: string;
  readonly animals: readonly Animal[];
  readonly day: string;
}

function AnimalsField({ control, name, ...props }: AnimalsFieldProps) {
  const { field } = useController({ control, name });
  const Field = name === 'maleIds' ? AnimalButtons : AnimalChecklist;
  return <Field {...props} chosen={new Set(field.value)} onChange={(next) => field.onChange([...next])} />;
}

function WhomField({ control, options }: { readonly control: PutInControl; readonly options: readonly Females[] }) {
  const { field } = useController({ control, name: 'whom' });
  return (
    <LabelledChoice
      label="With"
      layout="wrapped"
      value={field.value}
      onChange={field.onChange}
      options={[
        ...options.map(({ value, name, animals }) => ({
          value,
          label: (
            <span>
              {name} <span className="font-normal">{count(animals.length)}</span>
            </span>
          ),
        })),
        { value: byHand, label: 'Choose…' },
      ]}
    />
  );
}
