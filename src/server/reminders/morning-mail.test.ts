import { expect, test } from 'vitest';
import { liftHold } from '#server/db/restores.ts';
import { openMailTransport } from '#server/mail/mail-transport.ts';
import { deliverMails } from '#test/deliver-mails.ts';
import { describeOnEachEngine, type Account, type Person } from '#test/engines.ts';
import { openMailServer } from '#test/mail-server.ts';
import { morningMail } from './morning-mail.ts';

const mailServer = openMailServer();
const publicUrl = 'https://farm.example';

describeOnEachEngine('the morning mail', (server) => {
  const now = () => server().clock.now();
  const deps = () => ({ ...server().app.deps, config: { ...server().config, publicUrl } });
  const run = () => morningMail.run(deps(), new AbortController().signal);
  const address = ({ username }: Person) => `${username}@example.org`;
  const remindersOf = async (person: Person) =>
    (await server().mailsTo(person)).filter(({ subject }) => subject.startsWith('Today'));
  const today = () => now().toISOString().slice(0, 10);

  /** A time zone in which it is this hour now. */
  function zoneAt(hour: number): string {
    const offset = ((hour - now().getUTCHours() + 36) % 24) - 12;
    return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
  }
  const subscribe = (person: Person) => person.call('setMorningMail', { body: { hour: now().getUTCHours(), zone: 'UTC' } });
  async function subscriber(account?: Account): Promise<Person> {
    const person = await server().register(account);
    await subscribe(person);
    return person;
  }
  const addChore = (person: Person, name = 'Fence', day = today()) => person.call('addChore', { body: { name, day } });

  test('is sent once a day, at its hour, if something is due, and contains only numbers', async () => {
    const [ada, bob] = [await subscriber(), await subscriber()];
    await addChore(ada, 'Secret fence');
    await addChore(ada, 'Old gate', '2026-01-02');
    await Promise.all([run(), run(), run()]);
    await run();
    const [mail, ...others] = await remindersOf(ada);
    expect([mail?.subject, others]).toEqual(['Today: 1 overdue, 1 due today', []]);
    expect(mail?.body).toContain('Tasks: 2');
    expect(mail?.body).not.toMatch(/Secret|gate/);
    expect(await remindersOf(bob)).toEqual([]);
    server().clock.advance({ seconds: 86_400 });
    await run();
    expect(await remindersOf(ada)).toHaveLength(2);
  });

  test('counts the products that are low, and the papers that are due for those who may issue them', async () => {
    const [ada, bob] = [await subscriber({ plan: 'enterprise' }), await server().register()];
    await server().addMember(ada, bob, 'worker');
    await subscribe(bob);
    const [{ id: animalId }, { id: treated }] = [await ada.addAnimal(), await ada.addAnimal()];
    const stock = [{ boughtOn: today(), bottles: 1, amount: 100, batch: null, expiry: null, endedOn: null }];
    const product = { name: 'Secret drench', kind: 'dewormer', unit: 'ml', stock } as const;
    const { id: productId } = await ada.call('addProduct', { body: product });
    const given = { productId, productName: 'Secret drench', unit: 'ml', dose: 90 };
    await ada.record({ kind: 'treatment', animalId: treated, day: today(), ...given });
    await ada.record({ kind: 'sale', animalId, day: today(), buyer: 'Ann Lee' });
    await run();
    const [[ofAda], [ofBob]] = [await remindersOf(ada), await remindersOf(bob)];
    expect([ofAda?.subject, ofBob?.subject]).toEqual(['Today: 2 due today', 'Today: 1 due today']);
    expect(ofAda?.body).toMatch(/Papers: 1[^]*Medicine cupboard: 1|Medicine cupboard: 1[^]*Papers: 1/);
    expect(`${ofAda?.body} ${ofBob?.body}`).not.toContain('Secret');
    expect(ofBob?.body).not.toContain('Papers');
  });

  test('is not sent before its hour in the person’s time zone, nor long after it', async () => {
    const ada = await subscriber();
    await addChore(ada, 'Fence', '2026-01-02');
    for (const hour of [4, 15]) {
      await ada.call('setMorningMail', { body: { hour: 5, zone: zoneAt(hour) } });
      await run();
    }
    expect(await remindersOf(ada)).toEqual([]);
    await ada.call('setMorningMail', { body: { hour: 5, zone: zoneAt(6) } });
    await run();
    expect(await remindersOf(ada)).toHaveLength(1);
  });

  test('needs a confirmed address and a membership that has not ended', async () => {
    const ada = await server().register({ isConfirmed: false });
    await expect(subscribe(ada)).rejects.toMatchObject({ code: 'mail.unconfirmed' });
    for (const end of [{ ended_at: now().toISOString() }, { ends_at: now().toISOString() }]) {
      const bob = await subscriber();
      await addChore(bob);
      await server().changeMember(bob, bob, end);
      await run();
      expect(await remindersOf(bob)).toEqual([]);
    }
  });

  test('is not sent again after a restore', async () => {
    const ada = await subscriber();
    await addChore(ada);
    await server().markRestored(new Date(now().getTime() + 3_600_000));
    await liftHold(server().db);
    await run();
    expect(await remindersOf(ada)).toEqual([]);
    await server().db.deleteFrom('restores').execute();
  });

  test('has a link for one-click unsubscription, which works without a session', async () => {
    const ada = await subscriber();
    await addChore(ada);
    await server().db.deleteFrom('tasks').execute();
    await run();
    await deliverMails(server(), openMailTransport({ ...server().config, smtpUrl: mailServer.url() }));
    const [{ source } = expect.fail()] = mailServer.to(address(ada), /^Today/);
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const url = /^List-Unsubscribe: <https:\/\/farm\.example(\/api\/mail-stops\/[\w-]{43})>\r$/m.exec(source)?.[1] ?? '';
    const stored = await server().db.selectFrom('mail_stops').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(url.slice(-43));
    const opened = await server().send({ method: 'GET', url });
    expect([opened.statusCode, opened.headers['location']]).toEqual([303, '/settings']);
    expect((await ada.call('readReminders')).mail).not.toBeNull();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const click = (path: string) => server().send({ method: 'POST', url: path, headers, payload: 'List-Unsubscribe=One-Click' });
    expect((await click(`/api/mail-stops/${'x'.repeat(43)}`)).statusCode).toBe(200);
    expect((await ada.call('readReminders')).mail).not.toBeNull();
    expect((await click(url)).statusCode).toBe(200);
    expect((await ada.call('readReminders')).mail).toBeNull();
  });
});
