import { useQuery } from '@tanstack/react-query';
import type { Product } from '#contract/products.ts';
import { addDays } from '#domain/values/dates.ts';
import { openTests, reductionTests } from '#domain/journal/egg-reduction.ts';
import { dewormingsOf } from '#domain/journal/parasites.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { dayText } from '#web/herd/day-text.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { controlText, howToTest, openText, reductionText, verdictText } from './treat-text.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

const lookbackDays = 730;

/** Shows whether a dewormer still works, from egg counts before and after treatment. */
export function ReductionTests({ products }: { products: readonly Product[] }) {
  const now = today();
  const mayCount = mayRecord(useFarmRole(), 'scores');
  const from = addDays(now, -lookbackDays);
  const { data: scores = [] } = useQuery(eventsQuery({ kinds: ['scores'], from }));
  const { data: treatments = [] } = useQuery(eventsQuery({ kinds: ['treatment'], from }));
  const dewormings = dewormingsOf(treatments, products);
  const tests = reductionTests(dewormings, scores);
  const open = openTests(dewormings, scores, now);
  return (
    <section aria-labelledby="still-works" className="mt-8 max-w-3xl">
      <h2 id="still-works" className="title mb-1.5 text-lg">
        Does the dewormer still work?
      </h2>
      {tests.length + open.length === 0 ? (
        <p className="text-muted-foreground">{howToTest}</p>
      ) : (
        <ul className="divide-y overflow-hidden rounded-xl border bg-card">
          {open.map((test) => (
            <li key={`open ${test.day} ${test.productName}`} className="px-4 py-3">
              <p dir="auto" className="font-medium wrap-anywhere">
                {test.productName}, {dayText(test.day, now)}
              </p>
              <p>{openText(test, now)}</p>
              {mayCount && (
                <LinkButton
                  to="/work/new"
                  search={{ do: 'eggCount' }}
                  state={{ animalIds: test.animalIds }}
                  variant="outline"
                  className="mt-2 print:hidden"
                >
                  Count worm eggs
                </LinkButton>
              )}
            </li>
          ))}
          {tests.map((test) => (
            <li key={`${test.day} ${test.productName}`} className="px-4 py-3">
              <p dir="auto" className="font-medium wrap-anywhere">
                {test.productName}, {dayText(test.day, now)}
              </p>
              <p>{verdictText(test)}</p>
              <p className="text-sm text-muted-foreground">{reductionText(test)}</p>
              <p className="text-sm text-muted-foreground empty:hidden">{controlText(test)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
