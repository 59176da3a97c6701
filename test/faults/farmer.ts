import { Ledger } from './ledger.ts';

const json = { 'content-type': 'application/json' };

export async function openLedger(url: string): Promise<Ledger> {
  const username = `shepherd-${crypto.randomUUID().slice(0, 8)}`;
  const person = { username, email: 'shepherd@example.org', password: 'correct horse' };
  const response = await fetch(`${url}/api/auth/register`, { method: 'POST', headers: json, body: JSON.stringify(person) });
  if (!response.ok) throw new Error(`Nobody can register: ${response.status} ${await response.text()}`);
  return new Ledger(response.headers.getSetCookie()[0]?.split(';')[0] ?? '');
}
