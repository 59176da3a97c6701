import type { AnimalRecord } from '../records/animal.ts';
import { isBeforeBirth } from '../records/births.ts';
import { validateParent, parentRoles, type ParentRole } from '../records/parentage.ts';
import { addToGroup, isActive, type KnownAnimal } from './herd.ts';
import { sortTopologically, findCycleMembers } from '../values/topological-sort.ts';

/** The values of the changed fields are those before the import; the version is the one after it. */
export interface ImportedChange {
  readonly animalId: string;
  readonly before: Partial<AnimalRecord>;
  readonly versionAfter: number;
}

export interface UndoInput {
  readonly animals: readonly KnownAnimal[];
  readonly addedAnimals: ReadonlyMap<string, number>;
  readonly changes: readonly ImportedChange[];
  readonly animalsWithRecords: ReadonlySet<string>;
}

/**
 * Plans which changes of an import can be undone: all that no later change depends on. The plan is checked against the herd as it
 * will be afterwards, so the order of undoing makes no difference.
 */
export function planUndo(input: UndoInput): UndoPlanner['plan'] {
  const undo = new UndoPlanner(input);
  for (let round = 1; ; round += 1) {
    undo.keepReferenced();
    if (!undo.keepCyclic(round < maxRounds)) return undo.plan;
  }
}

/** Keeping an animal to break one cycle may close another. Only crafted records need more rounds than this. */
const maxRounds = 10;

class UndoPlanner {
  readonly #animals: readonly KnownAnimal[];
  readonly #byId: ReadonlyMap<string, KnownAnimal>;
  readonly #restore = new Map<string, ImportedChange>();
  readonly #toRemove = new Set<string>();
  readonly #kept = new Map<string, string>();
  readonly #children = new Map<string, KnownAnimal[]>();
  readonly #toCheck: KnownAnimal[];

  constructor({ animals, addedAnimals, changes, animalsWithRecords }: UndoInput) {
    this.#animals = animals;
    this.#byId = new Map(animals.map((animal) => [animal.id, animal]));
    this.#toCheck = [...animals];
    for (const change of changes) {
      const animal = this.#byId.get(change.animalId);
      const reason = animal && validateUndo(animal, change, animalsWithRecords);
      if (reason) this.#kept.set(animal.id, reason);
      else if (animal) this.#restore.set(animal.id, change);
    }
    for (const [id, versionAfter] of addedAnimals) {
      if (animalsWithRecords.has(id)) this.#kept.set(id, 'It has health or breeding records.');
      else if (this.#byId.get(id)?.version !== versionAfter) this.#kept.set(id, 'It was changed after the import.');
      else this.#toRemove.add(id);
    }
    for (const animal of animals) {
      const before = this.#restore.get(animal.id)?.before;
      for (const id of new Set([animal.motherId, animal.fatherId, before?.motherId, before?.fatherId]))
        if (id) addToGroup(this.#children, id, animal);
    }
  }

  get plan() {
    const tagOf = (id: string): string => this.#byId.get(id)?.tagNumber ?? '';
    const toRemove = this.#animals.filter(({ id }) => this.#toRemove.has(id));
    const stays = this.#animals.filter(({ id }) => !this.#toRemove.has(id));
    return {
      restore: [...this.#restore.values()],
      /** Children come before their parents. */
      remove: sortTopologically(toRemove, ({ id }) => this.#children.get(id) ?? []).order.map(({ id }) => id),
      kept: [...this.#kept].map(([id, reason]) => ({ animalId: id, tagNumber: tagOf(id), reason })),
      activeChange: stays.map(this.#afterwards).filter(isActive).length - this.#animals.filter(isActive).length,
    };
  }

  /** The relatives of each kept animal are checked again. */
  keepReferenced(): void {
    for (const child of this.#toCheck) {
      if (this.#toRemove.has(child.id)) continue;
      for (const { role, parent } of this.#parentsOf(child)) {
        if (this.#toRemove.has(parent.id)) this.#keep(parent, `It is the ${role} of ${child.tagNumber}, which stays.`);
        if (validateParent(role, this.#afterwards(parent), this.#afterwards(child))) this.#keepInconsistent(role, parent, child);
      }
    }
    this.#toCheck.length = 0;
  }

  /** Returns false if there was no cycle. */
  keepCyclic(onlyThoseOnCircles: boolean): boolean {
    const before = this.#kept.size;
    const cyclic = findCycleMembers(this.#animals, (child) => this.#parentsOf(child).map(({ parent }) => parent));
    if (cyclic.size === 0) return false;
    for (const animal of onlyThoseOnCircles ? cyclic : this.#animals) {
      const restored = this.#restore.get(animal.id)?.before;
      const shouldKeep = onlyThoseOnCircles || restored?.motherId !== undefined || restored?.fatherId !== undefined;
      if (restored && shouldKeep) this.#keep(animal, 'With the parents it had before it would be its own ancestor.');
    }
    return this.#kept.size > before;
  }

  #keepInconsistent(role: ParentRole, parent: KnownAnimal, child: KnownAnimal): void {
    const isAnotherParent = Object.keys(this.#restore.get(parent.id)?.before ?? {}).some((field) => identityFields.has(field));
    const toKeep = isAnotherParent ? parent : child;
    if (!this.#restore.has(toKeep.id)) return;
    this.#keep(toKeep, `What it was before no longer fits its family: ${child.tagNumber} has the ${role} ${parent.tagNumber}.`);
  }

  #keep(animal: KnownAnimal, reason: string): void {
    const { id } = animal;
    this.#toRemove.delete(id);
    this.#kept.set(id, reason);
    this.#toCheck.push(animal);
    // Its children were checked against the sex and birth it would have had again.
    if (this.#restore.delete(id)) for (const child of this.#children.get(id) ?? []) this.#toCheck.push(child);
  }

  readonly #afterwards = (animal: KnownAnimal): KnownAnimal => {
    const restored = this.#restore.get(animal.id);
    return restored ? { ...animal, ...restored.before } : animal;
  };

  #parentsOf(animal: KnownAnimal): { role: ParentRole; parent: KnownAnimal }[] {
    const after = this.#afterwards(animal);
    return parentRoles.flatMap((role) => {
      const parent = this.#byId.get(after[`${role}Id`] ?? '');
      return parent ? { role, parent } : [];
    });
  }
}

const identityFields: ReadonlySet<string> = new Set(['sex', 'birthDate', 'birthYear']);

function validateUndo(
  animal: KnownAnimal,
  { before, versionAfter }: ImportedChange,
  animalsWithRecords: ReadonlySet<string>,
): string | undefined {
  if (animal.version !== versionAfter) return 'It was changed after the import and keeps what the import brought.';
  if (before.isReference && animalsWithRecords.has(animal.id)) return 'It has records now and stays one of your animals.';
  const { firstRecordOn } = animal;
  if (firstRecordOn !== null && isBeforeBirth(firstRecordOn, { ...animal, ...before }))
    return 'It has records now from before the birth it had.';
  if (before.sex !== undefined && animal.isMate) return 'It has breeding records, so its sex cannot change.';
  const hadOtherParents = before.motherId !== undefined || before.fatherId !== undefined;
  return hadOtherParents && animal.isOffspring ? 'A breeding record names it as offspring of the parents it has now.' : undefined;
}
