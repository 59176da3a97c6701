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
    expect(user).toMatchObject({ username: 'Ada', role: 'guest', subscriptionPlan: null, animalLimit: 10 });
    expect(await visitor.call('currentUser')).toEqual(user);
    expect(user.farmId).not.toBe((await server().register()).farmId);
  });

  test('a name signs in and is taken however it is written', async () => {
    await server().register({ username: 'Bjørn Ärmel', email: 'b@example.org', password });
    for (const username of ['bjørn ärmel', 'BJØRN ÄRMEL', 'Bjørn Ärmel', ' Bjørn  Ärmel ', 'Ｂjørn Ärmel']) {
      const again = server().call('register', { body: registration(username) });
      await expect(again).rejects.toMatchObject({ status: 409, message: 'Username already exists' });
      expect(await server().call('login', { body: { username, password } })).toMatchObject({ username: 'Bjørn Ärmel' });
    }
  });

  test('registrations of one name at the same moment make one account and leave nothing of the others', async () => {
    const count = async () => (await server().db.selectFrom('farms').select('id').execute()).length;
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        server().send({ method: 'POST', url: '/api/auth/register', payload: registration(index % 2 ? 'Twin' : 'tWIN') }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array<number>(7).fill(409)]);
    expect(await count()).toBe(before + 1);
  });

  test.each([
    [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
    [{ username: 'a\u0000bc' }, 'username', 'Leave out characters that cannot be kept'],
    [{ username: '👩‍🌾'.repeat(30) }, 'username', 'Use at most 64 characters'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters'],
    [{ password: 'x'.repeat(257) }, 'password', 'Use at most 256 characters'],
    [{ email: 'a@example.org,eve@evil.org' }, 'email', 'Invalid email address'],
  ])('a registration with %j is refused and says why', async (part, path, message) => {
    const refused = server().call('register', { body: { ...registration('Refused'), ...part } });
    await expect(refused).rejects.toMatchObject({ status: 400, errors: expect.arrayContaining([{ path, message }]) });
  });

  test('a farm sets its own limits for matings, within bounds, and takes them back', async () => {
    const person = await server().register();
    const change = (breedingRules: object | null) => person.call('changeProfile', { body: { breedingRules } });
    const rules = { close: 0.03, tooClose: 0.1, leastMonths: 8, leastWeight: 0.7, birthChecks: ['Colostrum'] };
    expect(await change(rules)).toMatchObject({ breedingRules: rules });
    for (const wrong of [{ close: 2 }, { birthChecks: ['a'.repeat(41)] }, { birthChecks: ['  '] }])
      await expect(change(wrong)).rejects.toMatchObject({ status: 400 });
    expect(await person.call('currentUser')).toMatchObject({ breedingRules: rules });
    expect(await change(null)).toMatchObject({ breedingRules: null });
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
    expect(hashes).toEqual([{ token_hash: expect.not.stringContaining(token) }]);
  });

  test('a changed password needs the current one, is a new one, gives the session a new token and is mailed (ASVS 6.2.3, 6.3.7)', async () => {
    const person = await server().register();
    const before = person.cookies.get('session') ?? '';
    const change = (currentPassword: string, newPassword = 'battery staple') =>
      person.call('changePassword', { body: { currentPassword, newPassword } });
    await expect(change('a guess')).rejects.toMatchObject({ status: 400, code: 'accounts.wrong_password' });
    await expect(change(person.password, person.password)).rejects.toMatchObject({ code: 'accounts.same_password' });
    await change(person.password);
    await person.call('currentUser');
    expect(person.cookies.get('session')).not.toBe(before);
    await expect(server().call('login', { body: person })).rejects.toMatchObject({ status: 401 });
    await server().call('login', { body: { username: person.username, password: 'battery staple' } });
    expect(await server().mailsTo(person)).toMatchObject([{ subject: 'Your Bellwether password was changed' }]);
  });

  test('of two password changes at the same moment one succeeds', async () => {
    const person = await server().register();
    const twin = server().visitor();
    await twin.call('login', { body: person });
    const change = (client: typeof twin, newPassword: string) =>
      client.call('changePassword', { body: { currentPassword: person.password, newPassword } });
    const results = await Promise.allSettled([change(person, 'battery staple 1'), change(twin, 'battery staple 2')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
