import type { ParentIds } from '../records/breeding.ts';
import { plural } from '../values/plural.ts';

type ParentsOf = (id: string) => ParentIds | undefined;

/** Animals are numbered in the order in which they are visited, parents before their young. */
interface Ancestor {
  readonly id: string;
  /** The number of the sire; -1 if unknown. */
  readonly sire: number;
  readonly dam: number;
  /** One more than the higher generation of its parents, and 0 for founders, so that no animal descends from one of its own generation. */
  readonly generation: number;
  /** The animal's own coefficient of inbreeding, 0 to 1. */
  readonly inbreeding: number;
  /** The share of the animal's genes that its parents do not explain: Meuwissen and Luo's D. */
  readonly own: number;
  readonly completeness: number;
}

export interface CommonAncestor {
  readonly id: string;
  /** The part of the young's inbreeding that comes through this animal, 0 to 1; all of them add up to it. */
  readonly contribution: number;
}

/**
 * Coefficients of inbreeding by Meuwissen and Luo (1992, doi:10.1186/1297-9686-24-4-305): F of an animal is the sum of L² D over its
 * ancestors and itself, less 1, where L is the share of genes that came from the ancestor and D what the ancestor's own parents leave
 * unexplained. Ancestors are taken generation by generation, so that none is taken before all of its descendants.
 */
export class Pedigree {
  readonly #parentsOf: ParentsOf;
  readonly #numbers = new Map<string, number>();
  readonly #known: Ancestor[] = [];
  /** Cached by pair of parents, since full siblings have the same inbreeding. */
  readonly #ofPairs = new Map<number, number>();
  /** Shares of genes by number, all 0 between two computations. */
  #shares = new Float64Array(1024);

  /** `parentsOf` returns undefined for an unknown animal. The parents of an animal must be older than it. */
  constructor(parentsOf: ParentsOf) {
    this.#parentsOf = parentsOf;
  }

  /** 0 to 1; 0 if a parent is unknown. */
  inbreedingOf = (id: string): number => this.#known[this.#numberOf(id)]!.inbreeding;

  /** False if it is 0 for want of known ancestors of both parents. */
  isInbreedingKnown(id: string): boolean {
    const { sire, dam, inbreeding } = this.#known[this.#numberOf(id)]!;
    return inbreeding > 0 || this.#haveAncestors(sire, dam);
  }

  isInbreedingOfYoungKnown = (sireId: string, damId: string): boolean =>
    this.inbreedingOfYoung(sireId, damId) > 0 || this.#haveAncestors(this.#numberOf(sireId), this.#numberOf(damId));

