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
People: Goat's name=name; Goat ID=tagNumber; Kid's sex=sex; Ewe #=tagNumber; Age=keep; Year Born=birthYear; Wether?=isCastrated; Castrated=isCastrated; Date Castrated=castratedOn; For Sale?=forSale; Price ($)=salePrice; Mom=motherTag; Dad=fatherTag; Weight at birth=birthWeight; Birthweight lbs=birthWeight; 60 day weight=keep; Eye color=keep; Ear tag color=keep; Horn status=keep; Last dewormed=keep; Photo=keep; Name of breeder=keep
France: Numéro national=official; Numéro de travail=tagNumber; Date de naissance=birthDate; Sexe=sex; Mère=motherTag; Père=fatherTag; Race=breed; Nom=name
Germany: Lebensohrmarke=tagNumber; Geburtsdatum=birthDate; Vater=fatherTag; Mutter=motherTag; Rasse=breed; Zuchtwert=keep; Geschlecht=sex; Bemerkungen=notes
Netherlands: Levensnummer=tagNumber; Werknummer=tagNumber; Geslacht=sex; Moeder=motherTag; Vader=fatherTag; Geboortedatum=birthDate
Spain and Brazil: Número de arete=tagNumber; Fecha de nacimiento=birthDate; Madre=motherTag; Padre=fatherTag; Raza=breed; Brinco=tagNumber; Data de nascimento=birthDate; Mãe=motherTag; Pai=fatherTag; Nome=name
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
`;

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [source = '', items = ''] = line.split(': ');
      const wanted = items.split('; ').map((item) => item.split('='));
      return { source, wanted: wanted.map(([heading = '', fields = '']) => ({ heading, fields: fields.split(',') })) };
    });

test('headings of other programs are understood, and what has no meaning is kept', () => {
  const misses = linesOf(listsOfAnimals).flatMap(({ source, wanted }) =>
    wanted.flatMap(({ heading, fields }) => {
      const [alone, beside] = [[heading], ['EID', heading]].map((headings) => matchHeadings(headings).at(-1)?.field ?? 'keep');
      // An official number or a tattoo is the tag of a file that has no other.
      const isTag = alone === 'tagNumber' && (fields.includes('official') || fields.includes('tattoo'));
      return [alone, beside].some((field) => field && fields.includes(field)) || isTag ? [] : `${source} '${heading}': ${alone}`;
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
