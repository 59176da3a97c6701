import { casesOf, outcomeOf, testFiles } from '#test/planned.ts';

/** As keepers write them down from day to day. */
const logs = casesOf`
deaths of animals by their names: Name,Date died,Reason | Alma,2026-05-14,bloat
  → Q1 death 2026-05-14 cause=bloat (Reason: bloat)
what was given, in plain words: When,Ear no,What given,How much,Why | 2026-05-14,Q1,Pen,5ml,lame
  → Q1 treatment 2026-05-14 productName=Pen dose=5 unit=ml reason=lame
lambs that were aborted are no death of their dam: Date,Ewe,No. aborted,Cause | 2026-01-14,Q1,2,toxo
  → Q1 abortion 2026-01-14 count=2 cause=toxo
young that died, in a list of dams, are asked about: Ewe,Breed,Born,Alive,Dead | Q1,Mule,3,2,1 | Q2,Mule,2,2,0
  rows=animals, column:2=keep → ?column:4 | Q1 Alma female | Q2 female
figures from 1 to 5 under days may be scores: Ewe,5/14/2026,6/15/2026 | Q1,2,3 | Q2,1,2
  → ?column:1 | Q1 Alma female | Q2 female
  rows=scores → Q1 scores 2026-05-14 famacha=2 | Q1 scores 2026-06-15 famacha=3 | Q2 scores 2026-05-14 famacha=1
  → Q2 scores 2026-06-15 famacha=2
milk of mornings and evenings under weekdays: Name,Mon 5/18/26 AM (kg),Mon 5/18/26 PM (kg) | Alma,1.03,2.06
  → Q1 milking 2026-05-18 amountMl=3000
the dose of several is that of none: Date,Tags,Drug,Total dose | 2026-05-14,Q1 Q2,Pen,15 ml
  → Q1 treatment 2026-05-14 productName=Pen (Total dose: 15 ml for 2 animals)
  → Q2 treatment 2026-05-14 productName=Pen (Total dose: 15 ml for 2 animals)
a new tag with a new EID: Date,Old tag,New tag,EID | 2026-03-14,Q1,Q9,982000411110005
  → Q1 tagChange 2026-03-14 oldTag=Q1 newTag=Q9
tags of lambs without a word for them: Ewe,Date lambed,Lambs,Sex | Q1,2026-03-14,601/602,F/M | Q2,2026-03-15,603,F
  → 601 female, Q1 Alma x - | 602 male, Q1 Alma x - | 603 female, Q2 x -
a dose of two parts is no dose with a unit: Date,Tag,Product,Dose | 2026-05-14,Q1,Pen,2 x 5ml
  → !'2 x 5ml' is no dose.
halves of a score: Ewe,Date,BCS | Q1,2026-05-14,2 1/2 | Q2,2026-05-14,3½
  → Q1 scores 2026-05-14 bodyCondition=2.5 | Q2 scores 2026-05-14 bodyCondition=3.5
other words of a log: Date,Animal,Med,Meat W/D until | 2026-05-14,Q1,LA-200,2026-06-11
  → Q1 treatment 2026-05-14 productName=LA-200 meat:2026-06-11
a ram that came to ewes and left them has bought and sold none: Ram\tDate in\tDate out\tEwes | Q3\t14/08/2026\t30/09/2026\tQ1, Q2
  → Q1 mating Q3 2026-08-14 to 2026-09-30 | Q2 mating Q3 2026-08-14 to 2026-09-30
a list of arrivals with sires is none of matings: Tag,Sire,Arrived,From | Q1,Q9,2026-05-01,Jones
  → Q1 arrival 2026-05-01 from=Jones | +Q9
a list of sold ewes with their ram is none of matings: Ewe,Ram,Sold on,Buyer | Q1,Q3,2026-05-01,Jones
  column:1=keep → Q1 sale 2026-05-01 buyer=Jones (Ram: Q3)
weights, and scores, beside sires are of no matings: Tag,Sire,Weigh date,Weight (kg) | Q1,Q9,2026-05-01,54
  → Q1 weighing 2026-05-01 weightGrams=54000 | +Q9
scores beside sires: Tag,Sire,Date,FAMACHA | Q1,Q9,2026-05-01,2
  column:2=eventDay → Q1 scores 2026-05-01 famacha=2 | +Q9
a litter in a row under letters:
  Ewe #,Date lambed,Sire,# born,Lamb A,Sex A,Lamb B,Sex B | Q1,3/14/2026,Q3,2,601,ewe,602,ram | Q2,3/15/2026,Q3,2,603,ewe,dead,ram
  → 601 female, Q1 Alma x Q3 Rex | 602 male, Q1 Alma x Q3 Rex | 603 female, Q2 x Q3 Rex
  → !It was born dead, so it is no animal to bring in.
a litter under ordinal numbers: Ewe,DOB,1st lamb,1st sex,2nd lamb,2nd sex | Q1,2026-03-01,601,F,602,M | Q2,2026-03-02,603,F,,
  → 601 female, Q1 Alma x - | 602 male, Q1 Alma x - | 603 female, Q2 x -
marks that stand for the cell above: Ewe\tDate\tLamb tag\tSex | Q1\t14/03/2026\t801\tF | "\t"\t802\tM | ditto\t''\t803\tF
  → 801 female, Q1 Alma x - | 802 male, Q1 Alma x - | 803 female, Q1 Alma x -
a day and a product that are written once for several animals: Date,Product,Tag,Dose (ml) | 2026-05-01,Zolvix,Q1,4 | ,,Q2,5
  → Q1 treatment 2026-05-01 productName=Zolvix dose=4 unit=ml | Q2 treatment 2026-05-01 productName=Zolvix dose=5 unit=ml
a day of death that is written once is of one animal: Date died,Tag,Color | 2026-05-01,Q1,red | ,Q2,red
  → Q1 death 2026-05-01 cause=unknown (Color: red) | !The row tells nothing that can be recorded.
withdrawals in other words still: Date,Tag,Drug,Amt,Do not slaughter before | 5/14/2026,Q1,LA-200,4.5 cc,6/11/2026
  → Q1 treatment 2026-05-14 productName=LA-200 dose=4.5 unit=cc meat:2026-06-11
the end of a withdrawal of which no product is said is asked about: Date,Tag,Medicine,Clear date | 2026-05-01,Q1,Pen,2026-05-20
  → ?column:3 | Q1 treatment 2026-05-01 productName=Pen (Clear date: 2026-05-20)
the register of medicines of a British farm:
  Date of admin,ID of animal,Name of VMP,Quantity,Batch,Withdrawal period,Date w/d ends
  14/05/2026,Q1,Alamycin,6ml,AB1,35 days meat / 5 days milk,18/06/2026
  column:6=keep → Q1 treatment 2026-05-14 productName=Alamycin dose=6 unit=ml batch=AB1 meat:35 milk:5 (Date w/d ends: 18/06/2026)
the day of the last worming beside what was given: Sheep,Last wormed,Wormer used | Q1,5/14/2026,Ivermectin
  → Q1 treatment 2026-05-14 productName=Ivermectin
a cause of death in a list of animals: Tag,Sex,DOB,Cause of death | N1,F,2020,bloat | N2,F,2020,
  → N1 female died | N2 female
a cause of death of the living:
  Tag,Sex,DOB,Cause of death | N1,F,2020,No | N2,F,2020,still alive | N3,F,2020,sold | N4,F,2020,bloat
  → N1 female | N2 female | N3 female | N4 female died
a cause beside lambs that died: Tag,Sex,DOB,Lambs died,Cause | N1,F,2020,1,pneumonia | N2,F,2020,0,
  → N1 female | N2 female
a cause of the death of lambs, or beside a dam that died:
  Tag,Sex,DOB,Dam died,Cause,Lamb death cause | N1,F,2020,Y,bloat,weak | N2,F,2020,,,
  column:3=keep → N1 female | N2 female
known animals with causes of death and nothing else: Tag,Cause of death | Q1,Old age
  → Q1 Alma female died
a lambing beside a day of birth is another day: Tag,Sex,DOB,Kidding date | N1,F,2020-02-01,2026-03-01
  column:3=keep, species=goat → N1 female
numbers without a digit are none: Tag,Sex,DOB,Scrapie,Registry | N1,F,2020,QR,ABGA
  → N1 female
animals that are not present, or were lost, are asked about: Tag,Sex,DOB,Present,Lost | N1,F,2020,N, | N2,F,2020,Y,x
  → ?word:3:n | N1 female | N2 female
a yes under Lost is asked about: Tag,Sex,DOB,Lost | N1,F,2020, | N2,F,2020,x
  → ?word:3:x | N1 female | N2 female
words, numbers and counts that say nothing of a state:
  Tag,Sex,DOB,Kept,Living,Owned,Current,Lambs born,Lost | N1,F,2020,2,1,Jim,Pen 1,2,1 | N2,F,2020,1,0,Ann,Pen 2,2,0
  → N1 female | N2 female
animals that are present, and were weighed: Tag,Weigh date,Weight (kg),Present | Q1,2026-05-01,54,Y
  → Q1 weighing 2026-05-01 weightGrams=54000 method=scale (Present: Y)
animals that were kept, and were given something: Date,Tag,Product,Kept | 2026-05-01,Q1,Cydectin,Y
  → Q1 treatment 2026-05-01 productName=Cydectin (Kept: Y)
a mating of ewes that were scored: Ewe,Ram,Date bred,BCS,FAMACHA | Q1,Q3,2026-05-01,3,2
  → Q1 mating Q3 2026-05-01 to null
a mating of ewes that were weighed: Ewe,Ram,Date bred,Weight (kg) | Q1,Q3,2026-05-01,60
  → Q1 mating Q3 2026-05-01 to null
a mating of ewes that were vaccinated: Ewe,Ram,Date bred,CDT,Price | Q1,Q3,2026-05-01,2026-09-01,5
  → Q1 mating Q3 2026-05-01 to null
the ram that was used is a mate or the sire: Tag,Sex,DOB,Ram used | N1,F,2020,Q3
  → ?column:3 | N1 female
a ewe lamb of its dam: Tag,Sex,DOB,Ewe lamb of | 601,F,2026-03-01,Q1
  → 601 female, Q1 Alma x -
the day of the butcher is asked about: Tag,Sex,DOB,Butcher date | N1,M,2026-01-01,2026-10-15
  → ?column:3 | N1 male
months of a year of two digits: Tag,Weight Mar 26,Weight Apr 26 | Q1,30,35
  unit:1=kg, year=2026, monthDay=1 → Q1 weighing 2026-03-01 weightGrams=30000 method=scale
  → Q1 weighing 2026-04-01 weightGrams=35000 method=scale
the ram that was used is the sire, and two words for the dam are one: Tag,Sex,DOB,Ram used,Dam/Ewe | N1,F,2026,Q3,Q1
  → N1 female, Q1 Alma x Q3 Rex
the tag of a ram lamb is none of a ram: Ewe,Lambed,Ewe lamb tag,Ram lamb tag | Q1,2026-03-01,601,602
  sex=female → 601 female
what became of an animal stands under a heading of its day:
  Tag,Sex,DOB,Sold/Died,When | N1,F,2020,Sold,2024-05-01 | N2,F,2020,Died,2024-06-01
  column:4=statusDate → N1 sale 2024-05-01 | N2 death 2024-06-01 cause=unknown | N1 female sold | N2 female died
how many were born, and live, beside the day of a lambing: Ewe,Lambed,Born,Lambs alive | Q1,2026-03-01,2,2 | Q2,2026-03-02,2,1
  → Q1 Alma female | Q2 female
animals that are called by their names: Name,Date,Weight (kg) | Alma,2026-05-01,50 | Rex,2026-05-01,80
  → Q1 weighing 2026-05-01 weightGrams=50000 method=scale | Q3 weighing 2026-05-01 weightGrams=80000 method=scale
scores of animals by their names: Sheep,Date,FAMACHA | Alma,2026-05-01,2
  → Q1 scores 2026-05-01 famacha=2
new animals that are called by their names: Name,Date purchased,Price,From | Bella,2026-05-01,150,Jones
  → ?names | ?sex | !The tag number is missing.
the order of days stands in the heading: Tag,Sex,DOB (dd/mm/yyyy) | N1,F,05/04/2020
  → N1 female
when a row was written is not the day that it tells of: Timestamp,Tag,Date,Weight (kg) | 2026-05-20 09:14:02,Q1,2026-05-14,54
  → Q1 weighing 2026-05-14 weightGrams=54000 method=scale
nor that of a mating: Timestamp,Ewe,Ram,Date bred | 2026-05-20 09:14:02,Q1,Q3,2026-05-14
  → Q1 mating Q3 2026-05-14 to null
a weight before the tag is of one animal, although the day is of several:
  Date,Weight (kg),Comment,Tag | 2026-05-01,54,limping,Q1 | ,,,Q2 | ,50,,Q2
  → Q1 weighing 2026-05-01 weightGrams=54000 method=scale (limping) | Q2 weighing 2026-05-01 weightGrams=50000 method=scale
  → !The row has no weight and no treatment.
scores before the tag are of one animal: Date,FAMACHA,Ewe,BCS | 2026-05-01,3,Q1,3 | ,,Q2,2.5
  → Q1 scores 2026-05-01 famacha=3 bodyCondition=3 | Q2 scores 2026-05-01 bodyCondition=2.5
a tag before the EID is of one animal: Date,Tag,EID,Weight (kg) | 2026-05-01,Q1,,54 | ,,826099912300099,45
  → Q1 weighing 2026-05-01 weightGrams=54000 method=scale | !Not found: none of your animals has this number.
a day before the tags is no day of several deaths: Date,Tag,Cause of death | 2026-05-01,Q1,bloat | ,Q2,bloat
  → Q1 death 2026-05-01 cause=bloat | !The day is missing.
the unit of milk is asked once: Date,Ewe,AM,PM | 2026-05-14,Q1,1.1,0.9
  → ?milk:2 | !'0.9' is no amount of milk.
an EID beside another number is asked about, even of one animal: Old EID,New EID,Visual | 826099912300045,826099912300099,Q1
  → ?column:0 | ?column:1 | Q1 Alma female
`;

testFiles(logs, outcomeOf);
