import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const password = 'correct horse';
const registration = (username: string) => ({ username, email: 'ada@example.org', password });

describeOnEachEngine({ name: 'accounts', usually: 'both' }, (server) => {
  test('registration signs the person in, with a farm of their own and without a plan', async () => {
    const visitor = server().visitor();
    const response = await visitor.send({ method: 'POST', url: '/api/auth/register', payload: registration('Ada') });
    expect(response.statusCode).toBe(201);
    const user = response.json();
    expect(user).toMatchObject({
      username: 'Ada',
      role: 'guest',
      subscriptionPlan: null,
      subscriptionStatus: null,
      animalLimit: 10,
      hasTemporaryPassword: false,
    });
    expect(await visitor.call('currentUser')).toEqual(user);
    const other = await server().register();
    const farms = await server()
      .db.selectFrom('memberships')
      .select('farm_id')
      .where('user_id', 'in', [user.id, other.userId])
      .execute();
    expect(new Set(farms.map((farm) => farm.farm_id)).size).toBe(2);
  });

  test('a name is taken however it is written', async () => {
    await server().register({ username: 'Bjørn Ärmel', email: 'b@example.org' });
    for (const username of ['bjørn ärmel', 'BJØRN ÄRMEL', 'Bjørn Ärmel', ' Bjørn  Ärmel ', 'Ｂjørn Ärmel']) {
      await expect(server().call('register', { body: registration(username) })).rejects.toMatchObject({
        status: 409,
        message: 'Username already exists',
      });
    }
  });

  test('registrations of one name at the same moment make one account and leave nothing of the others', async () => {
    const before = await count('farms');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        server().send({ method: 'POST', url: '/api/auth/register', payload: registration(index % 2 ? 'Twin' : 'tWIN') }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array<number>(7).fill(409)]);
    expect(await count('farms')).toBe(before + 1);
  });

  test.each([
    [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
    [{ username: 'a\u0000bc' }, 'username', 'Leave out characters that cannot be kept'],
    [{ username: '👩‍🌾'.repeat(30) }, 'username', 'Use at most 64 characters'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters'],
    [{ password: '👍👍👍' }, 'password', 'Password must be at least 6 characters'],
    [{ password: 'x'.repeat(257) }, 'password', 'Use at most 256 characters'],
    [{ email: 'ada' }, 'email', 'Invalid email address'],
    [{ email: 'a@b.org?bcc=eve@evil.org' }, 'email', 'Invalid email address'],
    [{ email: 'a@example.org,eve@evil.org' }, 'email', 'Invalid email address'],
    [{ username: ['Ada'] }, 'username', 'Enter text'],
  ])('a registration with %j is refused and says why', async (part, path, message) => {
    const answer = await server().send({
      method: 'POST',
      url: '/api/auth/register',
      payload: { ...registration('Refused'), ...part },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toContainEqual({ path, message });
  });

  test('a password may have 256 characters of any kind (ASVS 6.2.5, 6.2.9)', async () => {
    const long = `${'🐐'.repeat(250)} sheep`;
    const { username } = await server().register({ password: long });
    await server().call('login', { body: { username, password: long } });
    await expect(server().call('login', { body: { username, password: long.slice(0, -1) } })).rejects.toThrow(
      'Invalid credentials',
    );
  });

  test('a name and its password sign in, however the name is written', async () => {
    await server().register({ username: 'Bob Builder', email: 'bob@example.org', password });
    const user = await server().call('login', { body: { username: ' bob BUILDER', password } });
    expect(user.username).toBe('Bob Builder');
  });

  test('a wrong name and a wrong password are answered alike', async () => {
    const { username } = await server().register();
    const answers = await Promise.all(
      [username, 'nobody at all'].map((name) =>
        server().send({ method: 'POST', url: '/api/auth/login', payload: { username: name, password: 'wrong one' } }),
      ),
    );
    const [wrongPassword, wrongName] = answers.map((answer) => ({ ...answer.json(), requestId: '' }));
    expect(wrongPassword).toEqual(wrongName);
    expect(wrongPassword).toMatchObject({ status: 401, message: 'Invalid credentials' });
    for (const answer of answers) expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('only the hash of a session is stored', async () => {
    const person = await server().register();
    const token = person.cookies.get('session') ?? '';
    const hashes = await server().db.selectFrom('sessions').select('token_hash').where('user_id', '=', person.userId).execute();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(hashes).toHaveLength(1);
    expect(hashes[0]?.token_hash).not.toContain(token);
  });

  test('a changed password ends every other session, gives this one a new token and is reported by mail (ASVS 6.3.7)', async () => {
    const person = await server().register();
    const before = person.cookies.get('session') ?? '';
    const elsewhere = server().visitor();
    await elsewhere.call('login', { body: person });

    const change = { currentPassword: person.password, newPassword: 'battery staple' };
    expect(await person.call('changePassword', { body: change })).toEqual({
      message: 'Password changed. Your other devices have been signed out.',
    });
    await person.call('currentUser');
    await expectSignedOut(before);
    await expect(elsewhere.call('currentUser')).rejects.toMatchObject({ status: 401 });
    await expect(server().call('login', { body: person })).rejects.toMatchObject({ status: 401 });
    await server().call('login', { body: { username: person.username, password: 'battery staple' } });
    expect(await mailsTo(`${person.username}@example.org`)).toEqual(['Your Bellwether password was changed']);
  });

  test('a password change needs the current password (ASVS 6.2.3)', async () => {
    const person = await server().register();
    await expect(
      person.call('changePassword', { body: { currentPassword: 'a guess', newPassword: 'battery staple' } }),
    ).rejects.toMatchObject({ status: 400, code: 'accounts.wrong_password' });
    await expect(
      person.call('changePassword', { body: { currentPassword: person.password, newPassword: 'short' } }),
    ).rejects.toMatchObject({ status: 400, message: 'Password must be at least 6 characters long' });
    await server().call('login', { body: person });
  });

  test('only one of two concurrent password changes succeeds', async () => {
    const person = await server().register();
    const twin = server().visitor();
    await twin.call('login', { body: person });
    const results = await Promise.allSettled(
      [person, twin].map((client, index) =>
        client.call('changePassword', { body: { currentPassword: person.password, newPassword: `battery staple ${index}` } }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('the profile changes in the fields that were sent and in no other', async () => {
    const person = await server().register({ email: 'old@example.org' });
    await person.call('changeProfile', { body: { farmName: ' Hill Farm ', ownerName: 'Ada', phone: '12', address: 'Lane 1' } });
    const user = await person.call('changeProfile', { body: { phone: '' } });
    expect(user).toMatchObject({
      farmName: 'Hill Farm',
      ownerName: 'Ada',
      phone: null,
      address: 'Lane 1',
      email: 'old@example.org',
    });
    expect(await person.call('changeProfile', { body: {} })).toEqual(user);
    await expect(person.call('changeProfile', { body: { farmName: 'x'.repeat(101) } })).rejects.toMatchObject({ status: 400 });
    await expect(person.call('changeProfile', { body: { email: 'nonsense' } })).rejects.toMatchObject({ status: 400 });
  });

  test('a farm can set its own limits for matings, within bounds', async () => {
    const person = await server().register();
    expect((await person.call('currentUser')).breedingRules).toBeNull();
    const sheepFactors = {
      bySex: { male: 0.9, female: 1, wether: 0.95 },
      byLitter: { '1/1': 1, '2/1': 1.05, '2/2': 1.15, '3/1': 1.1, '3/2': 1.2, '3/3': 1.25 },
      byDamYears: { 1: 1.1, 2: 1.05, 3: 1 },
    };
    const cullWeights = { weaned: 3, lived: 2, growth: 1, interval: 0, famacha: 1, dewormed: 0.5 };
    const cullLimits = { lived: 0.5, growth: null, interval: 300, famacha: 4, dewormed: null, years: 8 };
    const breedingValueLimits = { leastAccuracy: 40, traits: [{ trait: 'WWT', atLeast: 0.5, atMost: null }] };
    const mating = { close: 0.03, tooClose: 0.1, leastMonths: 8, leastWeight: 0.7 };
    const birthChecks = ['Colostrum', 'Ear notched'];
    const breedingRules = { ...mating, sheepFactors, cullWeights, cullLimits, breedingValueLimits, birthChecks };
    expect(await person.call('changeProfile', { body: { breedingRules } })).toMatchObject({ breedingRules });
    const wrong = person.call('changeProfile', { body: { breedingRules: { close: 2 } } });
    await expect(wrong).rejects.toMatchObject({ errors: [{ path: 'breedingRules.close', message: 'Must be from 0 to 100 %' }] });
    for (const names of [['a'.repeat(41)], ['  '], Array.from({ length: 9 }, (_, index) => `Check ${index}`)]) {
      const invalid = person.call('changeProfile', { body: { breedingRules: { birthChecks: names } } });
      await expect(invalid, String(names)).rejects.toMatchObject({ status: 400 });
    }
    expect(await person.call('changeProfile', { body: { breedingRules: null } })).toMatchObject({ breedingRules: null });
  });

  async function expectSignedOut(token: string): Promise<void> {
    const thief = server().visitor();
    thief.cookies.set('session', token);
    await expect(thief.call('currentUser')).rejects.toMatchObject({ status: 401 });
  }

  async function mailsTo(address: string): Promise<string[]> {
    const mails = await server().mailsTo(address);
    return mails.map(({ subject }) => subject);
  }

  async function count(table: 'farms'): Promise<number> {
    return (await server().db.selectFrom(table).select('id').execute()).length;
  }
});
