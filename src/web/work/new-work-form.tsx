import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import type { Product } from '#contract/products.ts';
import { type StockLeft, nextBatch } from '#domain/health/stock.ts';
import { addDays, isCalendarDate, daysBetween } from '#domain/values/dates.ts';
import { maxNameLength } from '#domain/values/farm-lists.ts';
import { fieldNames } from '#domain/records/fields.ts';
import { maxWorklistAnimals, sharedFields } from '#domain/records/worklist.ts';
import { type Work, workInfo } from '#domain/records/works.ts';
import { truncateText } from '#domain/values/text-length.ts';
import { recentDays, recentUses } from '#domain/animals/recent-uses.ts';
import { Form, FormFields } from '#web/components/forms/form.tsx';
import { RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { clearDrafts } from '#web/lib/forms/drafts.ts';
import { draftOwner } from '#web/lib/session/session.ts';
import { sameContent } from '#web/lib/forms/three-way.ts';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { groupsToJoin } from '#web/farm-lists/groups-to-join.ts';
import { groupsQuery } from '#web/farm-lists/lists.data.ts';
import { animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { NoActiveAnimals } from '#web/herd/animal/no-active-animals.tsx';
import { YoungWith } from '#web/herd/animal/young-with.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { useRecordForAll, useUndoForAll } from '#web/herd/data/events.data.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { eventResolver, type EventFormValues, newEventValues, recordedValues } from '#web/journal/event-form-values.ts';
import { count } from '#web/lib/text/format.ts';
import { RetryIds } from '#web/lib/forms/retry-ids.ts';
import { toastSaved, toastUndone } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { DoseForHeaviest } from './dose-for-heaviest.tsx';
import { chosenByHand, nameOfPart } from './name-of-part.ts';
import { SaveButtons } from './save-buttons.tsx';
import { SellTo, useWithheldOn } from './sell-to.tsx';
import { SharedFields } from './shared-fields.tsx';
import { useWhom } from './use-whom.ts';
import { asTheyCome, countText, handedOver, mayBeDoneWith, takenBy, type HerdPart } from '#web/herd/list/parts-of-herd.ts';
import { WhomField } from './whom-field.tsx';
import { type Shared, workEvent } from './work-events.ts';
import { toastIssuedPapers } from '#web/herd/toast-issued-papers.ts';
import { isUse, lastDoseOf, lastUseOf } from '#web/herd/care/last-uses.ts';
import { batchValues, productValues } from '#web/journal/product-field.tsx';
import { useCall } from '#web/lib/server/use-call.ts';

interface NewWorkFormProps {
  readonly work: Work;
  readonly herd: readonly Animal[];
  /** Newest first. */
  readonly lastUses: readonly RecordedEvent[];
  readonly products: readonly Product[];
  readonly stock: ReadonlyMap<string, StockLeft>;
}

/** The entries that are the same for all animals and the choice of animals; then all are recorded at once or one by one. */
export function NewWorkForm({ work, herd, lastUses, products, stock }: NewWorkFormProps) {
  const { label, event: kind, asks } = workInfo(work);
  const here = useAnimalsFor(work, herd);
  const options = useWhom(here);
  const handed = options.find(({ value }) => value === handedOver);
  const { animalIds, productId, move } = useRouterState({ select: ({ location }) => location.state });
  /** A draft is continued only on its day, and only with the same. */
  const given = { animalIds, productId, move };
  const client = useQueryClient();
  useEffect(() => clearDrafts(draftOwner(client), isOfAnotherDay), [client]);
  const byId = new Map(here.map((animal) => [animal.id, animal]));
  const animalsOf = (part: HerdPart | undefined) => (part?.ids ?? []).flatMap((id) => byId.get(id) ?? []);
  const speciesOf = (part: HerdPart | undefined) => [...animalsOf(part), ...herd].at(0)?.species ?? 'sheep';
  const product = products.find(({ id }) => id === productId);
  const record = useRecordForm<never, EventFormValues, NewEvent, () => Promise<void>>({
    failure: 'Could not record this',
    valuesOf: () => ({
      ...startValues(work, { lastUses, stock, products }, product && { product, species: speciesOf(handed) }),
      ...move,
      whom: handed ? withoutIds(handed) : null,
      ids: [],
      begunOn: today(),
      given,
    }),
    resolver: (...input) =>
      asks === null
        ? eventResolver({ kind, animalId: uuidv7() }, { ...anyAnimal, species: speciesOf(chosen) })(...input)
        : passOn(input[0]),
    fieldOf,
    draft: { form: `work/${work}/` },
    continues: ({ values }) => values['begunOn'] === today() && sameContent(values['given'], given),
    send: async (event, { id }) => {
      if (missing !== undefined) return undefined;
      const shared = sharedOf(work, event);
      return isForAll && !isOneByOne.current ? recordAll(shared) : beginList(id, shared);
    },
    onSaved: (show) => show(),
  });
  const { form, failed, failure } = record;
  const whom = useWatch({ control: form.control, name: 'whom' }) as HerdPart | null;
  const picked = options.find(({ value }) => value === whom?.value) ?? whom;
  const chosen = picked ? { ...picked, ids: picked.ids.filter((id) => byId.has(id)) } : undefined;
  const choose = (part: HerdPart) => form.setValue('whom', options.includes(part) ? withoutIds(part) : part);
  const { isSubmitting } = useFormState({ control: form.control });
  /** The label of the second button. */
  const isOneByOne = useRef(false);
  const { animals, note } = useWithoutRecent(work, form, animalsOf(chosen));
  const isForAll = asks === null && animals.length > 0;
  const withheldOf = useWithheldOn(form);
  const isWithheld = ({ id }: Animal) => work === 'sell' && withheldOf(id) !== '';
  const missingReason = useMissingReason(form, animals.some(isWithheld));
  const missing = useMissing(work, form, chosen, animals.length) ?? missingReason;
  const name = chosen && nameOfPart(chosen);
  const { recordAll, beginList } = useSaveWork(work, { form, animals, whom: name, isWithheld, products });

  const whomText = animals.length === 0 ? '' : ` ${countText(animals, today())}`;
  return (
    <Form form={form} onSubmit={record.submit} fieldOf={fieldOf} className="sm:max-w-xl">
      <RecordNotices record={record} />
      <FormFields className="flex flex-col gap-6">
        {work === 'sell' ? (
          <SellTo form={form} animals={animals} withheldOf={withheldOf} />
        ) : (
          <SharedFields work={work} form={form} species={speciesOf(chosen)} />
        )}
        {takesProduct(work) && <DoseForHeaviest form={form} animals={animals} products={products} />}
        <WhomField options={options} animals={here} value={chosen} onChange={choose} />
        {here.length === 0 && <NobodyHere herd={herd} label={label} />}
        <LeftOut work={work} chosen={animalIds} taken={handed} />
        <YoungToMove work={work} chosen={chosen} onChange={choose} />
        {note}
      </FormFields>
      {failed !== undefined && !isSubmitting && (
        <div className="mt-5">
          <NotSaved error={failed} fallback={failure} />
        </div>
      )}
      <div aria-hidden className="h-40 sm:h-4" />
      <SaveButtons
        label={missing ?? `${isForAll ? label : 'Begin'}${whomText}`}
        isReady={missing === undefined}
        mayBegin={isForAll && animals.length <= maxWorklistAnimals}
        isOneByOne={isOneByOne}
      />
    </Form>
  );
}

function useAnimalsFor(work: Work, herd: readonly Animal[]): readonly Animal[] {
  const { data: states = [] } = useQuery(animalStatesQuery);
  const weanedOn = new Map(states.map((state) => [state.animalId, state.weanedOn]));
  return herd.filter((animal) => mayBeDoneWith(work, animal, today(), weanedOn.get(animal.id)));
}

const NobodyHere = ({ herd, label }: Pick<NewWorkFormProps, 'herd'> & { readonly label: string }) => (
  <p className="text-muted-foreground">
    {herd.some(({ status }) => status === 'active') ? (
      `Nobody here to ${label.toLowerCase()}.`
    ) : (
      <NoActiveAnimals what="animals" />
    )}
  </p>
);

interface LeftOutProps {
  readonly work: Work;
  readonly chosen: readonly string[] | undefined;
  readonly taken: HerdPart | undefined;
}

/** Says why fewer are here than another page hands over. */
function LeftOut({ work, chosen = [], taken }: LeftOutProps) {
  const size = chosen.length - (taken?.ids.length ?? 0);
  if (size <= 0) return null;
  return (
    <p className="text-muted-foreground">
      {count(size)} of the {count(chosen.length)} you chose {size === 1 ? 'is' : 'are'} left out: only{' '}
      {takenBy[work] ?? 'animals on the farm'} can be entered here.
    </p>
  );
}

const isOfAnotherDay = (form: string, { values }: { readonly values: EventFormValues }): boolean =>
  form.startsWith('work/') && values['begunOn'] !== today();

/** The ids of a part of the herd are those of its animals now. */
const withoutIds = (part: HerdPart): HerdPart => ({ ...part, ids: [] });

interface YoungToMoveProps {
  readonly work: Work;
  readonly chosen: HerdPart | undefined;
  readonly onChange: (chosen: HerdPart) => void;
}

const YoungToMove = ({ work, chosen, onChange }: YoungToMoveProps) =>
  work === 'move' &&
  chosen && <YoungWith animalIds={chosen.ids} onAdd={(young) => onChange(chosenByHand([...chosen.ids, ...young]))} />;

type WorkForm = UseFormReturn<EventFormValues, unknown, NewEvent>;

/** The first thing missing for it to be saved. */
function useMissing(work: Work, { control }: WorkForm, chosen: HerdPart | undefined, size: number): string | undefined {
  const { data: groups = [] } = useQuery(groupsQuery);
  const [placeId, groupId, eggs, day] = useWatch({ control, name: ['placeId', 'groupId', 'eggCount', 'day'] }) as (
    | string
    | null
    | undefined
  )[];
  if (work === 'sort' && groupsToJoin(groups).length === 0) return 'Add the groups first';
  if (work === 'pooledEggs' && !eggs) return 'How many eggs?';
  if (work === 'move' && !placeId && !groupId) return 'Where to?';
  if (!chosen || (chosen.ids.length === 0 && chosen.value !== asTheyCome)) return 'Which animals?';
  if (size === 0 && chosen.value !== asTheyCome) return 'They have all had it';
  return workInfo(work).asks === null ? undefined : missingInList(chosen, day ?? '');
}

/** Work whose values are entered for each animal always begins a list. */
function missingInList({ ids }: HerdPart, day: string): string | undefined {
  if (!isCalendarDate(day) || day > today()) return 'Which day?';
  return ids.length > maxWorklistAnimals ? `At most ${count(maxWorklistAnimals)} in one list` : undefined;
}

function useMissingReason({ control }: WorkForm, isWithheld: boolean): string | undefined {
  const [reason] = useWatch({ control, name: ['reason'] }) as (string | undefined)[];
  return isWithheld && !reason?.trim() ? 'Why in withdrawal?' : undefined;
}

const takesProduct = (work: Work): boolean => work === 'vaccinate' || work === 'treat';

/** Leaves out animals that were recently given the same product, until the person includes them; a note says so. */
function useWithoutRecent(work: Work, { control }: WorkForm, wanted: readonly Animal[]) {
  const [isRepeated, setRepeated] = useState(false);
  const isGiven = takesProduct(work);
  const from = addDays(today(), -recentDays);
  const { data: uses = [] } = useQuery({ ...eventsQuery({ kinds: ['treatment', 'vaccination'], from }), enabled: isGiven });
  const productName = useWatch({ control, name: 'productName' });
  const had = recentUses(isGiven ? uses : [], typeof productName === 'string' ? productName : '', today());
  const days = wanted.flatMap(({ id }) => had.get(id) ?? []);
  return {
    animals: isRepeated ? wanted : wanted.filter(({ id }) => !had.has(id)),
    note: days.length > 0 && <HadIt days={days} isRepeated={isRepeated} onChange={() => setRepeated(!isRepeated)} />,
  };
}

interface HadItProps {
  readonly days: readonly string[];
  readonly isRepeated: boolean;
  readonly onChange: () => void;
}

/** `2 had it on Thu, Nov 12 and are left out.` */
function HadIt({ days, isRepeated, onChange }: HadItProps) {
  const [first = '', ...others] = new Set(days);
  const when = others.length === 0 ? `on ${dayText(first, today())}` : `in the last ${recentDays} days`;
  const isOne = days.length === 1;
  const result = isRepeated ? (isOne ? 'gets it again' : 'get it again') : isOne ? 'is left out' : 'are left out';
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {count(days.length)} had it {when} and {result}.
      <Button variant="link" onClick={onChange}>
        {isRepeated ? 'Leave out' : 'Include'}
      </Button>
    </p>
  );
}

interface SaveOptions {
  readonly form: WorkForm;
  readonly animals: readonly Animal[];
  /** The name of the part of the herd that they are. */
  readonly whom: string | undefined;
  readonly isWithheld: (animal: Animal) => boolean;
  readonly products: readonly Product[];
}

/** Records all animals at once, or creates a list to work through. A retry does neither twice. Each resolves with what shows the result. */
function useSaveWork(work: Work, { form, animals, whom, isWithheld, products }: SaveOptions) {
  const { doing } = workInfo(work);
  const recordForAll = useRecordForAll();
  const addWorklist = useCall('addWorklist');
  const undoForAll = useUndoForAll();
  const navigate = useNavigate();

  const undo = (ids: readonly string[], description: string, day: string) =>
    void undoForAll.mutateAsync(ids).then(
      (undone) => {
        toastUndone(undone, description);
        if (work === 'sell') toastIssuedPapers(day);
      },
      (reason: unknown) => toastFailure(reason, 'Could not undo this'),
    );
  const recordAll = async (shared: Shared) => {
    const content = JSON.stringify(shared);
    const sent = new Map(form.getValues('ids') as [content: string, ids: ReturnType<RetryIds['unsettled']>][]);
    const retryIds = new RetryIds(sent.get(content));
    const events = animals.map((animal) => {
      const said = work === 'sell' && !isWithheld(animal) ? { ...shared, reason: null } : shared;
      return workEvent({ id: retryIds.of(animal.id), work, shared: said, animal, today: today(), products });
    });
    form.setValue('ids', [...sent.set(content, retryIds.unsettled())]);
    const ids = await recordForAll.mutateAsync(events);
    const description = `${doing}: ${countText(animals, today())}`;
    return async () => {
      await (work === 'sell'
        ? navigate({ to: '/receipt', search: { day: shared.day ?? today(), buyer: shared.buyer ?? undefined }, replace: true })
        : navigate({ to: '/work', replace: true }));
      toastSaved(ids, {
        title: 'Recorded',
        description,
        action: { label: 'Undo', onPress: () => undo(ids, description, shared.day ?? today()) },
      });
    };
  };
  const beginList = async (id: string, shared: Shared) => {
    const said = [shared.productName, whom].filter(Boolean).join(', ');
    const name = truncateText([doing, said].filter(Boolean).join(': '), maxNameLength);
    await addWorklist.mutateAsync({ body: { id, name, work, shared, animalIds: animals.map((animal) => animal.id) } });
    return () => navigate({ to: '/work/$id', params: { id }, replace: true });
  };
  return { recordAll, beginList };
}

/** Refusals about a single animal are shown as text. */
const fieldOf = (path: string): string | undefined => /^events\.\d+\.(?!animalId)(.+)$/.exec(path)?.[1];

const anyAnimal = { sex: 'female', isReference: false, birthDate: null, birthYear: null } as const;

/** Values entered per animal are not fields of this form, so not the whole event is validated. */
const passOn = (values: EventFormValues) => ({ values: values as NewEvent, errors: {} });

function sharedOf(work: Work, event: NewEvent): Shared {
  const values = new Map<string, unknown>(Object.entries(event));
  const names = workInfo(work).asks === null ? fieldNames(sharedFields) : (['day', 'note'] as const);
  const entries = names.flatMap((name) => {
    const value = values.get(name);
    const isSaid =
      value !== undefined && value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);
    return isSaid && !(name === 'day' && value === today()) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The values of the last time, with the booster after the same number of days. */
function startValues(
  work: Work,
  { lastUses, stock, products }: Pick<NewWorkFormProps, 'lastUses' | 'stock' | 'products'>,
  given: { readonly product: Product; readonly species: Animal['species'] } | undefined,
): EventFormValues {
  const { event: kind, values: ofWork } = workInfo(work);
  const values = { ...newEventValues(kind), ...ofWork };
  const last = given ? lastUseOf(given.product.id, lastUses) : lastUses.filter(isUse).find((event) => event.kind === kind);
  if (given && !last) return { ...values, ...productValues(given.product, given.species, stock.get(given.product.id)) };
  if (!last) return values;
  // The day of an end was that of the last time.
  const inDays = last.withdrawals.map((each) =>
    each.clearOn === null ? each : { ...each, days: daysBetween(last.day, each.clearOn), clearOn: null },
  );
  const { productId, productName, unit, withdrawals } = recordedValues({ ...last, withdrawals: inDays });
  const dose = lastDoseOf(
    products.find(({ id }) => id === last.productId),
    last,
  );
  const batch = nextBatch(last, last.productId === null ? undefined : stock.get(last.productId), today());
  const nextDueDay =
    last.kind === 'vaccination' && last.nextDueDay !== null ? addDays(today(), daysBetween(last.day, last.nextDueDay)) : '';
  const medicine = { productId, productName, dose, unit, ...batchValues(batch), withdrawals };
  return { ...values, ...medicine, ...(kind === 'vaccination' && { nextDueDay }) };
}
