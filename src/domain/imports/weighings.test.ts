import { describe, expect, test } from 'vitest';
import { knownAnimal, planText, type Planned } from '#test/plan-import.ts';
import type { KnownAnimal } from './herd.ts';
import { recordedDays } from './event-days.ts';
import { weighingKey } from './happened.ts';

const known = (animal: Partial<KnownAnimal> & { tagNumber: string }) =>
  knownAnimal(animal.tagNumber, { species: 'goat', ...animal });
const weighingsOf = ({ events }: Planned) =>
  events.flatMap(({ animal, kind, day, detail }) =>
    kind === 'weighing' ? [{ animal, date: day, grams: (detail as { readonly weightGrams: number }).weightGrams }] : [],
  );
const dated = 'Tag,Species,Sex,DOB,Gewicht (kg),Weighing date';

describe('a weight', () => {
  test('of a new animal is recorded on the day in the file', () => {
    const plan = planText(`${dated}\n1,goat,F,2024-03-04,45.5,2025-03-03`);
    const weighing = { date: '2025-03-03', grams: 45_500 };
    expect(weighingsOf(plan)).toEqual([{ animal: plan.animal('1').animal, ...weighing }]);
    expect(plan.row('1')).toMatchObject({ verdict: 'ready', remarks: [], animal: { weighing } });
    expect(plan.animal('1').notes).toBe('');
  });

  test('without a day raises one question about the day for all rows, and one about its unit', () => {
    const text = 'Tag,Species,Sex,Weight\n1,goat,F,100\n2,goat,F,\n3,goat,F,90';
    const asked = planText(text);
    expect(asked.open.map(({ id, asksDay }) => [id, asksDay])).toEqual([
      ['weighedOn', true],
      ['unit:3', undefined],
    ]);
    const answers = { 'unit:3': 'lb', weighedOn: '2026-11-20' };
    const plan = planText(text, { answers });
    expect(plan.open).toEqual([]);
    expect(weighingsOf(plan).map(({ animal, date, grams }) => [animal.tagNumber, date, grams])).toEqual([
      ['1', '2026-11-20', 45_359],
      ['3', '2026-11-20', 40_823],
    ]);
    expect(planText(text, { answers: { ...answers, weighedOn: 'yesterday' } }).open.map(({ id }) => id)).toEqual(['weighedOn']);
  });

  test('raises no question about the day if each has one, and uses the answer only for rows without a day', () => {
    expect(planText(`${dated}\n1,goat,F,,45,2025-03-03\n2,goat,F,,,`).open).toEqual([]);
    const plan = planText(`${dated}\n1,goat,F,,45,2025-03-03\n2,goat,F,,46,`, { answers: { weighedOn: '2026-01-02' } });
    expect(weighingsOf(plan).map(({ date }) => date)).toEqual(['2025-03-03', '2026-01-02']);
  });

  test.each([
    ['before the birth', '2024-01-01', 'The animal was not born yet on this date'],
    ['in the future', '2027-01-01', 'The date cannot be in the future'],
  ])('%s is kept in the notes with a remark', (_, day, why) => {
    const plan = planText(`${dated}\n1,goat,F,2024-03-04,45.5,${day}`);
    expect(weighingsOf(plan)).toEqual([]);
    expect(plan.row('1')).toMatchObject({
      verdict: 'ready',
      remarks: [`Its weight is kept in the notes. ${why}: ${day}.`],
      animal: { weighing: null },
    });
    expect(plan.animal('1').notes).toBe(`Gewicht (kg): 45.5\nWeighing date: ${day}`);
  });

  test('from before the recorded birth is not recorded', () => {
    const animals = [known({ tagNumber: '1', birthDate: '2025-06-01' })];
    const plan = planText(`${dated}\n1,goat,F,,45.5,2025-03-03`, { animals });
    expect(weighingsOf(plan)).toEqual([]);
    expect(plan.changes[0]?.patch).toEqual({ notes: 'Gewicht (kg): 45.5\nWeighing date: 2025-03-03' });
  });

  test.each(['tiny', '0', '681'])('outside the limits (%s kg) is kept in the notes', (weight) => {
    const plan = planText(`${dated}\n1,goat,F,,${weight},`, { answers: { weighedOn: '2026-01-02' } });
    expect(weighingsOf(plan)).toEqual([]);
    expect(plan.animal('1').notes).toBe(`Gewicht (kg): ${weight}`);
    expect(plan.row('1').remarks).toEqual([
      `Its weight is kept in the notes. '${weight}' is not a weight between 1 g and 1500 lbs.`,
    ]);
    expect(weighingsOf(planText(`${dated}\n1,goat,F,,680,2026-01-02`))).toHaveLength(1);
  });

  test('and its day go into the notes if one of them cannot be read', () => {
    const plan = planText(`${dated}\n1,goat,F,,45,soon\n2,goat,F,,,2025-03-03`);
    expect(weighingsOf(plan)).toEqual([]);
    expect(plan.animal('1').notes).toBe('Gewicht (kg): 45\nWeighing date: soon');
    expect(plan.row('1').remarks).toEqual(["Its weight is kept in the notes. 'soon' is no day."]);
    expect(plan.animal('2').notes).toBe('Weighing date: 2025-03-03');
  });

  test('of an existing animal is recorded once, even if the row contains nothing else that is new', () => {
    const animals = [known({ tagNumber: '1' }), known({ tagNumber: '2' })];
    const text = 'Tag,Species,Sex,Breed,Weight (kg),Weighing date\n1,goat,F,,45.1,2025-03-03\n2,goat,F,Boer,46,2025-03-03';
    const plan = planText(text, { animals });
    expect(plan.changes.map(({ known: { id } }) => id)).toEqual(['id of 2']);
    expect(plan.row('1')).toMatchObject({
      verdict: 'changed',
      changes: [{ label: 'Weight', from: null, to: '45.1 kg (99.4 lbs) on 2025-03-03' }],
    });
    expect(weighingsOf(plan).map(({ animal }) => animal.tagNumber)).toEqual(['1', '2']);
    const recorded = weighingsOf(plan).map(({ animal, ...weighing }) => weighingKey(animal.known?.id ?? '', weighing));
    const again = planText(text, { animals, recorded });
    expect(weighingsOf(again)).toEqual([]);
    expect(again.row('1')).toMatchObject({ verdict: 'duplicate', animal: { weighing: null } });
    const other = planText(text.replace('45.1', '45.2'), { animals, recorded });
    expect(weighingsOf(other).map(({ grams }) => grams)).toEqual([45_200]);
  });

  test('is compared with the recorded weights of all days it may be from', () => {
    const weight = { heading: 'Weight', field: 'weight' } as const;
    const day = { heading: 'Weighed', field: 'weighingDate' } as const;
    const today = '2026-11-21';
    expect(recordedDays([], new Map(), today)).toBeNull();
    expect(recordedDays([weight], new Map(), today)).toBeNull();
    expect(recordedDays([weight], new Map([['weighedOn', '2026-01-02']]), today)).toEqual({
      from: '2026-01-02',
      to: '2026-01-02',
    });
    expect(recordedDays([weight, day], new Map(), today)).toEqual({ from: '1980-01-01', to: today });
  });
});
