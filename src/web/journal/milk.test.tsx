import { render } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal } from '#test/build-animal.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { MilkCard } from './milk-card.tsx';

const doe = buildAnimal({ id: '018f2b6e-7c1a-7c3e-8a55-0242ac120002', species: 'goat', sex: 'female' });
const kid = buildAnimal({ id: 'kid', species: 'goat', motherId: doe.id, birthDate: '2026-01-01' });

const milk = (day: string, amountMl: number) => recordedEvent({ kind: 'milking', animalId: doe.id, day, amountMl });
const tests = [milk('2026-01-31', 3000), milk('2026-03-02', 4000), milk('2026-04-01', 2000)];
const dry = recordedEvent({ kind: 'dryOff', animalId: doe.id, day: '2026-11-17' });
const undone = { ...milk('2026-03-02', 9000), voidedAt: '2026-03-03T08:00:00.000Z' };

test.each<[what: string, events: readonly RecordedEvent[], hasKid: boolean, said: RegExp]>([
  // 30 × 3000 + 30 × 3500 + 30 × 3000 = 285,000 ml, which are 293.55 kg or 647 lbs, and 2000 ml on each day after them.
  ['has its yield', tests, true, /647 lbs in 90 days.*Test Interval Method: .* a litre is taken for 1\.03 kg\.$/],
  ['that is long has both yields', [...tests, dry], true, /1,624 lbs in 305 days.*dry since Nov 17 .*: 1,692 lbs in 320/],
  ['with one test day that counts has none', [tests[0]!, undone], true, /6\.8 lbs on Sat, Jan 31.*a yield needs two/],
  ['without a birth says so', tests.slice(0, 1), false, /1 test day before a birth is known.*A yield counts from a kidding/],
])('a lactation %s', (_, events, hasKid, said) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
  const { container } = render(<MilkCard animal={doe} animals={hasKid ? [doe, kid] : [doe]} events={events} />);
  expect(container.textContent).toMatch(said);
});
