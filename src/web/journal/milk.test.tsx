import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useForm } from 'react-hook-form';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal } from '#test/build-animal.ts';
import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import type { EventFormValues } from './event-form-values.ts';
import { journalQuery } from './journal.data.ts';
import { MilkCard } from './milk-card.tsx';
import { MilkWarning } from './milk-warning.tsx';

const doe = buildAnimal({ id: '018f2b6e-7c1a-7c3e-8a55-0242ac120002', species: 'goat', sex: 'female' });
const kid = buildAnimal({ id: 'kid', species: 'goat', motherId: doe.id, birthDate: '2026-01-01' });

const milk = (day: string, amountMl: number): RecordedEvent =>
  recordedEvent({ kind: 'milking', animalId: doe.id, day, amountMl });

function card(events: readonly RecordedEvent[], animals = [doe, kid]): string {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
  const { container } = render(<MilkCard animal={doe} animals={animals} events={events} />);
  return container.textContent;
}

// 30 × 3000 + 30 × 3500 + 30 × 3000 = 285,000 ml, which are 293.55 kg or 647 lbs.
const tests = [milk('2026-01-31', 3000), milk('2026-03-02', 4000), milk('2026-04-01', 2000)];

test('a lactation has its yield in the farm’s unit, and the definition under it', () => {
  const text = card(tests);
  expect(text).toContain('647 lbs in 90 days');
  expect(text).toContain('Lactation 1, from Jan 1 · 3 test days · to the last test day, Apr 1');
  expect(text).toMatch(/The yield is worked out by the Test Interval Method: .* a litre is taken for 1\.03 kg\.$/);
});

test('one that is dry says since when, and one longer than 305 days has both yields', () => {
  const dry = recordedEvent({ kind: 'dryOff', animalId: doe.id, day: '2026-11-17' });
  const text = card([...tests, dry]);
  // 285,000 ml in the first 90 days, and 2000 ml on each day after them.
  expect(text).toContain('1,624 lbs in 305 days');
  expect(text).toContain('dry since Nov 17 · longer than 305 days: 1,692 lbs in 320');
});

const undone: RecordedEvent = { ...milk('2026-03-02', 9000), voidedAt: '2026-03-03T08:00:00.000Z' };

test('one test day gives no yield, undone entries do not count, and without a birth the screen says what is missing', () => {
  expect(card([milk('2026-01-31', 3000), undone])).toContain(
    '6.8 lbs on Sat, Jan 31Lactation 1, from Jan 1 · one test day; a yield needs two',
  );
  const unknown = card([milk('2026-01-31', 3000)], [doe]);
  expect(unknown).toContain('1 test day before a birth is known, the last on Sat, Jan 31: 6.8 lbs');
  expect(unknown).toContain('A yield counts from a kidding. Record hers to see it.');
});

function warn(amountMl: string, events: readonly RecordedEvent[]) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(journalQuery(doe.id).queryKey, [...events]);
  const Form = () => {
    const form = useForm<EventFormValues, unknown, NewEvent>({ defaultValues: { amountMl, day: '2026-04-20' } });
    return <MilkWarning control={form.control} animalId={doe.id} except={undefined} />;
  };
  render(
    <QueryClientProvider client={client}>
      <Form />
    </QueryClientProvider>,
  );
  return screen.queryByText('Look at the amount before you save');
}

test('an amount far above her test days is pointed out before it is saved, with both', () => {
  expect(warn('20000', tests)).not.toBeNull();
  screen.getByText(/^45\.4 lbs on this day is far more than the 4\.5 lbs that her test days around it/);
});

test('a usual amount, and one with nothing to compare it with, is not', () => {
  expect(warn('2500', tests)).toBeNull();
  expect(warn('20000', [])).toBeNull();
});
