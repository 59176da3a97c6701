import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import type { Animal } from '#contract/animals.ts';
import { percentText } from '#domain/breeding/inbreeding.ts';
import { Dialog, DialogBody, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { plural } from '#domain/values/plural.ts';
import type { Kin } from './mate-concerns.ts';
import { lineOfDescent } from './line-of-descent.ts';
import { bandLabels, pairKin } from './plan.ts';

export interface Pair {
  readonly male: Animal;
  readonly female: Animal;
}

interface Props extends OpenProps {
  /** The last pair stays while the dialog closes. */
  readonly pair: Pair;
  readonly kin: Kin;
  readonly find: (id: string) => Animal | undefined;
}

const maxShown = 12;

/** Shows the common ancestors through which the young would be inbred. */
export function InbreedingDialog({ pair: { male, female }, kin, find, isOpen, onClose }: Props) {
  const { inbreeding, band } = pairKin(male, female, kin);
  const common = isOpen ? kin.pedigree.commonAncestors(male.id, female.id) : [];
  const generations = [female, male].map(
    (animal) =>
      `${Math.round(kin.pedigree.completenessOf(animal.id) * 10) / 10} generations of ${animal.name ?? animal.tagNumber}`,
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`${percentText(inbreeding)} · ${bandLabels[band]}`}
      description={`Inbreeding of young of ${fullName(female)} and ${fullName(male)}. They share ${plural(common.length, 'ancestor')}.`}
    >
      {/* Nothing in it can get the focus, so it gets the focus itself and can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <DialogBody tabIndex={0}>
        <ol className="divide-y">
          {common.slice(0, maxShown).map(({ id, contribution }) => {
            const ancestor = find(id);
            return (
              ancestor && (
                <li key={id} className="py-2.5 first:pt-0">
                  <p className="flex justify-between gap-3 font-medium">
                    <span dir="auto" className="min-w-0 wrap-anywhere">
                      {fullName(ancestor)}
                    </span>
                    <span className="shrink-0">{percentText(contribution)}</span>
                  </p>
                  <Lines up={lineOfDescent(female, id, find)} down={lineOfDescent(male, id, find).toReversed().slice(1)} />
                </li>
              )
            );
          })}
        </ol>
        {common.length > maxShown && <p className="py-2">and {common.length - maxShown} more with smaller parts</p>}
        <p className="border-t pt-3 text-sm text-muted-foreground">
          Known: {generations.join(' and ')}. What is not known counts as 0.
        </p>
      </DialogBody>
    </Dialog>
  );
}

/** `Wren › Titan ‹ Duke`, by the shortest lines. */
const Lines = ({ up, down }: { up: readonly Animal[]; down: readonly Animal[] }) => (
  <p className="mt-0.5 flex flex-wrap items-center gap-x-1 text-sm text-muted-foreground">
    {[...up, ...down].map((animal, index) => (
      <Fragment key={`${animal.id} ${String(index)}`}>
        {index > 0 &&
          (index < up.length ? (
            <ChevronRight aria-label="comes from" className="size-4 shrink-0" />
          ) : (
            <ChevronLeft aria-label="parent of" className="size-4 shrink-0" />
          ))}
        <span className={index === up.length - 1 ? 'font-medium text-foreground' : undefined}>
          {animal.name ?? animal.tagNumber}
        </span>
      </Fragment>
    ))}
  </p>
);
