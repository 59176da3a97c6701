import { expect, test } from 'vitest';
import { outcomeOf } from '#test/planned.ts';

const bornAlive = ['901 female active Q1 Alma Q3 Rex'];
const treated = ['Q1 treatment 2026-05-01 productName=Ivomec dose=5 unit=ml meat:28 milk:4'];
const diedOf = (cause: string): string[] => [`Q1 death 2026-05-01 cause=other (Cause: ${cause})`];
const sold = ['Q1 sale 2026-05-01 buyer=Meier price=150'];

/** With these answers no question is open, and no row is refused. */
const registers: Record<string, readonly [text: string, answers: Record<string, string>, wanted: readonly string[]]> = {
  'a German register': [
    'Ohrmarke,Geburtsdatum,Geschlecht,Mutter-OM,Vater-OM,Abgang,Abgang an,Abgangsart\nN1,02.03.2023,m,Q1,Q3,15.05.2025,Meier,Verkauf',
    {},
    ['N1 sale 2025-05-15 buyer=Meier', 'N1 male sold Q1 Alma Q3 Rex'],
  ],
  'a Dutch register': [
    'Werknummer,Geb.datum,Geslacht,Afvoerdatum,Reden afvoer\nN1,2021-03-15,V,2025-09-21,Dood',
    {},
    ['N1 death 2025-09-21 cause=unknown', 'N1 female died - -'],
  ],
  'a Dutch register with reasons and sexes in other words': [
    'Werknummer,Geslacht,Geboortedatum,Afvoerdatum,Reden\nN1,Mannelijk,13-03-2023,15-02-2024,Slacht',
    {},
    ['N1 slaughter 2024-02-15', 'N1 male died - -'],
  ],
  'Italian and Portuguese states': [
    'Marca,Sesso,Data di nascita,Stato\nN1,F,2022-03-13,Presente\nN2,M,2022-03-14,Venduto\nN3,F,2021-03-15,Morta\nN4,F,2021-03-15,Ativa',
    {},
    ['N1 female active - -', 'N2 male sold - -', 'N3 female died - -', 'N4 female active - -'],
  ],
  'movements in French': [
    'Date,N° travail,Mouvement,Destination\n2026-05-01,Q1,Vente,Dupont\n2026-05-02,Q2,Mort,',
    {},
    ['Q1 sale 2026-05-01 buyer=Dupont', 'Q2 death 2026-05-02 cause=unknown'],
  ],
  'a way from one place to another': [
    'Tag,Date,From,To\nQ1,2026-05-01,Hill,Creek',
    {},
    ['Q1 note 2026-05-01 (Moved to Creek\nFrom: Hill)'],
  ],
  'a price of several animals': [
    'Date,Tags,Buyer,Price\n2026-09-01,Q1 & Q2,Jones,300',
    {},
    ['Q1', 'Q2'].map((tag) => `${tag} sale 2026-09-01 buyer=Jones (Price: 300 for 2 animals)`),
  ],
  'the day of a castration, and days of states that tell their order': [
    'Tag,Sex,DOB,Castrated,Status\nN1,M,2026-03-01,2026-04-01,\nN2,F,2020-03-01,,Sold 15/05/2025',
    {},
    ['N2 sale 2025-05-15', 'N1 wether active - -', 'N2 female sold - -', 'N1 castrated 2026-04-01'],
  ],
  'a German lambing book': ['Lammdatum,Mutter,Vater,Lamm,Geschlecht\n01.04.2026,Q1,Q3,901,w', {}, bornAlive],
  'a French lambing book': ["Date d'agnelage,Brebis,Bélier,N° agneau,Sexe\n2026-04-01,Q1,Q3,901,femelle", {}, bornAlive],
  'a Spanish lambing book': ['Fecha de parto,Oveja,Carnero,Cría,Sexo\n2026-04-01,Q1,Q3,901,hembra', {}, bornAlive],
  'a Dutch lambing book': ['Geboortedatum,Ooi,Ram,Lam,Geslacht\n2026-04-01,Q1,Q3,901,ooi', {}, bornAlive],
  'a German list of treatments': [
    'Datum,Ohrmarke,Arzneimittel,Dosis (ml),Wartezeit Fleisch (Tage),Wartezeit Milch (Stunden)\n2026-05-01,Q1,Ivomec,5,28,96',
    {},
    treated,
  ],
  'a Spanish list of treatments': [
    'Fecha,Arete,Producto,Dosis (ml),Retiro carne (días),Retiro leche (días)\n2026-05-01,Q1,Ivomec,5,28,4',
    {},
    treated,
  ],
  'a French list of treatments': [
    "Date,N° animal,Médicament,Dose (ml),Délai d'attente viande (j),Délai lait (j)\n2026-05-01,Q1,Ivomec,5,28,4",
    {},
    treated,
  ],
  'a Dutch list of treatments': [
    'Datum,Oornummer,Diergeneesmiddel,Dosering (ml),Wachttijd vlees,Wachttijd melk\n2026-05-01,Q1,Ivomec,5,28 dagen,4',
    {},
    treated,
  ],
  'an Afrikaans list of treatments': [
    'Datum,Oornommer,Middel,Dosis (ml),Onttrekking\n2026-05-01,Q1,Ivomec,5,28 dae vleis; 4 dae melk',
    {},
    treated,
  ],
  'a German list of deaths': ['Verendet am,Ohrmarke,Ursache\n01.05.2026,Q1,Lungenwurm', {}, diedOf('Lungenwurm')],
  'a Spanish list of deaths': ['Fecha,Arete,Causa de muerte\n2026-05-01,Q1,Neumonía', {}, diedOf('Neumonía')],
  'a Dutch list of deaths': ['Datum dood,Oornummer,Oorzaak\n2026-05-01,Q1,blauwtong', {}, diedOf('blauwtong')],
  'an Afrikaans list of deaths': ['Datum,Oornommer,Oorsaak van vrekte\n2026-05-01,Q1,Bloednier', {}, diedOf('Bloednier')],
  'a German list of sales': ['Verkaufsdatum,Ohrmarke,Käufer,Preis\n01.05.2026,Q1,Meier,150', {}, sold],
  'a French list of sales': ['Date de vente,N° travail,Acheteur,Prix\n2026-05-01,Q1,Meier,150', {}, sold],
  'a Dutch list of sales': ['Verkoopdatum,Oornummer,Koper,Prijs\n2026-05-01,Q1,Meier,150', {}, sold],
  'a Spanish list of sales': ['Fecha de venta,Arete,Comprador,Precio\n2026-05-01,Q1,Meier,150', {}, sold],
  'a section of sold animals in German': ['Ohrmarke,Geb.\nVerkaufte Böcke,\nN1,2020', {}, ['N1 male sold - -']],
  'a section of sold animals in French': ['N° travail,Né le\nBrebis vendues,\nN1,2020', {}, ['N1 female sold - -']],
  'a section of sold animals in Spanish': ['Arete,Nacimiento\nVendidas ovejas,\nN1,2020', {}, ['N1 female sold - -']],
  'a section of dead animals in Dutch': ['Oornummer,Geboren\nGestorven,\nN1,2020', { sex: 'female' }, ['N1 female died - -']],
  'a section of animals of an age or a use': [
    'Tag,Born\nJunior does,\nN1,2020\nDairy ewes in milk,\nN2,2020',
    {},
    ['N1 female active - -', 'N2 female active - -'],
  ],
  'a tier of animals': [
    'Name,Tier,Sex,Born\nAda,A,F,2021\nBea,B,F,2021',
    { names: 'name' },
    ['Ada female active - -', 'Bea female active - -'],
  ],
  "a German herd under 'Tier'": ['Tier,Geschlecht,Geboren\nN1,w,2021', {}, ['N1 female active - -']],
  'a score of lameness': [
    'Tag,Date,Lam score,Weight (kg)\nQ1,2026-05-01,2,50',
    {},
    ['Q1 weighing 2026-05-01 weightGrams=50000 method=scale (Lam score: 2)'],
  ],
  'a list of arrivals with their pens': [
    'Tag,Date,Bought from,Pen,Price paid\nQ1,2026-09-01,Jones,Hill,100',
    {},
    ['Q1 arrival 2026-09-01 from=Jones (Price paid: $100\nPen: Hill)'],
  ],
  'a withdrawal with its decimals and its product': [
    'Tag,Treated,Product,Withdrawal\nQ1,2026-05-01,Pen,28.0 d meat',
    {},
    ['Q1 treatment 2026-05-01 productName=Pen meat:28'],
  ],
  'tags with their year': [
    'Tag,Sex,Born\n17,F,2021\n20-45,F,2021\n121-167,M,2021',
    {},
    ['17 female active - -', '20-45 female active - -', '121-167 male active - -'],
  ],
  'tags with their year under a heading of several': [
    'Goats,Sex,Born\n21-34,F,2021\n22-35,M,2022',
    {},
    ['21-34 female active - -', '22-35 male active - -'],
  ],
  'prices of several animals, one for each': [
    'Date\tTags\tBuyer\tPrice\n2026-09-01\tQ1 & Q2\tJones\t100 & 120',
    {},
    ['Q1 sale 2026-09-01 buyer=Jones price=100', 'Q2 sale 2026-09-01 buyer=Jones price=120'],
  ],
  'a Portuguese herd': [
    'Brinco,Sexo,Data Nasc.,Pai,Mãe,Peso nasc. (kg),Data desmame,Situação\nN1,Fêmea,12/02/2025,Q3,Q1,3.4,20/05/2025,Ativo\nN2,Macho castrado,13/02/2025,Q3,Q2,3.9,,Óbito',
    {},
    ['N1 weaning 2025-05-20', 'N1 female active Q1 Alma Q3 Rex', 'N2 wether died Q2 Q3 Rex'],
  ],
  'a German herd with its abbreviations': [
    'LOM,Stallnr.,Geschl.,Geb.Dat.,LOM Mutter,Abg.Dat.,Abg.Grund\nDE1,N1,w,12.03.2020,,,\nDE2,N2,m,13.03.2023,DE1,20.09.2024,Schlachtung',
    {},
    ['N2 slaughter 2024-09-20', 'N1 female active - -', 'N2 male died N1 -'],
  ],
  'a French herd, of which one was slaughtered': [
    'N° boucle,Sexe,Date naiss.,Date sortie,Cause sortie\nN1,M,13/03/2023,20/09/2024,Boucherie',
    {},
    ['N1 slaughter 2024-09-20', 'N1 male died - -'],
  ],
  'a list of treatments in Italian': [
    'Data,Capo,Farmaco,Dose (ml),Sospensione carne (gg),Sospensione latte (gg)\n2026-05-01,Q1,Ivomec,5,28,4',
    {},
    treated,
  ],
  'French treatments with their units': [
    "Date,Animaux,Traitement,Posologie,Temps d'attente viande,Temps d'attente lait\n2026-05-01,Q1,Ivomec,5 ml,28 j,4 j",
    {},
    treated,
  ],
  'scans in Portuguese': [
    'Data,Ovelha,Diagnóstico,Nº fetos\n2026-05-14,Q1,Prenha,2\n2026-05-14,Q2,Vazia,',
    {},
    ['Q1 pregnancyCheck 2026-05-14 count=2 result=pregnant', 'Q2 pregnancyCheck 2026-05-14 result=open'],
  ],
  'an Italian lambing book': ['Data parto,Madre,Padre,Agnello,Sesso\n2026-04-01,Q1,Q3,901,F', {}, bornAlive],
  'a test day of milk': [
    'DHI ID,Barn Name,Test Date,Milk (lbs)\nQ1,Alma,05/14/2026,8.4',
    {},
    ['Q1 milking 2026-05-14 amountMl=3699'],
  ],
  'the group that a scale has weighed': [
    'Animal ID,Weight (kg),Weigh Date,Group\nQ1,52.5,14/08/2026,Ewes',
    {},
    ['Q1 weighing 2026-08-14 weightGrams=52500 method=scale (Group: Ewes)'],
  ],
  'a breeding book of does that were bred to bucks': [
    'Doe,Bred to,Date bred,Due\nQ1,Q3,2026-10-01,2027-03-18',
    {},
    ['Q1 mating Q3 2026-10-01 to null'],
  ],
  'two medicines in a row': [
    'Date,Tag,Drug 1,Dose 1,Drug 2,Dose 2\n2026-05-01,Q1,Ivomec,5 ml,Vitamin B,3 ml',
    {},
    ['Ivomec dose=5', 'Vitamin B dose=3'].map((given) => `Q1 treatment 2026-05-01 productName=${given} unit=ml`),
  ],
  'several animals under Animal(s)': [
    'Date\tAnimal(s)\tProduct\n2026-05-01\tQ1, Q2\tPen',
    {},
    ['Q1 treatment 2026-05-01 productName=Pen', 'Q2 treatment 2026-05-01 productName=Pen'],
  ],
  'a pedigree with grandparents': [
    "Tag,Sex,Sire,Sire's Sire,Sire's Dam,Dam,Dam's Dam,Sire line\nN1,F,Q3,Duke,Vera,Q1,Hera,Blue",
    {},
    ['N1 female active Q1 Alma Q3 Rex'],
  ],
  'a banded male': [
    'Tag,Sex,DOB,Banded\nN1,M,2024-03-01,2024-04-15\nN2,M,2024-03-02,yes',
    {},
    ['N1 wether active - -', 'N2 wether active - -', 'N1 castrated 2024-04-15'],
  ],
  'letters of states': [
    'Tag,Sex,DOB,St\nN1,F,2021,A\nN2,F,2021,S\nN3,F,2021,D',
    {},
    ['N1 female active - -', 'N2 female sold - -', 'N3 female died - -'],
  ],
  'the list of a slaughterhouse': [
    'Kill date,Tag,Price (£)\n2026-06-01,Q1,98.01',
    {},
    ['Q1 slaughter 2026-06-01 (Price (£): 98.01)'],
  ],
  'the yield of a fleece': [
    'Date,Tag,Fleece weight (kg),Yield %\n2026-09-01,Q1,4.2,68',
    {},
    ['Q1 shearing 2026-09-01 fleeceGrams=4200 (Yield %: 68)'],
  ],
  'how many lambs were born, and when they were weaned': [
    'Ewe,Lambs born,Weaned\nQ1,2,2026-06-01',
    {},
    ['Q1 weaning 2026-06-01 (Lambs born: 2)'],
  ],
  'vaccines by their names': [
    'Tag,Heptavac P,Toxovax,Bravoxin,Date\nQ1,x,,x,2026-03-01\nQ2,,x,,2026-03-01\nQ3,x,x,,2026-03-01',
    { 'column:3': 'vaccinatedOn' },
    ['Q1 Heptavac P', 'Q1 Bravoxin', 'Q2 Toxovax', 'Q3 Heptavac P', 'Q3 Toxovax'].map(
      (given) => `${given.slice(0, 2)} vaccination 2026-03-01 productName=${given.slice(3)}`,
    ),
  ],
  'a litter in a row beside how many were born': [
    'Ewe ID,Ram,Lamb Date,# Born,Lamb 1 ID,Lamb 1 Sex,Lamb 2 ID,Lamb 2 Sex\nQ1,Q3,3/14/2026,1,901,E,,',
    {},
    bornAlive,
  ],
  'a post mortem beside a death': ['Tag,Date of death,PM?\nQ1,2026-05-01,N', {}, ['Q1 death 2026-05-01 cause=unknown (PM?: N)']],
  'a gain of a day in German': [
    'Zunahme g/Tag,Ohrmarke,Wiegedatum,Gewicht kg\n210,Q1,14.08.2026,52',
    {},
    ['Q1 weighing 2026-08-14 weightGrams=52000 method=scale (Zunahme g/Tag: 210)'],
  ],
  'a French test day of milk': [
    'N° chèvre,Date contrôle,Lait matin (l),Lait soir (l)\nQ1,14/08/2026,1.5,1.2',
    {},
    ['Q1 milking 2026-08-14 amountMl=2700'],
  ],
  'an Italian herd': [
    'Matricola,Sesso,Data nascita,Data uscita,Causale uscita\nN1,M,13/03/2023,20/09/2024,Macellazione',
    {},
    ['N1 slaughter 2024-09-20', 'N1 male died - -'],
  ],
  'an Italian list of sales': ['Data vendita,Marca auricolare,Acquirente,Prezzo\n2026-05-01,Q1,Meier,150', {}, sold],
  'a German list of scans': [
    'Datum,Mutterschaf,Trächtig,Anzahl Föten\n14.05.2026,Q1,ja,2\n14.05.2026,Q2,nein,',
    {},
    ['Q1 pregnancyCheck 2026-05-14 count=2 result=pregnant', 'Q2 pregnancyCheck 2026-05-14 result=open'],
  ],
  'headings that stand again for a second visit': [
    'Tag,Weight (kg),Date,Weight (kg),Date\nQ1,50,2026-05-01,55,2026-06-01',
    {},
    ['Q1 weighing 2026-05-01 weightGrams=50000 method=scale', 'Q1 weighing 2026-06-01 weightGrams=55000 method=scale'],
  ],
  'a section of deaths, and a death behind a tag': [
    'Tag,Name,Sex,Born\nN1 (died 2024),Ann,F,2021\nDeaths,,,\nN2,Bea,F,2020',
    {},
    ['N1 female died - -', 'N2 female died - -'],
  ],
  'a French register of arrivals and deaths': [
    "N° travail,Sexe,Date de naissance,Date d'entrée,Cause de sortie,Date de sortie\nN1,M,13/03/2023,15/09/2023,Mort,15/02/2024",
    {},
    ['N1 arrival 2023-09-15', 'N1 death 2024-02-15 cause=unknown', 'N1 male died - -'],
  ],
  'what ewes were scanned for': [
    'Ewe,Scanned for,Date\nQ1,Twins,2026-01-05\nQ2,Nil,2026-01-05',
    {},
    ['Q1 pregnancyCheck 2026-01-05 count=2 result=pregnant', 'Q2 pregnancyCheck 2026-01-05 result=open'],
  ],
  'young that were born dead or died at birth': [
    'Date,Dam,Sex,Tag,Born alive\n2026-04-01,Q1,F,,no\n2026-04-01,Q1,M,,born dead\n2026-04-01,Q1,M,,died at birth',
    {},
    ['Q1 birth 2026-04-01 female:stillborn male:stillborn male:died'],
  ],
  'milk of a day': [
    'Date,Doe,Milk (kg/day)\n2026-05-14,Q1,1.03\n2026-05-14,Q2,2.06',
    {},
    ['Q1 milking 2026-05-14 amountMl=1000', 'Q2 milking 2026-05-14 amountMl=2000'],
  ],
  'milk of a day in German': ['Datum,Ziege,Milch kg/Tag\n2026-05-14,Q1,1.03', {}, ['Q1 milking 2026-05-14 amountMl=1000']],
  'the yield of does': ['Date,Doe,Yield (kg)\n2026-05-14,Q1,1.03', {}, ['Q1 milking 2026-05-14 amountMl=1000']],
  'a kill or a sale that is still to come or has no day, which leaves the animal active': [
    'Tag,Sex,Breed,Birth date,Kill date,Sale date\nN1,M,X,2024-01-01,booked,\nN2,M,X,2024-01-01,2027-03-01,\nN3,M,X,2024-01-01,2026-03-01,\nN4,M,X,2024-01-01,,2027-03-01',
    {},
    ['N3 slaughter 2026-03-01', 'N1 male active - -', 'N2 male active - -', 'N3 male died - -', 'N4 male active - -'],
  ],
  "a withdrawal that is 'empty' as none recorded": [
    'Tag,Treated,Product,Meat withdrawal (days)\nQ1,2026-05-01,Pen,empty\nQ2,2026-05-01,Pen,nil',
    {},
    ['Q1 treatment 2026-05-01 productName=Pen', 'Q2 treatment 2026-05-01 productName=Pen meat:0'],
  ],
  'two medicines in a row, whatever the heading calls them': [
    'Tag,Date,Drench 1,Dose 1,Drench 2,Dose 2\nQ1,2026-05-01,Ivo,2,Zol,3',
    {},
    ['Q1 treatment 2026-05-01 productName=Ivo dose=2', 'Q1 treatment 2026-05-01 productName=Zol dose=3'],
  ],
  'a move out of a place into a group that is not known': [
    'Tag,Date,To paddock,Mob name\nQ1,2026-05-01,No place,Red',
    {},
    ['Q1 note 2026-05-01 (Moved out of its place, into Red)'],
  ],
  'scans in words of several languages': [
    'Date,Ewe,Pregnant\n2026-01-05,Q1,Trächtig\n2026-01-05,Q2,não\n2026-01-06,Q1,true',
    {},
    [
      'Q1 pregnancyCheck 2026-01-05 result=pregnant',
      'Q2 pregnancyCheck 2026-01-05 result=open',
      'Q1 pregnancyCheck 2026-01-06 result=pregnant',
    ],
  ],
  'the day of slaughter in German': [
    'Ohrmarke,Geschlecht,Geboren,Schlachtdatum\nN1,m,2025-01-05,2026-01-05',
    {},
    ['N1 slaughter 2026-01-05', 'N1 male died - -'],
  ],
  "a yes under 'Castration date'": [
    'Tag,Sex,DOB,Castration date\nN1,M,2026-01-05,yes\nN2,M,2026-01-05,yes\nN3,M,2026-01-05,no',
    {},
    ['N1 wether active - -', 'N2 wether active - -', 'N3 male active - -'],
  ],
  'a day under Culled, of which the person says what it means': [
    'Tag,Sex,DOB,Dead,Culled\nN1,F,2022-03-14,2026-05-14,\nN2,M,2022-03-15,,2026-05-15',
    { left: 'sold' },
    ['N1 death 2026-05-14 cause=unknown', 'N2 sale 2026-05-15', 'N1 female died - -', 'N2 male sold - -'],
  ],
  'a cross stands over those that have died if the person says so': [
    'Tag,Sex,DOB,✝\nN1,F,2021,x',
    { 'column:3': 'howLeft' },
    ['N1 female died - -'],
  ],
  'a sum of several animals that were sold is the price of none': [
    'Date\tTags\tBuyer\tSale price\n2026-09-01\tQ1 & Q2\tJones\t1,250',
    {},
    ['Q1', 'Q2'].map((tag) => `${tag} sale 2026-09-01 buyer=Jones (Sale price: 1,250 for 2 animals)`),
  ],
  'a sum that was paid for several animals is the price of none': [
    'Date,Tags,From,Price paid\n2026-09-01,Q1 & Q2,Smith,200',
    {},
    ['Q1', 'Q2'].map((tag) => `${tag} arrival 2026-09-01 from=Smith (Price paid: 200 for 2 animals)`),
  ],
  'several animals in a cell, and withdrawals of other words': [
    'Treated,Animals,Drug,Dose (cc),Milk withhold (hrs),OK to eat\n2026-05-01,Q1 & Q2,Penicillin,6,96,2026-05-11',
    {},
    ['Q1', 'Q2'].map((tag) => `${tag} treatment 2026-05-01 productName=Penicillin dose=6 unit=cc milk:4 meat:2026-05-11`),
  ],
  'a withdrawal as W/D': [
    'Medicine,Date,Ear tag,W/D milk\nPen,2026-05-02,Q2,84 hrs',
    {},
    ['Q2 treatment 2026-05-02 productName=Pen milk:4'],
  ],
  'a register says of each row what it is': [
    'Date,Movement,Ear tag,From/To\n2026-05-02,Off,Q1,Mart\n2026-05-03,Death,Q2,Knackery',
    {},
    ['Q1 sale 2026-05-02 buyer=Mart', 'Q2 death 2026-05-03 cause=unknown disposal=Knackery'],
  ],
  'scans of empty ewes': [
    'Tag,Scan date,Result\nQ1,2026-01-05,Twins\nQ2,2026-01-05,Empty',
    {},
    ['Q1 pregnancyCheck 2026-01-05 count=2 result=pregnant', 'Q2 pregnancyCheck 2026-01-05 result=open'],
  ],
  'fleeces of the day on which they were shorn': [
    'Tag,Shorn,Fleece wt kg\nQ1,2026-06-01,3.5',
    {},
    ['Q1 shearing 2026-06-01 fleeceGrams=3500'],
  ],
  'leaving in French and Spanish': [
    'N° de travail,Sexe,Né le,Sorti le,Cause de sortie\nN1,Brebis,2022-03-01,2024-05-14,Mort\nN2,Bélier,2022-03-02,2024-05-15,Vente',
    {},
    ['N1 death 2024-05-14 cause=unknown', 'N2 sale 2024-05-15', 'N1 female died - -', 'N2 male sold - -'],
  ],
  'a German herd with what has become of each': [
    'Ohrmarke,Geschlecht,Geb.-Datum,Mutter,Vater,Abgangsdatum,Abgangsgrund\nN1,Aue,12.03.2023,Q1,Q3,05.05.2026,verendet\nN2,Bock,01.04.2023,,,06.05.2026,Schlachtung\nN3,Hammel,02.04.2023,,,07.05.2026,verkauft\nN4,weibl.,03.04.2023,,,,',
    {},
    [
      'N1 death 2026-05-05 cause=unknown',
      'N2 slaughter 2026-05-06',
      'N3 sale 2026-05-07',
      'N1 female died Q1 Alma Q3 Rex',
      'N2 male died - -',
      'N3 wether sold - -',
      'N4 female active - -',
    ],
  ],
  'a Dutch herd with the numbers of work and of life': [
    'Werknr,Levensnr,Geslacht,Geboren,Moeder,Vader,Status\nN1,NL 100011110001,ooi,2023-03-13,Q1,Q3,Aanwezig\nN2,NL 100011110002,ram,2023-03-14,,,Verkocht\nN3,NL 100011110003,hamel,2023-03-15,,,Dood',
    {},
    ['N1 female active Q1 Alma Q3 Rex', 'N2 male sold - -', 'N3 wether died - -'],
  ],
  'an Afrikaans herd': [
    'Oornommer,Geslag,Geboortedatum,Moer,Vaar,Status\nN1,Ooi,2023/03/13,Q1,Q3,Lewend\nN2,Ram,2023/03/14,,,Verkoop\nN3,Hamel,2023/03/15,,,Vrek',
    {},
    ['N1 female active Q1 Alma Q3 Rex', 'N2 male sold - -', 'N3 wether died - -'],
  ],
  'milk of a morning and an evening in German': [
    'Ziege,Datum,Milch morgens (l),Milch abends (l)\nQ1,01.09.2026,1.5,1.2',
    {},
    ['Q1 milking 2026-09-01 amountMl=2700'],
  ],
  'scans in French': [
    'N° brebis,Date écho,Résultat\nQ1,2026-01-05,Double\nQ2,2026-01-05,Vide',
    {},
    ['Q1 pregnancyCheck 2026-01-05 count=2 result=pregnant', 'Q2 pregnancyCheck 2026-01-05 result=open'],
  ],
  'days on which a male went in and came out': [
    'Ram,Ewes,In,Out\nQ3,Q1 & Q2,2026-08-01,2026-09-15',
    {},
    ['Q1 mating Q3 2026-08-01 to 2026-09-15', 'Q2 mating Q3 2026-08-01 to 2026-09-15'],
  ],
  'milkings of a withdrawal, and w/h that are no hours': [
    'Tag,Treated,Product,Milk w/h (milkings),Meat w/h\nQ1,2026-05-01,Pen,6,14',
    {},
    ['Q1 treatment 2026-05-01 productName=Pen milk:3 meat:14'],
  ],
  'weights under days and months in other languages': [
    'N° travail,Poids 14/05/2026 (kg),Gewicht März 2026 (kg)\nQ1,50,48',
    { monthDay: '15' },
    ['Q1 weighing 2026-05-14 weightGrams=50000 method=scale', 'Q1 weighing 2026-03-15 weightGrams=48000 method=scale'],
  ],
  'sections in German and Spanish': [
    'Ohrmarke,Geb.\nMutterschafe,\nN1,2020\nBöcke,\nN2,2021\nHembras,\nN3,2022',
    {},
    ['N1 female active - -', 'N2 male active - -', 'N3 female active - -'],
  ],
};

test.each(Object.entries(registers))('understood: %s', (_, [text, answers, wanted]) => {
  expect(outcomeOf(text, answers)).toEqual(wanted);
});
