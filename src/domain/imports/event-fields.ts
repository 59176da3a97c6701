import { eventKinds, type EventKind } from '../records/events.ts';
import { infoOf, type FieldKind, type Fields } from '../records/fields.ts';

export interface ImportFieldInfo {
  readonly label: string;
  /** Replaces the label above a column that is written. */
  readonly heading?: string;
  readonly kind?: FieldKind;
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

export const several = { isOfSeveral: true } as const;
const future = { isOfFuture: true } as const;

export const named = (label: string, more: Partial<ImportFieldInfo> = {}): ImportFieldInfo => ({ label, ...more });

const dayOf = (label: string, more: Partial<ImportFieldInfo> = {}): ImportFieldInfo =>
  named(label, { kind: 'day', heading: label, ...more });

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
function ofEvent(of: string, more: Partial<ImportFieldInfo> = {}): ImportFieldInfo {
  const [{ kind, name } = { kind: 'note' as const, name: null }] = targetsIn(of);
  const schema = name === null ? undefined : (eventKinds[kind].fields as Fields)[name];
  const info = schema && infoOf(schema);
  const [label = ''] = info?.label.split(' (') ?? [];
  return { label, of, ...(info && { kind: info.kind }), ...more };
}

/** Columns of what happened to an animal. */
export const eventFields = {
  eventDay: dayOf('Day it happened', { heading: 'Date' }),
  statusDate: dayOf('Day it left (sold or died)', { heading: 'Left on' }),
  soldOn: dayOf('Sold on'),
  diedOn: dayOf('Died on'),
  arrivedOn: ofEvent('arrival!', { label: 'Arrived on', kind: 'day' }),
  weanedOn: ofEvent('weaning!', { label: 'Weaned on', kind: 'day' }),
  bornOn: dayOf('Actual birth date'),
  outcome: named('Outcome'),
  offspring: named('Offspring'),
  inDay: dayOf('Males in'),
  stayName: named('Time with males'),
  outDay: dayOf('Males out', future),
  treatedOn: dayOf('Treatment date'),
  /** The heading names the vaccine; a table may have a column for each. */
  vaccinatedOn: ofEvent('vaccination!', { label: 'Vaccinated on', kind: 'day', ...several }),
  time: named('Time of day', { heading: 'Time' }),
  product: ofEvent('treatment.productName!'),
  vaccine: ofEvent('vaccination.productName!', { label: 'Vaccine' }),
  dose: ofEvent('treatment.dose vaccination.dose'),
  doseUnit: ofEvent('treatment.unit vaccination.unit'),
  batch: ofEvent('treatment.batch vaccination.batch'),
  route: ofEvent('treatment.route'),
  reason: ofEvent('treatment.reason sale.reason slaughter.reason'),
  prescriber: ofEvent('treatment.prescriber'),
  site: ofEvent('treatment.site'),
  expiry: ofEvent('treatment.expiry vaccination.expiry', future),
  extraLabel: ofEvent('treatment.extraLabel'),
  courseOpen: ofEvent('treatment.courseOpen'),
  dosesInAll: ofEvent('treatment.doses'),
  everyDays: ofEvent('treatment.everyDays'),
  /** What the row is, in a list of records of several kinds. */
  recordKind: named('Kind'),
  party: named('From or to'),
  fromHolding: named('From holding'),
  toHolding: named('To holding'),
  hoofsTrimmed: ofEvent('hooves!', { label: 'Hooves trimmed' }),
  heat: ofEvent('heat!', { label: 'Heat' }),
  mark: ofEvent('heat.colour!'),
  markedBy: ofEvent('heat.sireId'),
  youngLost: ofEvent('abortion.count!'),
  rearedBy: ofEvent('fostering.rearedById!'),
  bottleFed: ofEvent('fostering.isBottleFed!'),
  check: ofEvent('birthCheck.check!'),
  castrationMethod: ofEvent('castration.method!', { label: 'Method of castration' }),
  oldTag: ofEvent('tagChange.oldTag'),
  newTag: ofEvent('tagChange.newTag!'),
  lentTo: ofEvent('loan.to!'),
  lentUntil: ofEvent('loan.until', { label: 'Lent until', ...future }),
  analysis: ofEvent('breedingValues.source', { heading: 'Values supplied by' }),
  youngSeen: ofEvent('pregnancyCheck.count'),
  cdnt: named('CD&T'),
  dewormed: named('Dewormed'),
  recordType: named('Record type'),
  responsible: named('Done by'),
  meatDays: ofEvent('treatment vaccination', { label: 'Meat withdrawal (days)' }),
  milkDays: ofEvent('treatment vaccination', { label: 'Milk withdrawal (days)' }),
  bothDays: ofEvent('treatment vaccination', { label: 'Withdrawal of meat and milk (days)' }),
  fibreDays: ofEvent('treatment vaccination', { label: 'Fibre withdrawal (days)' }),
  meatClearOn: ofEvent('treatment vaccination', { label: 'Meat clear on', kind: 'day', ...future }),
  milkClearOn: ofEvent('treatment vaccination', { label: 'Milk clear on', kind: 'day', ...future }),
  fibreClearOn: ofEvent('treatment vaccination', { label: 'Fibre clear on', kind: 'day', ...future }),
  nextDue: ofEvent('vaccination.nextDueDay', future),
  famacha: ofEvent('scores.famacha!'),
  bodyCondition: ofEvent('scores.bodyCondition!'),
  dag: ofEvent('scores.dag!'),
  nasal: ofEvent('scores.nasal!'),
  coat: ofEvent('scores.coat!'),
  jaw: ofEvent('scores.jaw!'),
  eggCount: ofEvent('scores.eggCount!'),
  isPooled: ofEvent('scores.isPooled', { label: 'Pooled sample' }),
  weighedBy: ofEvent('weighing.method'),
  occasion: ofEvent('weighing.occasion'),
  milk: ofEvent('milking.amountMl!', { heading: 'Milk (ml)', ...several }),
  fleece: ofEvent('shearing.fleeceGrams!'),
  cause: ofEvent('death.cause! abortion.cause', { label: 'Cause of death' }),
  disposal: ofEvent('death.disposal!'),
  buyer: ofEvent('sale.buyer! slaughter.buyer'),
  pricePaid: ofEvent('sale.price! slaughter.price', { label: 'Price got', kind: 'price' }),
  purchasePrice: ofEvent('arrival', { label: 'Price paid', kind: 'price' }),
  from: ofEvent('arrival.from!', { label: 'Bought from' }),
  place: ofEvent('move.placeId!', { label: 'Moved to' }),
  group: ofEvent('move.groupId!'),
  leavesGroup: ofEvent('move.leavesGroup'),
  task: named('Task'),
  putsOff: named('Puts off'),
  repeat: named('Repeat'),
  putOffTo: dayOf('Put off to', future),
  doneOn: dayOf('Done on'),
  assignedTo: named('To be done by'),
  area: named('Area', { kind: 'number' }),
  restDays: named('Rest (days)'),
  outline: named('Corners on the plan'),
  rule: named('Which animals'),
  endedOn: dayOf('No longer used since'),
  bornAs: named('Born as'),
  ease: named('Ease', { heading: 'Ease (1 to 5)' }),
  sireCertainty: named('How sure is the father'),
  scanned: ofEvent('pregnancyCheck.result!', { label: 'Pregnancy check' }),
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

export type EventField = keyof typeof eventFields;

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
