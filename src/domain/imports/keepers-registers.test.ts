import { casesOf, outcomeOf, testFiles } from '#test/planned.ts';

/** With these answers no question is open, and no row is refused. */
const registers = casesOf`
males that are called wethers too: Tag,Sex,Born | N1,Castrated male,2025 | N2,Male (wether),2025 | N3,Ram - castrated,2025
  → N1 wether | N2 wether | N3 wether
states in headings of programs: Tag,Sex,Born,isSold,is_deceased | N1,M,2020,TRUE,0 | N2,M,2020,FALSE,1
  → N1 male sold | N2 male died
EIDs under Notes are asked about: Tag,Sex,Born,Notes | N1,F,2020,982000411110001 | N2,F,2020,982000411110002
  → ?column:3 | N1 female | N2 female
young of a litter without numbers are not their dam: Ewe,DOB,Lamb 1 sex,Lamb 2 sex | N1,2026-03-14,E,R
  → !The tag number is missing. | !The tag number is missing.
states behind words that do not say them:
  Tag,Sex,Born,Status | N1,F,2020,Off farm - died | N2,F,2020,Left (dead) | N3,F,2020,Inactive: sold | N4,F,2020,Culled
  → ?word:3:culled | N1 female died | N2 female died | N3 female sold | N4 female
ones and noughts under a word for life: Tag,Sex,Born,is_alive | N1,F,2020,1 | N2,F,2020,0
  → ?word:3:0 | N1 female | N2 female
states beside names and tags: Tag,Name,Sex,Born | N1,SOLD - Ivy,F,2020 | N2,(dead) Fern,F,2020 | N3†,Moss,F,2020 | N4,Rip,M,2020
  → N1 Ivy female sold | N2 Fern female died | N3 Moss female died | N4 Rip male
males that are entire or not: Tag,Sex,Born,Entire? | N1,M,2025,Y | N2,M,2025,N | N3,F,2025,N
  → N1 male | N2 wether | N3 female
words for wethers under *: Tag,Sex,Born,* | N1,M,2025,Intact | N2,M,2025,Wether
  * Wether? | Intact/Wether | Castrated
  → N1 male | N2 wether
names under Animal beside tags, which parents are called by: Animal,Nickname,ID Number,Sex,Born,Dam | Old Ivy,Ivy,N1,F,2020, | Fern,,N2,F,2023,Old Ivy
  → N1 Ivy female | N2 Fern female, N1 Ivy x -
registered names without tags, beside EIDs that are empty: Reg No,Registered Name,Sex,Born,EID | A1,Ivy,F,2020, | A2,Fern,F,2023,
  names=registration → A1 Ivy female | A2 Fern female
a parent by its name and its registration: Tag,Name,Reg #,Sex,Born,Dam | N1,Ivy,AL100,F,2020, | N2,Fern,AL101,F,2023,Ivy (AL100)
  → N1 Ivy female | N2 Fern female, N1 Ivy x -
printed numbers of the United Kingdom under Tag: Tag,Sex,Born | UK0123456 00001,F,2020
  → UK0123456 00001 female
EIDs under ID: ID,Sex,Born,EID of dam | 982 000411110001,F,2020, | 982 000411110002,F,2023,982000411110001
  → 982000411110001 female | 982000411110002 female, 982000411110001 x -
an animal that is called by its name may be one that the farm has: Sheep,Sex,Breed | Alma,F,Mule | Cleo,F,Mule
  → ?lookAlike | Cleo female | !Your animal Q1 looks like this one. Say above whether it is the same.
a list of ewes: Ewe No.,Born | N1,2020
  → N1 female
a German register:
  Ohrmarke,Geburtsdatum,Geschlecht,Mutter-OM,Vater-OM,Abgang,Abgang an,Abgangsart | N1,02.03.2023,m,Q1,Q3,15.05.2025,Meier,Verkauf
  → N1 sale 2025-05-15 buyer=Meier | N1 male sold, Q1 Alma x Q3 Rex
a Dutch register: Werknummer,Geb.datum,Geslacht,Afvoerdatum,Reden afvoer | N1,2021-03-15,V,2025-09-21,Dood
  → N1 death 2025-09-21 cause=unknown | N1 female died
a Dutch register with reasons and sexes in other words:
  Werknummer,Geslacht,Geboortedatum,Afvoerdatum,Reden | N1,Mannelijk,13-03-2023,15-02-2024,Slacht
  → N1 slaughter 2024-02-15 | N1 male died
Italian and Portuguese states:
  Marca,Sesso,Data di nascita,Stato | N1,F,2022-03-13,Presente | N2,M,2022-03-14,Venduto | N3,F,2021-03-15,Morta
  N4,F,2021-03-15,Ativa
  → N1 female | N2 male sold | N3 female died | N4 female
movements in French: Date,N° travail,Mouvement,Destination | 2026-05-01,Q1,Vente,Dupont | 2026-05-02,Q2,Mort,
  → Q1 sale 2026-05-01 buyer=Dupont | Q2 death 2026-05-02 cause=unknown
a way from one place to another: Tag,Date,From,To | Q1,2026-05-01,Hill,Creek
  → Q1 note 2026-05-01 (Moved to Creek\nFrom: Hill)
a price of several animals: Date,Tags,Buyer,Price | 2026-09-01,Q1 & Q2,Jones,300
  → Q1 sale 2026-09-01 buyer=Jones (Price: 300 for 2 animals) | Q2 sale 2026-09-01 buyer=Jones (Price: 300 for 2 animals)
the day of a castration, and days of states that tell their order:
  Tag,Sex,DOB,Castrated,Status | N1,M,2026-03-01,2026-04-01, | N2,F,2020-03-01,,Sold 15/05/2025
  → N2 sale 2025-05-15 | N1 wether | N2 female sold | N1 castrated 2026-04-01
a German lambing book: Lammdatum,Mutter,Vater,Lamm,Geschlecht | 01.04.2026,Q1,Q3,901,w
  → 901 female, Q1 Alma x Q3 Rex
a French lambing book: Date d'agnelage,Brebis,Bélier,N° agneau,Sexe | 2026-04-01,Q1,Q3,901,femelle
  → 901 female, Q1 Alma x Q3 Rex
a Spanish lambing book: Fecha de parto,Oveja,Carnero,Cría,Sexo | 2026-04-01,Q1,Q3,901,hembra
  → 901 female, Q1 Alma x Q3 Rex
a Dutch lambing book: Geboortedatum,Ooi,Ram,Lam,Geslacht | 2026-04-01,Q1,Q3,901,ooi
  → 901 female, Q1 Alma x Q3 Rex
a German list of treatments:
  Datum,Ohrmarke,Arzneimittel,Dosis (ml),Wartezeit Fleisch (Tage),Wartezeit Milch (Stunden) | 2026-05-01,Q1,Ivomec,5,28,96
  → Q1 treatment 2026-05-01 productName=Ivomec dose=5 unit=ml meat:28 milk:4
Spanish treatments: Fecha,Arete,Producto,Dosis (ml),Retiro carne (días),Retiro leche (días) | 2026-05-01,Q1,Ivomec,5,28,4
  → Q1 treatment 2026-05-01 productName=Ivomec dose=5 unit=ml meat:28 milk:4
French treatments: Date,N° animal,Médicament,Dose (ml),Délai d'attente viande (j),Délai lait (j) | 2026-05-01,Q1,Ivomec,5,28,4
  → Q1 treatment 2026-05-01 productName=Ivomec dose=5 unit=ml meat:28 milk:4
a Dutch list of treatments:
  Datum,Oornummer,Diergeneesmiddel,Dosering (ml),Wachttijd vlees,Wachttijd melk | 2026-05-01,Q1,Ivomec,5,28 dagen,4
  → Q1 treatment 2026-05-01 productName=Ivomec dose=5 unit=ml meat:28 milk:4
an Afrikaans list of treatments: Datum,Oornommer,Middel,Dosis (ml),Onttrekking | 2026-05-01,Q1,Ivomec,5,28 dae vleis; 4 dae melk
  → Q1 treatment 2026-05-01 productName=Ivomec dose=5 unit=ml meat:28 milk:4
a German list of deaths: Verendet am,Ohrmarke,Ursache | 01.05.2026,Q1,Lungenwurm
  → Q1 death 2026-05-01 cause=other (Cause: Lungenwurm)
a Spanish list of deaths: Fecha,Arete,Causa de muerte | 2026-05-01,Q1,Neumonía
  → Q1 death 2026-05-01 cause=other (Cause: Neumonía)
a Dutch list of deaths: Datum dood,Oornummer,Oorzaak | 2026-05-01,Q1,blauwtong
  → Q1 death 2026-05-01 cause=other (Cause: blauwtong)
an Afrikaans list of deaths: Datum,Oornommer,Oorsaak van vrekte | 2026-05-01,Q1,Bloednier
  → Q1 death 2026-05-01 cause=other (Cause: Bloednier)
a German list of sales: Verkaufsdatum,Ohrmarke,Käufer,Preis | 01.05.2026,Q1,Meier,150
  → Q1 sale 2026-05-01 buyer=Meier price=150
a French list of sales: Date de vente,N° travail,Acheteur,Prix | 2026-05-01,Q1,Meier,150
  → Q1 sale 2026-05-01 buyer=Meier price=150
a Dutch list of sales: Verkoopdatum,Oornummer,Koper,Prijs | 2026-05-01,Q1,Meier,150
  → Q1 sale 2026-05-01 buyer=Meier price=150
a Spanish list of sales: Fecha de venta,Arete,Comprador,Precio | 2026-05-01,Q1,Meier,150
  → Q1 sale 2026-05-01 buyer=Meier price=150
a section of sold animals in German: Ohrmarke,Geb. | Verkaufte Böcke, | N1,2020
  → N1 male sold
a section of sold animals in French: N° travail,Né le | Brebis vendues, | N1,2020
  → N1 female sold
a section of sold animals in Spanish: Arete,Nacimiento | Vendidas ovejas, | N1,2020
  → N1 female sold
a section of dead animals in Dutch: Oornummer,Geboren | Gestorven, | N1,2020
  sex=female → N1 female died
a section of animals of an age or a use: Tag,Born | Junior does, | N1,2020 | Dairy ewes in milk, | N2,2020
  → N1 female | N2 female
a tier of animals: Name,Tier,Sex,Born | Ada,A,F,2021 | Bea,B,F,2021
  names=name → Ada Ada female | Bea Bea female
a German herd under 'Tier': Tier,Geschlecht,Geboren | N1,w,2021
  → N1 female
a score of lameness: Tag,Date,Lam score,Weight (kg) | Q1,2026-05-01,2,50
  → Q1 weighing 2026-05-01 weightGrams=50000 method=scale (Lam score: 2)
a list of arrivals with their pens: Tag,Date,Bought from,Pen,Price paid | Q1,2026-09-01,Jones,Hill,100
  → Q1 arrival 2026-09-01 from=Jones (Price paid: $100\nPen: Hill)
a withdrawal with its decimals and its product: Tag,Treated,Product,Withdrawal | Q1,2026-05-01,Pen,28.0 d meat
  → Q1 treatment 2026-05-01 productName=Pen meat:28
tags with their year: Tag,Sex,Born | 17,F,2021 | 20-45,F,2021 | 121-167,M,2021
  → 17 female | 20-45 female | 121-167 male
tags with their year under a heading of several: Goats,Sex,Born | 21-34,F,2021 | 22-35,M,2022
  → 21-34 female | 22-35 male
prices of several animals, one for each: Date\tTags\tBuyer\tPrice | 2026-09-01\tQ1 & Q2\tJones\t100 & 120
  → Q1 sale 2026-09-01 buyer=Jones price=100 | Q2 sale 2026-09-01 buyer=Jones price=120
a Portuguese herd:
  Brinco,Sexo,Data Nasc.,Pai,Mãe,Peso nasc. (kg),Data desmame,Situação | N1,Fêmea,12/02/2025,Q3,Q1,3.4,20/05/2025,Ativo
  N2,Macho castrado,13/02/2025,Q3,Q2,3.9,,Óbito
  → N1 weaning 2025-05-20 | N1 female, Q1 Alma x Q3 Rex | N2 wether died, Q2 x Q3 Rex
a German herd with its abbreviations:
  LOM,Stallnr.,Geschl.,Geb.Dat.,LOM Mutter,Abg.Dat.,Abg.Grund | DE1,N1,w,12.03.2020,,,
  DE2,N2,m,13.03.2023,DE1,20.09.2024,Schlachtung
  → N2 slaughter 2024-09-20 | N1 female | N2 male died, N1 x -
a French herd with slaughtered ones: N° boucle,Sexe,Date naiss.,Date sortie,Cause sortie | N1,M,13/03/2023,20/09/2024,Boucherie
  → N1 slaughter 2024-09-20 | N1 male died
Italian treatments: Data,Capo,Farmaco,Dose (ml),Sospensione carne (gg),Sospensione latte (gg) | 2026-05-01,Q1,Ivomec,5,28,4
  → Q1 treatment 2026-05-01 productName=Ivomec dose=5 unit=ml meat:28 milk:4
French treatments with their units:
  Date,Animaux,Traitement,Posologie,Temps d'attente viande,Temps d'attente lait | 2026-05-01,Q1,Ivomec,5 ml,28 j,4 j
  → Q1 treatment 2026-05-01 productName=Ivomec dose=5 unit=ml meat:28 milk:4
scans in Portuguese: Data,Ovelha,Diagnóstico,Nº fetos | 2026-05-14,Q1,Prenha,2 | 2026-05-14,Q2,Vazia,
  → Q1 pregnancyCheck 2026-05-14 count=2 result=pregnant | Q2 pregnancyCheck 2026-05-14 result=open
an Italian lambing book: Data parto,Madre,Padre,Agnello,Sesso | 2026-04-01,Q1,Q3,901,F
  → 901 female, Q1 Alma x Q3 Rex
a test day of milk: DHI ID,Barn Name,Test Date,Milk (lbs) | Q1,Alma,05/14/2026,8.4
  → Q1 milking 2026-05-14 amountMl=3699
the group that a scale has weighed: Animal ID,Weight (kg),Weigh Date,Group | Q1,52.5,14/08/2026,Ewes
  → Q1 weighing 2026-08-14 weightGrams=52500 method=scale (Group: Ewes)
a breeding book of does that were bred to bucks: Doe,Bred to,Date bred,Due | Q1,Q3,2026-10-01,2027-03-18
  → Q1 mating Q3 2026-10-01 to null due 2027-03-18
two medicines in a row: Date,Tag,Drug 1,Dose 1,Drug 2,Dose 2 | 2026-05-01,Q1,Ivomec,5 ml,Vitamin B,3 ml
  → Q1 treatment 2026-05-01 productName=Ivomec dose=5 unit=ml | Q1 treatment 2026-05-01 productName=Vitamin B dose=3 unit=ml
several animals under Animal(s): Date\tAnimal(s)\tProduct | 2026-05-01\tQ1, Q2\tPen
  → Q1 treatment 2026-05-01 productName=Pen | Q2 treatment 2026-05-01 productName=Pen
a pedigree with grandparents: Tag,Sex,Sire,Sire's Sire,Sire's Dam,Dam,Dam's Dam,Sire line | N1,F,Q3,Duke,Vera,Q1,Hera,Blue
  → N1 female, Q1 Alma x Q3 Rex
a banded male: Tag,Sex,DOB,Banded | N1,M,2024-03-01,2024-04-15 | N2,M,2024-03-02,yes
  → N1 wether | N2 wether | N1 castrated 2024-04-15
letters of states: Tag,Sex,DOB,St | N1,F,2021,A | N2,F,2021,S | N3,F,2021,D
  → N1 female | N2 female sold | N3 female died
the list of a slaughterhouse: Kill date,Tag,Price (£) | 2026-06-01,Q1,98.01
  → Q1 slaughter 2026-06-01 (Price (£): 98.01)
the yield of a fleece: Date,Tag,Fleece weight (kg),Yield % | 2026-09-01,Q1,4.2,68
  → Q1 shearing 2026-09-01 fleeceGrams=4200 (Yield %: 68)
how many lambs were born, and when they were weaned: Ewe,Lambs born,Weaned | Q1,2,2026-06-01
  → Q1 weaning 2026-06-01 (Lambs born: 2)
vaccines by their names: Tag,Heptavac P,Toxovax,Bravoxin,Date | Q1,x,,x,2026-03-01 | Q2,,x,,2026-03-01 | Q3,x,x,,2026-03-01
  column:3=vaccinatedOn → Q1 vaccination 2026-03-01 productName=Heptavac P | Q1 vaccination 2026-03-01 productName=Bravoxin
  → Q2 vaccination 2026-03-01 productName=Toxovax | Q3 vaccination 2026-03-01 productName=Heptavac P
  → Q3 vaccination 2026-03-01 productName=Toxovax
a litter beside its number born: Ewe ID,Ram,Lamb Date,# Born,Lamb 1 ID,Lamb 1 Sex,Lamb 2 ID,Lamb 2 Sex | Q1,Q3,3/14/2026,1,901,E,,
  → 901 female, Q1 Alma x Q3 Rex
a post mortem beside a death: Tag,Date of death,PM? | Q1,2026-05-01,N
  → Q1 death 2026-05-01 cause=unknown (PM?: N)
a gain of a day in German: Zunahme g/Tag,Ohrmarke,Wiegedatum,Gewicht kg | 210,Q1,14.08.2026,52
  → Q1 weighing 2026-08-14 weightGrams=52000 method=scale (Zunahme g/Tag: 210)
a French test day of milk: N° chèvre,Date contrôle,Lait matin (l),Lait soir (l) | Q1,14/08/2026,1.5,1.2
  → Q1 milking 2026-08-14 amountMl=2700
an Italian herd: Matricola,Sesso,Data nascita,Data uscita,Causale uscita | N1,M,13/03/2023,20/09/2024,Macellazione
  → N1 slaughter 2024-09-20 | N1 male died
an Italian list of sales: Data vendita,Marca auricolare,Acquirente,Prezzo | 2026-05-01,Q1,Meier,150
  → Q1 sale 2026-05-01 buyer=Meier price=150
a German list of scans: Datum,Mutterschaf,Trächtig,Anzahl Föten | 14.05.2026,Q1,ja,2 | 14.05.2026,Q2,nein,
  → Q1 pregnancyCheck 2026-05-14 count=2 result=pregnant | Q2 pregnancyCheck 2026-05-14 result=open
headings that stand again for a second visit: Tag,Weight (kg),Date,Weight (kg),Date | Q1,50,2026-05-01,55,2026-06-01
  → Q1 weighing 2026-05-01 weightGrams=50000 method=scale | Q1 weighing 2026-06-01 weightGrams=55000 method=scale
a section of deaths, and a death behind a tag: Tag,Name,Sex,Born | N1 (died 2024),Ann,F,2021 | Deaths,,, | N2,Bea,F,2020
  → N1 Ann female died | N2 Bea female died
a French register of arrivals and deaths:
  N° travail,Sexe,Date de naissance,Date d'entrée,Cause de sortie,Date de sortie | N1,M,13/03/2023,15/09/2023,Mort,15/02/2024
  → N1 arrival 2023-09-15 | N1 death 2024-02-15 cause=unknown | N1 male died
what ewes were scanned for: Ewe,Scanned for,Date | Q1,Twins,2026-01-05 | Q2,Nil,2026-01-05
  → Q1 pregnancyCheck 2026-01-05 count=2 result=pregnant | Q2 pregnancyCheck 2026-01-05 result=open
young that were born dead or died at birth:
  Date,Dam,Sex,Tag,Born alive | 2026-04-01,Q1,F,,no | 2026-04-01,Q1,M,,born dead | 2026-04-01,Q1,M,,died at birth
  → Q1 birth 2026-04-01 female:stillborn male:stillborn male:died
milk of a day: Date,Doe,Milk (kg/day) | 2026-05-14,Q1,1.03 | 2026-05-14,Q2,2.06
  → Q1 milking 2026-05-14 amountMl=1000 | Q2 milking 2026-05-14 amountMl=2000
milk of a day in German: Datum,Ziege,Milch kg/Tag | 2026-05-14,Q1,1.03
  → Q1 milking 2026-05-14 amountMl=1000
the yield of does: Date,Doe,Yield (kg) | 2026-05-14,Q1,1.03
  → Q1 milking 2026-05-14 amountMl=1000
a kill or a sale that is still to come or has no day, which leaves the animal active:
  Tag,Sex,Breed,Birth date,Kill date,Sale date | N1,M,X,2024-01-01,booked, | N2,M,X,2024-01-01,2027-03-01,
  N3,M,X,2024-01-01,2026-03-01, | N4,M,X,2024-01-01,,2027-03-01
  → N3 slaughter 2026-03-01 | N1 male | N2 male | N3 male died | N4 male
a withdrawal that is 'empty' as none recorded:
  Tag,Treated,Product,Meat withdrawal (days) | Q1,2026-05-01,Pen,empty | Q2,2026-05-01,Pen,nil
  → Q1 treatment 2026-05-01 productName=Pen | Q2 treatment 2026-05-01 productName=Pen meat:0
two medicines in a row, whatever the heading calls them: Tag,Date,Drench 1,Dose 1,Drench 2,Dose 2 | Q1,2026-05-01,Ivo,2,Zol,3
  → Q1 treatment 2026-05-01 productName=Ivo dose=2 | Q1 treatment 2026-05-01 productName=Zol dose=3
a move out of a place into a group that is not known: Tag,Date,To paddock,Mob name | Q1,2026-05-01,No place,Red
  → Q1 note 2026-05-01 (Moved out of its place, into Red)
scans in words of several languages: Date,Ewe,Pregnant | 2026-01-05,Q1,Trächtig | 2026-01-05,Q2,não | 2026-01-06,Q1,true
  → Q1 pregnancyCheck 2026-01-05 result=pregnant | Q2 pregnancyCheck 2026-01-05 result=open
  → Q1 pregnancyCheck 2026-01-06 result=pregnant
the day of slaughter in German: Ohrmarke,Geschlecht,Geboren,Schlachtdatum | N1,m,2025-01-05,2026-01-05
  → N1 slaughter 2026-01-05 | N1 male died
a yes under 'Castration date': Tag,Sex,DOB,Castration date | N1,M,2026-01-05,yes | N2,M,2026-01-05,yes | N3,M,2026-01-05,no
  → N1 wether | N2 wether | N3 male
a day under Culled, which the person explains: Tag,Sex,DOB,Dead,Culled | N1,F,2022-03-14,2026-05-14, | N2,M,2022-03-15,,2026-05-15
  left=sold → N1 death 2026-05-14 cause=unknown | N2 sale 2026-05-15 | N1 female died | N2 male sold
a cross stands over those that have died if the person says so: Tag,Sex,DOB,✝ | N1,F,2021,x
  column:3=howLeft → N1 female died
a sum of several animals that were sold is the price of none: Date\tTags\tBuyer\tSale price | 2026-09-01\tQ1 & Q2\tJones\t1,250
  → Q1 sale 2026-09-01 buyer=Jones (Sale price: 1,250 for 2 animals)
  → Q2 sale 2026-09-01 buyer=Jones (Sale price: 1,250 for 2 animals)
a sum that was paid for several animals is the price of none: Date,Tags,From,Price paid | 2026-09-01,Q1 & Q2,Smith,200
  → Q1 arrival 2026-09-01 from=Smith (Price paid: 200 for 2 animals)
  → Q2 arrival 2026-09-01 from=Smith (Price paid: 200 for 2 animals)
several animals in a cell, and withdrawals of other words:
  Treated,Animals,Drug,Dose (cc),Milk withhold (hrs),OK to eat | 2026-05-01,Q1 & Q2,Penicillin,6,96,2026-05-11
  → Q1 treatment 2026-05-01 productName=Penicillin dose=6 unit=cc milk:4 meat:2026-05-11
  → Q2 treatment 2026-05-01 productName=Penicillin dose=6 unit=cc milk:4 meat:2026-05-11
a withdrawal as W/D: Medicine,Date,Ear tag,W/D milk | Pen,2026-05-02,Q2,84 hrs
  → Q2 treatment 2026-05-02 productName=Pen milk:4
a register says of each row what it is: Date,Movement,Ear tag,From/To | 2026-05-02,Off,Q1,Mart | 2026-05-03,Death,Q2,Knackery
  → Q1 sale 2026-05-02 buyer=Mart | Q2 death 2026-05-03 cause=unknown disposal=Knackery
scans of empty ewes: Tag,Scan date,Result | Q1,2026-01-05,Twins | Q2,2026-01-05,Empty
  → Q1 pregnancyCheck 2026-01-05 count=2 result=pregnant | Q2 pregnancyCheck 2026-01-05 result=open
fleeces of the day on which they were shorn: Tag,Shorn,Fleece wt kg | Q1,2026-06-01,3.5
  → Q1 shearing 2026-06-01 fleeceGrams=3500
leaving in French and Spanish:
  N° de travail,Sexe,Né le,Sorti le,Cause de sortie | N1,Brebis,2022-03-01,2024-05-14,Mort | N2,Bélier,2022-03-02,2024-05-15,Vente
  → N1 death 2024-05-14 cause=unknown | N2 sale 2024-05-15 | N1 female died | N2 male sold
a German herd with what has become of each:
  Ohrmarke,Geschlecht,Geb.-Datum,Mutter,Vater,Abgangsdatum,Abgangsgrund | N1,Aue,12.03.2023,Q1,Q3,05.05.2026,verendet
  N2,Bock,01.04.2023,,,06.05.2026,Schlachtung | N3,Hammel,02.04.2023,,,07.05.2026,verkauft | N4,weibl.,03.04.2023,,,,
  → N1 death 2026-05-05 cause=unknown | N2 slaughter 2026-05-06 | N3 sale 2026-05-07 | N1 female died, Q1 Alma x Q3 Rex
  → N2 male died | N3 wether sold | N4 female
a Dutch herd with the numbers of work and of life:
  Werknr,Levensnr,Geslacht,Geboren,Moeder,Vader,Status | N1,NL 100011110001,ooi,2023-03-13,Q1,Q3,Aanwezig
  N2,NL 100011110002,ram,2023-03-14,,,Verkocht | N3,NL 100011110003,hamel,2023-03-15,,,Dood
  → N1 female, Q1 Alma x Q3 Rex | N2 male sold | N3 wether died
an Afrikaans herd:
  Oornommer,Geslag,Geboortedatum,Moer,Vaar,Status | N1,Ooi,2023/03/13,Q1,Q3,Lewend | N2,Ram,2023/03/14,,,Verkoop
  N3,Hamel,2023/03/15,,,Vrek
  → N1 female, Q1 Alma x Q3 Rex | N2 male sold | N3 wether died
milk of a morning and an evening in German: Ziege,Datum,Milch morgens (l),Milch abends (l) | Q1,01.09.2026,1.5,1.2
  → Q1 milking 2026-09-01 amountMl=2700
scans in French: N° brebis,Date écho,Résultat | Q1,2026-01-05,Double | Q2,2026-01-05,Vide
  → Q1 pregnancyCheck 2026-01-05 count=2 result=pregnant | Q2 pregnancyCheck 2026-01-05 result=open
days on which a male went in and came out: Ram,Ewes,In,Out | Q3,Q1 & Q2,2026-08-01,2026-09-15
  → Q1 mating Q3 2026-08-01 to 2026-09-15 | Q2 mating Q3 2026-08-01 to 2026-09-15
milkings of a withdrawal, and w/h that are no hours: Tag,Treated,Product,Milk w/h (milkings),Meat w/h | Q1,2026-05-01,Pen,6,14
  → Q1 treatment 2026-05-01 productName=Pen milk:3 meat:14
weights under days and months in other languages: N° travail,Poids 14/05/2026 (kg),Gewicht März 2026 (kg) | Q1,50,48
  monthDay=15 → Q1 weighing 2026-05-14 weightGrams=50000 method=scale | Q1 weighing 2026-03-15 weightGrams=48000 method=scale
sections in German and Spanish: Ohrmarke,Geb. | Mutterschafe, | N1,2020 | Böcke, | N2,2021 | Hembras, | N3,2022
  → N1 female | N2 male | N3 female
`;

testFiles(registers, outcomeOf, 'understood: ');
