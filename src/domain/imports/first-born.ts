import type { Born, KnownAnimal } from './herd.ts';

/**
 * The children of one animal that were born first: whoever can be older than these can be older than all of them. Rows give some of
 * the children another birth, each child once; a father of many thousands is looked through only once all the same.
 */
export class FirstBorn {
  // The youngest first, so that the eldest is taken off at the end.
  readonly #dated: KnownAnimal[];
  readonly #ofYear: KnownAnimal[];
  readonly #isMoved: (child: KnownAnimal) => boolean;
  readonly #moved: { dated?: Child; ofYear?: Child } = {};

  /** `isMoved`: whether a child was given another birth, which `move` has been told. */
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

  /** At most four: dates are compared as days, years alone as years. */
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
