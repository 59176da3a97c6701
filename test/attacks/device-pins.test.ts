import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';

const pinOf = { owner: '2580', worker: '194026', vet: '7391' } as const;
const byPassword = { status: 403, code: 'session.password_needed' };
const notThere = { status: 404, code: 'pins.not_found' };

/** A phone of a farm on which an owner, a worker and perhaps a vet have PINs. The vet came in last. */
async function sharedPhone(server: TestServer) {
  const [owner, worker, vet] = [await server.register({ plan: 'enterprise' }), await server.register(), await server.register()];
  await server.addMember(owner, worker, 'worker');
  await server.addMember(owner, vet, 'vet');
  const phone = server.visitor();
  /** Comes in beside the others, as when a session has ended: signing out would remove the PIN. */
  const logIn = async ({ username, password }: Person) => {
    phone.cookies.delete('session');
    await phone.call('login', { body: { username, password } });
    await phone.call('openFarm', { params: { id: owner.farmId } });
  };
  const setPin = async (person: Person, pin: string) => {
    await logIn(person);
    await phone.call('setPin', { body: { pin, currentPassword: person.password } });
  };
  await setPin(owner, pinOf.owner);
  await setPin(worker, pinOf.worker);
  await setPin(vet, pinOf.vet);
  const switchTo = ({ userId }: Person, pin: string) => phone.call('switchPerson', { body: { userId, pin } });
  return { owner, worker, vet, phone, logIn, setPin, switchTo };
}

describeOnEachEngine('a PIN on a shared phone', (server) => {
  test('opens a session of that person in that farm, and ends the one before', async () => {
    const { owner, worker, vet, phone, switchTo } = await sharedPhone(server());
    const before = phone.cookies.get('session') ?? '';
    expect((await phone.call('currentUser')).isByPin).toBe(false);
    const pins = new Map((await phone.call('listPins')).map(({ userId, isYou }) => [userId, isYou]));
    expect([owner, worker, vet].map(({ userId }) => pins.get(userId))).toEqual([false, false, true]);
    expect(await switchTo(worker, pinOf.worker)).toMatchObject({ id: worker.userId, farmId: owner.farmId, farmRole: 'worker' });
    expect((await phone.call('currentUser')).isByPin).toBe(true);
    const { id } = await phone.call('addAnimal', { body: { tagNumber: 'G-1', species: 'goat', sex: 'female' } });
    const history = await owner.call('readAnimalHistory', { params: { id }, query: {} });
    expect(JSON.stringify(history)).toContain(worker.username);
    const thief = server().visitor();
    thief.cookies.set('session', before);
    await expect(thief.call('currentUser')).rejects.toMatchObject({ status: 401 });
  });

  test('gives no more than the daily work: no people, keys, other farm or address, and no other PIN', async () => {
    const { owner, phone, switchTo } = await sharedPhone(server());
    await switchTo(owner, pinOf.owner);
    expect(await phone.call('currentUser')).toMatchObject({ farmRole: 'owner' });
    const invited = { body: { email: 'a@example.org', role: 'viewer' } } as const;
    await expect(phone.call('invite', invited)).rejects.toMatchObject(byPassword);
    await expect(phone.call('addApiKey', { body: { name: 'Mine', scopes: ['see'] } })).rejects.toMatchObject(byPassword);
    await expect(phone.call('openFarm', { params: { id: owner.farmId } })).rejects.toMatchObject(byPassword);
    await expect(phone.call('makeCalendarLink', { body: { kinds: ['chores'], zone: 'UTC' } })).rejects.toMatchObject(byPassword);
    await expect(phone.call('leaveFarm', { body: {} })).rejects.toMatchObject(byPassword);
    const search = { id: crypto.randomUUID(), name: 'Does', search: { species: 'goat' } };
    const saved = await phone.call('addSavedSearch', { body: search });
    const mailed = phone.call('changeSavedSearch', { params: { id: saved.id }, body: { wantsMail: true } });
    await expect(mailed).rejects.toMatchObject(byPassword);
    for (const url of ['/api/archive', '/api/export?format=xlsx'])
      expect((await phone.send({ method: 'GET', url })).json()).toMatchObject(byPassword);
    const address = { body: { email: 'thief@example.org' } };
    await expect(phone.call('changeProfile', address)).rejects.toMatchObject({ code: 'accounts.password_needed' });
    const guessed = { body: { pin: '8024', currentPassword: 'guessed' } };
    await expect(phone.call('setPin', guessed)).rejects.toMatchObject({ code: 'accounts.wrong_password' });
    await owner.call('invite', invited);
  });

  test('is gone after five wrong ones, of which twenty at once are no more; a right one in between begins anew', async () => {
    const { owner, worker, phone, switchTo } = await sharedPhone(server());
    for (let tries = 0; tries < 4; tries += 1) {
      await expect(switchTo(owner, '9999')).rejects.toMatchObject({ status: 403, code: 'pins.wrong' });
    }
    await switchTo(owner, pinOf.owner);
    const guesses = Array.from({ length: 20 }, (_, at) => switchTo(worker, String(300_000 + at)));
    const codes = (await Promise.allSettled(guesses)).map((result) => result.status === 'rejected' && result.reason.code);
    expect(codes.filter((code) => code === 'pins.wrong')).toHaveLength(4);
    await expect(switchTo(worker, pinOf.worker)).rejects.toMatchObject(notThere);
    expect((await phone.call('listPins')).map(({ userId }) => userId)).not.toContain(worker.userId);
  });

  test('is worth nothing without the phone, and the phone nothing without a session on the farm', async () => {
    const { owner, worker, phone } = await sharedPhone(server());
    const device = phone.cookies.get('device') ?? '';
    const body = { userId: owner.userId, pin: pinOf.owner };
    await expect(worker.call('switchPerson', { body })).rejects.toMatchObject(notThere);
    const thief = server().visitor();
    thief.cookies.set('device', device);
    await expect(thief.call('switchPerson', { body })).rejects.toMatchObject({ status: 401 });
    const stranger = await server().register({ plan: 'enterprise' });
    stranger.cookies.set('device', device);
    await expect(stranger.call('switchPerson', { body })).rejects.toMatchObject(notThere);
    expect(await stranger.call('listPins')).toEqual([]);
    const stored = JSON.stringify(await server().db.selectFrom('device_pins').selectAll().execute());
    expect(stored).not.toContain(device);
    expect(stored).not.toContain(pinOf.worker);
  });

  const endings: Readonly<Record<string, (owner: Person, worker: Person) => Promise<unknown>>> = {
    'a removal from the farm': (owner, { userId }) => owner.call('removeMember', { params: { userId } }),
    'the deletion of the account': async (_, { userId }) =>
      (await server().register({ isAdmin: true })).call('deleteUser', { params: { id: userId }, query: {} }),
    'thirty-one days without use': async () => server().clock.advance({ days: 31 }),
  };

  test.each(Object.keys(endings))('ends with %s', async (ending) => {
    const { owner, worker, vet, logIn, switchTo } = await sharedPhone(server());
    await endings[ending]?.(owner, worker);
    await logIn(vet);
    await expect(switchTo(worker, pinOf.worker)).rejects.toMatchObject(notThere);
  });

  test('ends with signing out on that phone, and stays while others come and go', async () => {
    const { worker, vet, phone, logIn, switchTo } = await sharedPhone(server());
    await switchTo(worker, pinOf.worker);
    await switchTo(vet, pinOf.vet);
    await phone.call('logout');
    await logIn(worker);
    await expect(switchTo(vet, pinOf.vet)).rejects.toMatchObject(notThere);
    await phone.call('removePin');
    expect((await phone.call('listPins')).map(({ userId }) => userId)).not.toContain(worker.userId);
  });

  test('has four to six digits that are not the first to be guessed', async () => {
    const person = await server().register({ plan: 'guest' });
    const refused = { status: 400, errors: [expect.objectContaining({ path: 'pin' })] };
    for (const pin of ['123', '1234567', '12a4', '0000', '1234', '98765'])
      await expect(person.call('setPin', { body: { pin, currentPassword: person.password } })).rejects.toMatchObject(refused);
  });
});

