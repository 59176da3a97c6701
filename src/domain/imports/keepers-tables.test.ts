import { expect, test } from 'vitest';
import { outcomeOf } from '#test/planned.ts';

/** As keepers have them: the file, the answers, and what is recorded, in the herd or open. */
const files: Record<string, readonly [text: string, answers: Record<string, string>, wanted: readonly string[]]> = {
  'a litter in a row, whose sexes and weights have only numbers': [
    'Ewe,Lambed,Lamb 1,Sex 1,Wt 1 (kg),Lamb 2,Sex 2,Wt 2 (kg)\nQ1,2026-04-01,601,F,4.1,602,M,4.3\nQ2,2026-04-03,603,F,3.9,dead,M,2',
    { 'column:4': 'birthWeight' },
    [
      '601 female active Q1 Alma -',
      '602 male active Q1 Alma -',
      '603 female active Q2 -',
      '!It was born dead, so it is no animal to bring in.',
    ],
  ],
  'a small weight in a lambing book may be that of the birth': [
    'Date,Ewe,Lamb tag,Sex,Weight\n1/4/2026,Q1,501,E,4.2\n16/4/2026,Q2,502,R,5.1',
    {},
    ['?column:0', '?column:4', '501 female active Q1 Alma -', '502 male active Q2 -'],
  ],
  'lines of sections above headings that stand again': [
    'Tag,Name,Color\nEWES,,\nN1,Ann,red\nRAMS,,\nTag,Name,Color\nN2,Cal,white',
    {},
    ['N1 female active - -', 'N2 male active - -'],
  ],
  'a state that another column tells': [
    'VID,Sex,On Farm,Fate,Disposal Date,Dead\nN1,F,Yes,,,N\nN2,F,No,Sold,2023-03-01,N\nN3,F,No,,2025-01-15,Y',
    {},
    [
      'N2 sale 2023-03-01',
      'N3 death 2025-01-15 cause=unknown',
      'N1 female active - -',
      'N2 female sold - -',
      'N3 female died - -',
    ],
  ],
  'parents by tag and name together': ['Tag,Sex,Sire,Dam\nN1,F,Rex (Q3),Q1 - Alma', {}, ['N1 female active Q1 Alma Q3 Rex']],
  'a tag without its zeros and nothing else': [
    'Tag,Colour\nQ1,red\nQ02,blue',
    {},
    ['?lookAlike', 'Q1 female active - -', '!Your animal Q2 looks like this one. Say above whether it is the same.'],
  ],
  'a list of abortions is none of deaths': [
    'Date,Ewe,Aborted,Cause\n2026-02-01,Q1,2,toxo',
    {},
    ['Q1 abortion 2026-02-01 count=2 cause=toxo'],
  ],
  'new tags in place of old ones': ['Old tag,New tag,Date\nQ1,Q1001,2026-05-01', {}, ['Q1 tagChange 2026-05-01 newTag=Q1001']],
  'the vaccine beside a medicine has not its dose': [
    'Date,Tag,Wormer,Dose (ml),Vaccine\n2026-05-01,Q1,Cydectin,5,CD&T',
    {},
    ['Q1 treatment 2026-05-01 productName=Cydectin dose=5 unit=ml', 'Q1 vaccination 2026-05-01 productName=CD&T'],
  ],
  'days that are not in the future tell their order': [
    'Tag,Date,Weight kg\nQ1,12/09/2026,54',
    {},
    ['Q1 weighing 2026-09-12 weightGrams=54000 method=scale'],
  ],
  'the day of a state stands before other words': [
    'Tag,Sex,Status\nN1,F,Died 12/13/25 bloat',
    {},
    ['N1 death 2025-12-13 cause=unknown', 'N1 female died - -'],
  ],
  'the price that was paid is with the arrival': [
    'Tag,Sex,Purchased,Purchased from,Price paid\nN1,F,2025-06-01,Smith,350',
    {},
    ['N1 arrival 2025-06-01 from=Smith (Price paid: $350)', 'N1 female active - -'],
  ],
  'a price of a kilogram is not that of the animal': [
    'Ear tag,Price/kg,Buyer,Sale date\nQ1,2.35,Jones,2026-05-01',
    {},
    ['Q1 sale 2026-05-01 buyer=Jones (Price/kg: 2.35)'],
  ],
  'what was paid for animals that came is none of a sale': [
    'Date,Tag,From,Price\n2026-05-01,Q1,Jones,120',
    {},
    ['Q1 arrival 2026-05-01 from=Jones (Price paid: $120)'],
  ],
  'what was paid for an animal is not what it costs': [
    'Tag,Sex,DOB,Purchased,Seller,Price\nN1,F,2024-03-01,2025-01-01,Jones,200',
    {},
    ['N1 arrival 2025-01-01 from=Jones (Price paid: $200)', 'N1 female active - -'],
  ],
  'how many animals were treated is no tag': [
    'Date,Mob,Animals Treated,Product\n2026-02-12,Ewes,3,Zolvix\n2026-02-12,Rams,1,Zolvix',
    {},
    ['?sex', '?column:2', '!The tag number is missing.', '!The tag number is missing.'],
  ],
  'how many young were born, and have died, is of no sire and no dam': [
    'Doe,Kidded,Bucks,Does,Dead\nQ1,2026-03-01,2,0,0\nQ2,2026-03-05,1,1,1',
    {},
    ['Q1 female active - -', 'Q2 female active - -'],
  ],
  'an arrival on the day of its birth is none': [
    'Tag,Sex,DOB,Date In,Status\nN1,F,2022-04-03,2022-04-03,In Herd',
    {},
    ['N1 female active - -'],
  ],
  'letters of a language that is not known are asked about': [
    'Øremerke,Kjønn,Fødselsdato\nN1,V,2022-04-01\nN2,S,2022-04-02',
    {},
    ['?word:1:s', '?word:1:v', "!'V' is no sex.", "!'S' is no sex."],
  ],
  'what was processed or harvested has died': [
    'Tag,Sex,DOB,Status\nN1,F,2020,Processed\nN2,M,2020,Harvested 2025',
    {},
    ['N1 female died - -', 'N2 male died - -'],
  ],
  'D beside M is no death': [
    'Tag,Sex,DOB,Status\nN1,F,2020,M\nN2,F,2020,D',
    {},
    ['?word:3:d', '?word:3:m', 'N1 female active - -', 'N2 female active - -'],
  ],
  'what has become of an animal stands behind its name': [
    'Tag,Name,Sex,DOB\nN1,Bella (SOLD),F,2020\nN2,Duke - dead,M,2020\nN3 (sold),Cal,F,2020',
    {},
    ['N1 female sold - -', 'N2 male died - -', 'N3 female sold - -'],
  ],
  'notes and places that tell a state are asked about': [
    'Tag,Sex,DOB,Notes,Field\nN1,F,2020,Sold,Hill\nN2,M,2020,good,Sold',
    { 'column:3': 'howLeft' },
    ['?column:4', 'N1 female sold - -', 'N2 male active - -'],
  ],
  'lines of notes under a table are no animals': [
    'Tag,Sex,DOB,Mark\nN1,F,2020,red\nRed = dead,,,\n* twins have a star,,,\nNo. of ewes: 1,,,\nPen 2,,,\n1 ewes,,1,',
    {},
    ['N1 female active - -'],
  ],
  'a row for each weighing is of one animal': [
    'Tag,Sex,DOB,Weighed,Weight (kg)\nN1,F,2025-03-01,2025-06-01,20\nN1,F,2025-03-01,2025-07-01,25',
    {},
    ['N1 weighing 2025-06-01 weightGrams=20000', 'N1 weighing 2025-07-01 weightGrams=25000', 'N1 female active - -'],
  ],
  "'Dam ID' is what stands under 'ID', and no tag": [
    'ID,Tag,Sex,DOB,Dam ID\n17,B4,F,2020,\n18,17,F,2020,\n19,B7,F,2023,17',
    {},
    ['B4 female active - -', '17 female active - -', 'B7 female active B4 -'],
  ],
  'a litter under L1 and L2': [
    'Ewe No,Lambed,L1 tag,L1 sex,L2 tag,L2 sex\nQ1,2025-04-03,501,E,502,R',
    {},
    ['501 female active Q1 Alma -', '502 male active Q1 Alma -'],
  ],
  'wethers in other words': [
    'Tag,Sex,DOB\nW1,Wether,2023-04-01\nW2,Desexed M,2023-04-01\nB1,Ram,2022-04-01',
    {},
    ['W1 wether active - -', 'W2 wether active - -', 'B1 male active - -'],
  ],
  'states, and weights, with the times of their days': [
    'tag,sex,dob,status_current,status_date,last_weight,last_weight_date\nN1,Female,2019-04-03 00:00:00.000,Sold,2023-10-11 14:52:08.075,39,2023-07-24 06:49:29.927\nN2,Desexed M,2020-04-03 00:00:00.000,Dead,2022-10-11 14:52:08.075,,',
    { 'unit:5': 'kg' },
    [
      'N1 weighing 2023-07-24 weightGrams=39000',
      'N1 sale 2023-10-11',
      'N2 death 2022-10-11 cause=unknown',
      'N1 female sold - -',
      'N2 wether died - -',
    ],
  ],
  'scores of both sexes': [
    'Tag,Date,FAMACHA,BCS,FEC (epg)\nQ1,2026-06-01,2,3,450\nQ3,2026-06-01,4,2.5,2100',
    {},
    [
      'Q1 scores 2026-06-01 famacha=2 bodyCondition=3 eggCount=450',
      'Q3 scores 2026-06-01 famacha=4 bodyCondition=2.5 eggCount=2100',
    ],
  ],
  'a ewe that is written once for her litter': [
    'Ewe,Ram,Date,Lamb tag,Sex\nQ1,Q3,01/04/2026,L1,F\n,,,L2,M\nQ2,Q3,15/04/2026,L3,M',
    {},
    ['L1 female active Q1 Alma Q3 Rex', 'L2 male active Q1 Alma Q3 Rex', 'L3 male active Q2 Q3 Rex'],
  ],
  'a date beside weights is asked about': [
    'Lamb ID,Date,Time,Sex,Weight\nL1,3/5/26,4:00 PM,m,11.5\nL2,3/17/26,4:15 PM,f,10.9',
    {},
    ['?weighedOn', '?column:1', '?unit:4', 'L1 male active - -', 'L2 female active - -'],
  ],
  'parents by their EIDs': [
    'Tag,EID,Sex,DOB,Dam EID,Sire EID\nE1,982000411110001,F,2021-03-01,,\nR1,982000411110002,M,2021-03-02,,\nL1,982000411110003,F,2024-03-05,982 000411110001,0982000411110002',
    {},
    ['E1 female active - -', 'R1 male active - -', 'L1 female active E1 R1'],
  ],
  'sires that nobody knows': [
    'Tag,Sex,DOB,Sire\nU1,F,2022-03-01,Unknown sire\nU2,M,2022-03-03,unk buck\nU3,F,2022-03-04,UNKOWN\nU4,M,2022-03-04,AI\nU5,F,2022-03-04,No Sire',
    {},
    [
      '?word:3:ai',
      '?word:3:unk buck',
      ...['U1 female', 'U2 male', 'U3 female', 'U4 male', 'U5 female'].map((one) => `${one} active - -`),
    ],
  ],
  'a column for each day of weighing': [
    'Tag,Sex,DOB,Weight 2026-04-14 (kg),Weight 2026-05-05 (kg)\nW1,F,2026-02-10,12.5,16.1',
    {},
    ['W1 weighing 2026-04-14 weightGrams=12500', 'W1 weighing 2026-05-05 weightGrams=16100', 'W1 female active - -'],
  ],
  'names and no numbers': [
    'animal_name,animal_dob,animal_sex\nAlder,2022/02/18,F',
    { names: 'name' },
    ['Alder female active - -'],
  ],
  'a range of a list of animals makes none': [
    'Ewes,Born\n123-145,2021\nEwes: 201-203,2021\nN1,2021',
    { sex: 'female' },
    [
      'N1 female active - -',
      "!'123-145' looks like 23 animals. Give each a row of its own.",
      "!'Ewes: 201-203' looks like 3 animals. Give each a row of its own.",
    ],
  ],
  'figures under months are asked about once, below a title that looks like a heading': [
    'FAMACHA 2026,,\nTag,May,June\nQ1,2,3',
    {},
    ['?column:1', 'Q1 female active - -'],
  ],
  'an unknown column is asked about if its cells look like tags, and is not if they do not': [
    'Tag,Sex,DOB,PaId,Lot\nN-101,F,2021,R-107,7\nN-102,M,2021,R-108,7\nN-103,F,2021,R-108,8',
    {},
    ['?column:3', 'N-101 female active - -', 'N-102 male active - -', 'N-103 female active - -'],
  ],
  'places, grades and foster mothers are not asked about, although they look like tags': [
    'Tag,Sex,DOB,Pen,Class,Reared by,Fostered to,MGS\nN-101,F,2021,B-101,A1,N-103,N-102,R-107\nN-102,M,2021,B-102,A1,N-103,N-102,R-107\nN-103,F,2021,B-103,A2,N-102,N-101,R-108\nX1,F,2021,B-103,A2,,,',
    {},
    ['N-101 female active - -', 'N-102 male active - -', 'N-103 female active - -', 'X1 female active - -'],
  ],
  'an unknown column of days is asked about as days, although they look like tags': [
    'Tag,Sex,DOB,Scored\n12-05-21,F,2021,25-01-26\n13-05-21,F,2021,26-01-26\n14-05-21,F,2021,27-01-26',
    { 'column:3': 'weanedOn' },
    [
      '12-05-21 weaning 2026-01-25',
      '13-05-21 weaning 2026-01-26',
      '14-05-21 weaning 2026-01-27',
      ...['12-05-21 female', '13-05-21 female', '14-05-21 female'].map((one) => `${one} active - -`),
    ],
  ],
  'weights at an age are asked about': [
    'Tag,Sex,DOB,30d,60d\n701,F,2026-02-01,11,19',
    {},
    ['?column:3', '?column:4', '701 female active - -'],
  ],
  'what was given, and the day, stand in the heading': [
    'Sheep,Ivermectin 3/15/2026 (ml),CDT 4/1/2026,Copper bolus 5/20/2026\nQ1,4,x,\nQ2,5,,x',
    { 'column:1': 'product', 'column:3': 'product' },
    [
      'Q1 treatment 2026-03-15 productName=Ivermectin dose=4 unit=ml',
      'Q1 vaccination 2026-04-01 productName=CDT',
      'Q2 treatment 2026-03-15 productName=Ivermectin dose=5 unit=ml',
      'Q2 treatment 2026-05-20 productName=Copper bolus',
    ],
  ],
  'a table below another one is refused': [
    'Tag,Sex,Born\nN1,F,2021\nSold this year,,\nTag,Date,Buyer\nQ1,2026-03-01,Smith',
    {},
    [
      'N1 female active - -',
      ...Array<string>(3).fill('!Another table begins in row 4. Save it as a sheet or a file of its own.'),
    ],
  ],
  'lines of sections name the sex among other words, and end the section above them': [
    'Name,Tag,Born\nYearling does,,\nAnn,N1,2025\nBucks,,\nCal,N2,2021\nCulls,,\nDot,N3,2018',
    {},
    ['?sex', 'N1 female active - -', 'N2 male active - -', '!The sex is missing.'],
  ],
  'parents whose zeros a spreadsheet program has changed': ['Tag,Sex,Dam,Sire\nL1,F,Q02,q-3', {}, ['L1 female active Q2 Q3 Rex']],
  'an animal that was eaten is not sold': [
    'Tag,Sex,Status\nN1,M,Gone to freezer\nN2,M,Butchered 2025\nN3,M,Sold to Bob',
    {},
    ['N1 male died - -', 'N2 male died - -', 'N3 male sold - -'],
  ],
  'a column of units is that of the weights beside it': [
    'Animal,Wt,U/M,Date\nQ1,142,lb,2026-09-13\nQ2,64,kg,2026-09-13',
    {},
    ['Q1 weighing 2026-09-13 weightGrams=64410 method=scale', 'Q2 weighing 2026-09-13 weightGrams=64000 method=scale'],
  ],
  'a gain of a day and the number of a sample are no days': [
    'Sample ID,Tag,Weight (kg),FEC,Gain kg/day,Date collected\nS-1,Q1,52.5,450,0.21,2026-09-13',
    {},
    [
      'Q1 weighing 2026-09-13 weightGrams=52500 method=scale (Sample ID: S-1\nGain kg/day: 0.21)',
      'Q1 scores 2026-09-13 eggCount=450',
    ],
  ],
  'the mark of a scanned ewe is no heat, and the day of the heading is that of the row': [
    'Ewe,Scanned 12/01/26,Mark\nQ1,2,blue',
    {},
    ['Q1 pregnancyCheck 2026-01-12 count=2 result=pregnant (Mark: blue)'],
  ],
  'scores under a day and a month': [
    'Tag,5/14,6/15\nQ1,2,3',
    { rows: 'scores', year: '2026' },
    ['Q1 scores 2026-05-14 famacha=2', 'Q1 scores 2026-06-15 famacha=3'],
  ],
  'words for a sex among others': [
    'Animal,Gender\nX1,dry doe\nX2,wether kid\nX3,Male (uncastrated)\nX4,buck/doe',
    {},
    [
      '?word:1:buck/doe',
      '?word:1:male (uncastrated)',
      'X1 female active - -',
      'X2 wether active - -',
      "!'Male (uncastrated)' is no sex.",
      "!'buck/doe' is no sex.",
    ],
  ],
  'how many are alive is no state': [
    'Ewe,Lambed,Lamb ID,Sex,# alive\nQ1,2026-03-13,601,E,2',
    {},
    ['601 female active Q1 Alma -'],
  ],
  'the name of a parent outside the farm': [
    'Tag,Sex,Dam Reg No,Dam Name\nN1,F,PD040,Hill Ina',
    {},
    ['N1 female active PD040 Hill Ina -', '+PD040'],
  ],
  'the buck of a list of does is no sire': ['Doe,DOB,Sex,Buck\nN1,2020-01-01,F,Q3', {}, ['?column:3', 'N1 female active - -']],
  'a lone heading stands above animals with words beside them': [
    'Tag,,\nN1,,\nN2,F,Bottle\nN3,M,Milk',
    { sex: 'female', 'column:1': 'sex' },
    ['N1 female active - -', 'N2 female active - -', 'N3 male active - -'],
  ],
  'a title with a year stands above a lone heading': [
    'Sheep 2026\nTag\nN1\nN2',
    { sex: 'female' },
    ['N1 female active - -', 'N2 female active - -'],
  ],
  'what is to be slaughtered is alive, or asked about': [
    'Tag,Sex,Status\nN1,M,Slaughter lamb\nN2,M,To butcher\nN3,M,Works well\nN4,M,Sent to the abattoir 2025\nFreezer lambs 2026,,\nN5,M,',
    {},
    [
      '?word:2:slaughter lamb',
      '?word:2:to butcher',
      '?word:2:works well',
      ...['N1 male active', 'N2 male active', 'N3 male active', 'N4 male died', 'N5 male active'].map((one) => `${one} - -`),
    ],
  ],
  'words that disagree about a sex are asked about': [
    'Tag,Sex\nN1,Ram/Wether\nN2,Ram lamb - castrate in May\nN3,Buck to be wethered\nN4,wether?\nN5,Castrated male',
    {},
    [
      '?word:1:buck to be wethered',
      '?word:1:ram lamb castrate in may',
      '?word:1:ram/wether',
      '?word:1:wether?',
      'N5 wether active - -',
      "!'Ram/Wether' is no sex.",
      "!'Ram lamb - castrate in May' is no sex.",
      "!'Buck to be wethered' is no sex.",
      "!'wether?' is no sex.",
    ],
  ],
  'lines of several groups name no sex, and those of animals that have left a state': [
    'Tag,Born\nRams & wethers,\nN1,2021\nDoes and kids,\nN2,2021\nEwes with lambs,\nN3,2021\nEwes sold 2025,\nN4,2021\nDead ewes,\nN5,2021\nRams,\nN6,2021\nEwes to be sold,\nN7,2021',
    {},
    [
      '?sex',
      '?word:3:ewes to be sold',
      'N4 female sold - -',
      'N5 female died - -',
      'N6 male active - -',
      ...Array<string>(4).fill('!The sex is missing.'),
    ],
  ],
  'an animal with nothing but a name is in its section': [
    'Name,Born\nEwes,\nAda,2021\nAGNES,\nMoses,\nHill flock,\nName,Born\nOtto,2020',
    { names: 'name' },
    [
      '?sex',
      'Ada female active - -',
      'AGNES female active - -',
      'Moses female active - -',
      ...Array<string>(2).fill('!The sex is missing.'),
    ],
  ],
  'words of headings in the cells of an animal begin no other table': [
    'Name,Sex,Sire,Status,Bottle\nMama,F,Papa,Pregnant,\nLamb,F,,,Bottle\nBea,F,,Active,Bottle',
    { names: 'name' },
    ['Mama female active - Papa', 'Lamb female active - -', 'Bea female active - -', '+Papa'],
  ],
  'only a dose, a yes or a day under a dated product says that it was given': [
    'Tag,Ivermectin 3/15/2026 (ml),CDT 4/1/2026\nQ1,4,skipped\nQ2,too young,given\nQ3,not given,x',
    { 'column:1': 'product' },
    [
      'Q1 treatment 2026-03-15 productName=Ivermectin dose=4 unit=ml (CDT 4/1/2026: skipped)',
      'Q2 vaccination 2026-04-01 productName=CDT (Ivermectin 3/15/2026 (ml): too young)',
      'Q3 vaccination 2026-04-01 productName=CDT (Ivermectin 3/15/2026 (ml): not given)',
    ],
  ],
  "a 'Vaccinated' with a day names no vaccine": ['Tag,Sex,Born,Vaccinated 3/15/2026\nN1,F,2021,x', {}, ['N1 female active - -']],
  'a score without a day beside weights of several days asks for its own': [
    'Tag,Weight 3/15/2026 (kg),Weight 6/20/2026 (kg),FAMACHA\nQ1,50,,3\nQ2,51,52,2',
    { weighedOn: '2026-07-01' },
    [
      'Q1 weighing 2026-03-15 weightGrams=50000 method=scale',
      'Q1 scores 2026-07-01 famacha=3',
      'Q2 weighing 2026-03-15 weightGrams=51000 method=scale',
      'Q2 weighing 2026-06-20 weightGrams=52000 method=scale',
      'Q2 scores 2026-07-01 famacha=2',
    ],
  ],
  'shares of a breed are no days': [
    'Tag,Sex,Born,1/2,3/4\nN1,F,2021,x,\nN2,F,2021,,x',
    {},
    ['N1 female active - -', 'N2 female active - -'],
  ],
  'months are written out or have three letters': [
    'Tag,Sex,Born,Market,Mar\nN1,F,2021,40,50',
    {},
    ['?column:4', 'N1 female active - -'],
  ],
  'who stands in brackets behind nobody is asked about, and above is somebody': [
    'Tag,Sex,Sire,Dam\nN1,F,Unknown (Rex),see above\nN2,F,AI,Unknown',
    { 'word:2:ai': 'nobody' },
    ['?word:2:unknown (rex)', '?word:3:see above', 'N1 female active - -', 'N2 female active - -'],
  ],
  'weights of a list of animals have the day of a column that may be theirs': [
    'Tag,Sex,Born,Date,Weight (kg)\nN1,F,2021,2026-05-01,50',
    { 'column:3': 'weighingDate' },
    ['N1 weighing 2026-05-01 weightGrams=50000', 'N1 female active - -'],
  ],
  'a French herd, of which one word is not known': [
    'N° travail,Sexe,Date de naissance,Mère,Père,Etat\nN1,F,2023-03-01,Q1,Q3,Présente\nN2,M,2023-03-15,,,Vendu\nN3,F,2020-03-16,,,Morte\nN4,F,2020-03-17,,,Réformée',
    {},
    ['?word:5:reformee', 'N1 female active Q1 Alma Q3 Rex', 'N2 male sold - -', 'N3 female died - -', 'N4 female active - -'],
  ],
  'the day of a mating beside a weight is not that of the weighing': [
    'EID,Tag,Weight (kg),Bred\n982000411110001,Q1,54,2026-10-01',
    {},
    ['?weighedOn', '?column:3', '!The day is missing.'],
  ],
  'in a list of animals in and out are asked about': [
    'Tag,Sex,DOB,In,Out\nN1,F,2020,2021-05-01,2022-05-01',
    {},
    ['?column:3', '?column:4', 'N1 female active - -'],
  ],
  'a heading that asks whether it was sold or is dead': [
    'Tag,Sex,DOB,Sold?,Is dead,Died Y/N\nN1,F,2020,N,N,N\nN2,M,2021,Y,,\nN3,F,2020,,x,\nN4,F,2020,,,Y',
    {},
    ['N1 female active - -', 'N2 male sold - -', 'N3 female died - -', 'N4 female died - -'],
  ],
  'a type that tells the sex beside weights': [
    'ID,Type,Birth,Weight (kg),Weigh date\nN1,Ewe,2021-03-13,60,2026-09-01\nN2,Ram,2021-03-14,70,2026-09-01',
    { 'column:1': 'sex' },
    [
      'N1 weighing 2026-09-01 weightGrams=60000',
      'N2 weighing 2026-09-01 weightGrams=70000',
      'N1 female active - -',
      'N2 male active - -',
    ],
  ],
  'the mark of a flock is no heat, and figures of a condition are scores': [
    'EID,Ear tag,Flock mark,Condition,Weight (kg),Date\n982000411110001,Q1,UK0123456,3,62,2026-09-13',
    {},
    ['Q1 scores 2026-09-13 bodyCondition=3 (Flock mark: UK0123456)', 'Q1 weighing 2026-09-13 weightGrams=62000 method=scale'],
  ],
  'weights under months have the day of the month that the person tells': [
    'Tag,Jan-26,Feb-26\nQ1,50,52',
    { 'column:1': 'weight', monthDay: '15', 'unit:1': 'kg' },
    ['Q1 weighing 2026-01-15 weightGrams=50000 method=scale', 'Q1 weighing 2026-02-15 weightGrams=52000 method=scale'],
  ],
  'weights and scores under months of a year that the person tells': [
    'Tag,May weight (kg),FAMACHA June\nQ1,50,2',
    { year: '2026', monthDay: '1' },
    ['Q1 weighing 2026-05-01 weightGrams=50000 method=scale', 'Q1 scores 2026-06-01 famacha=2'],
  ],
  'a weight under a day and a month beside the word': [
    'Tag,Wt 5/14,Wt 6/15\nQ1,50,52',
    { year: '2026', 'unit:1': 'kg' },
    ['Q1 weighing 2026-05-14 weightGrams=50000 method=scale', 'Q1 weighing 2026-06-15 weightGrams=52000 method=scale'],
  ],
  'ticks under vaccines, of which one is not known': [
    'Tag,CDT,Rabies,Footvax\nQ1,x,x,\nQ2,x,no,x',
    { 'column:3': 'vaccinatedOn', weighedOn: '2026-03-05' },
    [
      'Q1 vaccination 2026-03-05 productName=CDT',
      'Q1 vaccination 2026-03-05 productName=Rabies',
      'Q2 vaccination 2026-03-05 productName=CDT (Rabies: no)',
      'Q2 vaccination 2026-03-05 productName=Footvax',
    ],
  ],
  'ticks under vaccines beside their day': [
    'Date,Tag,Rabies,Tetanus\n2026-03-05,Q1,x,\n2026-03-06,Q2,,yes',
    {},
    ['Q1 vaccination 2026-03-05 productName=Rabies', 'Q2 vaccination 2026-03-06 productName=Tetanus'],
  ],
  'numbers that a spreadsheet program has made days': [
    'Tag,Sex,Born\n3-Jan,F,2021\nMar-21,F,2021\n4-1,M,2021',
    {},
    [
      '4-1 male active - -',
      ...['3-Jan', 'Mar-21'].map(
        (cell) =>
          `!A spreadsheet program has made a day of the number, ${cell}. Format its column as text, enter the numbers again and save the file.`,
      ),
    ],
  ],
  'a name in brackets behind AI is asked about': [
    'Tag,Sex,Sire\nN1,F,AI (Rex)',
    {},
    ['?word:2:ai (rex)', 'N1 female active - -'],
  ],
  'an EID that says that the animal has no tag': [
    'EID,Sex,Born\nuntagged,F,2020\n826000000000001,F,2020',
    {},
    ['826000000000001 female active - -', '!The tag number is missing.'],
  ],
  'another table below, with a list of tags': [
    'Tag(s),Sex,Born\nN1,F,2021\nEar tag,Name,Color\n101-105,Ann,red',
    {},
    [
      'N1 female active - -',
      ...Array<string>(2).fill('!Another table begins in row 3. Save it as a sheet or a file of its own.'),
    ],
  ],
  'a range of tags in a list of treatments is one of animals that the farm does not have': [
    'Tags,Date,Product\n101-103,2026-05-01,Pen',
    {},
    Array<string>(3).fill('!Not found: none of your animals has this number.'),
  ],
  'a range of tags above days of a vaccine is one of animals that the farm does not have': [
    'Tags,CDT\n101-103,2026-05-01',
    {},
    Array<string>(3).fill('!Not found: none of your animals has this number.'),
  ],
  'a lamb without a tag is refused': ['Ewe,Lambed,Lamb,Sex\nQ1,2026-03-01,untagged,R', {}, ['!The tag number is missing.']],
  'registration papers that were transferred, and animals that were exported or given away, are asked about': [
    'Tag,Sex,Born,Transferred?,Exported,Gifted\nN1,F,2021,Y,,\nN2,F,2021,,Y,\nN3,F,2021,,,Y',
    {},
    ['?column:3', '?column:4', '?column:5', ...['N1', 'N2', 'N3'].map((tag) => `${tag} female active - -`)],
  ],
  'a column without a heading in which only most words name a sex is asked about': [
    'Tag,Column 2\nN1,F\nN2,M\nN3,F\nN4,twin\nN5,blue',
    {},
    ['?sex', '?column:1', ...Array<string>(5).fill('!The sex is missing.')],
  ],
  'two treatments of each animal of a herd are asked about': [
    'Tag,Sex,DOB,Treatment,Date,Treatment,Date\nN1,F,2024-03-01,Ivomec,2026-05-01,Pen,2026-06-01\nN2,M,2024-03-02,,,,',
    {},
    ['?column:4', '?column:6', 'N1 female active - -', 'N2 male active - -'],
  ],
  'a cross over those that have died is asked about': ['Tag,Sex,DOB,✝\nN1,F,2021,x', {}, ['?column:3', 'N1 female active - -']],
  'a yes under Archived is asked about': [
    'Tag,Sex,Born,Archived\nN1,F,2021,No\nN2,F,2021,Yes',
    {},
    ['?word:3:yes', 'N1 female active - -', 'N2 female active - -'],
  ],
  'a yes under Inactive is asked about': [
    'Tag,Sex,Born,Inactive?\nN1,F,2021,No\nN2,F,2021,Yes',
    {},
    ['?word:3:yes', 'N1 female active - -', 'N2 female active - -'],
  ],
  'a section of a word that nobody knows is asked about': [
    'Arete,Nacimiento\nOvejas robadas,\nN1,2020',
    {},
    ['?word:3:ovejas robadas', 'N1 female active - -'],
  ],
  'days of states that do not tell their order are asked about': [
    'Tag,Sex,Born,Status\nN1,F,2020,Sold 05/06/2025',
    {},
    ['?date:3', 'N1 sale 2025-05-06', 'N1 female sold - -'],
  ],
  'a word of the status of a herd that is not known is asked about': [
    'Tag,Sex,DOB,Herd Status\nN1,F,2021,Current\nN2,F,2020,Reference',
    {},
    ['?word:3:reference', 'N1 female active - -', 'N2 female active - -'],
  ],
  'a yes under Scanned is asked about': [
    'Date,Ewe,Scanned\n2026-01-05,Q1,yes\n2026-01-05,Q2,yes',
    {},
    ['?column:2', 'Q1 female active - -', 'Q2 female active - -'],
  ],
  'a day of mating beside a weight in German is asked about': [
    'Ohrmarke,Gewicht (kg),Deckdatum\nQ1,50,2026-05-01',
    { weighedOn: '2026-06-01' },
    ['?column:2', 'Q1 weighing 2026-06-01 weightGrams=50000'],
  ],
  'a row in which no medicine was given is refused': [
    'Date,Tag,Drug 1,Dose 1,Drug 2,Dose 2\n2026-05-01,Q1,Ivomec,5 ml,,\n2026-05-01,Q2,,,,',
    {},
    ['Q1 treatment 2026-05-01 productName=Ivomec dose=5 unit=ml', '!The row has no weight and no treatment.'],
  ],
};

test.each(Object.entries(files))('%s', (_, [text, answers, wanted]) => {
  expect(outcomeOf(text, answers)).toEqual(wanted);
});

test.each(['Tag(s)', 'Ear_tags', 'Animal_IDs'])("a range under '%s' is refused", (heading) => {
  expect(outcomeOf(`${heading},Sex,Born\n101-105,F,2021\nN1,F,2021`)).toEqual([
    'N1 female active - -',
    "!'101-105' looks like 5 animals. Give each a row of its own.",
  ]);
});
