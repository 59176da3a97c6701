import { Heart, X } from 'lucide-react';
import type { Ref } from 'react';
import { type Species, speciesTerms } from '#domain/records/animals.ts';
import { youngName } from '#domain/records/births.ts';
import { EarTag } from '#web/components/ear-tag.tsx';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { LabelledInput } from '#web/ui/input.tsx';
import { Steps } from '#web/ui/steps.tsx';
import { isUnlikely, nextState, type Young, type YoungState } from './litter.ts';
import { weightUnit } from '#web/lib/text/weight-text.ts';

interface YoungRowProps {
  readonly young: Young;
  /** The tag that will be saved. */
  readonly tag: string | null;
  readonly species: Species;
  /** `Lamb 2` */
  readonly label: string;
  readonly isOpen: boolean;
  readonly weightRef: Ref<HTMLInputElement>;
  readonly onChange: (change: Partial<Young>) => void;
  readonly onWeigh: () => void;
  /** Shows or hides the tag, the name and the color, which are rarely changed. */
  readonly onToggle: () => void;
}

export function YoungRow({ young, tag, species, label, isOpen, weightRef, onChange, onWeigh, onToggle }: YoungRowProps) {
  const terms = speciesTerms[species];
  const { sex, state, weight } = young;
  return (
    <fieldset aria-label={label} className="min-w-0 border-t py-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem_4.25rem_3.5rem] items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-12 min-w-0 flex-col items-start justify-center"
          onClick={onToggle}
        >
          {tag === null ? <NoTag /> : <EarTag isSmall>{tag}</EarTag>}
          <span dir="auto" className="max-w-full truncate text-sm text-muted-foreground">
            {[young.name, young.color].filter(Boolean).join(' · ') || youngName(species, sex)}
          </span>
          <span className="sr-only">, change tag, name and color</span>
        </button>
        <Steps
          aria-label={`${label}: sex`}
          steps={[
            { value: 'female', label: terms.female },
            { value: 'male', label: terms.male },
          ]}
          value={sex}
          onChange={(next) => onChange({ sex: next })}
        />
        <label className="relative block">
          <span className="sr-only">
            {label}: weight in {weightUnit()}
          </span>
          <input
            ref={weightRef}
            // The number pad below types into this field.
            inputMode="none"
            autoComplete="off"
            maxLength={8}
            value={weight}
            placeholder="Weight"
            onFocus={onWeigh}
            onChange={({ target }) => onChange({ weight: target.value })}
            className={cn(
              'h-13 w-full min-w-0 scroll-mb-80 rounded-xl border bg-card ps-1 text-center font-medium text-foreground focus-visible:outline-2 focus-visible:outline-offset-0',
              weight === '' ? 'pe-1' : 'pe-6 text-lg',
              isUnlikely(weight) ? 'border-destructive' : 'border-input',
            )}
          />
          {weight !== '' && (
            <span aria-hidden className="absolute end-1.5 bottom-3.5 text-xs text-muted-foreground">
              {weightUnit()}
            </span>
          )}
        </label>
        <button
          type="button"
          aria-label={`${label}: ${state}. Change`}
          onClick={() => onChange({ state: nextState[state] })}
          className={cn(
            'flex h-13 flex-col items-center justify-center gap-0.5 rounded-xl text-xs font-medium',
            state !== 'alive' && 'bg-destructive-soft text-destructive',
          )}
        >
          {state === 'alive' ? <Heart aria-hidden className="size-5" /> : <X aria-hidden className="size-5" />}
          {stateWords[state]}
        </button>
      </div>
      {isUnlikely(weight) && (
        <p className="pt-1 text-end text-sm font-medium text-destructive">
          {weight} {weightUnit()} is unusual for a newborn {terms.young.toLowerCase()}. Is it right?
        </p>
      )}
      {isOpen && <Details young={young} tag={tag} onChange={onChange} onToggle={onToggle} />}
    </fieldset>
  );
}

const stateWords: Readonly<Record<YoungState, string>> = { alive: 'Alive', stillborn: 'Stillborn', died: 'Died' };

const NoTag = () => (
  <span className="rounded-md rounded-s-xl border border-dashed border-input px-2 text-sm text-muted-foreground">No tag</span>
);

type DetailsProps = Pick<YoungRowProps, 'young' | 'tag' | 'onChange' | 'onToggle'>;

const text = { autoComplete: 'off', maxLength: 100 };

const Details = ({ young, tag, onChange, onToggle }: DetailsProps) => (
  <div className="grid grid-cols-2 items-end gap-3 py-2">
    <LabelledInput
      {...text}
      label="Tag"
      className="tag"
      value={young.tag ?? tag ?? ''}
      onChange={({ target }) => onChange({ tag: target.value })}
    />
    <LabelledInput
      {...text}
      label="Name"
      optional
      value={young.name}
      onChange={({ target }) => onChange({ name: target.value })}
    />
    <LabelledInput
      {...text}
      label="Color"
      optional
      value={young.color ?? ''}
      onChange={({ target }) => onChange({ color: target.value })}
    />
    <Button variant="outline" onClick={() => onChange({ tag: '' })}>
      No tag yet
    </Button>
    <Button variant="outline" className="col-span-2" onClick={onToggle}>
      Done
    </Button>
  </div>
);
