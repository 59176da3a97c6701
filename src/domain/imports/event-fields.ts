import { eventKinds, type EventKind } from '../records/events.ts';
import { infoOf, type FieldKind, type Fields } from '../records/fields.ts';

export interface ImportFieldInfo {
  readonly label: string;
  /** Replaces the label above a column that is written. */
  readonly heading?: string;
  readonly kind?: FieldKind;
  /** How farmers and other programs head such a column, best first, reduced to letters and digits (headings.ts). */
  readonly words: string;
  /** Which events, and which of their fields, the column is read into (happened.ts); with `!` a cell tells that there was such an event. */
  readonly of?: string;
}

export const named = (label: string, words = '', more: Partial<ImportFieldInfo> = {}): ImportFieldInfo => ({
  label,
  words,
  ...more,
});

const dayOf = (label: string, words = '', heading = label): ImportFieldInfo => named(label, words, { kind: 'day', heading });

interface Target {
  readonly kind: EventKind;
  readonly name: string | null;
  readonly isSign: boolean;
}

const targetsIn = (of: string): Target[] =>
  of.split(' ').map((text) => {
    const [kind = '', name = null] = text.replace('!', '').split('.');
    return { kind: kind as EventKind, name, isSign: text.endsWith('!') };
  });

/** Of the first field of an event that it is read into come its label and its kind. */
function ofEvent(of: string, words = '', more: Partial<ImportFieldInfo> = {}): ImportFieldInfo {
  const [{ kind, name } = { kind: 'note' as const, name: null }] = targetsIn(of);
  const schema = name === null ? undefined : (eventKinds[kind].fields as Fields)[name];
  const info = schema && infoOf(schema);
  const [label = ''] = info?.label.split(' (') ?? [];
  return { label, words, of, ...(info && { kind: info.kind }), ...more };
}

