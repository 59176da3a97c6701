import { expect, test } from 'vitest';
import { knownAnimal } from '#test/plan-import.ts';
import { casesOf, planned, testFiles, toldBy } from '#test/planned.ts';

const files = casesOf`
scores with columns for each day: Animal,FAMACHA 5/1/2026,BCS 5/1/2026,FAMACHA 6/15/2026,BCS 6/15/2026 | Q1,2,3,3,2.5
  → Q1 scores 2026-05-01 famacha=2 bodyCondition=3 | Q1 scores 2026-06-15 famacha=3 bodyCondition=2.5
weights under days without a year: VID,14-Apr (kg),05-May (kg) | Q1,12.5,16.1
  → ?year | !The day is missing.
  year=2026 → Q1 weighing 2026-04-14 weightGrams=12500 method=scale | Q1 weighing 2026-05-05 weightGrams=16100 method=scale
when animals were bought, weaned, vaccinated and sold:
  Tag,Sex,DOB,Date purchased,Bought from,Date Weaned,Vaccine,Date given,Date sold,Sold to,Sale price
  N1,F,2024-03-01,2025-06-01,Smith Farm,2024-06-01,Heptavac,2025-02-01,2025-09-01,Jane Roe,450
  → N1 arrival 2025-06-01 from=Smith Farm | N1 weaning 2024-06-01 | N1 vaccination 2025-02-01 productName=Heptavac
  → N1 sale 2025-09-01 buyer=Jane Roe price=450 | N1 female sold | N1 vaccinated=true
a day of death or of sale says the state:
  Tag,Sex,DOB,Date died,Date sold,Cause of death | N1,F,2019,,, | N2,F,2019,2023-06-01,,bloat | N3,M,2019,,2023-07-01,
  → N2 death 2023-06-01 cause=bloat | N3 sale 2023-07-01 | N1 female | N2 female died | N3 male sold
another day of leaving: Tag,Sex,DOB,Date Out | N1,F,2019,2023-06-01
  → ?left | N1 female | Date Out: 2023-06-01
  left=died → N1 death 2023-06-01 cause=unknown | N1 female died
a reason says how an animal left:
  Tag,Sex,DOB,Status,Date Out,Reason Out | N1,F,2019,Off Farm,2023-06-01,Dead | N2,M,2019,Off Farm,2023-06-01,Factory
  → N1 death 2023-06-01 cause=unknown | N2 slaughter 2023-06-01 | N1 female died | N2 male died | Reason Out: Dead
  → Reason Out: Factory
a state with its day: Lamb,Sex,Born,Fate | L1,R,2/4/2026,died 13/4/2026 | L2,E,15/4/2026,
  → L1 death 2026-04-13 cause=unknown | L1 male died | L2 female
lines above animals tell their sex and state, and are no animals:
  Tag,Name,Born | Breeding Ewes (2),, | N1,Ann,2019 | Ewe lambs 2026,, | N2,Cleo,2026 | Rams:,, | N3,Dan,2018 | Sold 2025,,
  N4,Eve,2017
  sex=female → N1 Ann female | N2 Cleo female | N3 Dan male | N4 Eve female sold
numbers that a spreadsheet program has shortened or rounded, of parents too:
  Tag,EID,Sex,Dam EID | N1,9.82E+14,F, | N2,9820004111100010,F, | N3,982000411110003.0,M, | N4,982000411110004,M,9.82E+14
  → N3 male
  → !A spreadsheet program has shortened the number to 9.82E+14. Format its column as text, enter the numbers again and save the file.
  → !A spreadsheet program has rounded the number 9820004111100010 to fifteen digits. Format its column as text, enter the numbers again and save the file.
  → !A spreadsheet program has shortened the number to 9.82E+14. Format its column as text, enter the numbers again and save the file.
  → N3 eid 982000411110003
a treatment in other words, of which the longer interval of withdrawal holds:
  Tag,Treat Date,Chemical,Rate (mL),WHP,ESI,Batch #,Expiry | Q1,14/08/2026,Zolvix,7.5,14,20,Z55,Jun-27
  → ?column:4 | Q1 treatment 2026-08-14 productName=Zolvix dose=7.5 unit=mL batch=Z55 expiry=2027-06-30 meat:20 (WHP: 14)
  column:4=meatDays → Q1 treatment 2026-08-14 productName=Zolvix dose=7.5 unit=mL batch=Z55 expiry=2027-06-30 meat:20
a day in a column that the person names is read in the order of the file:
  Tag,Treat Date,Medicine,Date withdrawal ends | Q1,14/08/2026,Fluke drench,03/10/2026
  column:3=meatClearOn → Q1 treatment 2026-08-14 productName=Fluke drench meat:2026-10-03
scores of animals that the farm does not have: Date,Tag,FAMACHA | 2026-06-01,Q1,3 | 2026-06-01,X1,4
  → ?strangers=leaveOut | Q1 scores 2026-06-01 famacha=3 | !Not found: none of your animals has this number.
weights of animals that the farm does not have: Date,Tag,Weight kg | 2026-06-01,X1,44
  → ?strangers=leaveOut | !Not found: none of your animals has this number.
milk of a morning and an evening is that of the day: Goat,AM lbs,PM lbs,Date | Q1,3.2,2.8,2026-05-01
  → Q1 milking 2026-05-01 amountMl=2642
heats: Date,Ewe,Heat signs | 2026-10-01,Q1,standing
  → Q1 heat 2026-10-01 (Heat signs: standing)
hooves: Date,Tag,Hooves trimmed | 2026-10-01,Q1,yes
  → Q1 hooves 2026-10-01
scans: Tag,Scan date,Scan result | Q1,2026-01-05,TW | Q2,2026-01-05,E
  → Q1 pregnancyCheck 2026-01-05 count=2 result=pregnant | Q2 pregnancyCheck 2026-01-05 result=open
parents by the registered names of their rows:
  Tag,Barn name,Registered Name,Sex,DOB,Sire | N1,Oak,Old Oak of the Hill,M,2020-03-01,
  N2,Moss,,F,2024-03-01,Old Oak of the Hill
  → N1 Oak male | N2 Moss female, - x N1 Oak | Registered Name: Old Oak of the Hill
a file without headings is read by its cells: N11\tF\t2021-03-01 | N12\tM\t2021-03-04 | N13\tF\t2021-03-05
  column:2=birthDate → N11 female | N12 male | N13 female
young of one cell: Doe\tBuck\tKidded\tKid tags\tSexes | Nana\tDuke\t2026-03-09\tK1/K2\tF/M | Lola\tDuke\t2026-03-15\tK3\tF
  → ?outsideParents=record | K1 female, Nana x Duke | K2 male, Nana x Duke | K3 female, Lola x Duke | +Nana | +Duke | +Lola
the tattoo of a herd, and a yes, are no numbers of animals:
  Name,Tattoo Right,Tattoo Left,Sex,DOB,Registered,Alive Y/N | Ann,ABC,1T,F,2020,Y,Y | Bob,ABC,1U,M,2020,N,N
  → ?word:6:n | 1T Ann female | 1U Bob male | Tattoo Right: ABC\nRegistered: Y | Tattoo Right: ABC\nRegistered: N\nAlive Y/N: N
  → 'N' is no status; it is kept in the notes.
an official number of the one animal that has one is not that of the herd:
  Date,Tag,Official tag,Product | 2026-02-03,Q1,UK 12 6,Cydectin | 2026-02-04,Q1,UK 12 6,Cydectin | 2026-02-04,Q2,,Cydectin
  → Q1 treatment 2026-02-03 productName=Cydectin | Q1 treatment 2026-02-04 productName=Cydectin
  → Q2 treatment 2026-02-04 productName=Cydectin
moves between holdings, of which one is in each row:
  Date,Tag,From CPH,To CPH | 2026-02-03,Q1,12/345/6789,98/765/4321 | 2026-03-04,Q2,11/222/3333,12/345/6789
  → Q1 sale 2026-02-03 buyer=98/765/4321 | Q2 arrival 2026-03-04 from=11/222/3333
a move between two holdings: Date,Tag,From CPH,To CPH | 2026-02-03,Q1,12/345/6789,98/765/4321
  → ?holding | !The row tells nothing that can be recorded.
  holding=98/765/4321 → Q1 arrival 2026-02-03 from=12/345/6789
a move from a holding: Date,Tag,From CPH | 2026-03-04,Q2,11/222/3333
  → Q2 arrival 2026-03-04 from=11/222/3333
one castration: Date,Tag,Event,Method of castration | 2026-02-03,Q3,Castration,Elastrator ring | 2026-03-04,Q3,Castration,knife
  → Q3 castration 2026-02-03 method=band | !It is castrated in row 2 already.
how each was castrated: Tag,Sex,DOB,Date castrated,Method of castration | N1,W,2026-01-02,2026-02-03,burdizzo | N2,F,2026-01-02,,
  → N1 castration 2026-02-03 method=clamp | N1 wether | N2 female | N1 castrated 2026-02-03
weights with a column of days for each visit: Tag,Wt1,Date1,Wt2,Date2 | Q1,50,2026-05-01,55,2026-06-01
  unit:1=kg → Q1 weighing 2026-05-01 weightGrams=50000 method=scale | Q1 weighing 2026-06-01 weightGrams=55000 method=scale
a day whose heading names both ways of leaving is of the way the row says:
  Tag,Sex,DOB,Date Sold/Died,Reason | N1,F,2020-01-01,2025-05-01,Sold | N2,F,2020-01-01,2025-06-01,Died - bloat
  N3,F,2020-01-01,,
  → N1 sale 2025-05-01 | N2 death 2025-06-01 cause=unknown | N1 female sold | N2 female died | N3 female | Reason: Sold
  → Reason: Died - bloat
a day of culling asks how an animal left: Tag,Cull reason,Cull date | Q1,Mastitis,2026-05-01
  rows=animals → ?left | Q1 Alma female | Cull reason: Mastitis\nCull date: 2026-05-01
what is said of a state or a parent besides is kept:
  Lamb,Ewe,Ram,Sex,Born,Fate | L2,Q1 (twin),AI - Rex,ram,2026-04-01,died day 3 | L3,Q2,Q3,wether,2026-04-01,sold to Jim 6/13/26
  → L3 sale 2026-06-13 | L2 male died, Q1 Alma x Q3 Rex | L3 wether sold, Q2 x Q3 Rex
  → Ewe: Q1 (twin)\nRam: AI - Rex\nFate: died day 3 | Fate: sold to Jim 6/13/26
a sale without a day asks for it: Lot,Tag,Total,Buyer | 1,Q1,252.00,Smith
  → ?weighedOn | !The day is missing.
an unknown happening: Tag,Date,Movement,From or to | Q1,2026-05-01,Departure: Export,Jane Roe | Q2,2026-05-01,Sold,Jane Roe
  → ?word:2:departure: export | Q2 sale 2026-05-01 buyer=Jane Roe | !The row tells nothing that can be recorded.
  word:2:departure: export=loan → Q1 loan 2026-05-01 to=Jane Roe (Movement: Departure: Export) | Q2 sale 2026-05-01 buyer=Jane Roe
  word:2:departure: export=note → Q1 note 2026-05-01 (From or to: Jane Roe\nMovement: Departure: Export)
  → Q2 sale 2026-05-01 buyer=Jane Roe
a scale that nobody knows: Tag,Date,Weight (kg),Weighed by | Q1,2026-05-01,50,Predicted
  → Q1 weighing 2026-05-01 weightGrams=50000 (Weighed by: Predicted)
a way to castrate that nobody knows: Tag,Sex,DOB,Castrated on,Castrated with | N1,M,2026-01-01,2026-05-01,by the vet
  → N1 wether | N1 castrated 2026-05-01 | Castrated with: by the vet
a column of days for each vaccine: Tag,CDT,CDT booster,Rabies | Q1,2026-03-01,2026-03-29,2026-05-01 | Q2,2026-03-01,,2026-05-01
  → Q1 vaccination 2026-03-01 productName=CDT | Q1 vaccination 2026-03-29 productName=CDT booster
  → Q1 vaccination 2026-05-01 productName=Rabies | Q2 vaccination 2026-03-01 productName=CDT
  → Q2 vaccination 2026-05-01 productName=Rabies
a register with the days of arrival and of leaving:
  Ear tag,Date on,From (CPH),Date off,To (CPH),Reason | Q1,2024-02-01,12/345/0001,2026-10-13,98/765/4321,Cull
  Q2,2024-02-01,12/345/0001,,,
  → Q1 arrival 2024-02-01 from=12/345/0001 | Q1 sale 2026-10-13 reason=Cull buyer=98/765/4321
  → Q2 arrival 2024-02-01 from=12/345/0001
wethers by their states: Tag,Sex,DOB,Status | N1,M,2022,Wether | N2,M,2022,Sold wether | N3,F,2022,Verendet | N4,M,2022,Activa
  → N1 wether | N2 wether sold | N3 female died | N4 male
what 'culled' means: Tag,Sex,DOB,Culled,Cull reason | N1,F,2021,Y,bad udder | N2,F,2021,N,
  → ?word:3:y | N1 female | N2 female | Cull reason: bad udder\nCulled: Y | 'Y' is no status; it is kept in the notes.
  word:3:y=sold → N1 female sold | N2 female | Cull reason: bad udder
parents that stand once for a litter: Date,Lamb tag,Sex,Dam,Sire | 2026-03-13,N1,F,Q1,Q3 | ,N2,M,, | 2026-03-15,N3,F,Q2,Q3
  → N1 female, Q1 Alma x Q3 Rex | N2 male, Q1 Alma x Q3 Rex | N3 female, Q2 x Q3 Rex
  → The dam's cells are empty, so it is of the same litter as row 2.
scores without a day ask for it: Goat,FAMACHA,BCS | Q1,2,3
  → ?weighedOn | !The day is missing.
scans without a day ask for it: Ewe,Scan 2026 | Q1,2 | Q2,0
  → ?weighedOn | !The day is missing. | !The day is missing.
vaccinations without a day ask for it: Tag,Vaccine | Q1,Heptavac
  → ?weighedOn | !The day is missing.
scans of the day that the person says: Ewe,Scan 2026 | Q1,2
  weighedOn=2026-01-05 → Q1 pregnancyCheck 2026-01-05 count=2 result=pregnant
figures under days are scores if the person says so: Goat,5/14/2026,6/15/2026 | Q1,2,3
  rows=scores → Q1 scores 2026-05-14 famacha=2 | Q1 scores 2026-06-15 famacha=3
a weight of an age is asked about: Lamb,Sex,DOB,Dam,60 day wt | N1,F,2026-03-01,Q1,42
  → ?column:4 | N1 female, Q1 Alma x - | 60 day wt: 42
a doubtful number is said:
  Tag,Sex,DOB,EID,Official tag | N1,F,2026-03-01,82607133930004,UK 123456 | N2,F,2026-03-01,826012345600001,UK 0 123456 00001
  → N1 female | N2 female | N1 official UK 123456 | N2 eid 826012345600001 | N2 official UK 0 123456 00001 | EID: 82607133930004
  → '82607133930004' is no eid; it is kept in the notes.
  → The official tag UK 123456 is recorded as it stands. It names a British flock, and no animal of it.
an electronic tag with its country, and in groups:
  Tag,Sex,Electronic | N1,F,USA 840003123456789 | N2,F,(982)000411110005 | N3,F,GB 0826 0123456 00007 | N4,F,982-000411110006
  → N1 female | N2 female | N3 female | N4 female | N1 eid 840003123456789 | N2 eid 982000411110005 | N3 eid 826012345600007
  → N4 eid 982000411110006
a parent that is found by a tag that looks alike is said: Tag,Sex,Dam,Sire | N1,F,Q02,q-3 | N2,F,Q2,Q3
  → N1 female, Q2 x Q3 Rex | N2 female, Q2 x Q3 Rex | The mother Q02 was taken for Q2. | The father q-3 was taken for Q3.
a column that nothing claims, which may be the tags, or weights of a day that cannot be read:
  matr,birth_weight,sex,weight_jul_ 08,weight_agoust_08 | A1,2.5,F,19,20 | A2,2.8,M,23,25 | A3,2.3,F,14,15
  → ?column:0 | ?unit:1 | ?column:4 | ?year | !The tag number is missing. | !The tag number is missing.
  → !The tag number is missing.
  rows=animals, column:0=tagNumber, column:4=keep, year=2024, unit:1=kg → A1 weighing 2024-07-08 weightGrams=19000
  → A2 weighing 2024-07-08 weightGrams=23000 | A3 weighing 2024-07-08 weightGrams=14000 | A1 female | A2 male | A3 female
  → A1 birthWeightGrams=2500 | A2 birthWeightGrams=2800 | A3 birthWeightGrams=2300 | weight_agoust_08: 20 | weight_agoust_08: 25
  → weight_agoust_08: 15
ones and noughts under Sold say the state also where animals were bought:
  Goat ID,Purchase Date,Sold,Dead,Gender,Supplier | G1,2026-07-20,0,0,Male,Roe | G2,2026-07-20,1,0,Female,Roe
  G3,2026-07-20,0,1,Male,
  rows=animals → G1 arrival 2026-07-20 from=Roe | G2 arrival 2026-07-20 from=Roe | G3 arrival 2026-07-20 | G1 male
  → G2 female sold | G3 male died
a list of animals, which a person may say tells of scores: Tag,Sex,DOB,Breed,FAMACHA,Test date | Q1,F,2021-03-01,Suffolk,3,2026-05-01
  → ?column:5 | Q1 Alma female | Test date: 2026-05-01\nFAMACHA: 3 | Its scores are kept in the notes. The day is missing.
  rows=scores → Q1 scores 2026-05-01 famacha=3
a list of animals that is said to tell of treatments: Tag,Sex,DOB,Breed,Drench,Given | Q1,F,2021-03-01,Suffolk,Cydectin,2026-05-01
  rows=treatment → Q1 treatment 2026-05-01 productName=Cydectin
a yes with a full stop is no number:
  Tag,Sex,DOB,Registered,Official tag,Registry | N1,F,2020,Y,Yes,Yes | N2,F,2020,Y,Yes,Yes | N3,F,2020,Y,Yes,Yes
  N4,F,2020,Y,Yes,Yes | N5,F,2020,Y,Yes,Yes | N6,F,2020,Y,Yes,No. | N7,F,2020,Y,Yes,No. | N8,F,2020,Y,Yes,No.
  N9,F,2020,Y,Yes,No. | N10,F,2020,ABGA 12345,GA1234,Yes
  → N1 female | N2 female | N3 female | N4 female | N5 female | N6 female | N7 female | N8 female | N9 female | N10 female
  → Registered: Y\nOfficial tag: Yes\nRegistry: Yes | Registered: Y\nOfficial tag: Yes\nRegistry: Yes
  → Registered: Y\nOfficial tag: Yes\nRegistry: Yes | Registered: Y\nOfficial tag: Yes\nRegistry: Yes
  → Registered: Y\nOfficial tag: Yes\nRegistry: Yes | Registered: Y\nOfficial tag: Yes\nRegistry: No.
  → Registered: Y\nOfficial tag: Yes\nRegistry: No. | Registered: Y\nOfficial tag: Yes\nRegistry: No.
  → Registered: Y\nOfficial tag: Yes\nRegistry: No. | Registered: ABGA 12345\nOfficial tag: GA1234\nRegistry: Yes
parents that are nobody, or one of several:
  Tag,Sex,Sire | N0,F,000000 | N1,F,Not Applicable | N2,F,see notes | N3,F,0.0 | N4,F,Unregistered | N5,F,Mob 3 | N6,F,Q3/X7
  N7,F,Q3 or X7 | N8,F,Q3? | N9,F,pasture | N10,F,see above | N11,F,did not record | N12,F,Unknown (Boer) | N13,F,LAI 2024
  N14,F,Ext. ram | N15,F,A.I. sire unknown
  → ?oneOf=notes | ?word:2:0 0 | ?word:2:a i sire unknown | ?word:2:ext ram | ?word:2:lai 2024 | ?word:2:see above
  → ?word:2:unknown (boer) | N0 female | N1 female | N2 female | N3 female | N4 female | N5 female | N6 female | N7 female
  → N8 female | N9 female | N10 female | N11 female | N12 female | N13 female | N14 female | N15 female | Sire: 0.0
  → Father: Q3/X7 | Father: Q3 or X7 | Father: Q3? | Sire: see above | Sire: Unknown (Boer) | Sire: LAI 2024 | Sire: Ext. ram
  → Sire: A.I. sire unknown | The father is one of Q3/X7. The father's tag is kept in the notes.
  → The father is one of Q3 or X7. The father's tag is kept in the notes.
  → The father is one of Q3?. The father's tag is kept in the notes.
parents that are one of several behind a comma: Tag\tSex\tSire | N1\tF\tQ3, X7
  → ?oneOf=notes | N1 female | Father: Q3, X7 | The father is one of Q3, X7. The father's tag is kept in the notes.
sixteen digits of Sheep Genetics are a registration: Tag,Sex,LAMBPLAN ID,Sire LAMBPLAN ID | N1,F,5000062024000012,1234562020000007
  → ?outsideParents=record | N1 female, - x 1234562020000007 | +1234562020000007 | N1 registration 5000062024000012
a column of ounces belongs to that of pounds, and the breeds of a cross are one:
  Kid,Sex,DOB,BW lbs,BW oz,Breed 1,% 1,Breed 2,% 2 | K1,F,2026-03-01,7,4,Boer,50,Kiko,50
  → K1 female | K1 birthWeightGrams=3289 | K1 breed=50% Boer, 50% Kiko
the days of vaccines and of a treatment in a list of animals:
  Tag,Sex,DOB,CD&T date,Last dewormed,Dewormer | N1,F,2021-03-01,2026-03-01,2026-05-01,Cydectin
  → N1 vaccination 2026-03-01 productName=CD&T | N1 treatment 2026-05-01 productName=Cydectin | N1 female | N1 vaccinated=true
in a list with bucks and does the does were mated, and a birth due before that is only a note:
  Buck,Doe,Exposed,Due,Kidded | Q3,Q1,2025-10-01,2026-02-28,2026-03-01 | Q3,Q2,2025-10-03,2025-03-02,
  → Q1 mating Q3 2025-10-01 to null due 2026-02-28 born 2026-03-01 | Q2 mating Q3 2025-10-03 to null | Due: 2025-03-02
ticks under a vaccine beside days of another one: Tag,Sex,Born,CD&T,Rabies | N1,F,2024-03-01,Y, | N2,F,2024-03-01,N,2026-04-01
  → N2 vaccination 2026-04-01 productName=Rabies | N1 female | N2 female | N1 vaccinated=true | N2 vaccinated=true
a weight at birth under the word for lambs: Tag,Sex,Lambs DOB,Lambs birth weight (kg) | N1,F,2026-04-01,4.2
  → N1 female | N1 birthWeightGrams=4200
an animal of a list of sales that the farm does not have is added once, with its numbers:
  Tag,EID,Sex,Sale date,Buyer | X1,826000000000001,F,2026-05-01,Jones | X1,826000000000001,F,2026-05-01,Jones
  X2,826000000000002,F,2027-05-01,Jones | X2,826000000000002,F,2026-06-01,Jones
  strangers=sheep → X1 sale 2026-05-01 buyer=Jones | X2 sale 2026-06-01 buyer=Jones | X1 female sold | X1 female sold
  → X2 female sold | !The date cannot be in the future: 2027-05-01. | X1 eid 826000000000001 | X2 eid 826000000000002
  → Added as an animal that was sold. | =The same as row 2. | Added as an animal that was sold.
an EID that cannot be read: EID,Sex,Sale date,Buyer | 826000000000001,F,2026-05-01,Jones | 12345,F,2026-05-01,Jones
  strangers=sheep → 826000000000001 sale 2026-05-01 buyer=Jones | 826000000000001 female sold
  → !'12345' is not an EID: an EID has 15 digits. | 826000000000001 eid 826000000000001 | Added as an animal that was sold.
breeding values and their accuracies are no notes: Tag,BWWT,WWT,PWWT,WWT acc | Q1,0.2,1.2,2.2,60
  analysedOn=2026-05-01, suppliedBy=NSIP → Q1 breedingValues 2026-05-01 source=NSIP
breeding values that cannot be read:
  Tag,Analysis date,PWEC,ACC_PWEC | Q1,2026-03-15,=1+2,50 | Q2,2026-03-15,1,150 | Q3,2020-03-15,1,50
  suppliedBy=NSIP → !'=1+2' in 'PWEC' is no breeding value. | !'150' in 'ACC_PWEC' is no accuracy from 0 to 100 %.
  → !The animal was not born yet on this date: 2020-03-15.
a dam by the ID of one animal, and by no empty or repeated one:
  ID,Tag,Sex,DOB,Dam ID | 17,B1,F,2020, | ,B2,F,2020, | 18,B3,F,2020, | 18,18,F,2020, | 19,B5,F,2023,17 | 20,B6,F,2023,18
  21,B7,F,2023,
  → B1 female | B2 female | B3 female | 18 female | B5 female, B1 x - | B6 female | B7 female | B1 other 17 | B3 other 18
  → 18 other 18 | B5 other 19 | B6 other 20 | B7 other 21 | Several animals have the number 18, so 'Dam ID' is not recorded.
a dam whose ID several have is not the one of the row above:
  Dam ID,ID,Tag,Sex,DOB | ,1,E1,F,2020 | ,9,E2,F,2020 | ,9,E3,F,2020 | 1,2,L1,F,2023 | 9,3,L2,F,2023
  → E1 female | E2 female | E3 female | L1 female, E1 x - | L2 female | E1 other 1 | E2 other 9 | E3 other 9 | L1 other 2
  → L2 other 3 | Several animals have the number 9, so 'Dam ID' is not recorded.
rows of one animal are one:
  Tag,Sex,DOB,Weighed,Weight (kg) | N1,F,2025-03-01,2025-06-01,20 | N1,F,2025-03-01,2025-07-01,25 | N1,F,2025-03-01,2025-06-01,20
  → N1 weighing 2025-06-01 weightGrams=20000 | N1 weighing 2025-07-01 weightGrams=25000 | N1 female
  → =The same animal as row 2, so what this row says was added there. | =The same as row 2.
rows of one animal of which none comes in:
  Tag,Sex,DOB,Weighed,Weight (kg) | Q3,F,2025-03-01,2025-06-01,20 | Q3,F,2025-03-01,2025-07-01,25 | Q3,F,2025-03-01,2025-06-01,20
  sameTag=skip → !You have an animal with this tag number, but of another sex or year of birth. You left such rows out.
  → !You have an animal with this tag number, but of another sex or year of birth. You left such rows out.
  → !You have an animal with this tag number, but of another sex or year of birth. You left such rows out.
animals that are called by their official tags, of which one was weighed twice:
  Official tag,Date,Weight (kg) | Q1,2026-05-01,40 | Q2,2026-05-01,50 | Q1,2026-06-01,42 | n/a,2026-06-01,40 | n/a,2026-06-01,41
  → Q1 weighing 2026-05-01 weightGrams=40000 method=scale | Q2 weighing 2026-05-01 weightGrams=50000 method=scale
  → Q1 weighing 2026-06-01 weightGrams=42000 method=scale | !The row names no animal. | !The row names no animal.
words behind a name, of which only those for a sale or a death say a state:
  Tag,Name,Sex,DOB,Status | 12 (left),Ada,F,2020, | 16 (Works),Bea,F,2020, | 17,Bella - Meat,F,2020, | 18,Poppy - Gone,F,2020,
  19,Cleo (SOLD),F,2020, | 20,Dora (sold),F,2020,active | 21 - dead,Edda,F,2020,
  → 12 (left) Ada female | 16 (Works) Bea female | 17 Bella - Meat female | 18 Poppy - Gone female | 19 Cleo female sold
  → 20 Dora (sold) female | 21 Edda female died | It is called 'Cleo (SOLD)', so it was sold.
  → It is called '21 - dead', so it has died.
an arrival on the day of a birth is recorded with the price that was paid:
  Tag,Sex,DOB,Date In,Price paid | N1,F,2022-04-03,2022-04-03,350 | N2,F,2022-04-03,2022-04-03,
  → N1 arrival 2022-04-03 (Price paid: $350) | N1 female | N2 female
a note that it is untagged: Tag,Sex,DOB,Notes | N1,F,2024-03-01,untagged
  → N1 female | untagged
a no beside days under Castrated: Tag,Sex,DOB,Castrated | N1,M,2026-03-01,No | N2,M,2026-03-01,2026-04-01
  → N1 male | N2 wether | N2 castrated 2026-04-01
what stands twice above parents: Ewe,Breed,Ram,Breed,Lambed,Lamb 1,Lamb 2,Sex 1,Sex 2 | Q1,Texel,Q3,Suffolk,2026-04-01,901,902,F,M
  → 901 female, Q1 Alma x Q3 Rex | 902 male, Q1 Alma x Q3 Rex | 901 breed=Texel | 902 breed=Texel | Breed: Suffolk
  → Breed: Suffolk
the day of the state behind a name: Tag,Name,Sex,DOB | N1,Bella (SOLD 3/4/26),F,2020
  → N1 Bella female sold | SOLD 3/4/26 | It is called 'Bella (SOLD 3/4/26)', so it was sold.
no note of an EID that the animal is untagged: Tag,EID,Sex,DOB | N1,No tag,F,2020 | N2,826000000000001,M,2020
  → N1 female | N2 male | N2 eid 826000000000001
a column for each vaccine of a herd: Tag,Sex,DOB,Vaccine 1,Vaccine 2 | N1,F,2024-03-01,CDT,Rabies
  → N1 female | N1 vaccinated=true | Vaccine 1: CDT\nVaccine 2: Rabies
how many ewes there are in German, and a grandparent: Ohrmarke,Geschlecht,Geboren,Anzahl Auen,Siresire | N1,w,2025-01-05,2,R1
  → N1 female | Anzahl Auen: 2\nSiresire: R1
the tag in the other ear is a number, and how it was born a note:
  Left tag,Right tag,Sex,DOB,Born as,Dam | N1,R1,F,2024-03-12,Twin,Q1
  → N1 female, Q1 Alma x - | N1 other R1 | Born as: Twin
`;

testFiles(files, toldBy);

test('a name finds an animal only if it is present and no EID stands beside it, and never its breeding values', () => {
  const [sold, ram, outside] = [
    knownAnimal('Q4', { name: 'Bella', status: 'sold' }),
    knownAnimal('Q3', { name: 'Rex', sex: 'male' }),
    knownAnimal('Rex', { sex: 'male', isReference: true }),
  ];
  const weighed = (tag: string, eid: string) =>
    planned(`Tag,EID,Date,Weight (kg)\n${tag},${eid},2026-05-01,54`, {}, [sold, ram]).events;
  expect([weighed('Bella', ''), weighed('Rex', '826099912300099'), weighed('Rex', '')]).toEqual([
    [],
    [],
    ['Q3 weighing 2026-05-01 weightGrams=54000 method=scale'],
  ]);
  const { plan } = planned('ID,BWT EBV,BWT Acc\nRex,0.1,70', { analysedOn: '2026-05-01', suppliedBy: 'NSIP' }, [ram, outside]);
  expect(plan.events.map(({ animal }) => animal.tagNumber)).toEqual(['Rex']);
});
