import { parentRoles, type ParentRole } from '../records/parentage.ts';
import { numberKey } from '../animals/tags.ts';
import { capitalized } from '../values/text.ts';
import type { Change } from './happened.ts';
import { addToGroup, toPlannedAnimal, tagKey, type PlannedAnimal, type Herd, type KnownAnimal } from './herd.ts';
import { findCycleMembers } from '../values/topological-sort.ts';
import { isCalled, rejectParent, AnimalIndex, resolveParent, type Parentage, type ParentAnswers } from './parents.ts';
import type { KnownNumber } from './numbers.ts';
import type { ParsedRow } from './parsed-row.ts';

export interface MatchedRow {
  readonly row: ParsedRow;
  readonly animal: PlannedAnimal;
}

export class Pedigree {
  readonly #rows: readonly MatchedRow[];
  readonly #herd: Herd;
  readonly #known = new Map<KnownAnimal, PlannedAnimal>();
  readonly #parentages = new Map<PlannedAnimal, Partial<Record<ParentRole, Parentage>>>();
  readonly #groups = new Map<string, Parentage[]>();
  readonly #numbers = new Map<string, string[]>();

  constructor(rows: readonly MatchedRow[], herd: Herd, numbers: readonly KnownNumber[]) {
    this.#rows = rows;
    this.#herd = herd;
    for (const { animalId, key } of numbers) addToGroup(this.#numbers, animalId, key);
    for (const animal of herd.animals) this.#known.set(animal, toPlannedAnimal(animal, null));
    for (const { animal } of rows) if (animal.known) this.#known.set(animal.known, animal);
    for (const row of rows) this.#addRow(row);
  }

  resolveParents(answers: ParentAnswers): void {
    const index = new AnimalIndex();
    for (const animal of this.#allAnimals()) {
      const own = animal.row?.numbers.map(({ number }) => numberKey(number)) ?? [];
      index.add(animal, [...own, ...(this.#numbers.get(animal.known?.id ?? '') ?? [])]);
    }
    for (const group of this.#groups.values()) resolveParent(group, index, answers);
    const isCyclic = this.#rejectParentsOnCycles(this.parentsOf);
    // A child whose parent is rejected keeps its recorded one, which can close another cycle with the file's other changes.
    if (isCyclic && findCycleMembers(this.#allAnimals(), this.parentsOf).size > 0) {
      const recorded = (child: PlannedAnimal) => parentRoles.flatMap((role) => this.#recordedParent(child, role) ?? []);
      this.#rejectParentsOnCycles((child) => [...this.parentsOf(child), ...recorded(child)]);
    }
  }

  /** Returns whether there were cycles. */
  #rejectParentsOnCycles(parentsOf: (child: PlannedAnimal) => readonly PlannedAnimal[]): boolean {
    const cyclic = findCycleMembers(this.#allAnimals(), parentsOf);
    if (cyclic.size === 0) return false;
    for (const one of [...this.#groups.values()].flat()) {
      if (one.parent && cyclic.has(one.child) && cyclic.has(one.parent)) {
        rejectParent(one, `With the ${one.role} ${one.reference.tag} it would be its own ancestor.`);
      }
    }
    return true;
  }

  readonly parentsOf = (child: PlannedAnimal): readonly PlannedAnimal[] =>
    parentRoles.flatMap((role) => this.parentageOf(child, role)?.parent ?? this.#recordedParent(child, role) ?? []);

  parentageOf(child: PlannedAnimal, role: ParentRole): Parentage | undefined {
    return this.#parentages.get(child)?.[role];
  }

  changesOf(child: PlannedAnimal): Change[] {
    return parentRoles.flatMap((role) => {
      const next = this.parentageOf(child, role)?.parent;
      const stored = this.#recordedParent(child, role);
      if (!next || next === stored) return [];
      return { label: capitalized(role), from: stored?.tagNumber ?? null, to: next.tagNumber };
    });
  }

  get reusedTags(): number {
    return [...this.#groups.values()].filter((group) => group.some(({ isReused }) => isReused)).length;
  }

  #addRow({ row, animal: child }: MatchedRow): void {
    const parentages: Partial<Record<ParentRole, Parentage>> = {};
    for (const role of parentRoles) {
      const reference = row[role];
      if (reference === null) continue;
      const stored = this.#recordedParent(child, role);
      // A recorded parent with this tag or name stays as it is.
      const parent = stored && isCalled(stored, reference.tag) ? stored : null;
      const parentage: Parentage = { child, role, reference, parent, remark: null, isReused: false, isFoundByNumber: false };
      parentages[role] = parentage;
      if (stored && !parent && child.known?.isOffspring) {
        rejectParent(parentage, `A breeding record names it as offspring of its ${role} ${stored.tagNumber}.`);
      } else if (!parent) addToGroup(this.#groups, `${role} ${row.species} ${tagKey(reference.tag)}`, parentage);
    }
    this.#parentages.set(child, parentages);
  }

  #recordedParent(child: PlannedAnimal, role: ParentRole): PlannedAnimal | undefined {
    const stored = child.known && this.#herd.find(child.known[`${role}Id`]);
    return stored ? this.#known.get(stored) : undefined;
  }

  *#allAnimals(): Generator<PlannedAnimal> {
    yield* this.#known.values();
    for (const { animal } of this.#rows) if (!animal.known) yield animal;
  }
}
