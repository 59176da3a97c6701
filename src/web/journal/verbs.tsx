import { EllipsisVertical, ImagePlus, type LucideIcon, NotebookPen, Pencil, Printer, Syringe, Weight } from 'lucide-react';
import { cn } from '#web/ui/cn.ts';
import type { Animal } from '#contract/animals.ts';
import { eventKindNames, eventKinds, type EventKind } from '#domain/records/events.ts';
import { speciesTerms } from '#domain/animals.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';

interface VerbsProps {
  readonly animal: Animal;
  readonly onRecord: (kind: EventKind, event?: undefined, isPhoto?: boolean) => void;
  readonly onEdit: () => void;
}

export const Verbs = ({ animal, onRecord, onEdit }: VerbsProps) => (
  <div className="grid max-w-md grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-y-3 py-3 print:hidden">
    <Verb icon={Weight} label="Weigh" isFirst onClick={() => onRecord('weighing')} />
    <Verb icon={Syringe} label="Treat" onClick={() => onRecord('treatment')} />
    <Verb icon={NotebookPen} label="Note" onClick={() => onRecord('note')} />
    <Verb icon={ImagePlus} label="Photo" onClick={() => onRecord('note', undefined, true)} />
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Verb icon={EllipsisVertical} label="More" />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        collisionPadding={8}
        className="grid max-h-(--radix-dropdown-menu-content-available-height) w-[min(100vw-1rem,22rem)] grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] overflow-y-auto"
      >
        {kindsFor(animal).map((kind) => (
          <DropdownMenuItem key={kind} onSelect={() => onRecord(kind)}>
            {labelFor(kind, animal)}
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={onEdit}>
          <Pencil aria-hidden />
          Edit the animal
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => window.print()}>
          <Printer aria-hidden />
          Print
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  </div>
);

interface VerbProps extends React.ComponentProps<'button'> {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isFirst?: boolean;
}

const Verb = ({ icon: Icon, label, isFirst = false, ...props }: VerbProps) => (
  <button type="button" className="flex cursor-pointer flex-col items-center gap-1.5 text-sm font-medium" {...props}>
    <span
      className={cn(
        'rounded-full p-4',
        isFirst ? 'bg-primary text-primary-foreground' : 'bg-secondary text-secondary-foreground',
      )}
    >
      <Icon aria-hidden className="size-6" />
    </span>
    {label}
  </button>
);

/** The actions shown beside the menu, and what is ticked where the born are listed. */
const elsewhere: ReadonlySet<EventKind> = new Set(['weighing', 'treatment', 'note', 'birthCheck']);
const ofFemales: ReadonlySet<EventKind> = new Set(['birth', 'heat', 'abortion', 'pregnancyCheck', 'milking', 'dryOff']);
const ofActive: ReadonlySet<EventKind> = new Set(['sale', 'death', 'slaughter', 'loan']);

export const kindsFor = ({ sex, status, castratedOn }: Pick<Animal, 'sex' | 'status'> & { castratedOn?: string | null }) =>
  eventKindNames.filter(
    (kind) =>
      !elsewhere.has(kind) &&
      (sex === 'female' || !ofFemales.has(kind)) &&
      (kind !== 'castration' || (sex === 'male' && (castratedOn ?? null) === null)) &&
      (status === 'active' || !ofActive.has(kind)),
  );

const labelFor = (kind: EventKind, { species }: Animal): string =>
  kind === 'birth' ? speciesTerms[species].birth : eventKinds[kind].label;
