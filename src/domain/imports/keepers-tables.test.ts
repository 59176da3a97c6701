import { casesOf, outcomeOf, testFiles } from '#test/planned.ts';

/** As keepers have them. */
const files = casesOf`
a litter in a row, whose sexes and weights have only numbers:
  Ewe,Lambed,Lamb 1,Sex 1,Wt 1 (kg),Lamb 2,Sex 2,Wt 2 (kg) | Q1,2026-04-01,601,F,4.1,602,M,4.3 | Q2,2026-04-03,603,F,3.9,dead,M,2
  column:4=birthWeight → 601 female, Q1 Alma x - | 602 male, Q1 Alma x - | 603 female, Q2 x -
  → !It was born dead, so it is no animal to bring in.
a small weight in a lambing book may be that of the birth:
  Date,Ewe,Lamb tag,Sex,Weight | 1/4/2026,Q1,501,E,4.2 | 16/4/2026,Q2,502,R,5.1
  → ?column:0 | ?column:4 | 501 female, Q1 Alma x - | 502 male, Q2 x -
lines of sections above headings that stand again: Tag,Name,Color | EWES,, | N1,Ann,red | RAMS,, | Tag,Name,Color | N2,Cal,white
  → N1 Ann female | N2 Cal male
a state that another column tells:
  VID,Sex,On Farm,Fate,Disposal Date,Dead | N1,F,Yes,,,N | N2,F,No,Sold,2023-03-01,N | N3,F,No,,2025-01-15,Y
  → N2 sale 2023-03-01 | N3 death 2025-01-15 cause=unknown | N1 female | N2 female sold | N3 female died
parents by tag and name together: Tag,Sex,Sire,Dam | N1,F,Rex (Q3),Q1 - Alma
  → N1 female, Q1 Alma x Q3 Rex
a tag without its zeros and nothing else: Tag,Colour | Q1,red | Q02,blue
  → ?lookAlike | Q1 Alma female | !Your animal Q2 looks like this one. Say above whether it is the same.
a list of abortions is none of deaths: Date,Ewe,Aborted,Cause | 2026-02-01,Q1,2,toxo
  → Q1 abortion 2026-02-01 count=2 cause=toxo
new tags in place of old ones: Old tag,New tag,Date | Q1,Q1001,2026-05-01
  → Q1 tagChange 2026-05-01 newTag=Q1001
the vaccine beside a medicine has not its dose: Date,Tag,Wormer,Dose (ml),Vaccine | 2026-05-01,Q1,Cydectin,5,CD&T
  → Q1 treatment 2026-05-01 productName=Cydectin dose=5 unit=ml | Q1 vaccination 2026-05-01 productName=CD&T
days that are not in the future tell their order: Tag,Date,Weight kg | Q1,12/09/2026,54
  → Q1 weighing 2026-09-12 weightGrams=54000 method=scale
the day of a state stands before other words: Tag,Sex,Status | N1,F,Died 12/13/25 bloat
  → N1 death 2025-12-13 cause=unknown | N1 female died
the price that was paid is with the arrival: Tag,Sex,Purchased,Purchased from,Price paid | N1,F,2025-06-01,Smith,350
  → N1 arrival 2025-06-01 from=Smith (Price paid: $350) | N1 female
a price of a kilogram is not that of the animal: Ear tag,Price/kg,Buyer,Sale date | Q1,2.35,Jones,2026-05-01
  → Q1 sale 2026-05-01 buyer=Jones (Price/kg: 2.35)
what was paid for animals that came is none of a sale: Date,Tag,From,Price | 2026-05-01,Q1,Jones,120
  → Q1 arrival 2026-05-01 from=Jones (Price paid: $120)
what was paid for an animal is not what it costs: Tag,Sex,DOB,Purchased,Seller,Price | N1,F,2024-03-01,2025-01-01,Jones,200
  → N1 arrival 2025-01-01 from=Jones (Price paid: $200) | N1 female
how many animals were treated is no tag: Date,Mob,Animals Treated,Product | 2026-02-12,Ewes,3,Zolvix | 2026-02-12,Rams,1,Zolvix
  → ?sex | ?column:2 | !The tag number is missing. | !The tag number is missing.
how many young were born and died is of no sire or dam: Doe,Kidded,Bucks,Does,Dead | Q1,2026-03-01,2,0,0 | Q2,2026-03-05,1,1,1
  → Q1 Alma female | Q2 female
an arrival on the day of its birth is none: Tag,Sex,DOB,Date In,Status | N1,F,2022-04-03,2022-04-03,In Herd
  → N1 female
letters of a language that is not known are asked about: Øremerke,Kjønn,Fødselsdato | N1,V,2022-04-01 | N2,S,2022-04-02
  → ?word:1:s | ?word:1:v | !'V' is no sex. | !'S' is no sex.
what was processed or harvested has died: Tag,Sex,DOB,Status | N1,F,2020,Processed | N2,M,2020,Harvested 2025
  → N1 female died | N2 male died
D beside M is no death: Tag,Sex,DOB,Status | N1,F,2020,M | N2,F,2020,D
  → ?word:3:d | ?word:3:m | N1 female | N2 female
a state that stands behind a name: Tag,Name,Sex,DOB | N1,Bella (SOLD),F,2020 | N2,Duke - dead,M,2020 | N3 (sold),Cal,F,2020
  → N1 Bella female sold | N2 Duke male died | N3 Cal female sold
notes and places that tell a state are asked about: Tag,Sex,DOB,Notes,Field | N1,F,2020,Sold,Hill | N2,M,2020,good,Sold
  column:3=howLeft → ?column:4 | N1 female sold | N2 male
lines of notes under a table are no animals:
  Tag,Sex,DOB,Mark | N1,F,2020,red | Red = dead,,, | * twins have a star,,, | No. of ewes: 1,,, | Pen 2,,, | 1 ewes,,1,
  → N1 female
'Dam ID' is what stands under 'ID', and no tag: ID,Tag,Sex,DOB,Dam ID | 17,B4,F,2020, | 18,17,F,2020, | 19,B7,F,2023,17
  → B4 female | 17 female | B7 female, B4 x -
the weights of an animal below its number, and one of the same day, which may be of another one:
  Tag,Date,Weight (kg) | Q1,2026-05-01,50 | ,2026-06-01,55 | Q2,2026-05-01,40 | ,2026-06-01,44 | ,2026-06-01,45
  → Q1 weighing 2026-05-01 weightGrams=50000 method=scale | Q1 weighing 2026-06-01 weightGrams=55000 method=scale
  → Q2 weighing 2026-05-01 weightGrams=40000 method=scale | Q2 weighing 2026-06-01 weightGrams=44000 method=scale
  → !The row names no animal.
weights of a second day, of which one has no number: Tag,Date,Weight (kg) | Q1,2026-05-01,50 | ,2026-06-01,55 | Q1,2026-06-01,51
  → Q1 weighing 2026-05-01 weightGrams=50000 method=scale | Q1 weighing 2026-06-01 weightGrams=51000 method=scale
  → !The row names no animal.
a weight without a number of a day of others, where most animals are named in each row:
  Tag,Date,Weight (kg) | Q1,2026-05-01,50 | Q2,2026-05-01,51 | ,2026-05-02,55 | Q3,2026-05-02,60
  → Q1 weighing 2026-05-01 weightGrams=50000 method=scale | Q2 weighing 2026-05-01 weightGrams=51000 method=scale
  → Q3 weighing 2026-05-02 weightGrams=60000 method=scale | !The row names no animal.
weights below a number that nobody could read, and of the day of others:
  Tag,Date,Weight (kg) | Q1,2026-05-01 08:00,50 | ?,2026-06-01,55 | ,2026-07-01,56 | Q2,2026-05-01,51 | ,2026-5-1,52
  → Q1 weighing 2026-05-01 weightGrams=50000 method=scale | Q2 weighing 2026-05-01 weightGrams=51000 method=scale
  → !The row names no animal. | !The row names no animal. | !The row names no animal.
ewes in lines of their own above their lambs, and the ram in one above all:
  Lamb,Sex,Born | Ram: Q3,, | Ewe Q1,, | L1,F,2026-03-01 | L2,M,2026-03-01 | Doe: Hera,, | L3,F,2026-03-02
  → L1 female, Q1 Alma x Q3 Rex | L2 male, Q1 Alma x Q3 Rex | L3 female, Hera x Q3 Rex | +Hera
ram lambs are no sire: Lamb,Sex,Born,Ram lambs | Sire: Q3,,, | L1,F,2026-03-01,
  → L1 female
a section, and a line that names nobody, end the parents above:
  Lamb,Born | Sire: Q3, | Dam: Q1, | L1,2026-03-01 | Dam: unknown, | L2,2026-03-01 | EWES, | L3,2026-03-01
  sex=female → L1 female, Q1 Alma x Q3 Rex | L2 female, - x Q3 Rex | L3 female
a new ram ends the ewe: Lamb,Sex,Born | Ram: Q3,, | Ewe Q1,, | L1,F,2026-03-01 | Ram: Z8,, | L2,F,2026-03-01
  → L1 female, Q1 Alma x Q3 Rex | L2 female, - x Z8 | +Z8
lines of notes are no parents:
  Lamb,Sex,Born | Ram: out since 1 Aug,, | L1,F,2026-03-01 | Ewe: 45 kg average,, | L2,F,2026-03-01 | Ewe: Total,, | L3,F,2026-03-01
  → L1 female | L2 female | L3 female
lambs that are called ewe lambs: Lamb,Born | Ewe 12,2026-03-01 | Ewe 13, | L14,2026-03-01
  sex=female → Ewe 12 female | Ewe 13 female | L14 female
a ewe above another one has no lambs: Lamb,Born | Ewe Q1, | L1,2026-03-01 | Ewe Q2, | Ewe Q4, | L2,2026-03-01
  sex=female → L1 female, Q1 Alma x - | Ewe Q2 female | L2 female, Q4 x - | +Q4
a ewe alone in a list of animals is one of them: Tag,Sex,Born | Ewe 12,, | N1,F,2020
  → ?sex | N1 female | !The sex is missing.
rams alone in a list of rams: Tag,Color,Born | Ram 1,, | Ram 2,, | Ram 3,white,2020
  sex=male → Ram 1 male | Ram 2 male | Ram 3 male
ewes that are called so: Tag,Sex,Born | Ewe 101,, | Ewe 102,F,2020
  sex=female → Ewe 101 female | Ewe 102 female
a count of rams below the animals: Tag,Sex,Born | N1,F,2020 | Ram: 12,,
  → N1 female
a group of a year, which is no ewe: Tag,Sex,Born | Ewe 2024,, | N1,F,2024
  sex=female → Ewe 2024 female | N1 female
a goat that is called Nan, and one without a name: Tag,Name,Sex,Born,Dam | N1,Nan,F,2020, | N2,nan,F,2023,Nan | N3,NaN,F,2023,nan
  → N1 Nan female | N2 female, N1 Nan x - | N3 female
a weight of Nan is none: Tag,Date,Weight (kg) | Q1,2026-05-01,50 | Q2,2026-05-01,Nan
  → Q1 weighing 2026-05-01 weightGrams=50000 method=scale | !The row has no weight and no treatment.
a litter under L1 and L2: Ewe No,Lambed,L1 tag,L1 sex,L2 tag,L2 sex | Q1,2025-04-03,501,E,502,R
  → 501 female, Q1 Alma x - | 502 male, Q1 Alma x -
wethers in other words: Tag,Sex,DOB | W1,Wether,2023-04-01 | W2,Desexed M,2023-04-01 | B1,Ram,2022-04-01
  → W1 wether | W2 wether | B1 male
states, and weights, with the times of their days:
  tag,sex,dob,status_current,status_date,last_weight,last_weight_date
  N1,Female,2019-04-03 00:00:00.000,Sold,2023-10-11 14:52:08.075,39,2023-07-24 06:49:29.927
  N2,Desexed M,2020-04-03 00:00:00.000,Dead,2022-10-11 14:52:08.075,,
  unit:5=kg → N1 weighing 2023-07-24 weightGrams=39000 | N1 sale 2023-10-11 | N2 death 2022-10-11 cause=unknown | N1 female sold
  → N2 wether died
scores of both sexes: Tag,Date,FAMACHA,BCS,FEC (epg) | Q1,2026-06-01,2,3,450 | Q3,2026-06-01,4,2.5,2100
  → Q1 scores 2026-06-01 famacha=2 bodyCondition=3 eggCount=450 | Q3 scores 2026-06-01 famacha=4 bodyCondition=2.5 eggCount=2100
a ewe that is written once for her litter: Ewe,Ram,Date,Lamb tag,Sex | Q1,Q3,01/04/2026,L1,F | ,,,L2,M | Q2,Q3,15/04/2026,L3,M
  → L1 female, Q1 Alma x Q3 Rex | L2 male, Q1 Alma x Q3 Rex | L3 male, Q2 x Q3 Rex
a date beside weights is asked about: Lamb ID,Date,Time,Sex,Weight | L1,3/5/26,4:00 PM,m,11.5 | L2,3/17/26,4:15 PM,f,10.9
  → ?weighedOn | ?column:1 | ?unit:4 | L1 male | L2 female
parents by their EIDs:
  Tag,EID,Sex,DOB,Dam EID,Sire EID | E1,982000411110001,F,2021-03-01,, | R1,982000411110002,M,2021-03-02,,
  L1,982000411110003,F,2024-03-05,982 000411110001,0982000411110002
  → E1 female | R1 male | L1 female, E1 x R1
sires that nobody knows:
  Tag,Sex,DOB,Sire | U1,F,2022-03-01,Unknown sire | U2,M,2022-03-03,unk buck | U3,F,2022-03-04,UNKOWN | U4,M,2022-03-04,AI
  U5,F,2022-03-04,No Sire
  → ?word:3:ai | ?word:3:unk buck | U1 female | U2 male | U3 female | U4 male | U5 female
a column for each day of weighing: Tag,Sex,DOB,Weight 2026-04-14 (kg),Weight 2026-05-05 (kg) | W1,F,2026-02-10,12.5,16.1
  → W1 weighing 2026-04-14 weightGrams=12500 | W1 weighing 2026-05-05 weightGrams=16100 | W1 female
names and no numbers: animal_name,animal_dob,animal_sex | Alder,2022/02/18,F
  names=name → Alder Alder female
a range of a list of animals makes none: Ewes,Born | 123-145,2021 | Ewes: 201-203,2021 | N1,2021
  sex=female → N1 female | !'123-145' looks like 23 animals. Give each a row of its own.
  → !'Ewes: 201-203' looks like 3 animals. Give each a row of its own.
figures under months that a person leaves out: Tag,Jan 2026,Feb 2026 | Q1,40,45
  rows=weighing, column:1=leaveOut → ?monthDay | !The row has no weight and no treatment.
figures under months are asked about once, below a title that looks like a heading: FAMACHA 2026,, | Tag,May,June | Q1,2,3
  → ?column:1 | Q1 Alma female
an unknown column is asked about if its cells look like tags, and is not if they do not:
  Tag,Sex,DOB,PaId,Lot | N-101,F,2021,R-107,7 | N-102,M,2021,R-108,7 | N-103,F,2021,R-108,8
  → ?column:3 | N-101 female | N-102 male | N-103 female
places, grades and foster mothers are not asked about, although they look like tags:
  Tag,Sex,DOB,Pen,Class,Reared by,Fostered to,MGS | N-101,F,2021,B-101,A1,N-103,N-102,R-107
  N-102,M,2021,B-102,A1,N-103,N-102,R-107 | N-103,F,2021,B-103,A2,N-102,N-101,R-108 | X1,F,2021,B-103,A2,,,
  → N-101 female | N-102 male | N-103 female | X1 female
an unknown column of days is asked about as days, although they look like tags:
  Tag,Sex,DOB,Scored | 12-05-21,F,2021,25-01-26 | 13-05-21,F,2021,26-01-26 | 14-05-21,F,2021,27-01-26
  column:3=weanedOn → 12-05-21 weaning 2026-01-25 | 13-05-21 weaning 2026-01-26 | 14-05-21 weaning 2026-01-27 | 12-05-21 female
  → 13-05-21 female | 14-05-21 female
weights at an age are asked about: Tag,Sex,DOB,30d,60d | 701,F,2026-02-01,11,19
  → ?column:3 | ?column:4 | 701 female
what was given, and when, in the heading: Sheep,Ivermectin 3/15/2026 (ml),CDT 4/1/2026,Copper bolus 5/20/2026 | Q1,4,x, | Q2,5,,x
  column:1=product, column:3=product → Q1 treatment 2026-03-15 productName=Ivermectin dose=4 unit=ml
  → Q1 vaccination 2026-04-01 productName=CDT | Q2 treatment 2026-03-15 productName=Ivermectin dose=5 unit=ml
  → Q2 treatment 2026-05-20 productName=Copper bolus
a table below another one is refused: Tag,Sex,Born | N1,F,2021 | Sold this year,, | Tag,Date,Buyer | Q1,2026-03-01,Smith
  → N1 female | !Another table begins in row 4. Save it as a sheet or a file of its own.
  → !Another table begins in row 4. Save it as a sheet or a file of its own.
  → !Another table begins in row 4. Save it as a sheet or a file of its own.
lines of sections name the sex among other words, and end the section above them:
  Name,Tag,Born | Yearling does,, | Ann,N1,2025 | Bucks,, | Cal,N2,2021 | Culls,, | Dot,N3,2018
  → ?sex | ?word:4:culls | N1 Ann female | N2 Cal male | !The sex is missing.
an animal that was eaten is not sold: Tag,Sex,Status | N1,M,Gone to freezer | N2,M,Butchered 2025 | N3,M,Sold to Bob
  → N1 male died | N2 male died | N3 male sold
a column of units is that of the weights beside it: Animal,Wt,U/M,Date | Q1,142,lb,2026-09-13 | Q2,64,kg,2026-09-13
  → Q1 weighing 2026-09-13 weightGrams=64410 method=scale | Q2 weighing 2026-09-13 weightGrams=64000 method=scale
gains of a day and samples are no days: Sample ID,Tag,Weight (kg),FEC,Gain kg/day,Date collected | S-1,Q1,52.5,450,0.21,2026-09-13
  → Q1 weighing 2026-09-13 weightGrams=52500 method=scale (Sample ID: S-1\nGain kg/day: 0.21) | Q1 scores 2026-09-13 eggCount=450
the mark of a scanned ewe is no heat, and the day of the heading is that of the row: Ewe,Scanned 12/01/26,Mark | Q1,2,blue
  → Q1 pregnancyCheck 2026-01-12 count=2 result=pregnant (Mark: blue)
scores under a day and a month: Tag,5/14,6/15 | Q1,2,3
  rows=scores, year=2026 → Q1 scores 2026-05-14 famacha=2 | Q1 scores 2026-06-15 famacha=3
words for a sex among others: Animal,Gender | X1,dry doe | X2,wether kid | X3,Male (uncastrated) | X4,buck/doe
  → ?word:1:buck/doe | ?word:1:male (uncastrated) | X1 female | X2 wether | !'Male (uncastrated)' is no sex.
  → !'buck/doe' is no sex.
how many are alive is no state: Ewe,Lambed,Lamb ID,Sex,# alive | Q1,2026-03-13,601,E,2
  → 601 female, Q1 Alma x -
the name of a parent outside the farm: Tag,Sex,Dam Reg No,Dam Name | N1,F,PD040,Hill Ina
  → N1 female, PD040 Hill Ina x - | +PD040
the buck of a list of does is no sire: Doe,DOB,Sex,Buck | N1,2020-01-01,F,Q3
  → ?column:3 | N1 female
a lone heading stands above animals with words beside them: Tag,, | N1,, | N2,F,Bottle | N3,M,Milk
  sex=female, column:1=sex → N1 female | N2 female | N3 male
a title with a year stands above a lone heading: Sheep 2026 | Tag | N1 | N2
  sex=female → N1 female | N2 female
what is to be slaughtered is alive, or asked about:
  Tag,Sex,Status | N1,M,Slaughter lamb | N2,M,To butcher | N3,M,Works well | N4,M,Sent to the abattoir 2025 | Freezer lambs 2026,,
  N5,M,
  → ?word:2:slaughter lamb | ?word:2:to butcher | ?word:2:works well | N1 male | N2 male | N3 male | N4 male died | N5 male
words that disagree about a sex are asked about:
  Tag,Sex | N1,Ram/Wether | N2,Ram lamb - castrate in May | N3,Buck to be wethered | N4,wether? | N5,Castrated male
  → ?word:1:buck to be wethered | ?word:1:ram lamb castrate in may | ?word:1:ram/wether | ?word:1:wether? | N5 wether
  → !'Ram/Wether' is no sex. | !'Ram lamb - castrate in May' is no sex. | !'Buck to be wethered' is no sex.
  → !'wether?' is no sex.
lines of several groups name no sex, and those of animals that have left a state:
  Tag,Born | Rams & wethers, | N1,2021 | Does and kids, | N2,2021 | Ewes with lambs, | N3,2021 | Ewes sold 2025, | N4,2021
  Dead ewes, | N5,2021 | Rams, | N6,2021 | Ewes to be sold, | N7,2021
  → ?sex | ?word:3:ewes to be sold | N4 female sold | N5 female died | N6 male | !The sex is missing. | !The sex is missing.
  → !The sex is missing. | !The sex is missing.
a name alone is an animal of its section: Name,Born | Ewes, | Ada,2021 | AGNES, | Moses, | Hill flock, | Name,Born | Otto,2020
  names=name → ?sex | Ada Ada female | AGNES AGNES female | Moses Moses female | !The sex is missing. | !The sex is missing.
words of headings in the cells of an animal begin no other table:
  Name,Sex,Sire,Status,Bottle | Mama,F,Papa,Pregnant, | Lamb,F,,,Bottle | Bea,F,,Active,Bottle
  names=name → Mama Mama female, - x Papa | Lamb Lamb female | Bea Bea female | +Papa
only a dose, a yes or a day under a dated product says that it was given:
  Tag,Ivermectin 3/15/2026 (ml),CDT 4/1/2026 | Q1,4,skipped | Q2,too young,given | Q3,not given,x
  column:1=product → Q1 treatment 2026-03-15 productName=Ivermectin dose=4 unit=ml (CDT 4/1/2026: skipped)
  → Q2 vaccination 2026-04-01 productName=CDT (Ivermectin 3/15/2026 (ml): too young)
  → Q3 vaccination 2026-04-01 productName=CDT (Ivermectin 3/15/2026 (ml): not given)
a 'Vaccinated' with a day names no vaccine: Tag,Sex,Born,Vaccinated 3/15/2026 | N1,F,2021,x
  → N1 female
a score without a day beside weights of several days asks for its own:
  Tag,Weight 3/15/2026 (kg),Weight 6/20/2026 (kg),FAMACHA | Q1,50,,3 | Q2,51,52,2
  weighedOn=2026-07-01 → Q1 weighing 2026-03-15 weightGrams=50000 method=scale | Q1 scores 2026-07-01 famacha=3
  → Q2 weighing 2026-03-15 weightGrams=51000 method=scale | Q2 weighing 2026-06-20 weightGrams=52000 method=scale
  → Q2 scores 2026-07-01 famacha=2
shares of a breed are no days: Tag,Sex,Born,1/2,3/4 | N1,F,2021,x, | N2,F,2021,,x
  → N1 female | N2 female
months are written out or have three letters: Tag,Sex,Born,Market,Mar | N1,F,2021,40,50
  → ?column:4 | N1 female
who stands in brackets behind nobody is asked about, and above is somebody:
  Tag,Sex,Sire,Dam | N1,F,Unknown (Rex),see above | N2,F,AI,Unknown
  word:2:ai=nobody → ?word:2:unknown (rex) | ?word:3:see above | N1 female | N2 female
weights of a list of animals have the day of a column that may be theirs: Tag,Sex,Born,Date,Weight (kg) | N1,F,2021,2026-05-01,50
  column:3=weighingDate → N1 weighing 2026-05-01 weightGrams=50000 | N1 female
a French herd, of which one word is not known:
  N° travail,Sexe,Date de naissance,Mère,Père,Etat | N1,F,2023-03-01,Q1,Q3,Présente | N2,M,2023-03-15,,,Vendu
  N3,F,2020-03-16,,,Morte | N4,F,2020-03-17,,,Réformée
  → ?word:5:reformee | N1 female, Q1 Alma x Q3 Rex | N2 male sold | N3 female died | N4 female
the day of a mating beside a weight is not that of the weighing: EID,Tag,Weight (kg),Bred | 982000411110001,Q1,54,2026-10-01
  → ?weighedOn | ?column:3 | !The day is missing.
in a list of animals in and out are asked about: Tag,Sex,DOB,In,Out | N1,F,2020,2021-05-01,2022-05-01
  → ?column:3 | ?column:4 | N1 female
a heading that asks whether it was sold or is dead:
  Tag,Sex,DOB,Sold?,Is dead,Died Y/N | N1,F,2020,N,N,N | N2,M,2021,Y,, | N3,F,2020,,x, | N4,F,2020,,,Y
  → N1 female | N2 male sold | N3 female died | N4 female died
types that tell sexes: ID,Type,Birth,Weight (kg),Weigh date | N1,Ewe,2021-03-13,60,2026-09-01 | N2,Ram,2021-03-14,70,2026-09-01
  column:1=sex → N1 weighing 2026-09-01 weightGrams=60000 | N2 weighing 2026-09-01 weightGrams=70000 | N1 female | N2 male
the mark of a flock is no heat, and figures of a condition are scores:
  EID,Ear tag,Flock mark,Condition,Weight (kg),Date | 982000411110001,Q1,UK0123456,3,62,2026-09-13
  → Q1 scores 2026-09-13 bodyCondition=3 (Flock mark: UK0123456) | Q1 weighing 2026-09-13 weightGrams=62000 method=scale
weights under months have the day of the month that the person tells: Tag,Jan-26,Feb-26 | Q1,50,52
  column:1=weight, monthDay=15, unit:1=kg → Q1 weighing 2026-01-15 weightGrams=50000 method=scale
  → Q1 weighing 2026-02-15 weightGrams=52000 method=scale
weights and scores under months of a year that the person tells: Tag,May weight (kg),FAMACHA June | Q1,50,2
  year=2026, monthDay=1 → Q1 weighing 2026-05-01 weightGrams=50000 method=scale | Q1 scores 2026-06-01 famacha=2
a weight under a day and a month beside the word: Tag,Wt 5/14,Wt 6/15 | Q1,50,52
  year=2026, unit:1=kg → Q1 weighing 2026-05-14 weightGrams=50000 method=scale
  → Q1 weighing 2026-06-15 weightGrams=52000 method=scale
ticks under vaccines, of which one is not known: Tag,CDT,Rabies,Footvax | Q1,x,x, | Q2,x,no,x
  column:3=vaccinatedOn, weighedOn=2026-03-05 → Q1 vaccination 2026-03-05 productName=CDT
  → Q1 vaccination 2026-03-05 productName=Rabies | Q2 vaccination 2026-03-05 productName=CDT (Rabies: no)
  → Q2 vaccination 2026-03-05 productName=Footvax
ticks under vaccines beside their day: Date,Tag,Rabies,Tetanus | 2026-03-05,Q1,x, | 2026-03-06,Q2,,yes
  → Q1 vaccination 2026-03-05 productName=Rabies | Q2 vaccination 2026-03-06 productName=Tetanus
numbers that a spreadsheet program has made days: Tag,Sex,Born | 3-Jan,F,2021 | Mar-21,F,2021 | 4-1,M,2021
  → 4-1 male
  → !A spreadsheet program has made a day of the number, 3-Jan. Format its column as text, enter the numbers again and save the file.
  → !A spreadsheet program has made a day of the number, Mar-21. Format its column as text, enter the numbers again and save the file.
a name in brackets behind AI is asked about: Tag,Sex,Sire | N1,F,AI (Rex)
  → ?word:2:ai (rex) | N1 female
an EID that says that the animal has no tag: EID,Sex,Born | untagged,F,2020 | 826000000000001,F,2020
  → 826000000000001 female | !The tag number is missing.
another table below, with a list of tags: Tag(s),Sex,Born | N1,F,2021 | Ear tag,Name,Color | 101-105,Ann,red
  → N1 female | !Another table begins in row 3. Save it as a sheet or a file of its own.
  → !Another table begins in row 3. Save it as a sheet or a file of its own.
a range of tags in a list of treatments is one of animals that the farm does not have: Tags,Date,Product | 101-103,2026-05-01,Pen
  → !Not found: none of your animals has this number. | !Not found: none of your animals has this number.
  → !Not found: none of your animals has this number.
a range of tags above days of a vaccine is one of animals that the farm does not have: Tags,CDT | 101-103,2026-05-01
  → !Not found: none of your animals has this number. | !Not found: none of your animals has this number.
  → !Not found: none of your animals has this number.
a lamb without a tag is refused: Ewe,Lambed,Lamb,Sex | Q1,2026-03-01,untagged,R
  → !The tag number is missing.
registration papers that were transferred, and animals that were exported or given away, are asked about:
  Tag,Sex,Born,Transferred?,Exported,Gifted | N1,F,2021,Y,, | N2,F,2021,,Y, | N3,F,2021,,,Y
  → ?column:3 | ?column:4 | ?column:5 | N1 female | N2 female | N3 female
a column without a heading in which only most words name a sex is asked about:
  Tag,Column 2 | N1,F | N2,M | N3,F | N4,twin | N5,blue
  → ?sex | ?column:1 | !The sex is missing. | !The sex is missing. | !The sex is missing. | !The sex is missing.
  → !The sex is missing.
two treatments of each animal of a herd are asked about:
  Tag,Sex,DOB,Treatment,Date,Treatment,Date | N1,F,2024-03-01,Ivomec,2026-05-01,Pen,2026-06-01 | N2,M,2024-03-02,,,,
  → ?column:4 | ?column:6 | N1 female | N2 male
a cross over those that have died is asked about: Tag,Sex,DOB,✝ | N1,F,2021,x
  → ?column:3 | N1 female
a yes under Archived is asked about: Tag,Sex,Born,Archived | N1,F,2021,No | N2,F,2021,Yes
  → ?word:3:yes | N1 female | N2 female
a yes under Inactive is asked about: Tag,Sex,Born,Inactive? | N1,F,2021,No | N2,F,2021,Yes
  → ?word:3:yes | N1 female | N2 female
a section of a word that nobody knows is asked about: Arete,Nacimiento | Ovejas robadas, | N1,2020
  → ?word:3:ovejas robadas | N1 female
days of states that do not tell their order are asked about: Tag,Sex,Born,Status | N1,F,2020,Sold 05/06/2025
  → ?date:3 | N1 sale 2025-05-06 | N1 female sold
a word of the status of a herd that is not known is asked about: Tag,Sex,DOB,Herd Status | N1,F,2021,Current | N2,F,2020,Reference
  → ?word:3:reference | N1 female | N2 female
a yes under Scanned is asked about: Date,Ewe,Scanned | 2026-01-05,Q1,yes | 2026-01-05,Q2,yes
  → ?column:2 | Q1 Alma female | Q2 female
a day of mating beside a weight in German is asked about: Ohrmarke,Gewicht (kg),Deckdatum | Q1,50,2026-05-01
  weighedOn=2026-06-01 → ?column:2 | Q1 weighing 2026-06-01 weightGrams=50000
a row without a medicine given is refused: Date,Tag,Drug 1,Dose 1,Drug 2,Dose 2 | 2026-05-01,Q1,Ivomec,5 ml,, | 2026-05-01,Q2,,,,
  → Q1 treatment 2026-05-01 productName=Ivomec dose=5 unit=ml | !The row has no weight and no treatment.
a range under *: *,Sex,Born | 101-105,F,2021 | N1,F,2021
  * Tag(s) | Ear_tags | Animal_IDs
  → N1 female | !'101-105' looks like 5 animals. Give each a row of its own.
`;

testFiles(files, outcomeOf);
