import type { Animal } from '#contract/animals.ts';
import { type CalendarDate, isCalendarDate } from '#domain/values/dates.ts';
import { dayText } from '#web/herd/day-text.ts';
import { percentText } from '#domain/breeding/inbreeding.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { count } from '#web/lib/text/format.ts';
import { today } from '#web/lib/text/today.ts';
import type { Kin } from './mate-concerns.ts';
import { bandLabels, pairKin, type Plan } from './plan.ts';

interface Props {
  readonly plan: Plan;
  readonly males: readonly Animal[];
  readonly females: readonly Animal[];
  readonly kin: Kin;
  readonly inDay: CalendarDate;
  readonly outDay: CalendarDate;
}

/** A list for the pens: the females under each male, with boxes to tick. */
export const PlanPrint = ({ plan, males, females, kin, inDay, outDay }: Props) => (
  <div className="hidden print:block">
    <p className="mb-3">
      {isCalendarDate(inDay) && `In ${dayText(inDay, today())}`}
      {isCalendarDate(outDay) && ` · out ${dayText(outDay, today())}`}
    </p>
    {plan.size === 0 && <p>No female has a male yet: choose one for each, or share them out, and print then.</p>}
    {males.map((male) => {
      const own = females.filter(({ id }) => plan.get(id) === male.id);
      return (
        own.length > 0 && (
          <section key={male.id} className="mb-4">
            <h2 className="title mb-1 border-b-2 pb-1 text-lg break-after-avoid">
              {fullName(male)} · {count(own.length)}
            </h2>
            <ul className="columns-3 gap-6 text-sm">
              {own.map((female) => {
                const { inbreeding, band } = pairKin(male, female, kin);
                return (
                  <li key={female.id} className="flex break-inside-avoid items-center gap-2 border-b py-0.5">
                    <span aria-hidden className="size-3 shrink-0 border" />
                    <span dir="auto" className="min-w-0 flex-1 truncate">
                      {fullName(female)}
                    </span>
                    <span className="shrink-0">
                      {[band !== 'unknown' && percentText(inbreeding), band !== 'fine' && bandLabels[band].toLowerCase()]
                        .filter(Boolean)
                        .join(' ')}
                    </span>
                  </li>
                );
              })}
            </ul>
          </section>
        )
      );
    })}
  </div>
);
