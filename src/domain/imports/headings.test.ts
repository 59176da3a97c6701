import { describe, expect, test } from 'vitest';
import { templateHeadings } from './fields.ts';
import { findHeadingRow, matchHeadings, speciesOf, unitOf } from './headings.ts';

const fieldsOf = (...headings: string[]) => matchHeadings(headings).map(({ field }) => field);

describe('headings', () => {
  /** Each alone. */
  const meanings = `
    Tag #=tagNumber; Ear-Tag No.=tagNumber; VID=tagNumber; EID=eid; Electronic ID=eid; RFID tag=eid; Reg #=registration;
    Registration No.=registration; Date=keep; Product=keep; DOB=birthDate; Date of Birth=birthDate; dateOfBirth=birthDate;
    Geburtsdatum=birthDate; YOB=birthYear; Gender=sex; Colour=color; Dam ID=motherTag; Mother's tag=motherTag;
    Mère=motherTag; Sire=fatherTag; damage=motherAgeYears; Ewe Age=motherAgeYears; ramgen=fatherBreed;
    Birth Wt (kg)=birthWeight; birthWeightKg=birthWeight; weaning_weight_lbs=weaningWeight;
    Weaning weight in kg=weaningWeight; Age at weaning=weaningAge; CD&T=vaccinated; Asking Price=salePrice; Weight=weight;
    Gewicht (kg)=weight; Weight lbs=weight; Peso=weight; Poids (kg)=weight; liveWeightKg=weight; Birth weight=birthWeight;
    Date weighed=weighingDate; Weighed at=weighingDate; SG ID=registration; On date=arrivedOn; Wiegedatum=weighingDate;
    Fecha de pesaje=weighingDate; Zum Verkauf=forSale; À vendre=forSale; En venta=forSale; te koop=forSale; Comments=notes;
    Micron=keep`;

  test('mean what they are in ordinary use', () => {
    const wrong = `${meanings}; =keep`.split(/;\s+/).filter((item) => {
      const [heading = '', field] = item.trim().split('=');
      return fieldsOf(heading)[0] !== field;
    });
    expect(wrong).toEqual([]);
  });

  test('the template is understood without a question', () => {
    expect(matchHeadings(templateHeadings('kg')).filter(({ field }) => field === 'keep')).toEqual([]);
    expect(unitOf('Birth weight (lbs)')).toBe('lb');
  });

  test.each([
    ['the better heading of two gets the field', 'EID,Tag,Sex', 'eid tagNumber sex'],
    ['the better heading of two gets the field', 'Lamb,Ewe,Ram', 'tagNumber motherTag fatherTag'],
    ['words in a known order mean what they do in it', 'Tag,Date,Time of day,Milk', 'tagNumber eventDay time milk'],
    ['words in a known order mean what they do in it', 'Tag,Bought on,Bought of', 'tagNumber arrivedOn from'],
    ['several columns may go into the notes', 'Notes,Comments', 'notes notes'],
  ])('%s: %s', (_, headings, fields) => {
    expect(fieldsOf(...headings.split(',')).join(' ')).toBe(fields);
  });

  test('the field that the farm chose last time takes precedence over the heading', () => {
    const remembered = { eid: 'tagNumber', tag: 'leaveOut', micron: 'notes' } as const;
    const columns = matchHeadings(['EID', 'Tag', 'Micron'], new Map(Object.entries(remembered)));
    expect(columns.map(({ field }) => field)).toEqual(Object.values(remembered));
  });

  test('a column is asked about if only every second row has a cell in it, and only below the first 200', () => {
    const rows = Array.from({ length: 300 }, (_, row) => [`N${row}`, row > 200 && row % 2 === 1 ? '2026-01-25' : '']);
    expect(matchHeadings(['Tag', 'Scored'], new Map(), new Map(), rows).at(-1)?.ask).toContain('weanedOn');
  });

  test('a column without a heading may be a breed or a name, although its cells look like tags', () => {
    const rows = [1, 2, 3].map((row) => [`N-10${row}`, 'F', '2021', `R-10${row}`]);
    const columns = matchHeadings(['Tag', 'Sex', 'DOB', 'Column 4'], new Map(), new Map(), rows);
    expect(columns.at(-1)?.ask).toEqual(['breed', 'name', 'color', 'notes']);
  });

  test('ewe, ram and lamb imply sheep; doe, buck and kid imply goats; both together imply nothing', () => {
    expect(speciesOf(['Tag', 'ewegen', 'Ram'])).toBe('sheep');
    expect(speciesOf(['Kid ID', 'Kidding date'])).toBe('goat');
    expect(speciesOf(['Ewe', 'Doe'])).toBeUndefined();
    expect(speciesOf(['Tag', 'Rate', 'Dam'])).toBeUndefined();
  });

  test.each([
    ['Our flock 2024\n\nTag,Sex,DOB\n1,F,2024', 2],
    ['Tag,2024-03-01', 0],
    ['Tag,Micron\n1,18', 0],
    ['Ewe,Ewe,Lamb,Lamb\nTag,Name,Tag,Sex\nE1,Bell,L1,F', 1],
    ['12,F,2024', undefined],
    ['12,F,2024-03-01', undefined],
  ])('titles above the headings are skipped, and a file may have no headings: %s', (text, row) => {
    expect(findHeadingRow(text.split('\n').map((line) => line.split(',')))).toBe(row);
  });
});
