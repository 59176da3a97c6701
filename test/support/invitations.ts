import type { TestServer } from './engines.ts';

/** The token of the newest invitation that was mailed to the address. */
export async function tokenMailedTo({ db }: Pick<TestServer, 'db'>, email: string): Promise<string> {
  const mails = await db.selectFrom('mails').select(['to_address', 'body']).orderBy('id', 'desc').execute();
  const mail = mails.find(
    ({ to_address, body }) => to_address.toLowerCase() === email.toLowerCase() && body.includes('invitation='),
  );
  const [, token] = /\/login\?invitation=([\w-]{43})$/m.exec(mail?.body ?? '') ?? [];
  if (!token) throw new Error(`No invitation was mailed to ${email}`);
  return token;
}
