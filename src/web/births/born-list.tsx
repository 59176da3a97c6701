import { youngName } from '#domain/records/births.ts';
import { useOpened } from '#web/components/dialogs/use-opened.ts';
import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { type Species, speciesTerms } from '#domain/records/animals.ts';
import { addDays } from '#domain/values/dates.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { familiesOf, type Family, type FamilyPart, familyParts, type YoungOfFamily } from '#domain/breeding/mothering.ts';
import { EarTag } from '#web/components/ear-tag.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { MoveDialog } from '#web/farm-lists/move-dialog.tsx';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { TagLink } from '#web/herd/animal/animal-link.tsx';
import { useYoungByDam } from '#web/herd/animal/young-with.tsx';
import { animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { moveOfForms } from '#web/herd/requested-forms.ts';
import { useRequestedForm } from '#web/lib/forms/open-form.ts';
import { dayText } from '#web/herd/day-text.ts';
import { count } from '#web/lib/text/format.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { DropdownMenuItem, MoreMenu } from '#web/ui/dropdown-menu.tsx';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { ChecksButton } from './checks-button.tsx';
import { YoungChecks } from './young-checks.tsx';
import { useRecordOfYoung } from './use-record-of-young.ts';
import type { useDueLines } from './use-due-lines.ts';
import { Dialog, DialogBody, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { byTag, useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';
import { LabelledCombobox } from '#web/ui/combobox.tsx';

const titles: Readonly<Record<FamilyPart, string>> = {
  today: 'Born today',
  yesterday: 'Born yesterday',
  ready: 'Ready to go out',
};

const weekDays = 8;

/** Dams with the young born in the last week, until they go out. */
export function useFamilies({ day, events, herd }: Pick<ReturnType<typeof useDueLines>, 'day' | 'events' | 'herd'>) {
  const { data: states = [] } = useQuery(animalStatesQuery);
  const { data: moves = [] } = useQuery(eventsQuery({ kinds: ['move'], from: addDays(day, -weekDays) }));
  const births = (events ?? []).filter((event) => event.kind === 'birth');
  return familiesOf({ animals: herd, births, moves, rearing: states }, day);
}

interface BornListProps {
  readonly families: readonly Family<Animal>[];
  readonly herd: readonly Animal[];
  readonly today: string;
  readonly whereOf: (animalId: string) => readonly { readonly name: string }[];
}

export function BornList({ families, herd, today, whereOf }: BornListProps) {
  const { opened, open, close } = useOpened<{ readonly moving?: readonly string[]; readonly fostering?: Animal }>();
  useRequestedForm(moveOfForms, (form) => open({ moving: form.slice(moveOfForms.length).split(' ') }));
  const byDam = useYoungByDam();
  const active = herd.filter(({ status }) => status === 'active');
  const sameTag = Map.groupBy(active, ({ tagNumber }) => tagNumber);
  const hasOwnTag = ({ tagNumber }: Animal): boolean => (sameTag.get(tagNumber)?.length ?? 0) < 2;
  if (families.length === 0) {
    return (
      <EmptyState drawing={<MotherAndYoung />} title="No births in the last week">
        Dams and their young are listed here from the birth until they go out.
      </EmptyState>
    );
  }
  return (
    <>
      <ChecksButton />
      {familyParts.map((part) => {
        const ofPart = families.filter((family) => family.part === part);
        return (
          ofPart.length > 0 && (
            <section key={part} aria-labelledby={part} className="-mx-4 mb-4 sm:mx-0">
              <h2
                id={part}
                className="sticky top-14 z-10 flex min-h-9 items-center gap-2 border-b bg-background px-4 font-medium"
              >
                {titles[part]}
                <span className="font-normal text-muted-foreground">{count(ofPart.length)}</span>
              </h2>
              <ul className="lg:grid lg:grid-cols-2 lg:gap-x-8">
                {ofPart.map((family) => (
                  <li key={family.birthId} className="min-w-0 border-b px-4 py-3">
                    <FamilyEntry
                      family={family}
                      withHer={byDam.get(family.dam.id) ?? []}
                      today={today}
                      where={whereOf(family.dam.id).map(({ name }) => name)}
                      onMove={(moving) => open({ moving })}
                      onFoster={(fostering) => open({ fostering })}
                      hasOwnTag={hasOwnTag}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
      {opened?.of.moving && <MoveDialog key={opened.number} isOpen={opened.isOpen} chosen={opened.of.moving} onClose={close} />}
      {opened?.of.fostering && (
        <FosterDialog
          key={opened.number}
          isOpen={opened.isOpen}
          young={opened.of.fostering}
          herd={herd}
          families={families}
          onClose={close}
        />
      )}
    </>
  );
}

interface FamilyEntryProps {
  readonly family: Family<Animal>;
  /** The young that go where she goes. */
  readonly withHer: readonly Animal[];
  readonly today: string;
  readonly where: readonly string[];
  readonly onMove: (animalIds: readonly string[]) => void;
  readonly onFoster: (young: Animal) => void;
  /** Two devices without signal propose the same tags. */
  readonly hasOwnTag: (young: Animal) => boolean;
}

function FamilyEntry({ family, withHer, today, where, onMove, onFoster, hasOwnTag }: FamilyEntryProps) {
  const { dam, day, time, young, fostered } = family;
  const mayMove = mayRecord(useFarmRole(), 'move');
  const isDead = dam.status === 'died';
  const moving = [...(isDead ? [] : [dam.id]), ...withHer.map(({ id }) => id)];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2">
        <TagLink animal={dam} />
        <span dir="auto" className="min-w-0 flex-auto truncate">
          {dam.name}
        </span>
        {mayMove && moving.length > 0 && (
          <Button
            variant="secondary"
            aria-label={isDead ? `Move the young of ${fullName(dam)}` : `Move ${fullName(dam)} and her young`}
            onClick={() => onMove(moving)}
          >
            Move
          </Button>
        )}
      </div>
      <p dir="auto" className="truncate text-sm text-muted-foreground">
        {[[day === today ? 'Today' : dayText(day, today), time].filter(Boolean).join(' '), ...where].join(' · ')}
      </p>
      {isDead && <p className="mt-1 font-medium">She died.{moving.length > 0 && ' Foster her young or feed them by bottle.'}</p>}
      <ul className="mt-1">
        {young.map((each, index) => (
          <li key={each.animal?.id ?? index}>
            <YoungEntry young={each} dam={dam} onFoster={onFoster} hasOwnTag={hasOwnTag} />
            {each.animal && each.state === 'alive' && <YoungChecks animal={each.animal} family={family} />}
          </li>
        ))}
        {fostered.map((animal) => (
          <li key={animal.id}>
            <YoungEntry
              young={{ animal, state: 'alive', rearedBy: dam, isBottleFed: false }}
              dam={dam}
              onFoster={onFoster}
              hasOwnTag={hasOwnTag}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface NoAnimalProps {
  readonly born: NonNullable<YoungOfFamily<Animal>['born']>;
  readonly species: Species;
  readonly isWaiting: boolean;
}

const NoAnimal = ({ born: { tagNumber, sex }, species, isWaiting }: NoAnimalProps) => (
  <p className="flex min-h-11 items-center gap-2 text-sm text-muted-foreground">
    {tagNumber && <EarTag isSmall>{tagNumber}</EarTag>}
    {youngName(species, sex)} · {isWaiting ? 'waits for room in your plan' : 'stillborn'}
  </p>
);

/** `Bottle-fed`, `With 112 Ada`; empty for a young that is with its dam. */
function stateText({ state, rearedBy, isBottleFed }: YoungOfFamily<Animal>, dam: Animal): string {
  if (state === 'died') return 'Died';
  if (state === 'left') return 'Left the farm';
  if (isBottleFed) return 'Bottle-fed';
  if (!rearedBy) return '';
  return rearedBy.id === dam.id ? 'Fostered' : `With ${fullName(rearedBy)}`;
}

interface YoungEntryProps extends Pick<FamilyEntryProps, 'onFoster' | 'hasOwnTag'> {
  readonly young: YoungOfFamily<Animal>;
  readonly dam: Animal;
}

function YoungEntry({ young, dam, onFoster, hasOwnTag }: YoungEntryProps) {
  const { animal, born, state, rearedBy, isBottleFed } = young;
  const record = useRecordOfYoung();
  const mayChange = mayRecord(useFarmRole(), 'fostering');
  if (!animal) return born && <NoAnimal born={born} species={dam.species} isWaiting={state === 'waits'} />;
  return (
    <div className="flex min-h-11 items-center gap-2">
      <TagLink animal={animal} isSmall />
      <span dir="auto" className="line-clamp-2 min-w-0 flex-1 text-sm wrap-anywhere">
        {[
          animal.name ?? youngName(animal.species, animal.sex),
          stateText(young, dam),
          !hasOwnTag(animal) && 'another has this tag',
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {state === 'alive' && mayChange && (
        <MoreMenu label={`More for ${fullName(animal)}`}>
          <DropdownMenuItem onSelect={() => onFoster(animal)}>
            Foster to another {speciesTerms[animal.species].female.toLowerCase()}
          </DropdownMenuItem>
          {!isBottleFed && (
            <DropdownMenuItem onSelect={() => void record(animal, { kind: 'fostering', isBottleFed: true }, 'Bottle-fed')}>
              Bottle-fed
            </DropdownMenuItem>
          )}
          {(isBottleFed || rearedBy) && dam.status === 'active' && (
            <DropdownMenuItem onSelect={() => void record(animal, { kind: 'fostering' }, 'With its own dam')}>
              Back to its own dam
            </DropdownMenuItem>
          )}
          <DropdownMenuItem variant="destructive" onSelect={() => void record(animal, { kind: 'death' }, 'Died')}>
            Died
          </DropdownMenuItem>
        </MoreMenu>
      )}
    </div>
  );
}

interface FosterDialogProps extends OpenProps {
  readonly young: Animal;
  readonly herd: readonly Animal[];
  readonly families: readonly Family<Animal>[];
}

/** Females that gave birth in the last days are one tap away. The dam in the pedigree does not change. */
function FosterDialog({ young, herd, families, isOpen, onClose }: FosterDialogProps) {
  const record = useRecordOfYoung();
  const optionOf = useAnimalOption();
  const foster = (dam: Animal) => {
    onClose();
    void record(young, { kind: 'fostering', rearedById: dam.id }, `fostered to ${fullName(dam)}`);
  };
  const mayRear = ({ id, sex, species, status }: Animal): boolean =>
    sex === 'female' && species === young.species && status === 'active' && id !== young.motherId && id !== young.id;
  const near = families.map(({ dam }) => dam).filter(mayRear);
  const others = herd.filter(mayRear).toSorted(byTag);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Foster" description={<AnimalName animal={young} />}>
      <DialogBody className="flex flex-col gap-2">
        {near.map((dam) => (
          <Button key={dam.id} variant="outline" size="line" onClick={() => foster(dam)}>
            {fullName(dam)}
          </Button>
        ))}
        <LabelledCombobox
          label="Reared by"
          options={others.map(optionOf)}
          value={null}
          onChange={(id) => {
            const dam = others.find((each) => each.id === id);
            if (dam) foster(dam);
          }}
          placeholder="Choose"
          searchPlaceholder="Search by tag or name"
          emptyText="None found"
        />
      </DialogBody>
    </Dialog>
  );
}
