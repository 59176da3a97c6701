import type { FieldKind } from '../records/fields.ts';

/** Fields of what happened: in files of events (file-kind.ts), and those of a treatment in files of animals. */
export const eventFields = {
  eventDay: {
    label: 'Day it happened',
    heading: 'Date',
    kind: 'day',
    words: `date day datetime sessiondate recorddate testdate eventdate observationdate checkdate scoredate datum fecha data when deathdate
      dateofdeath datedied diedon milkdate milkingdate dateofmilking moveddate movedate dateofmove dateofmovement movementdate purchasedate
      datepurchased dateofpurchase arrivaldate dateofarrival arrivedon scandate vaccinationdate datevaccinated dateofvaccination vaccinatedon
      shearingdate dateshorn matingdate breedingdate servicedate dateofservice datebred joiningdate inseminationdate bredon`,
  },
  statusDate: {
    label: 'Day it left (sold or died)',
    heading: 'Left on',
    kind: 'day',
    words: `statusdate dateofstatus statuschangedate statuson dateleft lefton leftdate leavedate leavingdate exitdate dateofexit disposaldate
      dateofdisposal dispositiondate culldate dateculled removaldate dateremoved saledate datesold dateofsale solddate soldon dateout offdate`,
  },
  treatedOn: {
    label: 'Treatment date',
    kind: 'day',
    words: `treatmentdate treatedon datetreated dateoftreatment dategiven givenon giveon administeredon dateadministered behandlungsdatum
      dateofadministration treatdate`,
  },
  time: { label: 'Time of day', heading: 'Time', words: 'time timeofday hour uhrzeit hora heure timestamp' },
  product: {
    label: 'Product',
    words: `product productname medicine medicinename medication drug drugname treatment treatmentname treatmentgiven medikament producto
      produit remedy drench dewormer wormer anthelmintic medicament vetmedicine nameofmedicine veterinarymedicine productused activeingredient`,
  },
  vaccine: {
    label: 'Vaccine',
    words: 'vaccine vaccinename vaccination vaccinationname vaccineused vaccinegiven impfung impfstoff vacuna',
  },
  dose: {
    label: 'Dose',
    kind: 'number',
    words:
      'dose dosage doserate doseml dosegiven amount amountgiven quantity qty volume volumegiven totaldose doseamount doseperhead doseperanimal dosis dosevolume',
  },
  doseUnit: { label: 'Unit', words: 'unit units doseunit doseunits unitofdose uom measure unitofmeasure weightunit' },
  batch: {
    label: 'Batch',
    words: 'batch batchno batchnumber batchcode lot lotno lotnumber lotbatch batchlot batchlotno serialno serialnumber charge',
  },
  route: { label: 'Route', words: 'route routeofadministration administrationroute method howgiven application' },
  reason: {
    label: 'Reason',
    words: `reason reasonfortreatment diagnosis condition motive grund ailment illness disease symptom symptoms indication treatedfor
      reasontreated reasonforuse purpose complaint`,
  },
  prescriber: { label: 'Prescribed by', words: 'prescriber prescribedby vet veterinarian vetname prescribingvet' },
  site: { label: 'Site', words: 'site injectionsite siteofinjection' },
  expiry: {
    label: 'Expires',
    kind: 'day',
    words: 'expires expirydate expirationdate batchexpiry batchexpirydate lotexpiry lotexpirationdate useby bestbefore',
  },
  extraLabel: { label: 'Extra-label', words: 'extralabel offlabel elduse eldu' },
  courseOpen: { label: 'More doses follow' },
  dosesInAll: { label: 'Doses in all' },
  everyDays: { label: 'Days from dose to dose' },
  /** What the row is, in a list of records of several kinds. */
  recordKind: { label: 'Kind', words: 'kind movement movementtype kindofrecord eventtype typeofevent' },
  party: { label: 'From or to' },
  hoofsTrimmed: { label: 'Hooves trimmed', words: 'hooftrim hooftrimmed hooftrimming hoovestrim feettrimmed' },
  cdnt: { label: 'CD&T', words: 'cdt cdandt' },
  dewormed: { label: 'Dewormed', words: 'wormed' },
  recordType: { label: 'Record type' },
  responsible: {
    label: 'Done by',
    words:
      'doneby givenby administeredby treatedby operator personadministering administrator by user recordedby who technician initials',
  },
  meatDays: {
    label: 'Meat withdrawal (days)',
    words: `meatwithdrawaldays meatwithdrawal meatwhp meatwhpdays whpmeat withdrawalmeat withdrawalmeatdays meatdays meatwithholding
      meatwithholdingperiod meatwithdrawalperiod slaughterwithdrawal withdrawalslaughter meatwd wdmeat meatwp slaughterinterval
      withdrawalperiodmeat meatwithdrawaltime withholdingmeat meatwithdrawl preslaughterwithdrawal esi exportslaughterinterval wartezeitfleisch`,
  },
  milkDays: {
    label: 'Milk withdrawal (days)',
    words: `milkwithdrawaldays milkwithdrawal milkwhp milkwhpdays whpmilk withdrawalmilk withdrawalmilkdays milkdays milkwithholding
      milkwithholdingperiod milkwithdrawalperiod milkwd wdmilk milkwp milkdiscard milkdiscarddays discardmilk withdrawalperiodmilk
      milkwithdrawaltime withholdingmilk milkwithdrawl milkhold wartezeitmilch`,
  },
  bothDays: { label: 'Withdrawal of meat and milk (days)' },
  fibreDays: {
    label: 'Fibre withdrawal (days)',
    words: 'fibrewithdrawal fibrewithdrawaldays woolwithdrawal woolwhp fibrewhp fiberwithdrawal',
  },
  meatClearOn: {
    label: 'Meat clear on',
    kind: 'day',
    words: `meatclearon meatclear meatcleardate clearonmeat safetokill safetokillon safetokilldate oktokill cleartokill killdate
      meatwithdrawalends withdrawalenddatemeat withdrawalendmeat meatwithdrawalend meatwithdrawalenddate meatwithdrawaldate meatwithdrawaluntil meatsafe meatsafeon meatsafedate
      slaughterclear slaughterafter safetoslaughter safeforslaughter safetoeat meatwithholduntil withdrawalmeatuntil whpmeatends cleartosell
      meatokdate earliestslaughter earliestslaughterdate cleartoslaughter`,
  },
  milkClearOn: {
    label: 'Milk clear on',
    kind: 'day',
    words: `milkclearon milkclear milkcleardate clearonmilk milkwithdrawalends withdrawalenddatemilk withdrawalendmilk milkwithdrawalend milkwithdrawalenddate milkwithdrawaldate
      milkwithdrawaluntil milksafe milksafeon milksafedate milkok milkokdate withdrawalmilkuntil milkwithholduntil safetomilk milkback milkin`,
  },
  fibreClearOn: { label: 'Fibre clear on', kind: 'day', words: 'fibreclearon woolclearon fiberclearon' },
  nextDue: {
    label: 'Next due',
    kind: 'day',
    words: 'nextdue nextduedate duedate boosterdue boosterdate nextdose nextvaccination booster',
  },
  famacha: {
    label: 'FAMACHA',
    kind: 'number',
    words: 'famacha famachascore fam eyescore eye famachac anemiascore eyelid eyelidscore',
  },
  bodyCondition: {
    label: 'Body condition',
    kind: 'number',
    words: 'bodycondition bodyconditionscore bcs conditionscore cs condscore bodyscore bcscore fatscore',
  },
  dag: { label: 'Dag', kind: 'number', words: 'dag dagscore dags scours scourscore fecalscore faecalscore' },
  nasal: { label: 'Nose', kind: 'number', words: 'nasal nose nasalscore nasaldischarge nosescore' },
  coat: { label: 'Coat', kind: 'number', words: 'coatscore coatcondition haircoat' },
  jaw: { label: 'Jaw', kind: 'number', words: 'jaw jawscore bottlejaw bottlejawscore' },
  eggCount: {
    label: 'Worm eggs per gram',
    kind: 'number',
    words:
      'eggcount fec fecepg epg wec wormeggcount faecaleggcount fecaleggcount eggspergram wormeggspergram strongyleepg fecalcount',
  },
  isPooled: { label: 'Pooled sample' },
  weighedBy: { label: 'Weighed by' },
  occasion: { label: 'Occasion' },
  milk: {
    label: 'Milk',
    heading: 'Milk (ml)',
    kind: 'number',
    words: `milk milkyield milkamount milkweight milkkg milkvolume milkml milkproduction yield dailymilk milklbs milkperday totalmilk
      milktoday liters litres milkliters milklitres testdaymilk`,
  },
  fleece: {
    label: 'Fleece',
    kind: 'weight',
    words: 'fleece fleeceweight fleecewt greasyfleeceweight gfw woolweight woolcut',
  },
  cause: {
    label: 'Cause of death',
    words: `cause causeofdeath deathcause likelycause reasonfordeath deathreason reasonofdeath diedof causedeath suspectedcause probablecause
      mortalitycause mortalityreason`,
  },
  disposal: { label: 'Disposal', words: 'disposal disposalmethod methodofdisposal carcass carcassdisposal disposed' },
  buyer: {
    label: 'Buyer',
    words: `buyer soldto purchaser customer buyername consignee tradedto nameofbuyer soldtoname purchasername newowner destination`,
  },
  pricePaid: {
    label: 'Price got',
    kind: 'price',
    words: `pricegot pricereceived amountreceived soldprice soldfor pricesold priceperhead salevalue saleamount grossprice netprice received
      salesprice`,
  },
  from: {
    label: 'Bought from',
    words:
      'from boughtfrom seller sellername purchasedfrom source vendor origin breederfrom suppliedby broughtfrom previousowner',
  },
  place: {
    label: 'Moved to',
    words: `to movedto moveto topaddock paddock location pasture pen field newlocation newpaddock tolocation topasture topen mob barn
      destinationpaddock pastureto currentlocation camp`,
  },
  group: { label: 'Group', words: 'togroup newgroup joined mobname' },
  leavesGroup: { label: 'Leaves the group' },
  bornAs: { label: 'Born as', words: 'vigour bornalive stateatbirth birthstate' },
  ease: {
    label: 'Ease',
    heading: 'Ease (1 to 5)',
    words: 'lambingease kiddingease birthease easeoflambing easeofkidding lambingdifficulty',
  },
  sireCertainty: { label: 'How sure is the father' },
  scanned: {
    label: 'Pregnancy check',
    words: 'pregnancycheck scan scanresult scanningresult pregnant pregnancystatus ultrasound pregscan pregcheck pregnancyresult',
  },
} as const satisfies Readonly<Record<string, { label: string; heading?: string; kind?: FieldKind; words?: string }>>;
