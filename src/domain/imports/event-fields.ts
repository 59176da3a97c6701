import type { EventKind } from '../records/events.ts';
import type { FieldKind } from '../records/fields.ts';

/**
 * Columns of what happened to an animal. `of` names the events and their fields that a column is read into (happened.ts); with `!` a cell of
 * the column tells that there was such an event.
 */
export const eventFields = {
  eventDay: {
    label: 'Day it happened',
    heading: 'Date',
    kind: 'day',
    words:
      'date date-time datetime session-date record-date test-date event-date observation-date check-date score-date datum fecha data when milk-date moved-date scan-date shearing-date mating-date breeding-date bred servicedon   heat-date observed observed-on date-scored sample-date sampled',
  },
  statusDate: {
    label: 'Day it left (sold or died)',
    heading: 'Left on',
    kind: 'day',
    words:
      'status-date status-change-date date-left leavingdate moved-off moved-off-date moved-out moved-out-date remove-date exit-date disposal-date disposition-date cull-date removal-date date-out off-date code-date abgangsdatum fecha-baja date-sortie left-herd left-flock gone-date',
  },
  soldOn: {
    label: 'Sold on',
    kind: 'day',
    words: 'sale-date date-sold',
  },
  diedOn: {
    label: 'Died on',
    kind: 'day',
    words: 'death-date dod',
  },
  arrivedOn: {
    of: 'arrival!',
    label: 'Arrived on',
    kind: 'day',
    words:
      'purchase-date bought arrival-date arrived-on on-date date-in date-entered entry-date arrived moved-in moved-in-date moved-on-date',
  },
  weanedOn: {
    of: 'weaning!',
    label: 'Weaned on',
    kind: 'day',
    words: 'weaning-date',
  },
  bornOn: { label: 'Actual birth date', kind: 'day', words: 'actuallambed actualkidded' },
  outcome: { label: 'Outcome', words: 'mating-outcome breeding-outcome' },
  offspring: { label: 'Offspring' },
  inDay: {
    label: 'Males in',
    kind: 'day',
    words: 'males-in ram-in rams-in buck-in bucks-in males-in-date ram-in-date buck-in-date',
  },
  stayName: { label: 'Time with males', words: 'time-with-males' },
  outDay: {
    label: 'Males out',
    kind: 'day',
    words: 'males-out males-out-date ram-out ramsout ram-out-date buck-out bucksout removed ram-removed male-removed',
  },
  treatedOn: {
    label: 'Treatment date',
    kind: 'day',
    words:
      'treatment-date treated treated-on date-given behandlungsdatum treat-date treatedate vaccination-date date-vaccinated vacc-date given date-given-treatment',
  },
  time: { label: 'Time of day', heading: 'Time', words: 'time time-of-day hour uhrzeit hora heure timestamp' },
  product: {
    of: 'treatment.productName!',
    label: 'Product',
    words:
      'product product-name medicine medicine-name treatment treatment-name treatment-given medikament producto produit vet-medicine nameof-medicine veterinarymedicine product-used active-ingredient treated-with drench-used',
  },
  vaccine: {
    of: 'vaccination.productName!',
    label: 'Vaccine',
    words: 'vaccine vaccine-name vaccination vaccination-name vaccine-used impfung impfstoff vacuna',
  },
  dose: {
    of: 'treatment.dose vaccination.dose',
    label: 'Dose',
    kind: 'number',
    words:
      'dose dose-rate dose-ml dose-given amount amount-given total-dose dose-amount dose-per-head dose-per-animal dosis rate rate-ml dose-rate-ml dose-rate-given',
  },
  doseUnit: {
    of: 'treatment.unit vaccination.unit',
    label: 'Unit',
    words: 'unit units dose-unit dose-units uom measure unit-of-measure weight-unit',
  },
  batch: {
    of: 'treatment.batch vaccination.batch',
    label: 'Batch',
    words: 'batch batch-no batch-code serial serial-no charge',
  },
  route: {
    of: 'treatment.route',
    label: 'Route',
    words: 'route route-of-administration method how-given application',
  },
  reason: {
    of: 'treatment.reason sale.reason slaughter.reason',
    label: 'Reason',
    words:
      'reason reason-for-treatment diagnosis condition motive grund ailment illness disease symptom symptoms indication treated-for reason-treated reasonforuse purpose complaint reason-sold reason-for-sale sale-reason why-sold',
  },
  prescriber: {
    of: 'treatment.prescriber',
    label: 'Prescribed by',
    words: 'prescriber prescribed-by vet veterinarian vet-name prescribing-vet',
  },
  site: { of: 'treatment.site', label: 'Site', words: 'site injection-site' },
  expiry: {
    of: 'treatment.expiry vaccination.expiry',
    label: 'Expires',
    kind: 'day',
    words: 'expires exp-date expiry-date batch-expiry batch-expiry-date useby bestbefore',
  },
  extraLabel: { of: 'treatment.extraLabel', label: 'Extra-label', words: 'extra-label off-label elduse eldu' },
  courseOpen: { of: 'treatment.courseOpen', label: 'More doses follow' },
  dosesInAll: { of: 'treatment.doses', label: 'Doses in all' },
  everyDays: { of: 'treatment.everyDays', label: 'Days from dose to dose' },
  /** What the row is, in a list of records of several kinds. */
  recordKind: { label: 'Kind', words: 'kind movement movement-type kind-of-record event event-type on-off in-out on-or-off' },
  party: { label: 'From or to', words: 'from-to from-or-to to-from' },
  fromHolding: {
    label: 'From holding',
    words:
      'from-cph from-holding off-cph departure-cph departure-holding holding-of-departure origin-cph dispatch-cph from-pic from-lid',
  },
  toHolding: {
    label: 'To holding',
    words:
      'to-cph to-holding on-cph destination-cph destination-holding arrival-cph holding-of-destination receiving-cph to-pic to-lid',
  },
  hoofsTrimmed: {
    of: 'hooves!',
    label: 'Hooves trimmed',
    words: 'hoof-trim hooves hoof-trim-date hoof-care',
  },
  heat: { of: 'heat!', label: 'Heat', words: 'heat heat-signs estrus oestrus standing-heat in-heat' },
  mark: {
    of: 'heat.colour!',
    label: 'Colour of the mark',
    words: 'crayon crayon-color raddle raddle-colour harness harness-color mark-color',
  },
  markedBy: { of: 'heat.sireId', label: 'Marked by' },
  youngLost: { of: 'abortion.count!', label: 'Young lost', kind: 'number', words: 'aborted abortion abortions slipped' },
  rearedBy: {
    of: 'fostering.rearedById!',
    label: 'Reared by',
    words: 'foster-dam foster-ewe foster-doe fosteredto foster-mother reared-by grafted-to',
  },
  bottleFed: { of: 'fostering.isBottleFed!', label: 'Bottle-fed', words: 'bottlefed bottle pet orphan cade poddy' },
  check: { of: 'birthCheck.check!', label: 'Check' },
  castrationMethod: {
    of: 'castration.method!',
    label: 'Method of castration',
    words: 'castration-method method-of-castration how-castrated castrated-with',
  },
  oldTag: { of: 'tagChange.oldTag', label: 'Old tag', words: 'old-tag previous-tag old-tag-number former-tag' },
  newTag: { of: 'tagChange.newTag!', label: 'New tag', words: 'new-tag replacement-tag new-tag-number retag' },
  lentTo: { of: 'loan.to!', label: 'Lent to', words: 'lent-to loaned-to leased-to' },
  lentUntil: { of: 'loan.until', label: 'Lent until', kind: 'day', words: 'lent-until loaned-until due-back' },
  analysis: { of: 'breedingValues.source', label: 'Supplied by', heading: 'Values supplied by', words: 'values-supplied-by' },
  youngSeen: {
    of: 'pregnancyCheck.count',
    label: 'Young seen',
    kind: 'number',
    words: 'young-seen fetus fetal-count foetal-count fetus-count',
  },
  cdnt: { label: 'CD&T', words: 'cdt cdandt' },
  dewormed: { label: 'Dewormed', words: 'wormed' },
  recordType: { label: 'Record type' },
  responsible: {
    label: 'Done by',
    words: 'done-by given-by treated-by operator person-administering administrator by user recorded-by who technician initials',
  },
  meatDays: {
    of: 'treatment vaccination',
    label: 'Meat withdrawal (days)',
    words: 'meat-days',
  },
  milkDays: {
    of: 'treatment vaccination',
    label: 'Milk withdrawal (days)',
  },
  bothDays: { of: 'treatment vaccination', label: 'Withdrawal of meat and milk (days)' },
  fibreDays: {
    of: 'treatment vaccination',
    label: 'Fibre withdrawal (days)',
  },
  meatClearOn: {
    of: 'treatment vaccination',
    label: 'Meat clear on',
    kind: 'day',
    words: 'kill-date safe-kill-date',
  },
  milkClearOn: {
    of: 'treatment vaccination',
    label: 'Milk clear on',
    kind: 'day',
    words: 'milk-back milk-in',
  },
  fibreClearOn: {
    of: 'treatment vaccination',
    label: 'Fibre clear on',
    kind: 'day',
  },
  nextDue: {
    of: 'vaccination.nextDueDay',
    label: 'Next due',
    kind: 'day',
    words:
      'next-due next-due-date due-date due expected-due-date expected-birth booster-due booster-date next-dose next-vaccination booster',
  },
  famacha: {
    of: 'scores.famacha!',
    label: 'FAMACHA',
    kind: 'number',
    words: 'famacha famacha-score fam eye-score eye famacha-c anemia-score eyelid eyelid-score',
  },
  bodyCondition: {
    of: 'scores.bodyCondition!',
    label: 'Body condition',
    kind: 'number',
    words: 'body-condition body-condition-score bcs condition-score cs cond-score body-score bcscore fatscore',
  },
  dag: {
    of: 'scores.dag!',
    label: 'Dag',
    kind: 'number',
    words: 'dag dag-score dags scours scourscore fecal-score faecal-score',
  },
  nasal: { of: 'scores.nasal!', label: 'Nose', kind: 'number', words: 'nasal nose nasal-score nasal-discharge nose-score' },
  coat: { of: 'scores.coat!', label: 'Coat', kind: 'number', words: 'coat-score coat-condition hair-coat' },
  jaw: { of: 'scores.jaw!', label: 'Jaw', kind: 'number', words: 'jaw jaw-score bottle-jaw bottle-jaw-score' },
  eggCount: {
    of: 'scores.eggCount!',
    label: 'Worm eggs per gram',
    kind: 'number',
    words:
      'egg-count fec fec-epg epg wec worm-egg-count faecal-egg-count fecal-egg-count eggspergram wormeggspergram strongyle-epg fecal-count',
  },
  isPooled: { of: 'scores.isPooled', label: 'Pooled sample' },
  weighedBy: { of: 'weighing.method', label: 'Weighed by' },
  occasion: { of: 'weighing.occasion', label: 'Occasion' },
  milk: {
    of: 'milking.amountMl!',
    label: 'Milk',
    heading: 'Milk (ml)',
    kind: 'number',
    words:
      'milk milk-yield milk-amount milk-weight milk-kg milk-ml milk-production yield daily-milk milk-lbs milk-per-day total-milk milk-today liters litres milk-liters milk-litres test-day-milk am pm am-milk pm-milk morning evening morning-milk evening-milk am-lbs pm-lbs am-kg pm-kg am-yield pm-yield',
  },
  fleece: {
    of: 'shearing.fleeceGrams!',
    label: 'Fleece',
    kind: 'weight',
    words: 'fleece fleece-weight greasy-fleece-weight gfw wool-weight wool-cut',
  },
  cause: {
    of: 'death.cause! abortion.cause',
    label: 'Cause of death',
    words: 'cause cause-of-death likely-cause reason-for-death death-reason suspected-cause probable-cause death-code',
  },
  disposal: {
    of: 'death.disposal!',
    label: 'Disposal',
    words: 'disposal disposal-method carcass carcass-disposal disposed',
  },
  buyer: {
    of: 'sale.buyer! slaughter.buyer',
    label: 'Buyer',
    words:
      'buyer sold-to purchaser customer buyer-name consignee traded-to nameof-buyer sold-to-name purchaser-name new-owner destination purchased-by consigned-to sold-to-whom',
  },
  pricePaid: {
    of: 'sale.price! slaughter.price',
    label: 'Price got',
    kind: 'price',
    words:
      'price-got price-received amount-received sold-price sold-for price-per-head sale-value sale-amount gross-price net-price received salesprice',
  },
  purchasePrice: {
    of: 'arrival',
    label: 'Price paid',
    kind: 'price',
    words: 'purchase-price price-paid bought-for cost cost-price',
  },
  from: {
    of: 'arrival.from!',
    label: 'Bought from',
    words:
      'from bought-from moved-from seller seller-name source vendor origin breeder-from supplied-by brought-from previous-owner source-herd source-flock source-farm purchase-source bought-of supplier where-bought where-from',
  },
  place: {
    of: 'move.placeId!',
    label: 'Moved to',
    words:
      'to moved-to moved-to-holding to-paddock paddock location new-location new-paddock to-location destination-paddock current-location',
  },
  group: { of: 'move.groupId!', label: 'Group', words: 'to-group new-group joined-group mob-name' },
  leavesGroup: { of: 'move.leavesGroup', label: 'Leaves the group' },
  bornAs: { label: 'Born as', words: 'vigour born-alive state-at-birth' },
  ease: {
    label: 'Ease',
    heading: 'Ease (1 to 5)',
    words: 'lambing-ease easeof-lambing lambing-difficulty',
  },
  sireCertainty: { label: 'How sure is the father' },
  scanned: {
    of: 'pregnancyCheck.result!',
    label: 'Pregnancy check',
    words:
      'pregnancy-check scan scan-result pregnant pregnancy-status ultrasound preg-scan preg-check pregnancy-result result results scanning-score preg-test preg-test-result preg preg-status number-scanned fetuses foetuses',
  },
} as const satisfies Readonly<Record<string, { of?: string; label: string; heading?: string; kind?: FieldKind; words?: string }>>;

export type EventField = keyof typeof eventFields;

interface Target {
  readonly kind: EventKind;
  readonly name: string | null;
  readonly isSign: boolean;
}

/** Which events, and which of their fields, a column is read into. */
export const targets: ReadonlyMap<string, readonly Target[]> = new Map(
  Object.entries({
    weight: 'weighing.weightGrams!',
    castratedOn: 'castration!',
    ...Object.fromEntries(Object.entries(eventFields).flatMap(([field, info]) => ('of' in info ? [[field, info.of]] : []))),
  } as Readonly<Record<string, string>>).map(([field, of]) => [
    field,
    of.split(' ').map((text): Target => {
      const [kind = '', name = null] = text.replace('!', '').split('.');
      return { kind: kind as EventKind, name, isSign: text.endsWith('!') };
    }),
  ]),
);

/** The columns that tell that there was such an event. */
export const signsOf = (kind: EventKind): readonly string[] =>
  [...targets].flatMap(([field, of]) => (of.some((target) => target.kind === kind && target.isSign) ? field : []));