/** Columns of what happened to an animal. */
export const eventFields = {
  eventDay: dayOf(
    'Day it happened',
    'date date-time datetime session-date record-date test-date event-date observation-date check-date score-date datum fecha data when milk-date moved-date scan-date shearing-date mating-date breeding-date bred servicedon ai-date date-of-ai heat-date observed observed-on date-scored sample-date sampled',
    'Date',
  ),
  statusDate: dayOf(
    'Day it left (sold or died)',
    'status-date status-change-date date-left leavingdate moved-off moved-off-date moved-out moved-out-date remove-date exit-date disposal-date disposition-date cull-date removal-date date-out off-date code-date abgangsdatum fecha-baja baja date-sortie sorti-le abgang-am left-herd left-flock gone-date',
    'Left on',
  ),
  soldOn: dayOf('Sold on', 'sale-date date-sold'),
  diedOn: dayOf('Died on', 'death-date dod'),
  arrivedOn: ofEvent(
    'arrival!',
    'date-on purchase-date bought arrival-date arrived-on on-date date-in date-entered entry-date arrived moved-in moved-in-date moved-on-date',
    { label: 'Arrived on', kind: 'day' },
  ),
  weanedOn: ofEvent('weaning!', 'weaning-date', { label: 'Weaned on', kind: 'day' }),
  bornOn: dayOf('Actual birth date', 'actuallambed actualkidded'),
  outcome: named('Outcome', 'mating-outcome breeding-outcome'),
  offspring: named('Offspring'),
  inDay: dayOf(
    'Males in',
    'males-in exposed date-exposed ram-in rams-in buck-in bucks-in males-in-date ram-in-date buck-in-date',
  ),
  stayName: named('Time with males', 'time-with-males'),
  outDay: dayOf(
    'Males out',
    'males-out males-out-date ram-out ramsout ram-out-date buck-out bucksout removed ram-removed male-removed',
  ),
  treatedOn: dayOf(
    'Treatment date',
    'treatment-date treated treated-on last-dewormed date-dewormed dewormed-on date-given behandlungsdatum treat-date treatedate vaccination-date date-vaccinated vacc-date given date-given-treatment',
  ),
  /** The heading names the vaccine; a table may have a column for each. */
  vaccinatedOn: ofEvent('vaccination!', 'cdt-date cd-t-date cdt-booster cd-t-booster rabies tetanus clostridial orf', {
    label: 'Vaccinated on',
    kind: 'day',
  }),
  time: named('Time of day', 'time time-of-day hour uhrzeit hora heure timestamp', { heading: 'Time' }),
  product: ofEvent(
    'treatment.productName!',
    'product product-name medicine medicine-name treatment treatment-name treatment-given medikament producto produit vet-medicine nameof-medicine veterinarymedicine product-used active-ingredient treated-with drench-used',
  ),
  vaccine: ofEvent(
    'vaccination.productName!',
    'vaccine vaccine-name vaccination vaccination-name vaccine-used impfung impfstoff vacuna',
    { label: 'Vaccine' },
  ),
  dose: ofEvent(
    'treatment.dose vaccination.dose',
    'dose dose-rate dose-ml dose-given amount amount-given total-dose dose-amount dose-per-head dose-per-animal dosis rate rate-ml dose-rate-ml dose-rate-given',
  ),
  doseUnit: ofEvent('treatment.unit vaccination.unit', 'unit units dose-unit dose-units uom measure unit-of-measure weight-unit'),
  batch: ofEvent('treatment.batch vaccination.batch', 'batch batch-no batch-code serial serial-no charge'),
  route: ofEvent('treatment.route', 'route route-of-administration method how-given application'),
  reason: ofEvent(
    'treatment.reason sale.reason slaughter.reason',
    'reason reason-for-treatment diagnosis condition motive grund ailment illness disease symptom symptoms indication treated-for reason-treated reasonforuse purpose complaint reason-sold reason-for-sale sale-reason why-sold',
  ),
  prescriber: ofEvent('treatment.prescriber', 'prescriber prescribed-by vet veterinarian vet-name prescribing-vet'),
  site: ofEvent('treatment.site', 'site injection-site'),
  expiry: ofEvent(
    'treatment.expiry vaccination.expiry',
    'expires exp exp-date expiry-date batch-expiry batch-expiry-date useby bestbefore',
  ),
  extraLabel: ofEvent('treatment.extraLabel', 'extra-label off-label elduse eldu'),
  courseOpen: ofEvent('treatment.courseOpen'),
  dosesInAll: ofEvent('treatment.doses'),
  everyDays: ofEvent('treatment.everyDays'),
  /** What the row is, in a list of records of several kinds. */
  recordKind: named('Kind', 'kind movement movement-type kind-of-record event event-type on-off in-out on-or-off'),
  party: named('From or to', 'from-to from-or-to to-from'),
  fromHolding: named(
    'From holding',
    'from-cph from-holding off-cph departure-cph departure-holding holding-of-departure origin-cph dispatch-cph from-pic from-lid',
  ),
  toHolding: named(
    'To holding',
    'to-cph to-holding on-cph destination-cph destination-holding arrival-cph holding-of-destination receiving-cph to-pic to-lid',
  ),
  hoofsTrimmed: ofEvent('hooves!', 'hoof-trim hooves hoof-trim-date hoof-care', { label: 'Hooves trimmed' }),
  heat: ofEvent('heat!', 'heat heat-signs estrus oestrus standing-heat in-heat', { label: 'Heat' }),
  mark: ofEvent('heat.colour!', 'crayon crayon-color raddle raddle-colour harness harness-color mark-color'),
  markedBy: ofEvent('heat.sireId'),
  youngLost: ofEvent('abortion.count!', 'aborted abortion abortions slipped'),
  rearedBy: ofEvent('fostering.rearedById!', 'foster-dam foster-ewe foster-doe fosteredto foster-mother reared-by grafted-to'),
  bottleFed: ofEvent('fostering.isBottleFed!', 'bottlefed bottle pet orphan cade poddy'),
  check: ofEvent('birthCheck.check!'),
  castrationMethod: ofEvent('castration.method!', 'castration-method method-of-castration how-castrated castrated-with', {
    label: 'Method of castration',
  }),
  oldTag: ofEvent('tagChange.oldTag', 'old-tag previous-tag old-tag-number former-tag'),
  newTag: ofEvent('tagChange.newTag!', 'new-tag replacement-tag new-tag-number retag'),
  lentTo: ofEvent('loan.to!', 'lent-to loaned-to leased-to'),
  lentUntil: ofEvent('loan.until', 'lent-until loaned-until due-back', { label: 'Lent until' }),
  analysis: ofEvent('breedingValues.source', 'values-supplied-by', { heading: 'Values supplied by' }),
  youngSeen: ofEvent('pregnancyCheck.count', 'young-seen fetus fetal-count foetal-count fetus-count'),
  cdnt: named('CD&T', 'cdt cdandt'),
  dewormed: named('Dewormed', 'wormed'),
  recordType: named('Record type'),
  responsible: named(
    'Done by',
    'done-by given-by treated-by operator person-administering administrator by user recorded-by who technician initials',
  ),
  meatDays: ofEvent('treatment vaccination', 'meat-days', { label: 'Meat withdrawal (days)' }),
  milkDays: ofEvent('treatment vaccination', '', { label: 'Milk withdrawal (days)' }),
  bothDays: ofEvent('treatment vaccination', '', { label: 'Withdrawal of meat and milk (days)' }),
  fibreDays: ofEvent('treatment vaccination', '', { label: 'Fibre withdrawal (days)' }),
  meatClearOn: ofEvent('treatment vaccination', 'kill-date safe-kill-date', { label: 'Meat clear on', kind: 'day' }),
  milkClearOn: ofEvent('treatment vaccination', 'milk-back milk-in', { label: 'Milk clear on', kind: 'day' }),
  fibreClearOn: ofEvent('treatment vaccination', '', { label: 'Fibre clear on', kind: 'day' }),
  nextDue: ofEvent(
    'vaccination.nextDueDay',
    'next-due next-due-date due-date due edd expected-due-date expected-birth booster-due booster-date next-dose next-vaccination booster',
  ),
  famacha: ofEvent('scores.famacha!', 'famacha famacha-score fam eye-score eye famacha-c anemia-score eyelid eyelid-score'),
  bodyCondition: ofEvent(
    'scores.bodyCondition!',
    'body-condition body-condition-score bcs condition-score cs cond-score body-score bcscore fatscore',
  ),
  dag: ofEvent('scores.dag!', 'dag dag-score dags scours scourscore fecal-score faecal-score'),
  nasal: ofEvent('scores.nasal!', 'nasal nose nasal-score nasal-discharge nose-score'),
  coat: ofEvent('scores.coat!', 'coat-score coat-condition hair-coat'),
  jaw: ofEvent('scores.jaw!', 'jaw jaw-score bottle-jaw bottle-jaw-score'),
  eggCount: ofEvent(
    'scores.eggCount!',
    'egg-count fec fec-epg epg wec worm-egg-count faecal-egg-count fecal-egg-count eggspergram wormeggspergram strongyle-epg fecal-count',
  ),
  isPooled: ofEvent('scores.isPooled', '', { label: 'Pooled sample' }),
  weighedBy: ofEvent('weighing.method'),
  occasion: ofEvent('weighing.occasion'),
  milk: ofEvent(
    'milking.amountMl!',
    'milk milk-yield milk-amount milk-weight milk-kg milk-ml milk-production yield daily-milk milk-lbs milk-per-day total-milk milk-today liters litres milk-liters milk-litres test-day-milk am pm am-milk pm-milk morning evening morning-milk evening-milk am-lbs pm-lbs am-kg pm-kg am-yield pm-yield',
    { heading: 'Milk (ml)' },
  ),
  fleece: ofEvent('shearing.fleeceGrams!', 'fleece fleece-weight greasy-fleece-weight gfw wool-weight wool-cut'),
  cause: ofEvent(
    'death.cause! abortion.cause',
    'cause cause-of-death likely-cause reason-for-death death-reason suspected-cause probable-cause death-code',
    { label: 'Cause of death' },
  ),
  disposal: ofEvent('death.disposal!', 'disposal disposal-method carcass carcass-disposal disposed'),
  buyer: ofEvent(
    'sale.buyer! slaughter.buyer',
    'buyer sold-to purchaser customer buyer-name consignee traded-to nameof-buyer sold-to-name purchaser-name new-owner destination purchased-by consigned-to sold-to-whom',
  ),
  pricePaid: ofEvent(
    'sale.price! slaughter.price',
    'price-got price-received amount-received sold-price sold-for price-per-head sale-value sale-amount gross-price net-price received salesprice',
    { label: 'Price got', kind: 'price' },
  ),
  purchasePrice: ofEvent('arrival', 'purchase-price price-paid bought-for cost cost-price', {
    label: 'Price paid',
    kind: 'price',
  }),
  from: ofEvent(
    'arrival.from!',
    'from bought-from moved-from seller seller-name source vendor origin breeder-from supplied-by brought-from previous-owner source-herd source-flock source-farm purchase-source bought-of supplier where-bought where-from',
    { label: 'Bought from' },
  ),
  place: ofEvent(
    'move.placeId!',
    'to moved-to moved-to-holding to-paddock paddock location new-location new-paddock to-location destination-paddock current-location',
    { label: 'Moved to' },
  ),
  group: ofEvent('move.groupId!', 'to-group new-group joined-group mob-name'),
  leavesGroup: ofEvent('move.leavesGroup'),
  task: named('Task', 'task tasks to-do todo'),
  putsOff: named('Puts off'),
  repeat: named('Repeat', 'repeat repeats how-often'),
  putOffTo: dayOf('Put off to'),
  doneOn: dayOf('Done on', 'done-on completed-on completion-date finished-on'),
  assignedTo: named('To be done by', 'assigned-to'),
  area: named('Area', 'area acres hectares', { kind: 'number' }),
  restDays: named('Rest (days)', 'rest-days'),
  outline: named('Corners on the plan'),
  rule: named('Which animals'),
  endedOn: dayOf('No longer used since'),
  bornAs: named('Born as', 'vigour born-alive state-at-birth'),
  ease: named('Ease', 'lambing-ease easeof-lambing lambing-difficulty', { heading: 'Ease (1 to 5)' }),
  sireCertainty: named('How sure is the father'),
  scanned: ofEvent(
    'pregnancyCheck.result!',
    'pregnancy-check scan scan-result pregnant pregnancy-status ultrasound preg-scan preg-check pregnancy-result result results scanning-score preg-test preg-test-result preg preg-status number-scanned fetuses foetuses',
    { label: 'Pregnancy check' },
  ),
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

export type EventField = keyof typeof eventFields;

export const eventFieldNames = Object.keys(eventFields) as EventField[];

/** Which events, and which of their fields, a column is read into. */
export const targets: ReadonlyMap<string, readonly Target[]> = new Map([
  ['weight', targetsIn('weighing.weightGrams!')],
  ['castratedOn', targetsIn('castration!')],
  ...Object.entries(eventFields).flatMap(([field, { of }]: [string, ImportFieldInfo]) =>
    of === undefined ? [] : [[field, targetsIn(of)] as const],
  ),
]);

/** The columns that tell that there was such an event. */
export const signsOf = (kind: EventKind): readonly string[] =>
  [...targets].flatMap(([field, of]) => (of.some((target) => target.kind === kind && target.isSign) ? field : []));
