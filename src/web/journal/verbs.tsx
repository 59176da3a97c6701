import {
  EllipsisVertical,
  ExternalLink,
  ImagePlus,
  Images,
  ListTodo,
  type LucideIcon,
  NotebookPen,
  Pencil,
  Printer,
  Syringe,
  Weight,
} from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { cn } from '#web/ui/cn.ts';
import { isWether } from '#domain/records/births.ts';
import type { Animal } from '#contract/animals.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { eventKindNames, eventKinds, type EventKind } from '#domain/records/events.ts';
import { animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { usePhotoUpload } from '#web/components/forms/use-photo-upload.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { useChangeAnimal } from '#web/herd/data/animals.data.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { FileInput } from '#web/ui/file-button.tsx';
import { useFarmRole, useRights } from '#web/lib/session/session.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';

interface VerbsProps {
  readonly animal: Animal;
  readonly onRecord: (kind: EventKind, event?: undefined, isPhoto?: boolean) => void;
  readonly onEdit: () => void;
  readonly onTask: () => void;
  readonly onListing: () => void;
}

/** What the role may do with the animal. */
export function Verbs({ animal, onRecord, ...others }: VerbsProps) {
  const role = useFarmRole();
  const may = (kind: EventKind) => mayRecord(role, kind);
  const mayKeep = useRights().has('keep');
  const { data: states = [] } = useQuery(animalStatesQuery);
  const isHere = animal.status === 'active';
  const isLent = states.find(({ animalId }) => animalId === animal.id)?.left?.kind === 'loan';
  const kinds = kindsFor({ ...animal, isLent }).filter(may);
  return (
    <div className="grid max-w-md grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-y-3 py-3 print:hidden">
      {isHere && may('weighing') && <Verb icon={Weight} label="Weigh" isFirst onClick={() => onRecord('weighing')} />}
      {isHere && may('treatment') && <Verb icon={Syringe} label="Treat" onClick={() => onRecord('treatment')} />}
      {may('note') && (
        <>
          <Verb icon={NotebookPen} label="Note" isFirst={!isHere} onClick={() => onRecord('note')} />
          {mayKeep ? (
            <PhotoVerb animal={animal} />
          ) : (
            <Verb icon={ImagePlus} label="Photo note" onClick={() => onRecord('note', undefined, true)} />
          )}
        </>
      )}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Verb icon={EllipsisVertical} label="More" />
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align="end"
          collisionPadding={8}
          className="max-h-(--radix-dropdown-menu-content-available-height) w-[min(100vw-1rem,22rem)] overflow-y-auto"
        >
          {menuGroups
            .filter((group) => group === 'The animal' || kinds.some((kind) => menu[kind]?.group === group))
            .map((group) => (
              <Group key={group} label={group}>
                {kinds
                  .filter((kind) => menu[kind]?.group === group)
                  .map((kind) => (
                    <DropdownMenuItem key={kind} onSelect={() => onRecord(kind)}>
                      {menu[kind]?.verb ?? eventKinds[kind].label}
                    </DropdownMenuItem>
                  ))}
                {group === 'The animal' && <AboutTheAnimal animal={animal} {...others} />}
              </Group>
            ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}

const Group = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <DropdownMenuGroup aria-label={label} className="grid grid-cols-2 border-b py-1 last:border-b-0">
    <p aria-hidden className="col-span-full px-3 pt-1.5 text-sm font-semibold text-muted-foreground">
      {label}
    </p>
    {children}
  </DropdownMenuGroup>
);

function AboutTheAnimal({ animal, onEdit, onTask, onListing }: Omit<VerbsProps, 'onRecord'>) {
  const rights = useRights();
  const isOffered = animal.forSale && animal.status === 'active';
  return (
    <>
      {rights.has('keep') && (
        <DropdownMenuItem onSelect={onEdit}>
          <Pencil aria-hidden />
          Edit
        </DropdownMenuItem>
      )}
      {rights.has('record') && animal.status === 'active' && (
        <DropdownMenuItem onSelect={onTask}>
          <ListTodo aria-hidden />
          Add a task
        </DropdownMenuItem>
      )}
      <DropdownMenuItem onSelect={() => window.print()}>
        <Printer aria-hidden />
        Print
      </DropdownMenuItem>
      {isOffered && rights.has('manage') && (
        <DropdownMenuItem onSelect={onListing}>
          <Images aria-hidden />
          Edit its listing
        </DropdownMenuItem>
      )}
      {isOffered && animal.salePrice !== null && (
        <DropdownMenuItem asChild>
          <Link to="/for-sale/$id" params={{ id: animal.id }}>
            <ExternalLink aria-hidden />
            See its listing
          </Link>
        </DropdownMenuItem>
      )}
    </>
  );
}

interface VerbProps extends React.ComponentProps<'button'> {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isFirst?: boolean | undefined;
}

const verbClass = 'flex cursor-pointer flex-col items-center gap-1.5 text-sm font-medium';

const Verb = ({ icon, label, isFirst, ...props }: VerbProps) => (
  <button type="button" className={verbClass} {...props}>
    <VerbFace icon={icon} label={label} isFirst={isFirst} />
  </button>
);

const VerbFace = ({ icon: Icon, label, isFirst = false }: Pick<VerbProps, 'icon' | 'label' | 'isFirst'>) => (
  <>
    <span
      className={cn(
        'rounded-full p-4',
        isFirst ? 'bg-primary text-primary-foreground' : 'bg-secondary text-secondary-foreground',
      )}
    >
      <Icon aria-hidden className="size-6" />
    </span>
    {label}
  </>
);

/** The animal's own photo, which lists and its listing show. */
function PhotoVerb({ animal }: Pick<VerbsProps, 'animal'>) {
  const { mutate: change } = useChangeAnimal();
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const set = (imageUrl: string | null, undoTo?: string | null) =>
    change(
      { id: animal.id, imageUrl },
      {
        onSuccess: (saved) =>
          toastSaved(saved, {
            title: 'Animal updated successfully',
            description: `Photo of ${fullName(animal)}`,
            ...(undoTo !== undefined && { action: { label: 'Undo', onPress: () => set(undoTo) } }),
          }),
        onError: (error) => toastFailure(error, 'Failed to update animal'),
      },
    );
  const { send } = usePhotoUpload({ onBusy: setBusy, onUploaded: (imageUrl) => set(imageUrl, animal.imageUrl) });
  return (
    <label
      htmlFor={id}
      className={cn(
        verbClass,
        'relative rounded-lg has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        isBusy && 'pointer-events-none',
      )}
    >
      <VerbFace icon={ImagePlus} label={isBusy ? 'Sending...' : 'Photo'} />
      <FileInput id={id} accept="image/*" disabled={isBusy} onChoose={(file) => void send(file)} />
    </label>
  );
}

const menuGroups = ['Health', 'Leaves the farm', 'Breeding', 'The animal'] as const;
type MenuGroup = (typeof menuGroups)[number];

/** Where an event is offered; undefined: it has a button, or is ticked where the born are listed. */
const menu: Readonly<Record<EventKind, { readonly group: MenuGroup; readonly verb?: string } | undefined>> = {
  weighing: { group: 'Health', verb: 'Weigh' },
  treatment: { group: 'Health', verb: 'Treat' },
  note: undefined,
  birthCheck: undefined,
  vaccination: { group: 'Health', verb: 'Vaccinate' },
  checkup: { group: 'Health' },
  scores: { group: 'Health', verb: 'Score' },
  hooves: { group: 'Health', verb: 'Trim hooves' },
  birth: { group: 'Breeding', verb: 'Record birth' },
  heat: { group: 'Breeding' },
  pregnancyCheck: { group: 'Breeding' },
  abortion: { group: 'Breeding' },
  fostering: { group: 'Breeding', verb: 'Foster' },
  weaning: { group: 'Breeding', verb: 'Wean' },
  milking: { group: 'Breeding', verb: 'Record milk' },
  dryOff: { group: 'Breeding', verb: 'Dry off' },
  castration: { group: 'Breeding', verb: 'Castrate' },
  breedingValues: { group: 'Breeding' },
  sale: { group: 'Leaves the farm' },
  death: { group: 'Leaves the farm' },
  slaughter: { group: 'Leaves the farm' },
  loan: { group: 'Leaves the farm' },
  return: { group: 'Leaves the farm' },
  move: { group: 'The animal' },
  shearing: { group: 'The animal', verb: 'Shear' },
  tagChange: { group: 'The animal', verb: 'Change its tag' },
  arrival: { group: 'The animal' },
};

const ofFemales: ReadonlySet<EventKind> = new Set(['birth', 'heat', 'abortion', 'pregnancyCheck', 'milking', 'dryOff']);
/** They have a button while the animal is on the farm. Of one that has left only what was forgotten is recorded. */
const ofGone: ReadonlySet<EventKind> = new Set(['weighing', 'treatment']);
const ofActive: ReadonlySet<EventKind> = new Set(['sale', 'death', 'slaughter', 'loan']);

export const kindsFor = ({
  sex,
  status,
  castratedOn = null,
  isCastrated = false,
  isLent = false,
}: Pick<Animal, 'sex' | 'status'> & { castratedOn?: string | null; isCastrated?: boolean; isLent?: boolean }) =>
  eventKindNames.filter(
    (kind) =>
      menu[kind] !== undefined &&
      (sex === 'female' || !ofFemales.has(kind)) &&
      (kind !== 'castration' || (sex === 'male' && !isWether({ castratedOn, isCastrated }))) &&
      !(status === 'active' ? ofGone : ofActive).has(kind) &&
      (kind !== 'loan' || !isLent) &&
      (kind !== 'return' || isLent || status === 'sold'),
  );
