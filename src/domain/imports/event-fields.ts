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
    words: `date day datetime sessiondate recorddate testdate eventdate observationdate checkdate scoredate datum fecha data when
      milkdate milkingdate dateofmilking moveddate movedate dateofmove dateofmovement movementdate movedon
      scandate scanneddate datescanned scannedon shearingdate dateshorn shornon matingdate breedingdate servicedate dateofservice datebred joiningdate
      inseminationdate bredon bred served servicedon joined joinedon mated matedon datemated datejoined dateserved ramin buckin ramindate
      malesin heatdate dateofheat observed observedon datescored scoredon sampledate datesampled datecollected`,
  },
  statusDate: {
    label: 'Day it left (sold or died)',
    heading: 'Left on',
    kind: 'day',
    words: `statusdate dateofstatus statuschangedate statuson dateleft lefton leftdate leavedate leavingdate exitdate dateofexit disposaldate
      dateofdisposal dispositiondate culldate dateculled removaldate dateremoved dateout offdate dateoff codedate leftherd leftflock gonedate outdate`,
  },
  soldOn: {
    label: 'Sold on',
    kind: 'day',
    words: 'saledate datesold dateofsale solddate soldon datesale dayofsale',
  },
  diedOn: {
    label: 'Died on',
    kind: 'day',
    words: 'deathdate dateofdeath datedied diedon dieddate dod datedead deaddate dayofdeath dateofmortality mortalitydate',
  },
  arrivedOn: {
    of: 'arrival!',
    label: 'Arrived on',
    kind: 'day',
    words: `purchasedate datepurchased dateofpurchase arrivaldate dateofarrival arrivedon datearrived boughton datebought boughtdate purchasedon
      acquireddate dateacquired acquiredon acquisitiondate dateacquisition ondate datein dateentered entrydate arrived dateobtained`,
  },
  weanedOn: {
    of: 'weaning!',
    label: 'Weaned on',
    kind: 'day',
    words: 'weaningdate dateweaned weanedon weandate dateofweaning weaneddate',
  },
  bornOn: { label: 'Actual birth date', kind: 'day', words: 'actuallambed actualkidded' },
  outcome: { label: 'Outcome', words: 'matingoutcome breedingoutcome' },
  offspring: { label: 'Offspring' },
  outDay: {
    label: 'Males out',
    kind: 'day',
    words: 'malesout malesoutdate ramout ramsout ramoutdate buckout bucksout removed removedon ramremoved maleremoved',
  },
  treatedOn: {
    label: 'Treatment date',
    kind: 'day',
    words: `treatmentdate treatedon datetreated dateoftreatment dategiven givenon giveon administeredon dateadministered behandlungsdatum
      dateofadministration treatdate treatedate vaccinationdate datevaccinated dateofvaccination vaccinatedon vaccdate given dategiventreatment`,
  },
  time: { label: 'Time of day', heading: 'Time', words: 'time timeofday hour uhrzeit hora heure timestamp' },
  product: {
    of: 'treatment.productName!',
    label: 'Product',
    words: `product productname medicine medicinename medication drug drugname treatment treatmentname treatmentgiven medikament producto
      produit remedy drench dewormer wormer anthelmintic medicament vetmedicine nameofmedicine veterinarymedicine productused activeingredient chemical chemicalname treatedwith drenchused drugused medicineused medicationgiven druggiven wormerused dewormerused`,
  },
  vaccine: {
    of: 'vaccination.productName!',
    label: 'Vaccine',
    words: 'vaccine vaccinename vaccination vaccinationname vaccineused vaccinegiven impfung impfstoff vacuna',
  },
  dose: {
    of: 'treatment.dose vaccination.dose',
    label: 'Dose',
    kind: 'number',
    words:
      'dose dosage doserate doseml dosegiven amount amountgiven quantity qty volume volumegiven totaldose doseamount doseperhead doseperanimal dosis dosevolume quantityadministered amountadministered quantitygiven quantityused rate rateml doserateml doserategiven administeredamount',
  },
  doseUnit: {
    of: 'treatment.unit vaccination.unit',
    label: 'Unit',
    words: 'unit units doseunit doseunits unitofdose uom measure unitofmeasure weightunit',
  },
  batch: {
    of: 'treatment.batch vaccination.batch',
    label: 'Batch',
    words: 'batch batchno batchnumber batchcode lot lotno lotnumber lotbatch batchlot batchlotno serialno serialnumber charge',
  },
  route: {
    of: 'treatment.route',
    label: 'Route',
    words: 'route routeofadministration administrationroute method howgiven application',
  },
  reason: {
    of: 'treatment.reason sale.reason slaughter.reason',
    label: 'Reason',
    words: `reason reasonfortreatment diagnosis condition motive grund ailment illness disease symptom symptoms indication treatedfor
      reasontreated reasonforuse purpose complaint reasonsold reasonforsale salereason reasonofsale whysold`,
  },
  prescriber: {
    of: 'treatment.prescriber',
    label: 'Prescribed by',
    words: 'prescriber prescribedby vet veterinarian vetname prescribingvet',
  },
  site: { of: 'treatment.site', label: 'Site', words: 'site injectionsite siteofinjection' },
  expiry: {
    of: 'treatment.expiry vaccination.expiry',
    label: 'Expires',
    kind: 'day',
    words: 'expires expirydate expirationdate batchexpiry batchexpirydate lotexpiry lotexpirationdate useby bestbefore',
  },
  extraLabel: { of: 'treatment.extraLabel', label: 'Extra-label', words: 'extralabel offlabel elduse eldu' },
  courseOpen: { of: 'treatment.courseOpen', label: 'More doses follow' },
  dosesInAll: { of: 'treatment.doses', label: 'Doses in all' },
  everyDays: { of: 'treatment.everyDays', label: 'Days from dose to dose' },
  /** What the row is, in a list of records of several kinds. */
  recordKind: { label: 'Kind', words: 'kind movement movementtype kindofrecord eventtype typeofevent' },
  party: { label: 'From or to' },
  hoofsTrimmed: {
    of: 'hooves!',
    label: 'Hooves trimmed',
    words: 'hooftrim hooftrimmed hooftrimming hoovestrim feettrimmed hooves feet hoof hooftrimdate hoofcare',
  },
  heat: { of: 'heat!', label: 'Heat', words: 'heat heatsigns estrus oestrus standingheat signsofheat inheat' },
  mark: {
    of: 'heat.colour!',
    label: 'Colour of the mark',
    words: 'crayon crayoncolor crayoncolour raddle raddlecolour harness harnesscolor markcolor',
  },
  markedBy: { of: 'heat.sireId', label: 'Marked by' },
  youngLost: { of: 'abortion.count!', label: 'Young lost', kind: 'number', words: 'aborted abortion abortions slipped' },
  rearedBy: {
    of: 'fostering.rearedById!',
    label: 'Reared by',
    words: 'fosterdam fosterewe fosterdoe fosteredto fostermother rearedby graftedto',
  },
  bottleFed: { of: 'fostering.isBottleFed!', label: 'Bottle-fed', words: 'bottlefed bottle pet orphan cade poddy' },
  check: { of: 'birthCheck.check!', label: 'Check' },
  castrationMethod: { of: 'castration.method!', label: 'Method of castration', words: 'castrationmethod methodofcastration' },
  oldTag: { of: 'tagChange.oldTag', label: 'Old tag', words: 'oldtag previoustag oldtagnumber formertag' },
  newTag: { of: 'tagChange.newTag!', label: 'New tag', words: 'newtag replacementtag newtagnumber retag' },
  lentTo: { of: 'loan.to!', label: 'Lent to', words: 'lentto loanedto leasedto' },
  lentUntil: { of: 'loan.until', label: 'Lent until', kind: 'day', words: 'lentuntil loaneduntil dueback' },
  analysis: { of: 'breedingValues.source', label: 'Supplied by' },
  youngSeen: { of: 'pregnancyCheck.count', label: 'Young seen', kind: 'number', words: 'youngseen' },
  cdnt: { label: 'CD&T', words: 'cdt cdandt' },
  dewormed: { label: 'Dewormed', words: 'wormed' },
  recordType: { label: 'Record type' },
  responsible: {
    label: 'Done by',
    words:
      'doneby givenby administeredby treatedby operator personadministering administrator by user recordedby who technician initials',
  },
  meatDays: {
    of: 'treatment vaccination',
    label: 'Meat withdrawal (days)',
    words: `meatwithdrawaldays meatwithdrawal meatwhp meatwhpdays whpmeat withdrawalmeat withdrawalmeatdays meatdays meatwithholding
      meatwithholdingperiod meatwithdrawalperiod slaughterwithdrawal withdrawalslaughter meatwd wdmeat meatwp slaughterinterval
      withdrawalperiodmeat meatwithdrawaltime withholdingmeat meatwithdrawl preslaughterwithdrawal esi exportslaughterinterval wartezeitfleisch meatwdays meathold meatholddays`,
  },
  milkDays: {
    of: 'treatment vaccination',
    label: 'Milk withdrawal (days)',
    words: `milkwithdrawaldays milkwithdrawal milkwhp milkwhpdays whpmilk withdrawalmilk withdrawalmilkdays milkdays milkwithholding
      milkwithholdingperiod milkwithdrawalperiod milkwd wdmilk milkwp milkdiscard milkdiscarddays discardmilk withdrawalperiodmilk
      milkwithdrawaltime withholdingmilk milkwithdrawl milkhold wartezeitmilch`,
  },
  bothDays: { of: 'treatment vaccination', label: 'Withdrawal of meat and milk (days)' },
  fibreDays: {
    of: 'treatment vaccination',
    label: 'Fibre withdrawal (days)',
    words: 'fibrewithdrawal fibrewithdrawaldays woolwithdrawal woolwhp fibrewhp fiberwithdrawal',
  },
  meatClearOn: {
    of: 'treatment vaccination',
    label: 'Meat clear on',
    kind: 'day',
    words: `meatclearon meatclear meatcleardate clearonmeat safetokill safetokillon safetokilldate oktokill cleartokill killdate
      meatwithdrawalends withdrawalenddatemeat withdrawalendmeat meatwithdrawalend meatwithdrawalenddate meatwithdrawaldate meatwithdrawaluntil meatsafe meatsafeon meatsafedate
      slaughterclear slaughterafter safetoslaughter safeforslaughter safetoeat meatwithholduntil withdrawalmeatuntil whpmeatends cleartosell
      oktoslaughter oktokillon okforslaughter clearforslaughter meatok safekilldate meatokdate earliestslaughter earliestslaughterdate cleartoslaughter`,
  },
  milkClearOn: {
    of: 'treatment vaccination',
    label: 'Milk clear on',
    kind: 'day',
    words: `milkclearon milkclear milkcleardate clearonmilk milkwithdrawalends withdrawalenddatemilk withdrawalendmilk milkwithdrawalend milkwithdrawalenddate milkwithdrawaldate
      milkwithdrawaluntil milksafe milksafeon milksafedate milkok milkokdate withdrawalmilkuntil milkwithholduntil safetomilk milkback milkin oktomilk milkokon`,
  },
  fibreClearOn: {
    of: 'treatment vaccination',
    label: 'Fibre clear on',
    kind: 'day',
    words: 'fibreclearon woolclearon fiberclearon',
  },
  nextDue: {
    of: 'vaccination.nextDueDay',
    label: 'Next due',
    kind: 'day',
    words:
      'nextdue nextduedate duedate due expectedduedate expectedbirth expectedlambing expectedkidding boosterdue boosterdate nextdose nextvaccination booster',
  },
  famacha: {
    of: 'scores.famacha!',
    label: 'FAMACHA',
    kind: 'number',
    words: 'famacha famachascore fam eyescore eye famachac anemiascore eyelid eyelidscore',
  },
  bodyCondition: {
    of: 'scores.bodyCondition!',
    label: 'Body condition',
    kind: 'number',
    words: 'bodycondition bodyconditionscore bcs conditionscore cs condscore bodyscore bcscore fatscore',
  },
  dag: { of: 'scores.dag!', label: 'Dag', kind: 'number', words: 'dag dagscore dags scours scourscore fecalscore faecalscore' },
  nasal: { of: 'scores.nasal!', label: 'Nose', kind: 'number', words: 'nasal nose nasalscore nasaldischarge nosescore' },
  coat: { of: 'scores.coat!', label: 'Coat', kind: 'number', words: 'coatscore coatcondition haircoat' },
  jaw: { of: 'scores.jaw!', label: 'Jaw', kind: 'number', words: 'jaw jawscore bottlejaw bottlejawscore' },
  eggCount: {
    of: 'scores.eggCount!',
    label: 'Worm eggs per gram',
    kind: 'number',
    words:
      'eggcount fec fecepg epg wec wormeggcount faecaleggcount fecaleggcount eggspergram wormeggspergram strongyleepg fecalcount',
  },
  isPooled: { of: 'scores.isPooled', label: 'Pooled sample' },
  weighedBy: { of: 'weighing.method', label: 'Weighed by' },
  occasion: { of: 'weighing.occasion', label: 'Occasion' },
  milk: {
    of: 'milking.amountMl!',
    label: 'Milk',
    heading: 'Milk (ml)',
    kind: 'number',
    words: `milk milkyield milkamount milkweight milkkg milkvolume milkml milkproduction yield dailymilk milklbs milkperday totalmilk
      milktoday liters litres milkliters milklitres testdaymilk am pm ammilk pmmilk milkam milkpm morning evening morningmilk eveningmilk amlbs pmlbs amkg pmkg amyield pmyield`,
  },
  fleece: {
    of: 'shearing.fleeceGrams!',
    label: 'Fleece',
    kind: 'weight',
    words: 'fleece fleeceweight fleecewt greasyfleeceweight gfw woolweight woolcut',
  },
  cause: {
    of: 'death.cause! abortion.cause',
    label: 'Cause of death',
    words: `cause causeofdeath deathcause likelycause reasonfordeath deathreason reasonofdeath diedof causedeath suspectedcause probablecause
      mortalitycause mortalityreason deathcode causeofmortality`,
  },
  disposal: {
    of: 'death.disposal!',
    label: 'Disposal',
    words: 'disposal disposalmethod methodofdisposal carcass carcassdisposal disposed',
  },
  buyer: {
    of: 'sale.buyer! slaughter.buyer',
    label: 'Buyer',
    words: `buyer soldto purchaser customer buyername consignee tradedto nameofbuyer soldtoname purchasername newowner destination purchasedby consignedto soldtowhom`,
  },
  pricePaid: {
    of: 'sale.price! slaughter.price',
    label: 'Price got',
    kind: 'price',
    words: `pricegot pricereceived amountreceived soldprice soldfor pricesold priceperhead salevalue saleamount grossprice netprice received
      salesprice`,
  },
  from: {
    of: 'arrival.from!',
    label: 'Bought from',
    words:
      'from boughtfrom seller sellername purchasedfrom source vendor origin breederfrom suppliedby broughtfrom previousowner sourceherd sourceflock sourcefarm acquiredfrom purchasefrom purchasesource boughtof supplier purchasedof wherebought',
  },
  place: {
    of: 'move.placeId!',
    label: 'Moved to',
    words: `to movedto moveto topaddock paddock location pasture pen field newlocation newpaddock tolocation topasture topen barn
      destinationpaddock pastureto currentlocation camp`,
  },
  group: { of: 'move.groupId!', label: 'Group', words: 'togroup newgroup joinedgroup mobname' },
  leavesGroup: { of: 'move.leavesGroup', label: 'Leaves the group' },
  bornAs: { label: 'Born as', words: 'vigour bornalive stateatbirth birthstate' },
  ease: {
    label: 'Ease',
    heading: 'Ease (1 to 5)',
    words: 'lambingease kiddingease birthease easeoflambing easeofkidding lambingdifficulty',
  },
  sireCertainty: { label: 'How sure is the father' },
  scanned: {
    of: 'pregnancyCheck.result!',
    label: 'Pregnancy check',
    words:
      'pregnancycheck scan scanresult scanningresult pregnant pregnancystatus ultrasound pregscan pregcheck pregnancyresult scanned scanningscore pregtest pregtestresult numberscanned fetuses foetuses',
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
