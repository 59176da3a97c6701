import { type ReactNode, useState, useDeferredValue } from 'react';
import { useFormContext, useWatch, useController } from 'react-hook-form';
import {
  animalStatuses,
  healthStatuses,
  healthText,
  isPictureUrl,
  sexes,
  sexLabels,
  speciesList,
  speciesTerms,
} from '#domain/records/animals.ts';
import { earliestDate } from '#domain/values/dates.ts';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { CheckField, ChoiceField, SwitchField } from '#web/components/forms/form-fields.tsx';
import { SelectField } from '#web/components/forms/form-select-field.tsx';
import { LongTextField, TextField } from '#web/components/forms/form.tsx';
import { animalInfos, type AnimalFormValues } from './animal-form-values.ts';
import { StatusDot } from '#web/herd/animal/animal-badges.tsx';
import { speciesLabels, fullName } from '#web/herd/animal/animal-labels.ts';
import { ParentField } from './parent-field.tsx';
import { SpeciesIcon } from '#web/herd/animal/species-icon.tsx';
import { labelInUnit } from '#web/lib/text/weight-text.ts';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, Camera, RotateCcw, Trash2 } from 'lucide-react';
import { groupByLooseTag, looseTagKey } from '#domain/animals/tags.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { cn } from '#web/ui/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { AnimalPhoto } from '#web/herd/animal/animal-photo.tsx';
import { usePhotoUpload } from '#web/components/forms/use-photo-upload.ts';

function Section({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-x-4 gap-y-5 not-first-of-type:mt-6 not-first-of-type:border-t not-first-of-type:pt-6 sm:grid-cols-2">
      {title && <legend className="title float-start text-lg sm:col-span-2">{title}</legend>}
      {children}
    </fieldset>
  );
}

const useAnimalControl = () => useFormContext<AnimalFormValues, unknown, AnimalFormValues>().control;

const wide = 'sm:col-span-2';

const labels = Object.fromEntries(Object.entries(animalInfos).map(([name, { label }]) => [name, label])) as Record<
  keyof typeof animalInfos,
  string
>;

interface IdentityProps {
  readonly animalId: string;
  readonly hasStatus: boolean;
  readonly onPhotoBusy: (isBusy: boolean) => void;
}

export function IdentitySection({ animalId, hasStatus, onPhotoBusy }: IdentityProps) {
  const control = useAnimalControl();
  return (
    <Section>
      <div className="flex flex-col gap-1.5">
        <TextField control={control} name="tagNumber" label={labels.tagNumber} autoCapitalize="characters" spellCheck={false} />
        <LookAlikes animalId={animalId} />
      </div>
      <TraitFields hasStatus={hasStatus} onPhotoBusy={onPhotoBusy} />
    </Section>
  );
}

function TraitFields({ hasStatus, onPhotoBusy }: Pick<IdentityProps, 'hasStatus' | 'onPhotoBusy'>) {
  const control = useAnimalControl();
  const species = useWatch({ control, name: 'species' });
  return (
    <>
      <TextField control={control} name="name" label={labels.name} />
      <ChoiceField
        control={control}
        name="species"
        label={labels.species}
        options={speciesList.map((value) => ({ value, label: speciesLabels[value], icon: <SpeciesIcon species={value} /> }))}
      />
      <ChoiceField
        control={control}
        name="sex"
        label={labels.sex}
        options={sexes.toReversed().map((value) => ({
          value,
          label: (
            <span className="flex flex-col leading-tight">
              {speciesTerms[species][value]}
              <span className="text-sm font-normal">{sexLabels[value]}</span>
            </span>
          ),
        }))}
      />
      <BirthFields />
      <TextField control={control} name="breed" label={labels.breed} />
      <TextField control={control} name="color" label={labels.color} />
      {hasStatus && (
        <ChoiceField
          control={control}
          name="status"
          label={labels.status}
          className={wide}
          options={animalStatuses.map((value) => ({
            value,
            label: <StatusDot status={value} isPlain />,
          }))}
        />
      )}
      <div className={wide}>
        <PhotoField onBusy={onPhotoBusy} />
      </div>
    </>
  );
}

function BirthFields() {
  const control = useAnimalControl();
  const isYearOnly = useWatch({ control, name: 'isYearOnly' });
  const [today] = useState(() => calendarDateOf(new Date()));
  return (
    <>
      {isYearOnly ? (
        <TextField
          control={control}
          name="birthYear"
          label="Year of birth"
          inputMode="numeric"
          maxLength={4}
          placeholder={today.slice(0, 4)}
        />
      ) : (
        <FormDayField control={control} name="birthDate" label={labels.birthDate} min={earliestDate} max={today} />
      )}
      <div className="sm:pt-6.5">
        <CheckField control={control} name="isYearOnly">
          Only the year is known
        </CheckField>
      </div>
    </>
  );
}

export function FamilySection({ animalId }: { animalId: string }) {
  const control = useAnimalControl();
  return (
    <Section title="Parents">
      <ParentField parent="mother" childId={animalId} />
      <ParentField parent="father" childId={animalId} />
      <TextField
        control={control}
        name="pedigreeUrl"
        label={labels.pedigreeUrl}
        hint="A web address, such as the registry's page"
        type="url"
        inputMode="url"
        placeholder="https://"
        className={wide}
      />
    </Section>
  );
}

