import { expect, test } from 'vitest';
import { matchHeadings } from './headings.ts';

/** As other programs, societies and people head their columns: `heading=field`, several fields where each is right. */
const listsOfAnimals = `
EasyKeeper: Name=name; Tag=tagNumber; Tattoo Left=tattoo; Scrapie ID=official; Microchip=eid; Date of Birth=birthDate; Sex=sex; Breed=breed; Status=status; Sire=fatherTag; Dam=motherTag; Registration #=registration; Herd Name=keep; Horned/Polled=keep; Color/Markings=color
Herdwatch: Tag Number=tagNumber; Date Of Birth=birthDate; Gender=sex; Dam Tag=motherTag; Sire Tag=fatherTag; Animal Name=name; Date Moved In=arrivedOn; Moved From=keep
AgriWebb: VID=tagNumber; EID=eid; Breed=breed; Birth Date=birthDate; Birth Year=birthYear; Visual Color=keep,color; Sire VID=fatherTag; Dam VID=motherTag; Latest Weight (kg)=weight; Latest Weight Date=weighingDate; On Farm=status; Mob=keep
farmOS: Animal type=species; Birthdate=birthDate; Is castrated=isCastrated; Parents=keep; Notes=notes; Archived=keep
ADGA: ADGA ID=registration; DOB=birthDate; Tattoo RE=tattoo,keep; Sire Name=fatherTag; Dam Name=motherTag; E-ID=eid
ABGA: ABGA #=registration; Animal Name=name; Born=birthDate; Sire Reg #=fatherTag; Dam Reg #=motherTag; Percent Boer=keep,breed
KIF: Individnr=tagNumber; Fødselsdato=birthDate; Kjønn=sex; Rase=breed; Mor=motherTag; Far=fatherTag; Fødselsvekt=birthWeight; Navn=name; Øremerke=tagNumber
Sweden: Öronnummer=tagNumber; Födelsedatum=birthDate; Kön=sex; Ras=breed; Namn=name
Sheep Ireland: Lambing Date=birthDate; Lamb Sex=sex; Lamb Tag=tagNumber; Dam Tag=motherTag; Ram Tag=fatherTag; Birth Weight (kg)=birthWeight; Flock Code=keep; Breed Code=breed
Signet: Animal Identity=tagNumber; UK Tag=official; Flock Book No=registration; Date Born=birthDate; Birth Type=keep; Sire Identity=fatherTag; Dam Identity=motherTag; Embryo Transfer=keep
LAMBPLAN: Animal ID (16 digit)=registration,tagNumber; Sire ID=fatherTag; Dam ID=motherTag; Rear Type=keep; Birth Wt=birthWeight; Wean Wt=weaningWeight; Mgmt Group=keep
NSIP: NSIP ID=registration; Dam NSIP ID=motherTag; Sire NSIP ID=fatherTag; BWT=birthWeight; WWT=weaningWeight
Ranch Manager: Ear Tag=tagNumber; Other ID=otherNumber; Purchase Price=keep; Current Status=status; Date Sold=soldOn; Sale Price=salePrice
People: Goat's name=name; Goat ID=tagNumber; Kid's sex=sex; Ewe #=tagNumber; Age=keep; Year Born=birthYear; Wether?=isCastrated; Castrated=isCastrated; Date Castrated=castratedOn; For Sale?=forSale; Price ($)=salePrice; Mom=motherTag; Dad=fatherTag; Weight at birth=birthWeight; Birthweight lbs=birthWeight; 60 day weight=keep; Eye color=keep; Ear tag color=keep; Horn status=keep; Last dewormed=treatedOn; Photo=keep; Name of breeder=keep
France: Numéro national=official; Numéro de travail=tagNumber; Date de naissance=birthDate; Sexe=sex; Mère=motherTag; Père=fatherTag; Race=breed; Nom=name
Germany: Lebensohrmarke=tagNumber; Geburtsdatum=birthDate; Vater=fatherTag; Mutter=motherTag; Rasse=breed; Zuchtwert=keep; Geschlecht=sex; Bemerkungen=notes
Netherlands: Levensnummer=tagNumber; Werknummer=tagNumber; Geslacht=sex; Moeder=motherTag; Vader=fatherTag; Geboortedatum=birthDate
Spain and Brazil: Número de arete=tagNumber; Fecha de nacimiento=birthDate; Madre=motherTag; Padre=fatherTag; Raza=breed; Brinco=tagNumber; Data de nascimento=birthDate; Mãe=motherTag; Pai=fatherTag; Nome=name
Kinne records: Goat's Name=name; Reg. Number=registration; Birthdate=birthDate; Birth Weight=birthWeight; Weaning Wt.=weaningWeight; 60-Day Wt.=keep; Disbudded=keep; Date Sold=soldOn; Buyer=buyer; Sold For=pricePaid
FlockFiler: Flock Tag=tagNumber; Scrapie Tag=official; Registered Name=otherName; Birth Date=birthDate; Sire Name=fatherTag; Dam Name=motherTag; Color Code=color; Disposition=status; Disposition Date=statusDate; Birth Weight (lbs)=birthWeight; Codon 171=keep
Ranch apps: Animal Tag=tagNumber; Ear Tag Color=keep; Date Purchased=arrivedOn; Purchased From=from; Purchase Price=purchasePrice; Date of Death=diedOn; Cause of Death=cause; Tag Number=tagNumber; Created At=keep; Sire Tag=fatherTag; Dam Tag=motherTag
National Limousin style: Dam Registration=motherTag; Sire Registration=fatherTag; Herd Prefix=keep; Birth Wt=birthWeight; Weigh Date=weighingDate
AKGA: Reg No=registration; Sire Reg No=fatherTag; Dam Reg No=motherTag; Sex Code=sex; Date of Birth (MM/DD/YYYY)=birthDate; % NZ=keep; Microchip ID=eid
Sheep Ireland: Animal Number=tagNumber; EID Tag=eid; DOB=birthDate; Dam Number=motherTag; Sire Number=fatherTag; Sire Breed=fatherBreed; Lambing Difficulty=keep; Birth Rank=keep; Ewe Breed=motherBreed
FarmIT 3000: Eartag=tagNumber; Mgt No=tagNumber; Birth Dt=birthDate; Sx=sex; Brd=breed; Moved Off=statusDate; Off Reason=howLeft
ScotEID: Individual ID=tagNumber; Flock Mark=keep; Date of Tagging=keep; Year of Birth=birthYear; Number of Animals=keep
BreedMate: Animal Id=tagNumber; Call Name=name; Reg Name=otherName; Whelped=keep; Date Born=birthDate; Colour=color; Microchip No=eid
AgriEID: EID=eid; Visual Tag=tagNumber; Birth Year=birthYear; Drop=birthYear; Sex Code=sex; Breed Code=breed; Current Mob=keep; Status=status; Fate=status,howLeft
MISA: Visual ID=tagNumber; NLISID=official; RFID=eid; Date Of Birth=birthDate; Dam Visual=motherTag; Sire Visual=fatherTag; Desexed=isCastrated; Property of Birth=keep
Spanish: Nº de crotal=tagNumber; Sexo=sex; F. Nacimiento=birthDate; Peso al nacer=birthWeight; Color=color; Estado=status; Fecha de baja=statusDate; Observaciones=notes
French: N° boucle=tagNumber; Sexe=sex; Né le=birthDate; N° mère=motherTag; N° père=fatherTag; Poids naissance=birthWeight; Remarques=notes; Date de sortie=statusDate
German: Ohrmarken-Nr.=tagNumber; geb. am=birthDate; Mutter-Nr.=motherTag; Vater-Nr.=fatherTag; Abgangsdatum=statusDate; Abgangsgrund=howLeft; Farbe=color; Chip-Nr.=eid
Dutch: Oormerk=tagNumber; Geb. datum=birthDate; Moeder nr=motherTag; Vader nr=fatherTag; Kleur=color; Opmerkingen=notes
People: Tag color=keep; Nick name=name; Goat #=tagNumber; Sheep No.=tagNumber; Lamb No=tagNumber; Kid tag=tagNumber; M/F=sex; Sex (F/M/W)=sex; Gender (M, F, W)=sex; DoB (UK)=birthDate; Born on=birthDate; Birth day=birthDate; BIRTH_DATE=birthDate; birth.date=birthDate; Yr Born=birthYear; Mama=motherTag; Papa=fatherTag; Dam's name=motherTag; Sire (reg #)=fatherTag; Ewe lamb/ram lamb=sex,keep; Still on farm?=status; Alive?=status; Sold?=keep,howLeft; Sold date=soldOn; Death date=diedOn; D.O.D.=diedOn; Left on=statusDate; Where from=from; Bought=arrivedOn; Acquired=arrivedOn; Cost=purchasePrice; Current wt (lbs)=weight; Last weight (kg)=weight; Last weighed=weighingDate; Weight date=weighingDate; BW (kg)=birthWeight; WW=weaningWeight; Adj. 90 day wt=keep; Banded on=castratedOn; Castration date=castratedOn; Fixed?=keep,isCastrated; Asking $=salePrice,keep; For sale (Y/N)=forSale; Vaccinated (Y/N)=vaccinated; Pedigree link=pedigreeUrl; Comments/Notes=notes; Misc.=keep,notes; Description=notes
`;