describeOnEachEngine(
  'where limits hold, guessing PINs',
  (server) => {
    test('is counted for the person over all devices, and for the address over all persons', async () => {
      const { owner, worker, setPin, switchTo } = await sharedPhone(server());
      const statuses: (number | string)[] = [];
      const guess = (person: Person) =>
        switchTo(person, '9999').catch(({ status, code }: { status: number; code: string }) =>
          statuses.push(status === 403 ? code : status),
        );
      for (let at = 0; at < 22; at += 1) {
        await guess(at % 2 === 0 ? worker : owner);
        // Set anew by those who know their passwords.
        if (at % 10 === 9) for (const person of [owner, worker]) await setPin(person, pinOf.vet);
      }
      expect(statuses.filter((status) => status === 'pins.wrong')).toHaveLength(16);
      expect(statuses.slice(20)).toEqual([429, 429]);
    });
  },
  { env: { RATE_LIMITS: 'on' } },
);

describeOnEachEngine(
  'behind https, the cookie of a phone',
  (server) => {
    test('is for this site alone and out of reach of scripts', async () => {
      const person = await server().register({ plan: 'guest' });
      const payload = { pin: pinOf.owner, currentPassword: person.password };
      const { headers } = await person.send({ method: 'PUT', url: '/api/auth/pin', payload });
      const cookie = /^__Host-device=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/;
      expect(String(headers['set-cookie'])).toMatch(cookie);
    });
  },
  { env: { PUBLIC_URL: 'https://farm.example.org' } },
);
