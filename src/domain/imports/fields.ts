import { eventKinds, type EventKind } from '../records/events.ts';
import { animalTagLabel } from '../records/animal-tags.ts';
import { animalFields, type AnimalRecord } from '../records/animal.ts';
import { fieldNames, infoOf, infosOf, type FieldKind, type Fields } from '../records/fields.ts';
import type { WeightUnit } from '../values/units.ts';

/** A column of the table of columns, from which reading, questions, template, export and documentation follow. */
interface ImportFieldInfo {
  readonly label: string;
  /**
   * How farmers and other programs head it, best first, reduced to letters and digits (headings.ts). The words of a heading are joined by
   * hyphens.
   */
  readonly words?: string | undefined;
  /** Replaces the label above a column that is written. */
  readonly heading?: string;
  readonly kind?: FieldKind;
  /** The field of an animal that its cells are values of. */
  readonly stored?: keyof AnimalRecord;
  /** Which events, and which of their fields, the column is read into (happened.ts); with `!` a cell tells that there was such an event. */
  readonly of?: string;
  /** Several columns of one file may be assigned to it. */
  readonly isOfSeveral?: true;
  /** It describes an animal as only a list of animals does. */
  readonly isDescribing?: true;
  /** The young of a litter share it. */
  readonly isOfLitter?: true;
  /** Its day may be in the future. */
  readonly isOfFuture?: true;
}

const several = { isOfSeveral: true } as const;
const future = { isOfFuture: true } as const;
const [describing, ofLitter] = [{ isDescribing: true }, { isOfLitter: true }] as const;

/** The words of the column stand behind it. */
const headable = (info: ImportFieldInfo) => ({
  ...info,
  headed: ([words]: TemplateStringsArray): ImportFieldInfo => ({ ...info, words }),
});

const named = (label: string, more: Partial<ImportFieldInfo> = {}) => headable({ label, ...more });

const dayOf = (label: string, more: Partial<ImportFieldInfo> = {}) => named(label, { kind: 'day', heading: label, ...more });

const animalInfos = infosOf(animalFields);

function ofAnimal(name: keyof AnimalRecord, more: Partial<ImportFieldInfo> = {}) {
  const { kind, label, importLabel = label, heading } = animalInfos[name];
  return named(importLabel, { kind, stored: name, ...(typeof heading === 'string' && { heading }), ...more });
}

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
function ofEvent(of: string, more: Partial<ImportFieldInfo> = {}) {
  const [{ kind, name } = { kind: 'note' as const, name: null }] = targetsIn(of);
  const schema = name === null ? undefined : (eventKinds[kind].fields as Fields)[name];
  const info = schema && infoOf(schema);
  const [label = ''] = info?.label.split(' (') ?? [];
  return headable({ label, of, ...(info && { kind: info.kind }), ...more });
}

