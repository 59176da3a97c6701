// Records the weights of a scale's file on a farm. Node 20 or newer, no packages.
//
//   FARM_URL=https://farm.example.org FARM_KEY=bw_… node post-weighings.mjs weights.csv [2026-11-23]
//
// The key needs the scopes `see` and `record`. The file has a line for each animal: its ear tag or electronic number, and its weight in
// kilograms, separated by a comma or semicolon. A line whose weight is no number, such as the headings, is skipped and named. Without a day
// the weights are of today. Sending the same file again records nothing twice.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [file, day = new Date().toISOString().slice(0, 10)] = process.argv.slice(2);
const { FARM_URL: farm, FARM_KEY: key } = process.env;
if (!file || !farm || !key) {
  console.error('Say the file, and FARM_URL and FARM_KEY in the environment.');
  process.exit(2);
}

const [animals, numbers] = [await ask('GET', '/animals'), await ask('GET', '/animal-tags')];
const byNumber = new Map([
  ...numbers.filter(({ toDay }) => toDay === null).map(({ number, animalId }) => [plain(number), animalId]),
  ...animals.map(({ tagNumber, id }) => [plain(tagNumber), id]),
]);

const events = [];
for (const line of readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean)) {
  const [number = '', weight = ''] = line.split(/[,;]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  const [animalId, grams] = [byNumber.get(plain(number)), Math.round(Number(weight) * 1000)];
  if (!(grams > 0)) console.warn(`skipped, no weight: ${line}`);
  else if (!animalId) console.warn(`skipped, no animal has this number: ${line}`);
  else
    events.push({
      id: idOf(`${animalId} ${day} ${grams}`),
      kind: 'weighing',
      animalId,
      day,
      weightGrams: grams,
      method: 'scale',
    });
}
for (let from = 0; from < events.length; from += 2000) await ask('POST', '/events', { events: events.slice(from, from + 2000) });
console.log(`${events.length} weights recorded`);

/** Waits when the server says that too much was asked at once. */
async function ask(method, path, body) {
  for (;;) {
    const response = await fetch(new URL(`/api${path}`, farm), {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response.json();
    const { message } = await response.json().catch(() => ({ message: response.statusText }));
    if (response.status !== 429) {
      console.error(message);
      process.exit(1);
    }
    await new Promise((resume) => setTimeout(resume, 1000 * Number(response.headers.get('retry-after') ?? 1)));
  }
}

/** Spelled as readers and people spell it: `982 000002422333` and `982000002422333` are the same number. */
function plain(number) {
  return number.replaceAll(/[\s-]/g, '').toLowerCase();
}

/** The same for the same weight of the same animal on the same day, so that the server knows a weight that it has. */
function idOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