  #haveAncestors = (...numbers: readonly number[]): boolean =>
    numbers.every((number) => (this.#known[number]?.completeness ?? 0) > 0);

  /** Complete generation equivalents: the sum of (1/2)^n over all known ancestors, n generations back. */
  completenessOf = (id: string): number => this.#known[this.#numberOf(id)]!.completeness;

  /** The inbreeding of the young of a pair. */
  inbreedingOfYoung(sireId: string, damId: string): number {
    const sire = this.#numberOf(sireId);
    return this.#ofPair(sire, this.#numberOf(damId));
  }

  /**
   * The ancestors at which the lines of the pair first meet, by Wright's paths; the largest contribution first. An ancestor further back
   * counts only by lines that do not run through these.
   */
  commonAncestors(sireId: string, damId: string): CommonAncestor[] {
    const [sire, dam] = [this.#numberOf(sireId), this.#numberOf(damId)];
    // The pairs still to be followed, by the younger animal: the older one, with the share of the coancestry of the parents that is this pair's.
    const pairs = new Map<number, Map<number, number>>();
    const add = (one: number, other: number, share: number): void => {
      if (one < 0 || other < 0) return;
      const [younger, older] = one > other ? [one, other] : [other, one];
      const others = pairs.get(younger) ?? new Map<number, number>();
      pairs.set(younger, others.set(older, (others.get(older) ?? 0) + share));
    };
    add(sire, dam, 1);
    const common: CommonAncestor[] = [];
    // Parents have smaller numbers than their young.
    for (let younger = Math.max(sire, dam); younger >= 0; younger -= 1) {
      const others = pairs.get(younger);
      if (!others) continue;
      pairs.delete(younger);
      const { id, inbreeding, sire: itsSire, dam: itsDam } = this.#known[younger]!;
      for (const [other, share] of others) {
        if (other === younger) {
          common.push({ id, contribution: (share * (1 + inbreeding)) / 2 });
          continue;
        }
        add(itsSire, other, share / 2);
        add(itsDam, other, share / 2);
      }
    }
    return common.toSorted((a, b) => b.contribution - a.contribution || (a.id < b.id ? -1 : 1));
  }

  /** Iterative, because the number of generations is unlimited. */
  #numberOf(id: string): number {
    const underWay = new Set<string>();
    for (const open = [id]; open.length > 0;) {
      const next = open.at(-1)!;
      const { fatherId = null, motherId = null } = this.#parentsOf(next) ?? {};
      underWay.add(next);
      // Cycles are refused when a parent is stored, but one would never end here.
      const isMissing = (parent: string | null) => parent !== null && !this.#numbers.has(parent) && !underWay.has(parent);
      const missing = [fatherId, motherId].filter(isMissing) as string[];
      if (missing.length > 0 && !this.#numbers.has(next)) {
        open.push(...missing);
        continue;
      }
      open.pop();
      if (!this.#numbers.has(next)) this.#add(next, fatherId, motherId);
    }
    return this.#numbers.get(id)!;
  }

  #add(id: string, fatherId: string | null, motherId: string | null): void {
    const [sire = -1, dam = -1] = [fatherId, motherId].map((parent) => this.#numbers.get(parent ?? '') ?? -1);
    const parents = [sire, dam].flatMap((parent) => this.#known[parent] ?? []);
    const ancestor: Ancestor = {
      id,
      sire,
      dam,
      generation: parents.length === 0 ? 0 : 1 + Math.max(...parents.map(({ generation }) => generation)),
      inbreeding: parents.length === 2 ? this.#ofPair(sire, dam) : 0,
      own: 1 - parents.reduce((sum, { inbreeding }) => sum + (1 + inbreeding) / 4, 0),
      completeness: parents.reduce((sum, { completeness }) => sum + (1 + completeness) / 2, 0),
    };
    this.#numbers.set(id, this.#known.push(ancestor) - 1);
  }

  #ofPair(sire: number, dam: number): number {
    const pair = sire * 2 ** 26 + dam;
    const stored = this.#ofPairs.get(pair);
    if (stored !== undefined) return stored;
    let sum = 1 - (2 + this.#known[sire]!.inbreeding + this.#known[dam]!.inbreeding) / 4;
    this.#forEachShare([sire, dam], (ancestor, share) => {
      sum += share * share * this.#known[ancestor]!.own;
    });
    // Removes rounding errors.
    const inbreeding = Math.max(0, Math.round((sum - 1) * 1e14) / 1e14);
    this.#ofPairs.set(pair, inbreeding);
    return inbreeding;
  }

  /** Calls `take` with the share of genes of each ancestor, including the animal or the pair itself. */
  #forEachShare(from: readonly number[], take: (ancestor: number, share: number) => void): void {
    if (this.#shares.length < this.#known.length) this.#shares = new Float64Array(this.#known.length * 2);
    const shares = this.#shares;
    const generations: number[][] = [];
    const give = (ancestor: number, share: number): void => {
      if (ancestor < 0) return;
      if (shares[ancestor] === 0) (generations[this.#known[ancestor]!.generation] ??= []).push(ancestor);
      shares[ancestor]! += share;
    };
    for (const ancestor of from) give(ancestor, 1 / from.length);
    for (let generation = generations.length - 1; generation >= 0; generation -= 1) {
      for (const ancestor of generations[generation] ?? []) {
        const share = shares[ancestor]!;
        shares[ancestor] = 0;
        const { sire, dam } = this.#known[ancestor]!;
        give(sire, share / 2);
        give(dam, share / 2);
        take(ancestor, share);
      }
    }
  }
}

/** An unknown pedigree does not mean low inbreeding. */
export function inbreedingText(inbreeding: number, isKnown: boolean, generations: number): string {
  const known = Math.round(generations * 10) / 10;
  if (known === 0) return 'Not known: no ancestors are recorded';
  if (!isKnown) return 'Not known: a parent has no recorded ancestors';
  return `${percentText(inbreeding)}, as far as ${plural(known, 'generation')} of ancestors ${known === 1 ? 'is' : 'are'} known`;
}

export const inbreedingTextOf = (pedigree: Pedigree, id: string): string =>
  inbreedingText(pedigree.inbreedingOf(id), pedigree.isInbreedingKnown(id), pedigree.completenessOf(id));

/** `12.5 %`, `6.25 %`, `0 %` */
export const percentText = (share: number): string => `${Math.round(share * 10_000) / 100} %`;
