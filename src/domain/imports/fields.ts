import { animalTagLabel } from '../animal-tags.ts';
import { animalFields, type AnimalRecord } from '../records/animal.ts';
import { eventFields, type EventField } from './event-fields.ts';
import { fieldNames, infosOf, type FieldKind } from '../records/fields.ts';
import type { WeightUnit } from '../units.ts';

interface ImportFieldInfo {
  readonly label: string;
  /** Replaces the label above a column that is written. */
  readonly heading?: string;
  readonly kind?: FieldKind;
  /** How farmers and other programs head such a column, best first, reduced to letters and digits (headings.ts). */
  readonly words?: string;
}

const animalInfos = infosOf(animalFields);

const ofAnimal = (name: keyof AnimalRecord): ImportFieldInfo => {
  const { kind, label, importLabel = label, heading } = animalInfos[name];
  return { kind, label: importLabel, ...(typeof heading === 'string' && { heading }) };
};

const ownFields = {
  tagNumber: {
    ...ofAnimal('tagNumber'),
    words: `tagnumber tag tagno tagid tagnum vid visualid visualtag eartag eartagnumber eartagno managementtag animaltag animalid animalno animalnumber nummer tiernummer idnumber idno id lambtag lambid lambno kidtag kidid kidno lamb kid animal number no numero arete crotal brinco boucle ohrmarke ohrmarkennummer oornummer marca visualidnumber visualidentification visualno tagnr eartagid earnumber ear tags earid animaltagnumber managementnumber managementid managementno mgttag mgmttag stockno stocknumber brand leftear lefteartag herdno identification ident identifier flocktag nameortag tagname vidnumber sheepid goatid farmtag animalidentifier identity animalidentity individnr individ øremerke oronnummer oronmarke numerodetravail lebensohrmarke levensnummer werknummer numerodearete numerodecaravana earmark goat goats sheep`,
  },
  eid: {
    label: 'EID',
    words: `eid eidnumber eidno eidtag rfid rfidtag rfidnumber rfidno electronicid electronictag electronicidentification electroniceartag transponder transpondernumber chip chipnumber eids eidcode electronictagnumber electronicidnumber electronicidentifier rfidcode rfideartag microchip microchipnumber eidfull eiddisplay iso electronicno transponderid chipid bolus eidvid`,
  },
  registration: {
    label: animalTagLabel('registration'),
    words: `registrationnumber registrationno registrationid registration regnumber regno regid reg registrynumber registryno nsipid nsipnumber lambplanid kidplanid lpn lpnid herdbooknumber herdbookno flockbooknumber flockbookno herdbuchnummer zuchtbuchnummer registeredno registeredid registereno registrationnum pedigreeno pedigreenumber pedigreeid societyid societynumber herdbook flockbook studbook studbooknumber sgid sheepgeneticsid adganumber adgaid adga abgano abga agsno ags ndga regoid certificatenumber`,
  },
  official: {
    label: animalTagLabel('official'),
    words: `officialtag officialid officialnumber officialno officialidentification officialeartag scrapietag scrapieid scrapieno scrapienumber usdatag usdaid nlisid nlis ukeartag ukofficialtag lifetimeid individualno uktag numeronational nationalnumber nationalid governmentid officialeartagnumber`,
  },
  tattoo: {
    label: animalTagLabel('tattoo'),
    words:
      'tattooright tattoo tattooid tattoono tattoonumber tattoos tatoo tattooleft lefttattoo righttattoo tagtattoo tattootag tailtattoo',
  },
  otherNumber: {
    label: animalTagLabel('other'),
    words:
      'otherid secondtag othertag secondarytag otheridentifier freezebrand freezebrandno hornbrand eartag2 tag2 secondeartag collar collarno neckchain',
  },
  name: {
    ...ofAnimal('name'),
    words: `name animalname barnname callname nickname petname nombre nom nome naam fullname animalsname pedigreename navn namn`,
  },
  /** Kept in the notes; parents are found by it. */
  otherName: {
    label: 'Another name',
    words: 'registeredname registrationname regname fullregisteredname papername officialname registeredanimalname',
  },
  species: {
    ...ofAnimal('species'),
    words: `species animalspecies animaltype stocktype kindofanimal especie espece specie tierart soort animalkind typeofanimal`,
  },
  sex: {
    ...ofAnimal('sex'),
    words: `sex sexes genders gender mf sexe sexo geschlecht geslacht sesso sexcode mfw gendersex sexm sextype sexgender malefemale kjønn kon køn`,
  },
  birthDate: {
    ...ofAnimal('birthDate'),
    words: `birthdate dob dateofbirth birthday borndate dateborn born birth lambingdate kiddingdate datelambed datekidded fechadenacimiento fechanacimiento nacimiento datedenaissance datenaissance naissance geburtsdatum geboren geboortedatum datadenascimento datanascimento nascimento datadinascita birthdateyyyymmdd birthdt datebirth birthdateddmmyyyy dateofbirthddmmyyyy bdate bday bornon lambed kidded lambdob kiddob dobirth hatchdate bornday dayofbirth fødselsdato fodelsedatum`,
  },
  birthYear: {
    ...ofAnimal('birthYear'),
    words: `birthyear yearofbirth yob yearborn bornyear year anodenacimiento anneedenaissance annee geburtsjahr jahr ano geboortejaar birthyr yrborn drop yeardrop bornin`,
  },
  breed: {
    ...ofAnimal('breed'),
    words: `breed breeds breedname genotype gen race raza rasse raca ras razza breedcode primarybreed mainbreed breedtype breeding breedcomposition breedcross bloodline rase`,
  },
  color: {
    ...ofAnimal('color'),
    words: `color colour coatcolor coatcolour coat couleur farbe cor kleur colore colors colours colormarkings colourmarkings markings colorandmarkings colordescription`,
  },
  status: {
    ...ofAnimal('status'),
    words: `status animalstatus currentstatus stockstatus estado statut currentstate state lifestatus lifestate disposition inherd onfarm alive herdstatus fate statuscode dispositioncode animalstate livestatus deadoralive alivedead inventorystatus active isactive stillhere inherdnow onfarmnow activestatus`,
  },
  howLeft: {
    label: 'How it left',
    words: `reasonout offreason disposalreason leavingreason reasonforleaving reasonforremoval exitreason cullreason reasonleft removalreason
      disposalcode leftreason outreason disposaltype exittype codereason dispositionreason howleft wherewent fatereason reasonoff`,
  },
  healthStatus: { ...ofAnimal('healthStatus'), words: `health healthstatus healthscore` },
  motherTag: {
    label: 'Mother',
    heading: 'Mother tag',
    words: `motherstagnumber mothertagnumber mothertag mothersid motherid mothervid motherno damtagnumber damtag damid damvid damno dameid dam mother ewetag eweid eweno ewe doetag doeid doeno doe madre mere mutter mae moeder mor mom momma mum mama`,
  },
  motherBreed: {
    label: "Mother's breed",
    words: `mothersbreed motherbreed dambreed damgenotype damgen ewebreed ewegenotype ewegen doebreed doegen`,
  },
  motherAgeYears: {
    label: "Mother's age",
    heading: "Mother's age (years)",
    words: `motherageyears motherage mothersage damage damageyears ageofdam eweage ageofewe doeage ageofdoe ageofmother aod`,
  },
  fatherTag: {
    label: 'Father',
    heading: 'Father tag',
    words: `fatherstagnumber fathertagnumber fathertag fathersid fatherid fathervid fatherno siretagnumber siretag sireid sirevid sireno sireeid sire father ramtag ramid ramno ram bucktag buckid buckno buck padre pere vater pai vader far dad daddy papa`,
  },
  fatherBreed: {
    label: "Father's breed",
    words: `fathersbreed fatherbreed sirebreed siregenotype siregen rambreed ramgenotype ramgen buckbreed buckgen`,
  },
  birthWeight: {
    ...ofAnimal('birthWeightGrams'),
    words: `birthweight birthwt birthwgt bwt bw weightatbirth pesoalnacer pesoalnacimiento geburtsgewicht poidsnaissance birthweights birthkg birthweightkg bweight bwgt birthmass birthwtlb bornweight fødselsvekt`,
  },
  weaningWeight: {
    ...ofAnimal('weaningWeightGrams'),
    words: `weaningweight weanweight weanwt weaningwt weanwgt wwt ww weightatweaning pesoaldestete absetzgewicht weaningwgt wnwt wnweight wean weanedweight weaningkg wweight`,
  },
  weaningAge: {
    ...ofAnimal('weaningAgeDays'),
    words: `weaningage weaningagedays weanage weanagedays ageatweaning weaningdays ageweaned daysatweaning ageweaning agewhenweaned`,
  },
  weight: {
    label: 'Weight',
    kind: 'weight',
    words: `weight liveweight bodyweight currentweight lastweight latestweight wt livewt bodywt wgt gewicht lebendgewicht korpergewicht lichaamsgewicht peso pesovivo pesocorporal pesoactual pesoatual poids poidsvif pesocorporeo bodywgt wtkg wtlb wtlbs kg weightkg weights mass bodymass scaleweight weighing liveweights lw bwkg weighedat`,
  },
  weighingDate: {
    label: 'Weighing date',
    kind: 'day',
    words: `weighingdate weighdate dateweighed dateofweighing weighedon weightdate dateofweight weighday wiegedatum wiegetag gewogenam weegdatum gewogenop fechadepesaje fechapesaje fechadepeso fechapeso datedepesee datepesee datadepesagem datapesagem datapesatura weighingdateyyyymmdd weightdt dateweight weighingday weighdt weightmeasured weightdatetime dateofweighin weighin weighindate datelastweighed weigheddate dateoflastweight`,
  },
  vaccinated: { ...ofAnimal('vaccinated'), words: `vaccinated vaccination vaccinations vaccine cdt cdandt vacc` },
  pedigreeUrl: { ...ofAnimal('pedigreeUrl'), words: `pedigreelink pedigreeurl pedigree link url` },
  forSale: {
    ...ofAnimal('forSale'),
    words: `forsale onsale listed zumverkauf zuverkaufen avendre enventa avenda tekoop invendita`,
  },
  salePrice: { ...ofAnimal('salePriceCents'), words: `saleprice price askingprice forsaleprice precio prix preis preco` },
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

export type OwnField = keyof typeof ownFields;

/** Fields that are not imported, or are imported under another name. */
const notByName = [
  'motherId',
  'fatherId',
  'birthWeightGrams',
  'weaningWeightGrams',
  'weaningAgeDays',
  'salePriceCents',
  'imageUrl',
  'isReference',
  'notes',
] as const satisfies readonly (keyof AnimalRecord)[];

export type FieldByKind = Exclude<keyof AnimalRecord, OwnField | (typeof notByName)[number]>;
const notByKind: ReadonlySet<string> = new Set([...Object.keys(ownFields), ...notByName]);
export const fieldsByKind = fieldNames(animalFields).filter((name): name is FieldByKind => !notByKind.has(name));

const wordsByKind: Readonly<Partial<Record<FieldByKind, { readonly words: string }>>> = {
  castratedOn: {
    words: 'datecastrated castrationdate dateofcastration castrateddate bandedon datebanded wetheredon datewethered',
  },
  isCastrated: { words: 'castrated wether wethered neutered desexed' },
};

/** Fields of files with estimated breeding values, which have a column for each trait and one for its accuracy. */
const breedingValueFields = {
  analysisDate: { label: 'Day of the analysis', kind: 'day' },
  breedingValue: { label: 'Breeding value (EBV)' },
  accuracy: { label: 'Accuracy of a breeding value' },
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

export type BreedingValueField = keyof typeof breedingValueFields;
export const breedingValueFieldNames = Object.keys(breedingValueFields) as BreedingValueField[];

export type { EventField };
export const eventFieldNames = Object.keys(eventFields) as EventField[];

export type ImportField = OwnField | FieldByKind | EventField | BreedingValueField | 'notes' | 'keep' | 'leaveOut';

export const importFields = {
  ...ownFields,
  ...(Object.fromEntries(fieldsByKind.map((name) => [name, { ...ofAnimal(name), ...wordsByKind[name] }])) as Record<
    FieldByKind,
    ImportFieldInfo
  >),
  ...eventFields,
  ...breedingValueFields,
  notes: {
    ...ofAnimal('notes'),
    words: `notes note comments comment remarks remark description memo observaciones observacoes bemerkungen remarques opmerkingen
      additionalnotes othernotes generalnotes observation observations info information anmerkung anmerkungen nota notas`,
  },
  keep: { label: 'Keep in the notes' },
  /** What an exported sheet computes from other columns. */
  leaveOut: {
    label: 'Leave out',
    words: 'gainsincetheweightbefore dayssincetheweightbefore gainperday borninall whyitwasleftout',
  },
} satisfies Readonly<Record<ImportField, ImportFieldInfo>> as Readonly<Record<ImportField, ImportFieldInfo>>;

export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]];

/** Several columns of one file may be assigned to these fields; every other field takes one column. */
const multiColumnFields: ReadonlySet<ImportField> = new Set([
  'notes',
  'keep',
  'leaveOut',
  'breedingValue',
  'accuracy',
  'motherTag',
  'fatherTag',
  'milk',
  'tattoo',
  'otherName',
  'otherNumber',
]);
export const allowsSeveralColumns = (field: ImportField): boolean => multiColumnFields.has(field);

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

const ofEvents: ReadonlySet<string> = new Set([...eventFieldNames, ...breedingValueFieldNames]);

export const templateFields = importFieldNames.filter((name) => name !== 'keep' && name !== 'leaveOut' && !ofEvents.has(name));

export const templateHeadings = (unit: WeightUnit): readonly string[] =>
  templateFields.map((name) => headingOf(name, unit) + (importFields[name].kind === 'day' ? ' (yyyy-mm-dd)' : ''));
