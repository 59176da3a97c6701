import type { Born, KnownAnimal } from './herd.ts';

/**
 * Tracks the offspring of one animal that were born first: an animal that can be older than these can be older than all of its
 * offspring. Each row may change the birth of one child once. The list is sorted once, so that a sire of many thousands stays
 * cheap.
 */
export class FirstBorn {
  // Sorted youngest first, so that the oldest can be popped off the end.
  readonly #dated: KnownAnimal[];
  readonly #ofYear: KnownAnimal[];
  readonly #isMoved: (child: KnownAnimal) => boolean;
  readonly #moved: { dated?: Child; ofYear?: Child } = {};

  /** `isMoved` tells whether the birth of a child was changed with `move`. */
  constructor(children: readonly KnownAnimal[], isMoved: (child: KnownAnimal) => boolean) {
    this.#isMoved = isMoved;
    this.#dated = children
      .filter(({ birthDate }) => birthDate !== null)
      .toSorted((a, b) => ((a.birthDate ?? '') < (b.birthDate ?? '') ? 1 : -1));
    this.#ofYear = children
      .filter(({ birthDate, birthYear }) => birthDate === null && birthYear !== null)
      .toSorted((a, b) => (b.birthYear ?? 0) - (a.birthYear ?? 0));
  }

  move(child: KnownAnimal, born: Born): void {
    const { dated, ofYear } = this.#moved;
    if (born.birthDate !== null) {
      if (!dated || born.birthDate < (dated[1].birthDate ?? '')) this.#moved.dated = [child, born];
    } else if (born.birthYear !== null && (!ofYear || born.birthYear < (ofYear[1].birthYear ?? 0))) {
      this.#moved.ofYear = [child, born];
    }
  }

  /** At most four, since full dates are compared by day and others by year. */
  get all(): readonly Child[] {
    const unmoved = [this.#eldest(this.#dated), this.#eldest(this.#ofYear)];
    return [
      ...unmoved.flatMap((child): Child[] => (child ? [[child, child]] : [])),
      ...[this.#moved.dated, this.#moved.ofYear].flatMap((child) => (child ? [child] : [])),
    ];
  }

  #eldest(children: KnownAnimal[]): KnownAnimal | undefined {
    for (;;) {
      const eldest = children.at(-1);
      if (!eldest || !this.#isMoved(eldest)) return eldest;
      children.pop();
    }
  }
}

type Child = readonly [child: KnownAnimal, born: Born];
