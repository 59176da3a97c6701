import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { addDays } from '#domain/values/dates.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { calendarFile } from './calendar-file.ts';

const all = ['births', 'boosters', 'chores', 'withdrawals', 'papers'] as const;

/** Parses the file like a calendar program. */
const parse = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      day: event.startDate.toString(),
      isAllDay: event.startDate.isDate,
      title: event.summary,
      note: event.description,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
    };
  });

test('a file of all-day entries is parsed correctly by another program, whatever its texts contain, with lines of at most 75 bytes', () => {
  const title = 'Cœur, bœuf; \\n "quoted" 🐐 '.repeat(9).trim();
  const note = 'First line\nsecond, with; signs\\';
  const told = { key: 'a', day: '2027-02-28', sequence: 3, changedAt: '2027-01-02T03:04:05.678Z' };
  const text = calendarFile('Ann; & Söhne, Farm', 'x', [
    { ...told, title, note, cancelledAt: null },
    { ...told, key: 'b', title: 'Gone', note: '', cancelledAt: '2027-01-02T03:04:05.678Z' },
  ]);
  expect(parse(text)).toMatchObject([
    { day: '2027-02-28', isAllDay: true, title, note, sequence: 3, status: 'CONFIRMED' },
    { day: '2027-02-28', title: 'Gone', note: null, status: 'CANCELLED' },
  ]);
  expect(new Set(parse(text).map(({ uid }) => uid)).size).toBe(2);
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(text).not.toMatch(/[^\r]\n/);
  expect(new ICAL.Component(ICAL.parse(text)).getFirstPropertyValue('x-wr-calname')).toBe('Ann; & Söhne, Farm');
  expect(calendarFile('Farm', 'x', [])).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
});

describeOnEachEngine('calendars', (server) => {
  const today = () => server().clock.now().toISOString().slice(0, 10);
  const link = async (person: Person, kinds: readonly (typeof all)[number][] = all) =>
    (await person.call('makeCalendarLink', { body: { kinds: [...kinds], zone: 'UTC' } })).token;
  const ask = (token: string, headers: Record<string, string> = {}) =>
    server().send({ method: 'GET', url: `/api/calendar/${token}.ics`, headers });
  const entries = async (token: string) => {
    const response = await ask(token);
    expect(response.statusCode, response.payload).toBe(200);
    return parse(response.payload);
  };

  test('a calendar contains due tasks of the chosen kinds, with many animals in one entry', async () => {
    const ada = await server().register({ plan: 'enterprise' });
    const herd: string[] = [];
    for (let index = 0; index < 12; index += 1) herd.push((await ada.addAnimal({ tagNumber: `D-${index}` })).id);
    const [first = ''] = herd;
    const buck = await ada.addAnimal({ sex: 'male', tagNumber: 'B-1' });
    const booster = { kind: 'vaccination', day: addDays(today(), -30), productName: 'CD&T', nextDueDay: addDays(today(), 9) };
    const course = { kind: 'treatment', animalId: first, day: today(), productName: 'Penicillin' };
    const dose = { ...course, courseOpen: true, doses: 3, everyDays: 2 };
    await ada.record(...herd.map((animalId) => ({ ...booster, animalId })), dose);
    const mating = { motherId: first, fatherId: buck.id, breedingDate: addDays(today(), -60) };
    await ada.call('addBreedingRecord', { body: mating });
    await ada.call('addChore', { body: { name: 'Fence', day: addDays(today(), 3), animalIds: [first] } });
    expect((await entries(await link(ada))).map(({ day, title, note }) => [day, title, note])).toEqual([
      [addDays(today(), -25), 'Pregnancy check: D-0', 'D-0'],
      [addDays(today(), 2), 'Penicillin, dose 2 of 3: D-0', 'D-0'],
      [addDays(today(), 3), 'Fence', 'D-0'],
      [addDays(today(), 9), '12 × CD&T', expect.stringContaining('D-11')],
      [addDays(today(), 90), 'D-0 due', 'D-0'],
    ]);
    expect((await entries(await link(ada, ['chores']))).map(({ title }) => title)).toEqual(['Fence']);
  });

  test('papers that a sale lacks are in it until they are issued, for whoever may issue them', async () => {
    const [ada, bob] = [await server().register({ plan: 'enterprise' }), await server().register()];
    await server().addMember(ada, bob, 'worker');
    const ewe = await ada.addAnimal({ tagNumber: 'E-1' });
    const sale = { id: crypto.randomUUID(), kind: 'sale', animalId: ewe.id, day: today(), buyer: 'Ann Lee' };
    await ada.record(sale);
    const [token, ofWorker] = [await link(ada, ['papers']), await link(bob, ['papers', 'chores'])];
    const found = () => entries(token).then((sent) => sent.map(({ day, title, status }) => [day, title, status]));
    expect(await found()).toEqual([[today(), 'Receipt and movement document: E-1', 'CONFIRMED']]);
    expect(await entries(ofWorker)).toEqual([]);
    await server().nameSeller(ada);
    for (const kind of ['receipt', 'movement'] as const)
      await ada.call('issuePaper', { body: { kind, eventIds: [sale.id], buyer: { name: 'Ann Lee' } } });
    expect(await found()).toEqual([[today(), 'Receipt and movement document: E-1', 'CANCELLED']]);
  });

  test('an entry keeps its id, gets a new sequence number when it changes, and is cancelled when it is removed', async () => {
    const ada = await server().register();
    const { id } = await ada.call('addChore', { body: { name: 'Fence', day: addDays(today(), 3) } });
    const token = await link(ada);
    const [first] = await entries(token);
    expect(await entries(token)).toEqual([first]);
    const params = { id };
    await ada.call('changeChore', { params, body: { putOffTo: addDays(today(), 5), reason: 'Rain' } });
    const [second] = await entries(token);
    expect(second).toEqual({ ...first, day: addDays(today(), 5), note: 'Put off: Rain', sequence: (first?.sequence ?? 0) + 1 });
    await ada.call('deleteChore', { params });
    const [gone] = await entries(token);
    expect(gone).toEqual({ ...second, sequence: (second?.sequence ?? 0) + 1, status: 'CANCELLED' });
    expect(await entries(token)).toEqual([gone]);
  });

  test('a link stops working when it is revoked, when another one is created, and when its person leaves the farm or was invited for some days', async () => {
    const [ada, bob] = [await server().register(), await server().register()];
    const first = await link(ada);
    const second = await link(ada);
    expect((await ask(first)).statusCode).toBe(404);
    expect((await ask(second)).statusCode).toBe(200);
    expect((await ada.call('readReminders')).calendar).toMatchObject({ kinds: [...all], readAt: expect.any(String) });
    expect((await ada.call('revokeCalendarLink')).calendar).toBeNull();
    expect((await ask(second)).statusCode).toBe(404);
    await server().addMember(ada, bob, 'viewer');
    const ofBob = await link(bob);
    expect((await ask(ofBob)).statusCode).toBe(200);
    const now = server().clock.now().toISOString();
    for (const end of [{ ends_at: now }, { ends_at: null, ended_at: now }]) {
      await server().changeMember(ada, bob, end);
      expect((await ask(ofBob)).statusCode).toBe(404);
    }
  });

  test('only the hash of a link is stored, and a wrong link reveals nothing', async () => {
    const ada = await server().register();
    const token = await link(ada);
    const rows = await server().db.selectFrom('reminders').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const wrong = await ask(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`);
    expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([404, 'calendar.not_found']);
    expect((await ask('short')).statusCode).toBe(404);
  });
});
