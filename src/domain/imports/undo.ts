import { parentFault, parentRoles, type ParentRole } from '../parentage.ts';
import type { Born, KnownAnimal } from './herd.ts';
import { ownAncestors } from './loops.ts';

/** An animal that an import changed: the fields it changed, as they were, and the version in which it left them. */
export interface Changed {
  readonly animalId: string;
  readonly before: Partial<Born & Pick<KnownAnimal, 'sex' | 'motherId' | 'fatherId' | 'isReference'>>;
  readonly versionAfter: number;
}

export interface UndoInput {
  readonly animals: readonly KnownAnimal[];
  /** The animals it brought that are still there, with the version in which it left them. */
  readonly newcomers: ReadonlyMap<string, number>;
  readonly changes: readonly Changed[];
  /** Animals with health or breeding records. */
  readonly recorded: ReadonlySet<string>;
}

export interface UndoPlan {
  readonly restore: readonly Changed[];
  readonly remove: readonly string[];
  /** What stays as the import left it, and why. */
  readonly kept: readonly { readonly tagNumber: string; readonly reason: string }[];
}

/**
 * What of an import can be taken back: everything that nobody built on since. The herd is looked at as it will be afterwards, so it
 * does not matter in which order things are taken back. It pauses at each animal.
 */
export function* planUndo(input: UndoInput): Generator<void, UndoPlan> {
  const undo = new Undo(input);
  // Whatever has to stay may keep others from going; that ends, since each round keeps at least one more.
  while (yield* undo.keepWhatHoldsTogether());
  return undo.plan;
}

class Undo {
  readonly #animals: readonly KnownAnimal[];
  readonly #byId: ReadonlyMap<string, KnownAnimal>;
  readonly #restore = new Map<string, Changed>();
  readonly #going = new Set<string>();
  readonly #kept = new Map<string, string>();

  constructor({ animals, newcomers, changes, recorded }: UndoInput) {
    this.#animals = animals;
    this.#byId = new Map(animals.map((animal) => [animal.id, animal]));
    for (const change of changes) {
      const animal = this.#byId.get(change.animalId);
      const reason = animal && whyNotRestore(animal, change, recorded);
      if (reason) this.#kept.set(animal.id, reason);
      else if (animal) this.#restore.set(animal.id, change);
    }
    for (const [id, versionAfter] of newcomers) {
      if (recorded.has(id)) this.#kept.set(id, 'It has health or breeding records.');
      else if (this.#byId.get(id)?.version !== versionAfter) this.#kept.set(id, 'It was changed after the import.');
      else this.#going.add(id);
    }
  }

  get plan(): UndoPlan {
    const tagOf = (id: string): string => this.#byId.get(id)?.tagNumber ?? '';
    return {
      restore: [...this.#restore.values()],
      remove: [...this.#going],
      kept: [...this.#kept].map(([id, reason]) => ({ tagNumber: tagOf(id), reason })),
    };
  }

  /** One round; false when there was nothing more to keep. */
  *keepWhatHoldsTogether(): Generator<void, boolean> {
    const before = this.#kept.size;
    for (const child of this.#animals) {
      yield;
      if (this.#going.has(child.id)) continue;
      for (const { role, parent } of this.#parentsOf(child)) {
        if (this.#going.has(parent.id)) this.#keep(parent, `It is the ${role} of ${child.tagNumber}, which stays.`);
        if (parentFault(role, this.#afterwards(parent), this.#afterwards(child))) this.#keepMisfit(role, parent, child);
      }
    }
    const circles = yield* ownAncestors(this.#animals, (child) => this.#parentsOf(child).map(({ parent }) => parent));
    for (const animal of circles) {
      if (this.#restore.has(animal.id)) this.#keep(animal, 'With the parents it had before it would be its own ancestor.');
    }
    return this.#kept.size > before;
  }

  #keepMisfit(role: ParentRole, parent: KnownAnimal, child: KnownAnimal): void {
    const isAnotherParent = Object.keys(this.#restore.get(parent.id)?.before ?? {}).some((field) => identity.has(field));
    const culprit = isAnotherParent ? parent : child;
    if (!this.#restore.has(culprit.id)) return;
    this.#keep(culprit, `What it was before no longer fits its family: ${child.tagNumber} has the ${role} ${parent.tagNumber}.`);
  }

  #keep({ id }: KnownAnimal, reason: string): void {
    this.#restore.delete(id);
    this.#going.delete(id);
    this.#kept.set(id, reason);
  }

  #afterwards(animal: KnownAnimal): KnownAnimal {
    return { ...animal, ...this.#restore.get(animal.id)?.before };
  }

  #parentsOf(animal: KnownAnimal): { role: ParentRole; parent: KnownAnimal }[] {
    const after = this.#afterwards(animal);
    return parentRoles.flatMap((role) => {
      const parent = this.#byId.get(after[`${role}Id`] ?? '');
      return parent ? { role, parent } : [];
    });
  }
}

const identity: ReadonlySet<string> = new Set(['sex', 'birthDate', 'birthYear']);

function whyNotRestore(
  animal: KnownAnimal,
  { before, versionAfter }: Changed,
  recorded: ReadonlySet<string>,
): string | undefined {
  if (animal.version !== versionAfter) return 'It was changed after the import and keeps what the import brought.';
  if (before.isReference && recorded.has(animal.id)) return 'It has records now and stays one of your animals.';
  if (before.sex !== undefined && animal.isMate) return 'It has breeding records, so its sex cannot change.';
  const hadOtherParents = before.motherId !== undefined || before.fatherId !== undefined;
  return hadOtherParents && animal.isOffspring ? 'A breeding record names it as offspring of the parents it has now.' : undefined;
}
