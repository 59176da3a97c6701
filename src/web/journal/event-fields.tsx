import { useQuery } from '@tanstack/react-query';
import { type Control, useController, useFormContext, useWatch } from 'react-hook-form';
import { type Sex, sexes, type Species, speciesTerms } from '#domain/records/animals.ts';
import { maxBreedingValues } from '#domain/records/breeding-value-bounds.ts';
import { choiceText, type FieldInfo, itemsOf, infosOf } from '#domain/records/fields.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { CheckField, ChoiceField } from '#web/components/forms/form-fields.tsx';
import { SelectField } from '#web/components/forms/form-select-field.tsx';
import { LongTextField, TextField } from '#web/components/forms/form.tsx';
import { LinesField } from '#web/components/forms/lines-field.tsx';
import { byTag, useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { PersonField } from '#web/herd/person-field.tsx';
import { RecordPhotoField } from '#web/components/forms/record-photo-field.tsx';
import { notStated } from '#web/lib/forms/record-form.ts';
import { today } from '#web/lib/text/today.ts';
import { LabelledCombobox } from '#web/ui/combobox.tsx';
import { type EventFormValues, type FormField, formFieldsOf, newItem, noneOptionOf } from './event-form-values.ts';
import { CheckupWithdrawal, noWithdrawal } from '#web/herd/care/checkup-withdrawal.tsx';
import type { Weighed } from '#web/herd/care/last-weight.ts';
import { ProductField } from './product-field.tsx';
import type { NewEvent } from '#contract/events.ts';
import { labelInUnit } from '#web/lib/text/weight-text.ts';
import { EntryField } from '#web/farm-lists/entry-combobox.tsx';
import { eventKinds } from '#domain/records/events.ts';
import { dayText } from '#web/herd/day-text.ts';
import { CheckboxLine } from '#web/ui/checkbox.tsx';

type EventControl = Control<EventFormValues, unknown, NewEvent>;

interface EventFieldsProps {
  readonly control: EventControl;
  readonly fields: readonly FormField[];
  /** The path of the record with the fields, ending with a dot; empty for the event itself. */
  readonly prefix?: string;
  readonly species: Species;
  /** The animal's last weight; absent for several animals. */
  readonly weighed?: Weighed | null;
  /** The choice of a picture opens at once. */
  readonly isPhotoFirst?: boolean;
  readonly onPhotoBusy: (isBusy: boolean) => void;
}

export const EventFields = ({ fields, prefix = '', ...shared }: EventFieldsProps) =>
  fields.map((field) => <EventField key={field.name} {...shared} field={field} path={`${prefix}${field.name}`} />);

interface EventFieldProps extends Omit<EventFieldsProps, 'fields' | 'prefix'> {
  readonly field: FormField;
  readonly path: string;
}

const wide = 'sm:col-span-2';
const latest: readonly string[] = ['day'];

function EventField({ control, field, path, species, weighed, isPhotoFirst = false, onPhotoBusy }: EventFieldProps) {
  const { name, info, isRequired } = field;
  if (name === 'productName') {
    return (
      <ProductField
        control={control}
        path={path}
        label={info.label}
        species={species}
        {...(weighed !== undefined && { weighed })}
      />
    );
  }
  if (name === 'meatWithdrawalDays') return <WithdrawalOfCheckup control={control} />;
  if (name === 'courseOpen') return <CourseFields control={control} label={info.label} />;
  if (name === 'expiry') return <ExpiryField control={control} label={info.label} />;
  // The types of a kind's fields are known only at run time.
  const bound = { control, name: path as never, label: info.label };
  const choices = info.kind === 'choice' ? choicesOf(field, species) : [];
  switch (info.kind) {
    case 'choice':
      if (isRequired) {
        return <ChoiceField {...bound} options={choices} layout={choices.length > 3 ? 'wrapped' : 'beside'} className={wide} />;
      }
      // A choice that always has a value is changed with one tap.
      if (info.unset !== null) return <ChoiceField {...bound} options={choices} layout="wrapped" className={wide} />;
      return <SelectField {...bound} options={[{ value: notStated, label: 'Not stated' }, ...choices]} />;
    case 'yesNo':
      return <CheckField {...bound}>{info.label}</CheckField>;
    case 'day':
      return <FormDayField {...bound} optional={!isRequired} {...(latest.includes(name) && { max: today() })} />;
    case 'time':
      return <TextField {...bound} type="time" />;
    case 'weight':
    case 'number':
    case 'days':
      return <TextField {...bound} label={labelInUnit(info.label)} inputMode="decimal" />;
    case 'animal':
      return <ParentField control={control} path={path} label={info.label} sex={name === 'sireId' ? 'male' : 'female'} />;
    case 'picture':
      return <RecordPhotoField control={control} name={path as never} isFirst={isPhotoFirst} onBusy={onPhotoBusy} />;
    case 'list':
      return <ItemsField control={control} field={field} path={path} species={species} onPhotoBusy={onPhotoBusy} />;
    case 'reference':
      return <MoveField control={control} path={path} label={info.label} />;
    default:
      if (name === 'responsible') return <PersonField {...bound} />;
      return isLong(name) ? <LongTextField {...bound} className={wide} /> : <TextField {...bound} />;
  }
}

const isLong = (name: string): boolean => ['note', 'notes', 'reason'].includes(name);

const choicesOf = (
  { name, schema, info }: FormField,
  species: Species,
): readonly { readonly value: string; readonly label: string }[] =>
  name === 'sex'
    ? sexes.map((value) => ({ value, label: speciesTerms[species][value] }))
    : optionsOf(schema).map((value) => ({ value, label: choiceText(info, value) }));

function optionsOf(schema: unknown): readonly string[] {
  const { options, unwrap } = schema as { readonly options?: readonly string[]; readonly unwrap?: () => unknown };
  return options ?? (unwrap ? optionsOf((schema as { unwrap: () => unknown }).unwrap()) : []);
}

type ParentFieldProps = Pick<EventFieldProps, 'control' | 'path'> & Pick<FieldInfo, 'label'> & { readonly sex: Sex };

function ParentField({ control, path, label, sex }: ParentFieldProps) {
  const { field, fieldState } = useController({ control, name: path });
  const { ref, onChange } = field;
  const value = field.value as string | null;
  const optionOf = useAnimalOption();
  const { data: herd = [] } = useQuery(animalsQuery);
  const { data: outside = [] } = useQuery(outsideParentsQuery);
  // Only an animal on the farm can rear young.
  const animals = sex === 'male' ? [...herd, ...outside] : herd.filter(({ status }) => status === 'active');
  const none = noneOptionOf(path);
  const options = animals.filter((animal) => animal.sex === sex).toSorted(byTag);
  return (
    <LabelledCombobox
      label={label}
      error={fieldState.error?.message}
      {...{ ref, onChange }}
      options={[...none, ...options.map(optionOf)]}
      value={value}
      placeholder={none.length === 0 ? 'Not known' : 'Choose an animal'}
      searchPlaceholder="Search by tag or name"
      emptyText="None found"
      clearLabel={`Remove: ${label}`}
    />
  );
}

const noWithdrawals = {
  ...noWithdrawal,
  lines: [
    { product: 'meat', days: '0', clearOn: '' },
    { product: 'milk', days: '0', clearOn: '' },
  ],
};

const itemWords: Readonly<Record<string, { readonly one: string; readonly max: number }>> = {
  withdrawals: { one: 'withdrawal', max: 3 },
  young: { one: 'young', max: 8 },
  values: { one: 'breeding value', max: maxBreedingValues },
};

function ItemsField({ control, field, path, species, onPhotoBusy }: EventFieldProps) {
  const itemFields = formFieldsOf(itemsOf(field.schema));
  return (
    <LinesField
      control={control}
      name={path}
      label={field.info.label}
      {...(itemWords[field.name] ?? { one: 'line', max: 8 })}
      newLine={(): EventFormValues => newItem(field)}
      none={field.name === 'withdrawals' ? noWithdrawals : undefined}
    >
      {(index) => (
        <EventFields
          control={control}
          fields={itemFields}
          prefix={`${path}.${index}.`}
          species={species}
          onPhotoBusy={onPhotoBusy}
        />
      )}
    </LinesField>
  );
}

type MoveFieldProps = Pick<EventFieldProps, 'control' | 'path'> & Pick<FieldInfo, 'label'>;

/** A move is to a place or into a group, so choosing one clears the other. */
function MoveField({ control, path, label }: MoveFieldProps) {
  const { setValue } = useFormContext<EventFormValues>();
  const [kind, other] = path === 'placeId' ? (['place', 'groupId'] as const) : (['group', 'placeId'] as const);
  return (
    <EntryField
      control={control}
      name={path}
      kind={kind}
      label={label}
      none={noneOptionOf(path)}
      onChosen={(id) => id !== null && setValue(other, null)}
    />
  );
}

function WithdrawalOfCheckup({ control }: { readonly control: EventControl }) {
  const given = useWatch({ control, name: ['medication', 'cdnt', 'dewormed'] });
  const [medication, cdnt, dewormed] = given as [string, boolean, boolean];
  return <CheckupWithdrawal given={{ medication: medication.trim(), cdnt, dewormed }} />;
}

interface MedicineFieldProps {
  readonly control: Control<EventFormValues, unknown, NewEvent>;
  readonly label: string;
}

/** Warns about an expired batch but does not block it: the farmer decides. */
function ExpiryField({ control, label }: MedicineFieldProps) {
  const [expiry, day] = useWatch({ control, name: ['expiry', 'day'] }) as (string | undefined)[];
  const isExpired = Boolean(expiry && day && expiry < day);
  return (
    <FormDayField
      control={control}
      name={'expiry' as never}
      label={label}
      optional
      hint={
        isExpired && <span className="font-medium text-destructive">This batch expired on {dayText(expiry ?? '', today())}</span>
      }
    />
  );
}

const { doses, everyDays } = infosOf(eventKinds.treatment.fields);

/** `Once a day for 3 days` is the first of three doses, each a day after the other. */
function CourseFields({ control, label }: MedicineFieldProps) {
  const { setValue } = useFormContext<EventFormValues>();
  const [isOpen, every] = useWatch({ control, name: ['courseOpen', 'everyDays'] }) as [boolean, string];
  return (
    <div className="flex flex-col gap-3 sm:col-span-2">
      <CheckboxLine
        checked={isOpen}
        onCheckedChange={(checked) => {
          setValue('courseOpen', checked === true);
          if (checked === true && every === '') setValue('everyDays', '1');
        }}
      >
        {label}
      </CheckboxLine>
      {isOpen && (
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField
            control={control}
            name={'doses' as never}
            label={doses.label}
            hint="Including this one. Leave empty if not known yet"
            inputMode="numeric"
            inputClassName="tabular-nums"
          />
          <TextField
            control={control}
            name={'everyDays' as never}
            label={everyDays.label}
            hint="Such as 1 for once a day"
            inputMode="numeric"
            inputClassName="tabular-nums"
          />
        </div>
      )}
    </div>
  );
}
