import type { ImportField } from './fields.ts';

/**
 * How farmers and other programs head the columns of each field, best first, reduced to letters and digits (headings.ts). The words of a
 * heading are joined by hyphens.
 */
export const columnWords: Readonly<Partial<Record<ImportField, string>>> = {
  tagNumber:
    'tag-number tag left-tag l-tag dhi-id dhia-id tag-id tagnum visual visual-id visual-tag ear-tag ear-tag-number management-tag animal-tag animal-id animal-no id-number id lamb-tag lamb-id lamb-no kid-tag kid-id kid-no lamb kid animal number marca marca-auricolare visual-id-number visual-no ear-tag-id ear-number ear ear-id animal-tag-number management-number management-id stock-no brand left-ear left-ear-tag herd-no flock-tag name-or-tag tag-name vidnumber sheep-id goat-id farm-tag farm-id animals individnr oronnummer ear-mark goat goats sheep animals-treated animals-moved animals-sold',
  eid: 'eid idev eid-number eid-tag electronic rfid rfid-tag rfid-number electronic-id electronic-tag electronic-ear-tag transponder transponder-number chip chip-number eids eid-code electronic-tag-number electronic-id-number rfid-code rfid-ear-tag micro-chip micro-chip-number eid-full eid-display iso electronic-no transponder-id chip-id bolus',
  registration:
    'registration-number registration-id registration nsip-id nsip-number lambplan-id kidplan-id lpn lpn-id herd-book-number flock-book-number herdbuchnummer zuchtbuchnummer registereno pedigree-no pedigree-id society-id society-number herd-book flock-book stud-book stud-book-number sg-id sheep-genetics-id adganumber adgaid adga abgano abga agsno ags ndga regoid certificate-number',
  official:
    'official-tag lom official-id official-number official-ear-tag scrapie-tag scrapie-id scrapie-no scrapie federal-tag federal-id federal-scrapie-tag usda-tag usda-id nlis-id nlis uk-ear-tag uk-official-tag lifetime-id individual-no uk-tag national-number national-id government-id official-ear-tag-number lifetime-number lifetime-tag',
  tattoo:
    'tattoo-right tattoo tattoo-id tattoo-no tattoo-left r-tattoo l-tattoo tattoo-right-ear tattoo-left-ear tag-tattoo tail-tattoo',
  otherNumber:
    'other-id right-tag r-tag right-ear-tag second-tag other-tag secondary-tag freeze-brand freeze-brand-no horn-brand eartag2 tag2 second-ear-tag collar collar-no neck-chain',
  name: 'name animal-name barn-name call-name nickname pet-name full-name animals-name pedigree-name',
  otherName: 'registered-name full-registered-name paper-name official-name registered-animal-name',
  species: 'species animal-species animal-type stock-type kind-of-animal',
  sex: 'sex mf sex-code mfw sexm sex-type male-female',
  birthDate:
    'birth-date dob born datadinascita birth-date-yyyymmdd birth-date-ddmmyyyy bdate bday lamb-date kid-date lamb-dob kid-dob dobirth hatch-date geb-am geboren-op data-urodzenia fødselsdato fodelsedatum',
  birthYear: 'birth-year yob year drop year-drop born-in',
  breed: 'breed brd breed-name breed-code primary-breed main-breed breed-type breed-composition breed-cross bloodline',
  color: 'color coat-color coat color-markings markings color-and-markings color-description',
  status:
    'status state st stat herd-status flock-status life-status life-state disposition in-herd on-farm on-holding alive fate dispositioncode live-status dead-or-alive alive-dead inventory-status active isactive still-here still-on-farm in-herd-now on-farm-now active-status',
  howLeft:
    'reason-out off-reason disposal-reason leaving-reason reason-for-leaving reason-for-removal exit-reason cull-reason removal-reason disposal-code disposal-type exit-type code-reason disposition-reason how-left exit-cause exit-code wherewent fatereason abgangsart',
  healthStatus: 'health health-status health-score',
  motherTag: 'mother dam ewe doe mothervid damvid mom momma mum mama',
  motherAgeYears: 'aod',
  fatherTag: 'father sire ram buck fathervid sirevid dad daddy papa',
  birthWeight: 'birth-weight bwt bw pesoalnacimiento birth-kg birth-weight-kg bweight bwgt birthmass birthwtlb fødselsvekt',
  weaningWeight: 'weaning-weight wwt ww wnwt wnweight wean weaning-kg wweight',
  weaningAge: 'weaning-age weaning-age-days weaning-days agewhenweaned',
  weight:
    'weight live-weight body-weight current-weight last-weight latest-weight pesoactual pesoatual pesocorporeo wt-kg wtlb wt-lbs kg mass bodymass scale-weight weighing lw',
  weighingDate:
    'weighing-date weigh-date date-weighed weighed-at weight-date wiegetag gewogenam gewogenop weighing-date-yyyymmdd weight-measured weight-datetime last-weighed date-of-weigh-in weigh-in date-last-weighed date-of-last-weight',
  vaccinated: 'vaccinated vaccination vaccinations vaccine cdt cdandt vacc',
  pedigreeUrl: 'pedigree-link pedigree-url pedigree link url',
  forSale: 'for-sale listed zum-verkauf zuverkaufen avendre en-venta avenda tekoop invendita',
  salePrice: 'sale-price price asking-price for-sale-price',
  notes:
    'notes note comments comment remarks remark description memo additional-notes other-notes general-notes observation observations info information',
  leaveOut: 'gainsincetheweightbefore dayssincetheweightbefore gainperday borninall whyitwasleftout',
  eventDay:
    'date date-time datetime session-date record-date test-date observation-date check-date score-date when milk-date moved-date scan-date shearing-date shorn mating-date breeding-date bred ai-date heat-date date-found observed observed-on date-scored sample-date sampled',
  statusDate:
    'status-change-date date-left moved-off moved-off-date moved-out moved-out-date remove-date exit-date disposal-date disposition-date fate-date cull-date date-out off-date code-date exit abgang-am left-herd left-flock gone-date',
  soldOn: 'sale-date verkauft-am verkocht-op',
  diedOn: 'dod verendet-am',
  arrivedOn:
    'date-on purchase-date bought arrival-date on-date date-in date-entered entry-date arrived moved-in moved-in-date moved-on-date entry',
  bornOn: 'actuallambed actualkidded',
  outcome: 'mating-outcome breeding-outcome',
  inDay: 'exposed date-exposed ram-in rams-in buck-in bucks-in males-in-date ram-in-date buck-in-date mating-start in',
  outDay: 'males-out-date ram-out ramsout ram-out-date buck-out bucksout removed ram-removed male-removed mating-end out',
  treatedOn:
    'treated last-dewormed date-dewormed date-given treat-date treatedate vaccination-date date-vaccinated vacc-date given date-given-treatment',
  vaccinatedOn: 'cdt-date cd-t-date cdt-booster cd-t-booster rabies tetanus clostridial orf',
  time: 'hour timestamp',
  product:
    'product-name medicine medicine-name treatment treatment-name treatment-given vet-medicine nameof-medicine veterinarymedicine product-used active-ingredient treated-with drench-used',
  vaccine: 'vaccine-name vaccination vaccination-name vaccine-used',
  dose: 'dose-rate dose-ml dose-given amount amount-given total-dose dose-amount dose-per-head dose-per-animal rate rate-ml dose-rate-ml dose-rate-given ml cc',
  doseUnit: 'units dose-units uom measure unit-of-measure weight-unit',
  batch: 'batch-no batch-code serial serial-no',
  route: 'route-of-administration method how-given application',
  reason:
    'reason-for-treatment diagnosis problem condition motive ailment illness disease symptom symptoms indication treated-for reason-treated reasonforuse purpose complaint reason-sold reason-for-sale sale-reason why-sold',
  prescriber: 'vet veterinarian vet-name prescribing-vet',
  site: 'injection-site',
  expiry: 'exp exp-date expiry-date batch-expiry batch-expiry-date useby bestbefore',
  extraLabel: 'off-label elduse eldu',
  recordKind: 'movement movement-type event event-type on-off in-out on-or-off',
  party: 'from-to',
  fromHolding: 'from-cph off-cph departure-cph departure-holding origin-cph dispatch-cph from-pic from-lid',
  toHolding: 'to-cph on-cph destination-cph destination-holding arrival-cph receiving-cph to-pic to-lid',
  hoofsTrimmed: 'hooves hoof-trim-date hoof-care',
  heat: 'heat-signs estrus oestrus standing-heat in-heat',
  mark: 'crayon crayon-color raddle raddle-colour harness harness-color',
  youngLost: 'aborted abortion abortions slipped',
  rearedBy: 'foster-dam foster-ewe foster-doe fosteredto foster-mother grafted-to',
  bottleFed: 'bottlefed bottle pet orphan cade poddy',
  castrationMethod: 'how-castrated castrated-with',
  oldTag: 'previous-tag old-tag-number former-tag',
  newTag: 'replacement-tag new-tag-number retag',
  lentTo: 'loaned-to leased-to',
  lentUntil: 'loaned-until due-back',
  analysis: 'values-supplied-by',
  youngSeen: 'fetus fetus-no fetal-count foetal-count fetus-count',
  cdnt: 'cdt cdandt',
  dewormed: 'wormed',
  responsible:
    'given-by treated-by operator person-administering administrator by user recorded-by who technician initials verabreicht-von',
  meatClearOn: 'kill-date safe-kill-date',
  milkClearOn: 'milk-back milk-in',
  nextDue:
    'next-due-date due-date due edd expected-due-date expected-birth booster-due booster-date next-dose next-vaccination booster',
  famacha: 'famacha-score fam eye-score eye famacha-c anemia-score eyelid eyelid-score',
  bodyCondition: 'body-condition-score bcs condition-score cs cond-score body-score bcscore fatscore',
  dag: 'dag-score dags scours scourscore fecal-score faecal-score',
  nasal: 'nasal-score nasal-discharge nose-score',
  coat: 'coat-score coat-condition hair-coat',
  jaw: 'jaw-score bottle-jaw bottle-jaw-score',
  eggCount:
    'fec fec-epg epg wec worm-egg-count faecal-egg-count fecal-egg-count eggspergram wormeggspergram strongyle-epg fecal-count',
  milk: 'milk-yield milk-amount milk-weight milk-kg milk-ml milk-production yield daily-milk milk-lbs milk-per-day total-milk milk-today liters litres milk-liters milk-litres test-day-milk am pm am-milk pm-milk morning evening morning-milk evening-milk am-lbs pm-lbs am-kg pm-kg am-yield pm-yield',
  fleece: 'fleece-weight greasy-fleece-weight gfw wool-weight wool-cut',
  cause: 'likely-cause reason-for-death death-reason suspected-cause probable-cause death-code cod',
  disposal: 'disposal-method carcass carcass-disposal disposed',
  buyer:
    'sold-to purchaser customer buyer-name consignee traded-to nameof-buyer sold-to-name purchaser-name new-owner destination purchased-by consigned-to sold-to-whom abgang-an verkauft-an verkocht-aan',
  pricePaid:
    'price-received amount-received sold-price sold-for price-per-head sale-value sale-amount gross-price net-price received salesprice',
  purchasePrice: 'price-paid bought-for cost cost-price',
  from: 'moved-from seller seller-name source vendor origin breeder-from supplied-by brought-from previous-owner source-herd source-flock source-farm purchase-source bought-of supplier where-bought where-from zugang-von aanvoer-van',
  place:
    'to moved-to-holding to-paddock paddock location new-location new-paddock to-location destination-paddock current-location',
  group: 'to-group new-group joined-group mob-name',
  task: 'tasks to-do todo',
  repeat: 'repeats how-often',
  doneOn: 'completed-on completion-date finished-on',
  area: 'acres hectares',
  bornAs: 'vigour born-alive state-at-birth',
  ease: 'lambing-ease lambing-difficulty',
  scanned:
    'scan-result pregnant pregnancy-status ultrasound preg-scan preg-check pregnancy-result result results scanning-score scanned-for preg-test preg-test-result preg preg-status number-scanned fetuses foetuses',
  castratedOn: 'date-castrated castration-date banded-on wethered-on',
  isCastrated: 'castrated banded wether wethered neutered desexed',
};