const ownFields = {
  tagNumber: ofAnimal('tagNumber')
    .headed`tag-number tag left-tag l-tag dhi-id dhia-id tag-id tagnum visual visual-id visual-tag ear-tag ear-tag-number management-tag animal-tag animal-id animal-no id-number id lamb-tag lamb-id lamb-no kid-tag kid-id kid-no lamb kid animal number marca marca-auricolare visual-id-number visual-no ear-tag-id ear-number ear ear-id animal-tag-number management-number management-id stock-no brand left-ear left-ear-tag herd-no flock-tag name-or-tag tag-name vidnumber sheep-id goat-id farm-tag farm-id animals individnr oronnummer ear-mark goat goats sheep animals-treated animals-moved animals-sold`,
  eid: named('EID')
    .headed`eid idev eid-number eid-tag electronic rfid rfid-tag rfid-number electronic-id electronic-tag electronic-ear-tag transponder transponder-number chip chip-number eids eid-code electronic-tag-number electronic-id-number rfid-code rfid-ear-tag micro-chip micro-chip-number eid-full eid-display iso electronic-no transponder-id chip-id bolus`,
  registration: named(animalTagLabel('registration'))
    .headed`registration-number registration-id registration nsip-id nsip-number lambplan-id kidplan-id lpn lpn-id herd-book-number flock-book-number herdbuchnummer zuchtbuchnummer registereno pedigree-no pedigree-id society-id society-number herd-book flock-book stud-book stud-book-number sg-id sheep-genetics-id adganumber adgaid adga abgano abga agsno ags ndga regoid certificate-number`,
  official: named(animalTagLabel('official'))
    .headed`official-tag lom official-id official-number official-ear-tag scrapie-tag scrapie-id scrapie-no scrapie federal-tag federal-id federal-scrapie-tag usda-tag usda-id nlis-id nlis-tag nlis uk-ear-tag uk-official-tag lifetime-id individual-no uk-tag national-number national-id government-id official-ear-tag-number lifetime-number lifetime-tag`,
  tattoo: named(animalTagLabel('tattoo'), several)
    .headed`tattoo-right tattoo tattoo-id tattoo-no tattoo-left r-tattoo l-tattoo tattoo-right-ear tattoo-left-ear tag-tattoo tail-tattoo`,
  otherNumber: named(animalTagLabel('other'), several)
    .headed`other-id right-tag r-tag right-ear-tag second-tag other-tag secondary-tag freeze-brand freeze-brand-no horn-brand eartag2 tag2 second-ear-tag collar collar-no neck-chain`,
  /** Those that it had, or has several of, as `animalTagText` writes them. */
  moreNumbers: named('More numbers'),
  name: ofAnimal('name').headed`name animal-name barn-name call-name nickname pet-name full-name animals-name pedigree-name`,
  /** Kept in the notes; parents are found by it. */
  otherName: named('Another name', several)
    .headed`registered-name full-registered-name paper-name official-name registered-animal-name`,
  species: ofAnimal('species', describing).headed`species species-name animal-species animal-type stock-type kind-of-animal`,
  sex: ofAnimal('sex', describing).headed`sex mf sex-code mfw sexm sex-type male-female`,
  birthDate: ofAnimal('birthDate', { ...describing, ...ofLitter })
    .headed`birth-date dob born datadinascita birth-date-yyyymmdd birth-date-ddmmyyyy bdate bday lamb-date kid-date lamb-dob kid-dob dobirth hatch-date geb-am geboren-op data-urodzenia fødselsdato fodelsedatum`,
  birthYear: ofAnimal('birthYear', { ...describing, ...ofLitter }).headed`birth-year yob year drop year-drop born-in`,
  breed: ofAnimal('breed', describing)
    .headed`breed brd breed-name breed-code primary-breed main-breed breed-type breed-composition breed-cross bloodline`,
  color: ofAnimal('color').headed`color coat-color coat color-markings markings color-and-markings color-description`,
  status: ofAnimal('status', describing)
    .headed`status state st stat herd-status flock-status life-status life-state disposition in-herd on-farm on-holding alive fate dispositioncode live-status dead-or-alive alive-dead inventory-status active isactive is-alive still-here still-on-farm in-herd-now on-farm-now active-status`,
  howLeft: named('How it left', several)
    .headed`reason-out off-reason disposal-reason leaving-reason reason-for-leaving reason-for-removal exit-reason cull-reason removal-reason disposal-code disposal-type exit-type code-reason disposition-reason how-left exit-cause exit-code wherewent fatereason abgangsart`,
  healthStatus: ofAnimal('healthStatus').headed`health health-status health-score`,
  motherTag: named('Mother', { heading: 'Mother tag', ...several, ...describing, ...ofLitter })
    .headed`mother dam ewe doe mothervid damvid mom momma mum mama`,
  motherBreed: named("Mother's breed", ofLitter),
  motherAgeYears: named("Mother's age", { heading: "Mother's age (years)", ...ofLitter }).headed`aod`,
  fatherTag: named('Father', { heading: 'Father tag', ...several, ...describing, ...ofLitter })
    .headed`father sire ram buck fathervid sirevid dad daddy papa`,
  fatherBreed: named("Father's breed", ofLitter),
  birthWeight: ofAnimal('birthWeightGrams')
    .headed`birth-weight bwt bw pesoalnacimiento birth-kg birth-weight-kg bweight bwgt birthmass birthwtlb fødselsvekt`,
  weaningWeight: ofAnimal('weaningWeightGrams').headed`weaning-weight wwt ww wnwt wnweight wean weaning-kg wweight`,
  weaningAge: ofAnimal('weaningAgeDays').headed`weaning-age weaning-age-days weaning-days agewhenweaned`,
  weight: named('Weight', { kind: 'weight' })
    .headed`weight live-weight body-weight current-weight last-weight latest-weight pesoactual pesoatual pesocorporeo wt-kg wtlb wt-lbs kg mass bodymass scale-weight weighing lw`,
  weighingDate: named('Weighing date', { kind: 'day' })
    .headed`weighing-date weigh-date date-weighed weighed-at weight-date wiegetag gewogenam gewogenop weighing-date-yyyymmdd weight-measured weight-datetime last-weighed date-of-weigh-in weigh-in date-last-weighed date-of-last-weight`,
  vaccinated: ofAnimal('vaccinated').headed`vaccinated vaccination vaccinations vaccine cdt cdandt vacc`,
  pedigreeUrl: ofAnimal('pedigreeUrl').headed`pedigree-link pedigree-url pedigree link url`,
  forSale: ofAnimal('forSale').headed`for-sale listed zum-verkauf zuverkaufen avendre en-venta avenda tekoop invendita`,
  salePrice: ofAnimal('salePriceCents').headed`sale-price price asking-price for-sale-price`,
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

type OwnField = keyof typeof ownFields;

/** Fields of an animal that are imported separately, or not at all. */
export const notImportedAsValues = [
  'tagNumber',
  'species',
  'sex',
  'motherId',
  'fatherId',
  'imageUrl',
  'notes',
  'isReference',
] as const satisfies readonly (keyof AnimalRecord)[];

/** Those, and fields that are imported under another name. */
const notByName = [...notImportedAsValues, 'birthWeightGrams', 'weaningWeightGrams', 'weaningAgeDays', 'salePriceCents'] as const;

type FieldByKind = Exclude<keyof AnimalRecord, OwnField | (typeof notByName)[number]>;
const notByKind: ReadonlySet<string> = new Set([...Object.keys(ownFields), ...notByName]);
const fieldsByKind = fieldNames(animalFields).filter((name): name is FieldByKind => !notByKind.has(name));

const wordsByKind: Readonly<Partial<Record<FieldByKind, string>>> = {
  castratedOn: 'date-castrated castration-date banded-on wethered-on',
  isCastrated: 'castrated banded wether wethered neutered desexed entire intact',
};
const ofKind = (name: FieldByKind): ImportFieldInfo => ofAnimal(name, { words: wordsByKind[name] });
const ofKinds = Object.fromEntries(fieldsByKind.map((name) => [name, ofKind(name)])) as Record<FieldByKind, ImportFieldInfo>;

/** Columns of what happened to an animal. */
export const eventFields = {
  eventDay: dayOf('Day it happened', { heading: 'Date' })
    .headed`date date-time datetime session-date record-date test-date observation-date check-date score-date when milk-date moved-date scan-date shearing-date shorn mating-date breeding-date bred ai-date heat-date date-found observed observed-on date-scored sample-date sampled`,
  statusDate: dayOf('Day it left (sold or died)', { heading: 'Left on' })
    .headed`status-change-date date-left moved-off moved-off-date moved-out moved-out-date remove-date exit-date disposal-date date-disposed disposition-date fate-date cull-date date-out off-date code-date exit abgang-am left-herd left-flock gone-date`,
  soldOn: dayOf('Sold on').headed`sale-date verkauft-am verkocht-op`,
  diedOn: dayOf('Died on').headed`dod verendet-am`,
  arrivedOn: ofEvent('arrival!', { label: 'Arrived on', kind: 'day' })
    .headed`date-on purchase-date bought arrival-date on-date date-in date-entered entry-date arrived moved-in moved-in-date moved-on-date entry`,
  weanedOn: ofEvent('weaning!', { label: 'Weaned on', kind: 'day' }),
  bornOn: dayOf('Actual birth date').headed`actuallambed actualkidded`,
  outcome: named('Outcome').headed`mating-outcome breeding-outcome`,
  offspring: named('Offspring'),
  inDay: dayOf('Males in')
    .headed`exposed date-exposed ram-in rams-in buck-in bucks-in males-in-date ram-in-date buck-in-date mating-start in`,
  stayName: named('Time with males'),
  outDay: dayOf('Males out', future)
    .headed`males-out-date ram-out ramsout ram-out-date buck-out bucksout removed ram-removed male-removed mating-end out`,
  treatedOn: dayOf('Treatment date')
    .headed`treated last-dewormed date-dewormed date-given treat-date treatedate vaccination-date date-vaccinated vacc-date given date-given-treatment`,
  /** The heading names the vaccine; a table may have a column for each. */
  vaccinatedOn: ofEvent('vaccination!', { label: 'Vaccinated on', kind: 'day', ...several })
    .headed`cdt-date cd-t-date cdt-booster cd-t-booster rabies tetanus clostridial orf`,
  time: named('Time of day', { heading: 'Time' }).headed`hour timestamp`,
  product: ofEvent('treatment.productName!')
    .headed`product-name medicine medicine-name treatment treatment-name treatment-given vet-medicine nameof-medicine veterinarymedicine product-used what-given what-was-given active-ingredient treated-with drench-used`,
  vaccine: ofEvent('vaccination.productName!', { label: 'Vaccine' })
    .headed`vaccine-name vaccination vaccination-name vaccine-used`,
  dose: ofEvent('treatment.dose vaccination.dose')
    .headed`dose-rate how-much dose-ml dose-given amount amount-given total-dose dose-amount dose-per-head dose-per-animal rate rate-ml dose-rate-ml dose-rate-given ml cc`,
  doseUnit: ofEvent('treatment.unit vaccination.unit').headed`units dose-units uom measure unit-of-measure weight-unit`,
  batch: ofEvent('treatment.batch vaccination.batch').headed`batch-no batch-code serial serial-no`,
  route: ofEvent('treatment.route').headed`route-of-administration method how-given application`,
  reason: ofEvent('treatment.reason sale.reason slaughter.reason')
    .headed`reason-for-treatment why diagnosis problem condition motive ailment illness disease symptom symptoms indication treated-for reason-treated reasonforuse purpose complaint reason-sold reason-for-sale sale-reason why-sold`,
  prescriber: ofEvent('treatment.prescriber').headed`vet veterinarian vet-name prescribing-vet`,
  site: ofEvent('treatment.site').headed`injection-site`,
  expiry: ofEvent('treatment.expiry vaccination.expiry', future)
    .headed`exp exp-date expiry-date batch-expiry batch-expiry-date useby bestbefore`,
  extraLabel: ofEvent('treatment.extraLabel').headed`off-label elduse eldu`,
  courseOpen: ofEvent('treatment.courseOpen'),
  dosesInAll: ofEvent('treatment.doses'),
  everyDays: ofEvent('treatment.everyDays'),
  /** What the row is, in a list of records of several kinds. */
  recordKind: named('Kind').headed`movement movement-type event event-type on-off in-out on-or-off`,
  party: named('From or to').headed`from-to other-holding other-cph`,
  fromHolding: named('From holding')
    .headed`from-cph off-cph departure-cph departure-holding origin-cph dispatch-cph from-pic from-lid`,
  toHolding: named('To holding')
    .headed`to-cph on-cph destination-cph destination-holding arrival-cph receiving-cph to-pic to-lid`,
  hoofsTrimmed: ofEvent('hooves!', { label: 'Hooves trimmed' }).headed`hooves hoof-trim-date hoof-care trim`,
  heat: ofEvent('heat!', { label: 'Heat' }).headed`heat-signs estrus oestrus standing-heat in-heat`,
  mark: ofEvent('heat.colour!').headed`crayon crayon-color raddle raddle-colour harness harness-color`,
  markedBy: ofEvent('heat.sireId'),
  youngLost: ofEvent('abortion.count!').headed`aborted abortion abortions slipped number-aborted lambs-aborted kids-aborted`,
  rearedBy: ofEvent('fostering.rearedById!').headed`foster-dam foster-ewe foster-doe fosteredto foster-mother grafted-to`,
  bottleFed: ofEvent('fostering.isBottleFed!').headed`bottlefed bottle pet orphan cade poddy`,
  check: ofEvent('birthCheck.check!'),
  castrationMethod: ofEvent('castration.method!', { label: 'Method of castration' }).headed`how-castrated castrated-with`,
  oldTag: ofEvent('tagChange.oldTag').headed`previous-tag old-tag-number former-tag`,
  newTag: ofEvent('tagChange.newTag!').headed`replacement-tag new-tag-number retag`,
  lentTo: ofEvent('loan.to!').headed`loaned-to leased-to`,
  lentUntil: ofEvent('loan.until', { label: 'Lent until', ...future }).headed`loaned-until due-back`,
  analysis: ofEvent('breedingValues.source', { heading: 'Values supplied by' }).headed`values-supplied-by`,
  youngSeen: ofEvent('pregnancyCheck.count').headed`fetus fetus-no fetal-count foetal-count fetus-count`,
  cdnt: named('CD&T').headed`cdt cdandt`,
  dewormed: named('Dewormed').headed`wormed`,
  recordType: named('Record type'),
  responsible: named('Done by')
    .headed`given-by treated-by operator person-administering administrator by user recorded-by who technician initials verabreicht-von`,
  meatDays: ofEvent('treatment vaccination checkup', { label: 'Meat withdrawal (days)' }),
  milkDays: ofEvent('treatment vaccination checkup', { label: 'Milk withdrawal (days)' }),
  bothDays: ofEvent('treatment vaccination checkup', { label: 'Withdrawal of meat and milk (days)' }),
  fibreDays: ofEvent('treatment vaccination', { label: 'Fibre withdrawal (days)' }),
  meatClearOn: ofEvent('treatment vaccination', { label: 'Meat clear on', kind: 'day', ...future })
    .headed`kill-date safe-kill-date`,
  milkClearOn: ofEvent('treatment vaccination', { label: 'Milk clear on', kind: 'day', ...future }).headed`milk-back milk-in`,
  fibreClearOn: ofEvent('treatment vaccination', { label: 'Fibre clear on', kind: 'day', ...future }),
  nextDue: ofEvent('vaccination.nextDueDay', future)
    .headed`next-due-date due-date due edd expected-due-date expected-birth booster-due booster-date next-dose next-vaccination booster`,
  famacha: ofEvent('scores.famacha!').headed`famacha-score fam eye-score eye famacha-c anemia-score eyelid eyelid-score`,
  bodyCondition: ofEvent('scores.bodyCondition!')
    .headed`body-condition-score bcs condition-score cs cond-score body-score bcscore fatscore`,
  dag: ofEvent('scores.dag!').headed`dag-score dags scours scourscore fecal-score faecal-score`,
  nasal: ofEvent('scores.nasal!').headed`nasal-score nasal-discharge nose-score`,
  coat: ofEvent('scores.coat!').headed`coat-score coat-condition hair-coat`,
  jaw: ofEvent('scores.jaw!').headed`jaw-score bottle-jaw bottle-jaw-score`,
  eggCount: ofEvent('scores.eggCount!')
    .headed`fec fec-epg epg wec worm-egg-count faecal-egg-count fecal-egg-count eggspergram wormeggspergram strongyle-epg fecal-count`,
  isPooled: ofEvent('scores.isPooled', { label: 'Pooled sample' }),
  weighedBy: ofEvent('weighing.method'),
  occasion: ofEvent('weighing.occasion'),
  milk: ofEvent('milking.amountMl!', { heading: 'Milk (ml)', ...several })
    .headed`milk-yield milk-amount milk-weight milk-kg milk-ml milk-production yield daily-milk milk-lbs milk-per-day total-milk milk-today liters litres milk-liters milk-litres test-day-milk am pm am-milk pm-milk morning evening morning-milk evening-milk am-lbs pm-lbs am-kg pm-kg am-yield pm-yield`,
  fleece: ofEvent('shearing.fleeceGrams!').headed`fleece-weight greasy-fleece-weight gfw wool-weight wool-cut`,
  cause: ofEvent('death.cause! abortion.cause', { label: 'Cause of death' })
    .headed`likely-cause cause-of-loss reason-for-death death-reason suspected-cause probable-cause death-code cod`,
  disposal: ofEvent('death.disposal!').headed`disposal-method carcass carcass-disposal disposed`,
  buyer: ofEvent('sale.buyer! slaughter.buyer')
    .headed`sold-to purchaser customer buyer-name consignee traded-to nameof-buyer sold-to-name purchaser-name new-owner destination purchased-by consigned-to sold-to-whom abgang-an verkauft-an verkocht-aan`,
  pricePaid: ofEvent('sale.price! slaughter.price', { label: 'Price got', kind: 'price' })
    .headed`price-received amount-received sold-price sold-for price-per-head sale-value sale-amount gross-price net-price received salesprice`,
  purchasePrice: ofEvent('arrival', { label: 'Price paid', kind: 'price' }).headed`price-paid bought-for cost cost-price`,
  from: ofEvent('arrival.from!', { label: 'Bought from' })
    .headed`moved-from seller seller-name source vendor origin breeder-from supplied-by brought-from previous-owner source-herd source-flock source-farm purchase-source bought-of supplier where-bought where-from zugang-von aanvoer-van`,
  place: ofEvent('move.placeId!', { label: 'Moved to' })
    .headed`to moved-to-holding to-paddock paddock location new-location new-paddock to-location destination-paddock current-location`,
  group: ofEvent('move.groupId!').headed`to-group new-group joined-group mob-name`,
  leavesGroup: ofEvent('move.leavesGroup'),
  task: named('Task').headed`tasks to-do todo`,
  putsOff: named('Puts off'),
  repeat: named('Repeat').headed`repeats how-often`,
  putOffTo: dayOf('Put off to', future),
  doneOn: dayOf('Done on').headed`completed-on completion-date finished-on`,
  assignedTo: named('To be done by'),
  area: named('Area', { kind: 'number' }).headed`acres hectares`,
  restDays: named('Rest (days)'),
  outline: named('Corners on the plan'),
  rule: named('Which animals'),
  endedOn: dayOf('No longer used since'),
  bornAs: named('Born as').headed`vigour born-alive state-at-birth`,
  ease: named('Ease', { heading: 'Ease (1 to 5)' }).headed`lambing-ease lambing-difficulty`,
  sireCertainty: named('How sure is the father'),
  scanned: ofEvent('pregnancyCheck.result!', { label: 'Pregnancy check' })
    .headed`scan-result pregnant pregnancy-status ultrasound preg-scan preg-check pregnancy-result result results scanning-score scanned-for preg-test preg-test-result preg preg-status number-scanned fetuses foetuses`,
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

export type EventField = keyof typeof eventFields;

/** Fields of files with estimated breeding values, which have a column for each trait and one for its accuracy. */
const breedingValueFields = {
  analysisDate: named('Day of the analysis', { kind: 'day' }),
  breedingValue: named('Breeding value (EBV)', several),
  accuracy: named('Accuracy of a breeding value', several),
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

type BreedingValueField = keyof typeof breedingValueFields;

export type ImportField = OwnField | FieldByKind | EventField | BreedingValueField | 'notes' | 'keep' | 'leaveOut';

export const importFields: Readonly<Record<ImportField, ImportFieldInfo>> = {
  ...ownFields,
  ...ofKinds,
  ...eventFields,
  ...breedingValueFields,
  notes: ofAnimal('notes', several)
    .headed`notes note comments comment remarks remark description memo additional-notes other-notes general-notes observation observations info information`,
  keep: named('Keep in the notes', { ...several, isOfFuture: true }),
  /** What an exported sheet computes from other columns. */
  leaveOut: named('Leave out', several)
    .headed`gainsincetheweightbefore dayssincetheweightbefore gainperday borninall whyitwasleftout`,
};

export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]];

export const allowsSeveralColumns = (field: ImportField): boolean => importFields[field].isOfSeveral ?? false;

export interface Column {
  readonly heading: string;
  readonly field: ImportField;
  /** In its heading, where a table has columns for each of several days. */
  readonly day?: string;
  /** What the column may be, if its heading and its cells do not tell; the person is asked. */
  readonly ask?: readonly ImportField[];
  /** A person chose the field, so that it is remembered for later files. */
  readonly isChosen?: true;
}

/** The index of the column of a field; -1 if there is none. */
export const columnOf = (columns: readonly Column[], field: ImportField): number =>
  columns.findIndex((column) => column.field === field);

/** Of an animal's notes and of an event's note, in code points. */
export const maxNotesLength = 2000;

export interface TableRow {
  /** The number that a spreadsheet program shows for the row. */
  readonly number: number;
  readonly cells: readonly string[];
  /** What was changed in the row before it was read. */
  readonly remarks?: readonly string[];
  /** Why nothing in the row can be used. */
  readonly refusal?: string;
}

/** The heading under which the field is written, with the unit of weights. */
export function headingOf(field: ImportField, unit: WeightUnit): string {
  const { label, heading = label, kind } = importFields[field];
  return kind === 'weight' ? `${heading} (${unit})` : heading;
}

const ofEvents: ReadonlySet<string> = new Set(Object.keys({ ...eventFields, ...breedingValueFields }));

export const templateFields = importFieldNames.filter((name) => name !== 'keep' && name !== 'leaveOut' && !ofEvents.has(name));

export const templateHeadings = (unit: WeightUnit): readonly string[] =>
  templateFields.map((name) => headingOf(name, unit) + (importFields[name].kind === 'day' ? ' (yyyy-mm-dd)' : ''));

export const daysOfLeaving = ['diedOn', 'soldOn', 'statusDate'] as const satisfies readonly EventField[];
export const isDayOfLeaving = (field: string): boolean => daysOfLeaving.some((day) => day === field);

export const isEventField = (field: string): field is EventField => Object.hasOwn(eventFields, field);

/** Which events, and which of their fields, a column is read into. */
export const targets: ReadonlyMap<string, readonly Target[]> = new Map([
  ['weight', targetsIn('weighing.weightGrams!')],
  ['castratedOn', targetsIn('castration!')],
  ...Object.entries(eventFields).flatMap(([field, { of }]: [string, ImportFieldInfo]) =>
    of === undefined ? [] : [[field, targetsIn(of)] as const],
  ),
]);

export const isSignOfEvent = (field: string): boolean => targets.get(field)?.some(({ isSign }) => isSign) ?? false;

/** The columns that tell that there was such an event. */
export const signsOf = (kind: EventKind): readonly string[] =>
  [...targets].flatMap(([field, of]) => (of.some((target) => target.kind === kind && target.isSign) ? field : []));
