import { normalizeText } from '../text.ts';
import type { Change } from './changes.ts';
import { add, candidateOf, tagKey, type Candidate, type Herd, type KnownAnimal } from './herd.ts';
import { ownAncestors } from './loops.ts';
import { leaveOut, Registry, roles, settleParent, type Parentage, type Role, type WrongParentAnswer } from './parents.ts';
import type { ParentWords, ReadRow } from './reading.ts';

export interface Draft {
  readonly row: ReadRow;
  readonly animal: Candidate;
}

/** The parents of all animals after the import. */
export class Family {
  readonly #drafts: readonly Draft[];
  readonly #herd: Herd;
  readonly #known = new Map<KnownAnimal, Candidate>();
  readonly #parentages = new Map<Candidate, Partial<Record<Role, Parentage>>>();
  /** The parents still to be found, grouped by the role and tag by which rows name them. */
  readonly #groups = new Map<string, Parentage[]>();

  private constructor(drafts: readonly Draft[], herd: Herd) {
    this.#drafts = drafts;
    this.#herd = herd;
  }

  static of(drafts: readonly Draft[], herd: Herd): Family {
    const family = new Family(drafts, herd);
    for (const animal of herd.animals) {
      family.#known.set(animal, candidateOf(animal, null));
    }
    for (const { animal } of drafts) if (animal.known) family.#known.set(animal.known, animal);
    for (const draft of drafts) {
      family.#takeUp(draft);
    }
    return family;
  }

  settle(answer: WrongParentAnswer): void {
    const registry = new Registry();
    for (const animal of this.#everyone()) {
      registry.add(animal);
    }
    for (const group of this.#groups.values()) {
      settleParent(group, registry, answer);
    }
    const circles = ownAncestors(this.#everyone(), this.parentsOf);
    if (circles.size === 0) return;
    for (const one of [...this.#groups.values()].flat()) {
      if (one.parent && circles.has(one.child) && circles.has(one.parent)) {
        leaveOut(one, `With the ${one.role} ${one.words.tag} it would be its own ancestor.`);
      }
    }
  }

  readonly parentsOf = (child: Candidate): readonly Candidate[] =>
    roles.flatMap((role) => this.parentageOf(child, role)?.parent ?? this.#stored(child, role) ?? []);

  parentageOf(child: Candidate, role: Role): Parentage | undefined {
    return this.#parentages.get(child)?.[role];
  }

  /** The changes that the row makes to the parents of an existing animal. */
  changesOf(child: Candidate): Change[] {
    return roles.flatMap((role) => {
      const next = this.parentageOf(child, role)?.parent;
      const stored = this.#stored(child, role);
      if (!next || next === stored) return [];
      return { label: role === 'mother' ? 'Mother' : 'Father', from: stored?.tagNumber ?? null, to: next.tagNumber };
    });
  }

  /** How many tags of parents belong to an animal that cannot be that parent. */
  get reusedTags(): number {
    return [...this.#groups.values()].filter((group) => group.some(({ isReused }) => isReused)).length;
  }

  #takeUp({ row, animal: child }: Draft): void {
    const parentages: Partial<Record<Role, Parentage>> = {};
    for (const role of roles) {
      const words = row[role];
      if (words === null) continue;
      const stored = this.#stored(child, role);
      // A recorded parent with this tag or name stays as it is.
      const parent = stored && isCalled(stored, words) ? stored : null;
      const parentage: Parentage = { child, role, words, parent, remark: null, isReused: false };
      parentages[role] = parentage;
      if (stored && !parent && child.known?.isOffspring) {
        leaveOut(parentage, `A breeding record names it as offspring of its ${role} ${stored.tagNumber}.`);
      } else if (!parent) add(this.#groups, `${role} ${row.species} ${tagKey(words.tag)}`, parentage);
    }
    this.#parentages.set(child, parentages);
  }

  #stored(child: Candidate, role: Role): Candidate | undefined {
    const stored = child.known && this.#herd.find(child.known[`${role}Id`]);
    return stored ? this.#known.get(stored) : undefined;
  }

  *#everyone(): Generator<Candidate> {
    yield* this.#known.values();
    for (const { animal } of this.#drafts) if (!animal.known) yield animal;
  }
}

const isCalled = ({ tagNumber, name }: Candidate, { tag }: ParentWords): boolean =>
  tagKey(tagNumber) === tagKey(tag) || (name !== null && normalizeText(name) === normalizeText(tag));