export function HealthSection() {
  const control = useAnimalControl();
  const sex = useWatch({ control, name: 'sex' });
  const [today] = useState(() => calendarDateOf(new Date()));
  return (
    <Section title="Health and growth">
      <SelectField
        control={control}
        name="healthStatus"
        label={labels.healthStatus}
        options={healthStatuses.map((value) => ({ value, label: healthText(value) }))}
      />
      <div className="sm:pt-6.5">
        <CheckField control={control} name="vaccinated">
          {labels.vaccinated}
        </CheckField>
      </div>
      <TextField control={control} name="birthWeightGrams" label={labelInUnit(labels.birthWeightGrams)} inputMode="decimal" />
      <TextField control={control} name="weaningWeightGrams" label={labelInUnit(labels.weaningWeightGrams)} inputMode="decimal" />
      <TextField control={control} name="weaningAgeDays" label={labels.weaningAgeDays} inputMode="numeric" />
      {sex === 'male' && (
        <>
          <FormDayField control={control} name="castratedOn" label={labels.castratedOn} min={earliestDate} max={today} />
          <div className="sm:pt-6.5">
            <CheckField control={control} name="isCastrated">
              {labels.isCastrated}
            </CheckField>
          </div>
        </>
      )}
    </Section>
  );
}

export function SaleSection() {
  const control = useAnimalControl();
  const forSale = useWatch({ control, name: 'forSale' });
  return (
    <Section title="Sale">
      <div className={wide}>
        <SwitchField control={control} name="forSale">
          {labels.forSale}
        </SwitchField>
      </div>
      {forSale && (
        <>
          <TextField
            control={control}
            name="salePrice"
            label={labelInUnit(labels.salePrice)}
            hint="The marketplace shows animals with a price"
            inputMode="decimal"
          />
          <LongTextField control={control} name="saleDescription" label={labels.saleDescription} className={wide} />
          <p className={`text-sm text-muted-foreground ${wide}`}>
            Once this is saved, the animal’s page is where you add more photos and a clip and choose which records the listing
            shows.
          </p>
        </>
      )}
    </Section>
  );
}

export function NotesSection() {
  const control = useAnimalControl();
  return (
    <Section>
      <LongTextField control={control} name="notes" label={labels.notes} className={wide} />
    </Section>
  );
}

/** Never blocks saving, because two animals may share a number. */
function LookAlikes({ animalId }: { animalId: string }) {
  const tag = useDeferredValue(useWatch<AnimalFormValues, 'tagNumber'>({ name: 'tagNumber' }));
  const { data: animals = [] } = useQuery(animalsQuery);
  const looks = groupByLooseTag(animals);
  const alike = tag.trim() === '' ? [] : (looks.get(looseTagKey(tag)) ?? []).filter(({ id }) => id !== animalId);
  const [first] = alike;
  return (
    <output className="text-sm empty:-mt-1.5">
      {first && (
        <span className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-status-sold" />
          <span>
            {first.tagNumber === tag.trim() ? 'Already in use by ' : 'Looks like '}
            <b className="font-semibold">{fullName(first)}</b>
            {alike.length > 1 && ` and ${alike.length - 1} more`}
          </span>
        </span>
      )}
    </output>
  );
}

function PhotoField({ onBusy }: { onBusy: (isBusy: boolean) => void }) {
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController<AnimalFormValues, 'imageUrl'>({ name: 'imageUrl' });
  const species = useWatch<AnimalFormValues, 'species'>({ name: 'species' });
  const { upload, send, hidePreview } = usePhotoUpload({ onBusy, onUploaded: onChange });
  const isSending = upload !== null && !upload.failure;
  const hasPhoto = isPictureUrl(value);
  return (
    <div className="flex flex-wrap items-center gap-4">
      {upload?.preview ? (
        <img
          src={upload.preview}
          alt=""
          onError={hidePreview}
          className={cn('size-24 shrink-0 rounded-lg object-cover', upload.failure && 'opacity-50')}
        />
      ) : (
        <AnimalPhoto imageUrl={value} species={species} className="size-24" />
      )}
      <div className="flex min-w-0 flex-1 basis-40 flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <FileButton ref={ref} variant="outline" accept="image/*" disabled={isSending} onChoose={(file) => void send(file)}>
            <Camera aria-hidden />
            {hasPhoto || upload ? 'Change photo' : 'Add a photo'}
          </FileButton>
          {upload?.failure?.canRetry && (
            <Button variant="outline" onClick={() => void send(upload.file)}>
              <RotateCcw aria-hidden />
              Try again
            </Button>
          )}
          {hasPhoto && !upload && (
            <Button variant="ghost" size="icon" aria-label="Remove the photo" onClick={() => onChange(null)}>
              <Trash2 aria-hidden />
            </Button>
          )}
        </div>
        {isSending && (
          <div className="flex items-center gap-3 text-sm text-muted-foreground">
            <Progress value={upload.percent} label="Photo upload" />
            <span className="w-10 shrink-0 text-end">{upload.percent}%</span>
          </div>
        )}
        {upload?.failure && (
          <p className="text-sm font-medium text-destructive">The photo was not sent. {upload.failure.reason}</p>
        )}
        {fieldState.error && <p className="text-sm font-medium text-destructive">{fieldState.error.message}</p>}
      </div>
    </div>
  );
}
