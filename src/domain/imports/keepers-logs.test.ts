import { expect, test } from 'vitest';
import { outcomeOf } from '#test/planned.ts';

/** As keepers write them down from day to day: the file, the answers, and what is recorded, in the herd or open. */
const logs: Record<string, readonly [text: string, answers: Record<string, string>, wanted: readonly string[]]> = {
  'a ram that came to its ewes and left them has bought and sold none': [
    'Ram\tDate in\tDate out\tEwes\nQ3\t14/08/2026\t30/09/2026\tQ1, Q2',
    {},
    ['Q1 mating Q3 2026-08-14 to 2026-09-30', 'Q2 mating Q3 2026-08-14 to 2026-09-30'],
  ],
  'a list of arrivals with sires is none of matings': [
    'Tag,Sire,Arrived,From\nQ1,Q9,2026-05-01,Jones',
    {},
    ['Q1 arrival 2026-05-01 from=Jones', '+Q9'],
  ],
  'a list of sold ewes with their ram is none of matings': [
    'Ewe,Ram,Sold on,Buyer\nQ1,Q3,2026-05-01,Jones',
    { 'column:1': 'keep' },
    ['Q1 sale 2026-05-01 buyer=Jones (Ram: Q3)'],
  ],
  'weights, and scores, beside sires are of no matings': [
    'Tag,Sire,Weigh date,Weight (kg)\nQ1,Q9,2026-05-01,54',
    {},
    ['Q1 weighing 2026-05-01 weightGrams=54000', '+Q9'],
  ],
  'scores beside sires': [
    'Tag,Sire,Date,FAMACHA\nQ1,Q9,2026-05-01,2',
    { 'column:2': 'eventDay' },
    ['Q1 scores 2026-05-01 famacha=2', '+Q9'],
  ],
  'a litter in a row under letters': [
    'Ewe #,Date lambed,Sire,# born,Lamb A,Sex A,Lamb B,Sex B\nQ1,3/14/2026,Q3,2,601,ewe,602,ram\nQ2,3/15/2026,Q3,2,603,ewe,dead,ram',
    {},
    [
      '601 female active Q1 Alma Q3 Rex',
      '602 male active Q1 Alma Q3 Rex',
      '603 female active Q2 Q3 Rex',
      '!It was born dead, so it is no animal to bring in.',
    ],
  ],
  'a litter in a row under ordinal numbers': [
    'Ewe,DOB,1st lamb,1st sex,2nd lamb,2nd sex\nQ1,2026-03-01,601,F,602,M\nQ2,2026-03-02,603,F,,',
    {},
    ['601 female active Q1 Alma -', '602 male active Q1 Alma -', '603 female active Q2 -'],
  ],
  'marks that stand for the cell above': [
    'Ewe\tDate\tLamb tag\tSex\nQ1\t14/03/2026\t801\tF\n"\t"\t802\tM\nditto\t\'\'\t803\tF',
    {},
    ['801 female active Q1 Alma -', '802 male active Q1 Alma -', '803 female active Q1 Alma -'],
  ],
  'a day and a product that are written once for several animals': [
    'Date,Product,Tag,Dose (ml)\n2026-05-01,Zolvix,Q1,4\n,,Q2,5',
    {},
    ['Q1 treatment 2026-05-01 productName=Zolvix dose=4 unit=ml', 'Q2 treatment 2026-05-01 productName=Zolvix dose=5 unit=ml'],
  ],
  'a day of death that is written once is of one animal': [
    'Date died,Tag,Color\n2026-05-01,Q1,red\n,Q2,red',
    {},
    ['Q1 death 2026-05-01 cause=unknown (Color: red)', '!The row tells nothing that can be recorded.'],
  ],
  'withdrawals in other words still': [
    'Date,Tag,Drug,Amt,Do not slaughter before\n5/14/2026,Q1,LA-200,4.5 cc,6/11/2026',
    {},
    ['Q1 treatment 2026-05-14 productName=LA-200 dose=4.5 unit=cc meat:2026-06-11'],
  ],
  'the end of a withdrawal of which the heading does not say the product is asked about': [
    'Date,Tag,Medicine,Clear date\n2026-05-01,Q1,Pen,2026-05-20',
    {},
    ['?column:3', 'Q1 treatment 2026-05-01 productName=Pen (Clear date: 2026-05-20)'],
  ],
  'the register of medicines of a British farm': [
    'Date of admin,ID of animal,Name of VMP,Quantity,Batch,Withdrawal period,Date w/d ends\n14/05/2026,Q1,Alamycin,6ml,AB1,35 days meat / 5 days milk,18/06/2026',
    { 'column:6': 'keep' },
    ['Q1 treatment 2026-05-14 productName=Alamycin dose=6 unit=ml batch=AB1 meat:35 milk:5 (Date w/d ends: 18/06/2026)'],
  ],
  'the day of the last worming beside what was given': [
    'Sheep,Last wormed,Wormer used\nQ1,5/14/2026,Ivermectin',
    {},
    ['Q1 treatment 2026-05-14 productName=Ivermectin'],
  ],
  'a cause of death in a list of animals': [
    'Tag,Sex,DOB,Cause of death\nN1,F,2020,bloat\nN2,F,2020,',
    {},
    ['N1 female died - -', 'N2 female active - -'],
  ],
  'a cause of death of the living': [
    'Tag,Sex,DOB,Cause of death\nN1,F,2020,No\nN2,F,2020,still alive\nN3,F,2020,sold\nN4,F,2020,bloat',
    {},
    ['N1 female active - -', 'N2 female active - -', 'N3 female active - -', 'N4 female died - -'],
  ],
  'a cause beside lambs that died': [
    'Tag,Sex,DOB,Lambs died,Cause\nN1,F,2020,1,pneumonia\nN2,F,2020,0,',
    {},
    ['N1 female active - -', 'N2 female active - -'],
  ],
  'a cause of the death of lambs, or beside a dam that died': [
    'Tag,Sex,DOB,Dam died,Cause,Lamb death cause\nN1,F,2020,Y,bloat,weak\nN2,F,2020,,,',
    { 'column:3': 'keep' },
    ['N1 female active - -', 'N2 female active - -'],
  ],
  'known animals with causes of death and nothing else': ['Tag,Cause of death\nQ1,Old age', {}, ['Q1 female died - -']],
  'a lambing beside a day of birth is another day': [
    'Tag,Sex,DOB,Kidding date\nN1,F,2020-02-01,2026-03-01',
    { 'column:3': 'keep', species: 'goat' },
    ['N1 female active - -'],
  ],
  'numbers without a digit are none': ['Tag,Sex,DOB,Scrapie,Registry\nN1,F,2020,QR,ABGA', {}, ['N1 female active - -']],
  'animals that are not present, or were lost, are asked about': [
    'Tag,Sex,DOB,Present,Lost\nN1,F,2020,N,\nN2,F,2020,Y,x',
    {},
    ['?word:3:n', 'N1 female active - -', 'N2 female active - -'],
  ],
  'a yes under Lost is asked about': [
    'Tag,Sex,DOB,Lost\nN1,F,2020,\nN2,F,2020,x',
    {},
    ['?word:3:x', 'N1 female active - -', 'N2 female active - -'],
  ],
  'words, numbers and counts that say nothing of a state': [
    'Tag,Sex,DOB,Kept,Living,Owned,Current,Lambs born,Lost\nN1,F,2020,2,1,Jim,Pen 1,2,1\nN2,F,2020,1,0,Ann,Pen 2,2,0',
    {},
    ['N1 female active - -', 'N2 female active - -'],
  ],
  'animals that are present, and were weighed': [
    'Tag,Weigh date,Weight (kg),Present\nQ1,2026-05-01,54,Y',
    {},
    ['Q1 weighing 2026-05-01 weightGrams=54000 method=scale (Present: Y)'],
  ],
  'animals that were kept, and were given something': [
    'Date,Tag,Product,Kept\n2026-05-01,Q1,Cydectin,Y',
    {},
    ['Q1 treatment 2026-05-01 productName=Cydectin (Kept: Y)'],
  ],
  'a mating of ewes that were scored': [
    'Ewe,Ram,Date bred,BCS,FAMACHA\nQ1,Q3,2026-05-01,3,2',
    {},
    ['Q1 mating Q3 2026-05-01 to null'],
  ],
  'a mating of ewes that were weighed': [
    'Ewe,Ram,Date bred,Weight (kg)\nQ1,Q3,2026-05-01,60',
    {},
    ['Q1 mating Q3 2026-05-01 to null'],
  ],
  'a mating of ewes that were vaccinated': [
    'Ewe,Ram,Date bred,CDT,Price\nQ1,Q3,2026-05-01,2026-09-01,5',
    {},
    ['Q1 mating Q3 2026-05-01 to null'],
  ],
  'the ram that was used is a mate or the sire': [
    'Tag,Sex,DOB,Ram used\nN1,F,2020,Q3',
    {},
    ['?column:3', 'N1 female active - -'],
  ],
  'a ewe lamb of its dam': ['Tag,Sex,DOB,Ewe lamb of\n601,F,2026-03-01,Q1', {}, ['601 female active Q1 Alma -']],
  'the day of the butcher is asked about': [
    'Tag,Sex,DOB,Butcher date\nN1,M,2026-01-01,2026-10-15',
    {},
    ['?column:3', 'N1 male active - -'],
  ],
  'months of a year of two digits': [
    'Tag,Weight Mar 26,Weight Apr 26\nQ1,30,35',
    { 'unit:1': 'kg', year: '2026', monthDay: '1' },
    ['Q1 weighing 2026-03-01 weightGrams=30000 method=scale', 'Q1 weighing 2026-04-01 weightGrams=35000 method=scale'],
  ],
  'the ram that was used is the sire, and two words for the dam are one': [
    'Tag,Sex,DOB,Ram used,Dam/Ewe\nN1,F,2026,Q3,Q1',
    {},
    ['N1 female active Q1 Alma Q3 Rex'],
  ],
  'the tag of a ram lamb is none of a ram': [
    'Ewe,Lambed,Ewe lamb tag,Ram lamb tag\nQ1,2026-03-01,601,602',
    { sex: 'female' },
    ['601 female active - -'],
  ],
  'what became of an animal stands under a heading of its day': [
    'Tag,Sex,DOB,Sold/Died,When\nN1,F,2020,Sold,2024-05-01\nN2,F,2020,Died,2024-06-01',
    { 'column:4': 'statusDate' },
    ['N1 sale 2024-05-01', 'N2 death 2024-06-01 cause=unknown', 'N1 female sold - -', 'N2 female died - -'],
  ],
  'how many were born, and live, beside the day of a lambing': [
    'Ewe,Lambed,Born,Lambs alive\nQ1,2026-03-01,2,2\nQ2,2026-03-02,2,1',
    {},
    ['Q1 female active - -', 'Q2 female active - -'],
  ],
  'animals that are called by their names': [
    'Name,Date,Weight (kg)\nAlma,2026-05-01,50\nRex,2026-05-01,80',
    {},
    ['Q1 weighing 2026-05-01 weightGrams=50000 method=scale', 'Q3 weighing 2026-05-01 weightGrams=80000 method=scale'],
  ],
  'scores of animals by their names': ['Sheep,Date,FAMACHA\nAlma,2026-05-01,2', {}, ['Q1 scores 2026-05-01 famacha=2']],
  'new animals that are called by their names': [
    'Name,Date purchased,Price,From\nBella,2026-05-01,150,Jones',
    {},
    ['?names', '?sex', '!The tag number is missing.'],
  ],
  'the order of days stands in the heading': ['Tag,Sex,DOB (dd/mm/yyyy)\nN1,F,05/04/2020', {}, ['N1 female active - -']],
  'when a row was written is not the day that it tells of': [
    'Timestamp,Tag,Date,Weight (kg)\n2026-05-20 09:14:02,Q1,2026-05-14,54',
    {},
    ['Q1 weighing 2026-05-14 weightGrams=54000 method=scale'],
  ],
  'nor that of a mating': [
    'Timestamp,Ewe,Ram,Date bred\n2026-05-20 09:14:02,Q1,Q3,2026-05-14',
    {},
    ['Q1 mating Q3 2026-05-14 to null'],
  ],
  'a weight before the tag is of one animal, although the day is of several': [
    'Date,Weight (kg),Comment,Tag\n2026-05-01,54,limping,Q1\n,,,Q2\n,50,,Q2',
    {},
    [
      'Q1 weighing 2026-05-01 weightGrams=54000 method=scale (limping)',
      'Q2 weighing 2026-05-01 weightGrams=50000 method=scale',
      '!The row has no weight and no treatment.',
    ],
  ],
  'scores before the tag are of one animal': [
    'Date,FAMACHA,Ewe,BCS\n2026-05-01,3,Q1,3\n,,Q2,2.5',
    {},
    ['Q1 scores 2026-05-01 famacha=3 bodyCondition=3', 'Q2 scores 2026-05-01 bodyCondition=2.5'],
  ],
  'a tag before the EID is of one animal': [
    'Date,Tag,EID,Weight (kg)\n2026-05-01,Q1,,54\n,,826099912300099,45',
    {},
    ['Q1 weighing 2026-05-01 weightGrams=54000 method=scale', '!Not found: none of your animals has this number.'],
  ],
  'a day before the tags is no day of several deaths': [
    'Date,Tag,Cause of death\n2026-05-01,Q1,bloat\n,Q2,bloat',
    {},
    ['Q1 death 2026-05-01 cause=bloat', '!The day is missing.'],
  ],
  'the unit of milk is asked once': ['Date,Ewe,AM,PM\n2026-05-14,Q1,1.1,0.9', {}, ['?milk:2', "!'0.9' is no amount of milk."]],
  'an EID beside another number is asked about, even of one animal': [
    'Old EID,New EID,Visual\n826099912300045,826099912300099,Q1',
    {},
    ['?column:0', '?column:1', 'Q1 female active - -'],
  ],
};

test.each(Object.entries(logs))('%s', (_, [text, answers, wanted]) => {
  expect(outcomeOf(text, answers)).toEqual(wanted);
});
