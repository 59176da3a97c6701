import { casesOf, testFiles, toldBy } from '#test/planned.ts';

const files = casesOf`
a year of sale beside a day of death, and a year of death beside a day of sale:
  Tag,Sex,DOB,Sale date,Date of death | N1,F,2020,2025,2026-03-04 | N2,F,2020,2026-05-01,2025
  → N1 death 2026-03-04 cause=unknown | N2 sale 2026-05-01 | N1 female died | N2 female sold | Sale date: 2025
  → Date of death: 2025 | 'Sale date: 2025' is no day; it is kept in the notes.
  → 'Date of death: 2025' is no day; it is kept in the notes.
a month of death or sale: Tag,Sex,DOB,Date of death,Sale date | N1,F,2020,May 2026, | N2,F,2020,,May 2026
  → N1 female died | N2 female sold | Date of death: May 2026 | Sale date: May 2026
  → Its death is kept in the notes. 'May 2026' is no day. | Its sale is kept in the notes. 'May 2026' is no day.
a doubtful day of death, sale or leaving:
  Tag,Sex,DOB,Date of death,Sale date,Date left | N1,F,2020,14/5/2026?,, | N2,F,2020,,14/5/2026?, | N3,F,2020,,,14/5/2026?
  left=sold → N1 death 2026-05-14 cause=unknown | N2 sale 2026-05-14 | N3 sale 2026-05-14 | N1 female died | N2 female sold
  → N3 female sold | Date of death: 14/5/2026? | Sale date: 14/5/2026? | Date left: 14/5/2026?
a word under a day of death, sale or leaving:
  Tag,Sex,DOB,Date of death,Sale date,Date left | N1,F,2020,booked,, | N2,F,2020,,booked, | N3,F,2020,,,booked
  left=sold → N1 female | N2 female | N3 female | Date of death: booked | Sale date: booked | Date left: booked
  → 'Date of death: booked' is no day; it is kept in the notes. | 'Sale date: booked' is no day; it is kept in the notes.
  → 'Date left: booked' is no day; it is kept in the notes.
a month of death or sale that is still to come: Tag,Sex,DOB,Date of death,Sale date | N1,F,2020,Dec 2026, | N2,F,2020,,Dec 2026
  → N1 female | N2 female | Date of death: Dec 2026 | Sale date: Dec 2026
  → 'Date of death: Dec 2026' is no day; it is kept in the notes. | 'Sale date: Dec 2026' is no day; it is kept in the notes.
two digits under a day of death, as *: Tag,Sex,DOB,Date of death,Breed | N1,F,2020,*,X | N2,F,2020,2026-03-04,X
  * 12 | ca 12 | est. 12
  → N2 death 2026-03-04 cause=unknown | N1 female | N2 female died | N1 breed=X | N2 breed=X | Date of death: *
  → 'Date of death: *' is no day; it is kept in the notes.
a no for a day of leaving in a list of weanings, as Sold on,Buyer: Tag,Weaned on,Sold on,Buyer | Q1,2026-02-01,no,Bob
  → !'no' is no day.
a no for a day of leaving in a list of weanings, as Died on,Cause: Tag,Weaned on,Died on,Cause | Q1,2026-02-01,no,bloat
  → !'no' is no day.
a no for a day of death beside a cause: Tag,Sex,DOB,Date of death,Cause | N1,F,2020,no,none yet | N2,F,2020,2026-02-01,bloat
  → N2 death 2026-02-01 cause=bloat | N1 female | N2 female died | Cause: none yet
a day among yes and no under Culled: Tag,Sex,DOB,Culled | N1,F,2020,yes | N2,F,2020,no | N3,F,2020,2026-03-05
  word:3:yes=died, word:3:2026 03 05=sold → N3 sale 2026-03-05 | N1 female died | N2 female | N3 female sold
a no among days under Culled: Tag,Sex,DOB,Culled | N1,F,2020,no | N2,F,2020,2026-03-05 | N3,F,2020,2026-03-05
  left=sold → N2 sale 2026-03-05 | N3 sale 2026-03-05 | N1 female | N2 female sold | N3 female sold
a movement to an abattoir and a sale in French:
  Boucle,Date,Mouvement,Destination | Q1,2026-05-01,Abattoir,X | Q2,2026-05-02,Vente,Y
  → Q1 slaughter 2026-05-01 buyer=X | Q2 sale 2026-05-02 buyer=Y
a kind of record in another language, as *: Tag,Date,Kind | Q1,2026-05-01,*
  * Schlachthof | matadero | boucherie | slachthuis
  → Q1 slaughter 2026-05-01
a small number under *: Tag,Sex,DOB,* | N1,F,2020,1
  * Nr. Mutter | Nummer Mutter | Nr dam
  → ?outsideParents=record | N1 female, 1 x - | +1
a small number under Nummer vader: Tag,Sex,DOB,Nummer vader | N1,F,2020,1
  → ?outsideParents=record | N1 female, - x 1 | +1
as many noes as days under Culled: Tag,Sex,DOB,Culled | N1,F,2020,2026-03-05 | N2,F,2020,2026-03-06 | N3,F,2020,no | N4,F,2020,no
  left=sold → N1 sale 2026-03-05 | N2 sale 2026-03-06 | N1 female sold | N2 female sold | N3 female | N4 female
a day of leaving, with the answer how, under *: Tag,Sex,DOB,* | N1,F,2020,2026-03-05
  * Archived date | Date archived | Date inactive | Archive date | Was culled | Date of culling
  left=sold → N1 sale 2026-03-05 | N1 female sold
a day of slaughter under *: Tag,Sex,DOB,* | N1,F,2020,2026-03-05
  * Slaughter date (dd/mm/yyyy) | Kill date (actual) | Actual kill date | Slaughtering date | Home kill date | Home slaughtered | Schlachttag
  → N1 slaughter 2026-03-05 | N1 female died
a day after which it is to be culled: Tag,Sex,DOB,Cull after | N1,F,2020,2026-03-05
  left=sold → ?column:3 | N1 female | Cull after: 2026-03-05
a day of leaving that is still to come: Tag,Sex,DOB,Date left | N1,F,2020,2027-03-01 | N2,F,2020,2026-03-01
  left=sold → N2 sale 2026-03-01 | N1 female | N2 female sold | Date left: 2027-03-01
a month of leaving: Tag,Sex,DOB,Date left | N1,F,2020,May 2026 | N2,F,2020,May 2027
  left=sold → N1 female sold | N2 female | Date left: May 2026 | Date left: May 2027
  → Its sale is kept in the notes. 'May 2026' is no day. | 'Date left: May 2027' is no day; it is kept in the notes.
a month of leaving of which nothing tells how: Tag,Sex,DOB,Date left | N1,F,2020,May 2026
  → ?left | N1 female | Date left: May 2026 | 'Date left: May 2026' is no day; it is kept in the notes.
a day that may be only planned, about which is asked, under *: Tag,Sex,DOB,* | N1,F,2020,2026-03-05
  * Abattoir booking | Cull | Kill date (planned) | Schlachtdatum geplant | Schlachthof | Target kill date
  → ?column:3 | N1 female | *: 2026-03-05
a yes under * of a female: Tag,Sex,DOB,* | N1,F,2020,yes | N2,M,2020,yes | N3,M,2020,yes
  * Castrated | Castrated on
  → N1 female | N2 wether | N3 wether | Castrated: Yes | Only males are castrated, so this is kept in the notes.
a yes under * of a female of the farm: Tag,* | Q1,yes
  * Castrated | Castrated on
  → Q1 Alma female | Castrated: Yes | Only males are castrated, so this is kept in the notes.
a doubtful day of castration of a female: Tag,Sex,DOB,Date castrated | N1,F,2020,~3/14/2021
  → N1 female | Date castrated: ~3/14/2021 | It cannot have been castrated on this day, so the day is kept in the notes.
a doubtful day of castration of a female beside a no: Tag,Sex,DOB,Castrated,Castration date | N1,F,2020,~3/14/2021,no
  → N1 female | Castrated: ~3/14/2021 | It cannot have been castrated on this day, so the day is kept in the notes.
'Damage' without a dam, which is no age: Tag,Sex,DOB,Damage | N1,F,2020,2
  → N1 female | Damage: 2
'Damage' beside a dam, which is the dam's age: Tag,Sex,DOB,Dam,Damage | N1,F,2024,Q1,2
  → N1 female, Q1 Alma x - | Mother's age: 2
the age of a dam under DamAge: Tag,Sex,DOB,Dam,DamAge | N1,F,2024,Q1,2y
  → N1 female, Q1 Alma x - | Mother's age: 2
a female whose state says it is a wether: Tag,Sex,DOB,Status | N1,F,2020,wether
  → N1 female | Status: wether | Only males are castrated, so this is kept in the notes.
a yes under Castrated without a sex: Tag,Breed,DOB,Castrated | N1,X,2020,yes
  sex=female → N1 wether | N1 breed=X
a yes under a day of castration without a sex: Tag,Breed,DOB,Castrated on | N1,X,2020,yes | N2,X,2020,2021-03-05
  sex=female → N1 wether | N2 female | N1 breed=X | N2 breed=X | Castrated on: 2021-03-05
  → It cannot have been castrated on this day, so the day is kept in the notes.
a doubtful day of castration: Tag,Sex,DOB,Castrated on | N1,M,2020,~3/14/2021
  → N1 wether | N1 castrated 2021-03-14 | Castrated on: ~3/14/2021
a doubtful day on which meat is clear: Tag,Treated,Product,Meat clear date | Q1,2026-03-01,Pen,~3/28/2026
  → Q1 treatment 2026-03-01 productName=Pen meat:2026-03-28 (Meat clear date: ~3/28/2026)
a doubtful day on which the males left: Ewe,Ram,Ram in,Ram out | Q1,Q3,2026-03-01,~4/15/2026
  → Q1 mating Q3 2026-03-01 to 2026-04-15 | Ram out: ~4/15/2026
a doubtful day on which a vaccine is due: Tag,Date,Vaccine,Next due | Q1,2026-03-01,CD&T,~4/15/2027
  → Q1 vaccination 2026-03-01 productName=CD&T nextDueDay=2027-04-15 (Next due: ~4/15/2027)
a number below zero at a scan: Ewe,Date,Scan result | Q1,2026-01-05,-1 | Q2,2026-01-05,2 | Q2,2026-01-06,1
  → Q2 pregnancyCheck 2026-01-05 count=2 result=pregnant | Q2 pregnancyCheck 2026-01-06 count=1 result=pregnant
  → !'-1' in 'Scan result' is no result of a pregnancy check.
a yes beside a number at a scan: Ewe,Date,Scanned | Q1,2026-01-05,yes | Q2,2026-01-05,2
  → ?column:2 | Q1 Alma female | Q2 female | Scanned: yes\nDate: 2026-01-05 | Scanned: 2\nDate: 2026-01-05
letters that may mean true or twins: Ewe,Date,Pregnant | Q1,2026-01-05,T | Q2,2026-01-05,T | Q3,2026-01-05,F
  → Q1 Alma female | Q2 female | Q3 Rex male | Pregnant: T\nDate: 2026-01-05 | Pregnant: T\nDate: 2026-01-05
  → Pregnant: F\nDate: 2026-01-05
a letter that is no result among those of scans: Ewe,Date,Scan result | Q1,2026-01-05,S | Q2,2026-01-05,F | Q3,2026-01-05,T
  → ?column:2 | Q1 Alma female | Q2 female | Q3 Rex male | Scan result: S\nDate: 2026-01-05 | Scan result: F\nDate: 2026-01-05
  → Scan result: T\nDate: 2026-01-05
digits that may mean yes or one young under *: Ewe,Date,* | Q1,2026-01-05,1 | Q2,2026-01-05,0
  * Pregnant | Trächtig | Dragtig | Preg | Preg check | Scanned | Scan
  → ?column:2 | Q1 Alma female | Q2 female | *: 1\nDate: 2026-01-05 | *: 0\nDate: 2026-01-05
a yes under a scan in French: Ewe,Date,Echographie | Q1,2026-01-05,oui | Q2,2026-01-05,non
  → ?column:2 | Q1 Alma female | Q2 female | Echographie: oui\nDate: 2026-01-05 | Echographie: non\nDate: 2026-01-05
a no beside P under Scan: Ewe,Date,Scan | Q1,2026-01-05,P | Q2,2026-01-05,no
  → Q1 pregnancyCheck 2026-01-05 result=pregnant | Q2 pregnancyCheck 2026-01-05 result=open
a no beside Twin under Scan result: Ewe,Date,Scan result | Q1,2026-01-05,Twin | Q2,2026-01-05,no
  → Q1 pregnancyCheck 2026-01-05 count=2 result=pregnant | Q2 pregnancyCheck 2026-01-05 result=open
a no beside 1 under Scan: Ewe,Date,Scan | Q1,2026-01-05,1 | Q2,2026-01-05,no
  → Q1 pregnancyCheck 2026-01-05 count=1 result=pregnant | Q2 pregnancyCheck 2026-01-05 result=open
a no beside Pos under Ultrasound: Ewe,Date,Ultrasound | Q1,2026-01-05,Pos | Q2,2026-01-05,no
  → Q1 pregnancyCheck 2026-01-05 result=pregnant | Q2 pregnancyCheck 2026-01-05 result=open
a no beside in lamb under Scanned: Ewe,Date,Scanned | Q1,2026-01-05,in lamb | Q2,2026-01-05,no
  → Q1 pregnancyCheck 2026-01-05 result=pregnant | Q2 pregnancyCheck 2026-01-05 result=open
`;

testFiles(files, toldBy, 'nothing is lost or guessed: ');