const listsOfEvents = `
Gallagher: EID=eid; VID=tagNumber; Weight=weight; Date=eventDay,weighingDate; Time=time; Condition Score=bodyCondition; Notes=notes
Tru-Test: Electronic ID=eid; Visual ID=tagNumber; Liveweight (kg)=weight; Weigh Date=weighingDate; Avg Gain=keep
Herdwatch: Tag No=tagNumber; Treatment Date=treatedOn; Medicine Name=product; Dosage=dose; Batch No=batch; Withdrawal Meat (Days)=meatDays; Withdrawal Milk (Days)=milkDays; Administered By=responsible; Prescribing Vet=prescriber; Reason For Use=reason; Withdrawal End Date Meat=meatClearOn; Batch Expiry Date=expiry
AgriWebb: VID=tagNumber; Date=eventDay; Product Name=product; Dose per head=dose; Unit=doseUnit; ESI (days)=meatDays; Safe to Slaughter=meatClearOn
Own vaccinations: Goat=tagNumber; Vaccine given=vaccine; Date given=treatedOn; Lot #=batch; Next due=nextDue
WormX: Tag=tagNumber; Date=eventDay; FAMACHA Score=famacha; BCS=bodyCondition; FEC (epg)=eggCount; Dag Score (0-5)=dag
DHI: Doe ID=tagNumber; Test Date=eventDay; Milk (lbs)=milk; DIM=keep
Deaths: Ear tag=tagNumber; Date of death=diedOn; Cause of death=cause; Method of disposal=disposal
Sales: Tag=tagNumber; Date sold=soldOn; Sold to=buyer; Price received=pricePaid
Moves: Tag=tagNumber; Move date=eventDay; To paddock=place
Scanner: EID=eid; Scan Date=eventDay; Scan Result=scanned
Matings: Doe=tagNumber; Buck=fatherTag; Date bred=eventDay
Shearings: Tag=tagNumber; Date shorn=eventDay; Fleece weight (kg)=fleece
Scout log: Scrapie tag=tagNumber; Date=eventDay,weighingDate; Wt=weight; FAMACHA=famacha
DHI goats: Barn Name=name; Index #=keep; Tag=tagNumber; Test Date=eventDay; Milk Lbs=milk; Fat %=keep; SCC=keep
Gallagher TW: EID Number=eid; Visual ID=tagNumber; Weight (kg)=weight; Date/Time=eventDay,weighingDate; ADG (kg/d)=keep; Draft=keep; Comment=notes
Te Pari: Tag ID=tagNumber; LID=keep; Live Weight=weight; Weigh date=weighingDate; Dose=keep,dose
Medicine book: Date of treatment=treatedOn; Identity of animal=tagNumber; Name of medicine=product; Batch number=batch; Quantity used=dose; Withdrawal period (meat)=meatDays; Withdrawal period (milk)=milkDays; Date meat withdrawal ends=meatClearOn; End of milk withdrawal=milkClearOn; Person administering=responsible; Reason for treatment=reason; Expiry date=expiry
US treatment log: Animal ID=tagNumber; Date treated=treatedOn; Condition/Disease=reason; Drug=product; Dosage (cc)=dose; Route=route; Meat WD (days)=meatDays; Milk WD (hrs)=milkDays; Lot #=batch; Exp. date=expiry; Given by=responsible; Vet=prescriber
AU drench log: Tag=tagNumber; Treatment date=treatedOn; Product=product; Dose rate (mL)=dose; WHP meat=meatDays; ESI=keep; Batch No.=batch; Safe to slaughter date=meatClearOn; Operator=responsible
FEC sheet: Animal=tagNumber; Sampled=eventDay; EPG=eggCount; Famacha (1-5)=famacha; BCS (1-5)=bodyCondition; Dag score=dag
Five point check: Tag=tagNumber; Date=eventDay; Eye=famacha; Back=keep; Tail=keep; Jaw=jaw; Nose=nasal
Vaccines: Tag #=tagNumber; Vaccine=vaccine; Date vaccinated=treatedOn; Serial #=batch; Booster due=nextDue; Administered by=responsible
Breeding log: Doe=tagNumber; Buck=fatherTag; Exposed=keep,eventDay,inDay; Date bred=eventDay; Due date=nextDue
Joining: Ewe ID=tagNumber; Ram ID=fatherTag; Ram in=inDay; Ram out=outDay
Raddle: Ewe=tagNumber; Date marked=keep,eventDay; Raddle colour=mark; Ram=fatherTag; Date=eventDay
Scanning: EID=eid; Scanned on=eventDay; Scan result=scanned
Preg check: Doe ID=tagNumber; Check date=eventDay; Pregnant?=scanned
Mortality: Tag=tagNumber; Date died=diedOn; Cause=cause; Disposal=disposal; Age=keep
Sales book: Tag No.=tagNumber; Sale date=soldOn; Sold to=buyer; Sale price=pricePaid,salePrice; Invoice #=keep
Movements off: Ear tag=tagNumber; Date moved=eventDay; To paddock=place
Arrivals: Tag=tagNumber; Arrival date=arrivedOn; Source=from
Shearing: Ewe=tagNumber; Shearing date=eventDay; Greasy fleece weight (kg)=fleece; Micron=keep
Hooves: Goat=tagNumber; Date=eventDay; Hoof trimming=hoofsTrimmed
Heat: Doe=tagNumber; Date=eventDay; Standing heat=heat
Tags: Old tag=tagNumber; New tag=newTag; Date=eventDay
Abortions: Ewe=tagNumber; Date=eventDay; Aborted=youngLost; Cause=cause
Register: Date=eventDay; Movement=recordKind; Ear tag=tagNumber; From/To=party
`;

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [source = '', items = ''] = line.split(': ');
      const wanted = items.split('; ').map((item) => item.split('='));
      return { source, wanted: wanted.map((parts) => ({ heading: parts[0] ?? '', fields: (parts.at(-1) ?? '').split(',') })) };
    });

