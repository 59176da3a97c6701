import type { HasBirth } from '../births.ts';
import type { KnownAnimal } from './herd.ts';

/**
 * Tracks the offspring of one animal that were born first: an animal that can be older than these can be older than all of its
 * offspring. Each row may change the birth of one child once. The list is sorted once, so that a sire of many thousands stays
 * cheap.
 */
export class OldestOffspring {
  // Sorted youngest first, so that the oldest can be popped off the end.
  readonly #byDate: KnownAnimal[];
  readonly #byYear: KnownAnimal[];
  readonly #isMoved: (child: KnownAnimal) => boolean;
  readonly #moved: { dated?: Child; ofYear?: Child } = {};

  constructor(children: readonly KnownAnimal[], isMoved: (child: KnownAnimal) => boolean) {
    this.#isMoved = isMoved;
    this.#byDate = children
      .filter(({ birthDate }) => birthDate !== null)
      .toSorted((a, b) => ((a.birthDate ?? '') < (b.birthDate ?? '') ? 1 : -1));
    this.#byYear = children
      .filter(({ birthDate, birthYear }) => birthDate === null && birthYear !== null)
      .toSorted((a, b) => (b.birthYear ?? 0) - (a.birthYear ?? 0));
  }

  move(child: KnownAnimal, born: HasBirth): void {
    const { dated, ofYear } = this.#moved;
    if (born.birthDate !== null) {
      if (!dated || born.birthDate < (dated[1].birthDate ?? '')) this.#moved.dated = [child, born];
    } else if (born.birthYear !== null && (!ofYear || born.birthYear < (ofYear[1].birthYear ?? 0))) {
      this.#moved.ofYear = [child, born];
    }
  }

  /** At most four, since full dates are compared by day and others by year. */
  get all(): readonly Child[] {
    const unmoved = [this.#oldest(this.#byDate), this.#oldest(this.#byYear)];
    return [
      ...unmoved.flatMap((child): Child[] => (child ? [[child, child]] : [])),
      ...[this.#moved.dated, this.#moved.ofYear].flatMap((child) => (child ? [child] : [])),
    ];
  }

  #oldest(children: KnownAnimal[]): KnownAnimal | undefined {
    for (;;) {
      const oldest = children.at(-1);
      if (!oldest || !this.#isMoved(oldest)) return oldest;
      children.pop();
    }
  }
}

type Child = readonly [child: KnownAnimal, born: HasBirth];
