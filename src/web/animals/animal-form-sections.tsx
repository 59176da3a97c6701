import { type ReactNode, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { animalStatuses, healthStatuses, healthText, sexes, speciesList, speciesTerms } from '#domain/animals.ts';
import { calendarDateOf, earliestDate } from '#domain/dates.ts';
import { DayField } from '#web/components/day-field.tsx';
import type { AnimalFormValues } from './animal-form-values.ts';
import { StatusDot } from '#web/herd/animal-badges.tsx';
import { sexLabels, speciesLabels } from '#web/herd/animal-labels.ts';
import { CheckField, ChoiceField, LongTextField, SelectField, SwitchField, TextField } from './form-fields.tsx';
import { LookAlikes } from './look-alikes.tsx';
import { ParentField } from './parent-field.tsx';
import { PhotoField } from './photo-field.tsx';
import { SpeciesIcon } from '#web/herd/species-icon.tsx';

/** Fields that belong together, in two columns where there is room. */
function Section({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-x-4 gap-y-5 not-first-of-type:mt-6 not-first-of-type:border-t not-first-of-type:pt-6 sm:grid-cols-2">
      {title && <legend className="title float-left text-lg sm:col-span-2">{title}</legend>}
      {children}
    </fieldset>
  );
}

const wide = 'sm:col-span-2';

interface IdentityProps {
  readonly animalId: string;
  /** Whether it is still there can be said once it has been added. */
  readonly hasStatus: boolean;
  readonly onPhotoBusy: (isBusy: boolean) => void;
}

/** What everyone sees of an animal first. */
export function IdentitySection({ animalId, hasStatus, onPhotoBusy }: IdentityProps) {
  const species = useWatch<AnimalFormValues, 'species'>({ name: 'species' });
  return (
    <Section>
      <div className="flex flex-col gap-1.5">
        <TextField name="tagNumber" label="Tag number" autoCapitalize="characters" spellCheck={false} />
        <LookAlikes animalId={animalId} />
      </div>
      <TextField name="name" label="Name" />
      <ChoiceField
        name="species"
        label="Species"
        options={speciesList.map((value) => ({ value, label: speciesLabels[value], icon: <SpeciesIcon species={value} /> }))}
      />
      <ChoiceField
        name="sex"
        label="Sex"
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
      <TextField name="breed" label="Breed" />
      <TextField name="color" label="Color" />
      {hasStatus && (
        <ChoiceField
          name="status"
          label="Status"
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
    </Section>
  );
}

function BirthFields() {
  const isYearOnly = useWatch<AnimalFormValues, 'isYearOnly'>({ name: 'isYearOnly' });
  const [today] = useState(() => calendarDateOf(new Date()));
  return (
    <>
      {isYearOnly ? (
        <TextField name="birthYear" label="Year of birth" inputMode="numeric" maxLength={4} placeholder={today.slice(0, 4)} />
      ) : (
        <Controller<AnimalFormValues, 'birthDate'>
          name="birthDate"
          render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
            <DayField
              label="Birth date"
              min={earliestDate}
              max={today}
              value={value}
              error={error?.message}
              onChange={onChange}
              ref={ref}
            />
          )}
        />
      )}
      <div className="sm:pt-6.5">
        <CheckField name="isYearOnly">Only the year is known</CheckField>
      </div>
    </>
  );
}

export function FamilySection({ animalId }: { animalId: string }) {
  return (
    <Section title="Parents">
      <ParentField parent="mother" childId={animalId} />
      <ParentField parent="father" childId={animalId} />
      <TextField
        name="pedigreeUrl"
        label="Pedigree link"
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
  return (
    <Section title="Health and growth">
      <SelectField
        name="healthStatus"
        label="Health"
        options={healthStatuses.map((value) => ({ value, label: healthText(value) }))}
      />
      <div className="sm:pt-6.5">
        <CheckField name="vaccinated">Vaccinated</CheckField>
      </div>
      <TextField name="birthWeight" label="Birth weight (lbs)" inputMode="decimal" />
      <TextField name="weaningWeight" label="Weaning weight (lbs)" inputMode="decimal" />
      <TextField name="weaningAgeDays" label="Age at weaning (days)" inputMode="numeric" />
    </Section>
  );
}

export function SaleSection() {
  const forSale = useWatch<AnimalFormValues, 'forSale'>({ name: 'forSale' });
  return (
    <Section title="Sale">
      <div className={wide}>
        <SwitchField name="forSale">For sale</SwitchField>
      </div>
      {forSale && (
        <>
          <TextField name="salePrice" label="Price ($)" hint="The marketplace shows animals with a price" inputMode="decimal" />
          <LongTextField name="saleDescription" label="Sale description" className={wide} />
        </>
      )}
    </Section>
  );
}

export function NotesSection() {
  return (
    <Section>
      <LongTextField name="notes" label="Notes" className={wide} />
    </Section>
  );
}