test('headings of other programs are understood, and what has no meaning is kept', () => {
  const misses = linesOf(listsOfAnimals).flatMap(({ source, wanted }) =>
    wanted.flatMap(({ heading, fields }) => {
      const lists = [[heading], ['EID', heading], ['Tag', 'DOB', 'Date sold', 'Purchase date', heading]];
      const [alone, ...beside] = lists.map((headings) => matchHeadings(headings).at(-1)?.field ?? 'keep');
      // An official number or a tattoo is the tag of a file that has no other.
      const isTag = alone === 'tagNumber' && (fields.includes('official') || fields.includes('tattoo'));
      return [alone, ...beside].some((field) => field && fields.includes(field)) || isTag
        ? []
        : `${source} '${heading}': ${alone}`;
    }),
  );
  expect(misses).toEqual([]);
});

test('headings of lists of what happened are understood in their lists', () => {
  const misses = linesOf(listsOfEvents).flatMap(({ source, wanted }) => {
    const columns = matchHeadings(wanted.map(({ heading }) => heading));
    return wanted.flatMap(({ heading, fields }, index) => {
      const field = columns[index]?.field ?? '';
      return fields.includes(field) ? [] : `${source} '${heading}': ${field}`;
    });
  });
  expect(misses).toEqual([]);
});
