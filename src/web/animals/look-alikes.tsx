import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { groupByLooseTag, looseTagKey } from '#domain/tags.ts';
import type { AnimalFormValues } from './animal-form-values.ts';
import { fullName } from '#web/herd/animal-labels.ts';
import { animalsQuery } from '#web/herd/animals.queries.ts';

/** Never blocks saving, because two animals may share a number. */
export function LookAlikes({ animalId }: { animalId: string }) {
  const tag = useDeferredValue(useWatch<AnimalFormValues, 'tagNumber'>({ name: 'tagNumber' }));
  const { data: animals = [] } = useQuery(animalsQuery);
  const looks = groupByLooseTag(animals);
  const alike = tag.trim() === '' ? [] : (looks.get(looseTagKey(tag)) ?? []).filter(({ id }) => id !== animalId);
  const [first] = alike;
  return (
    <output className="text-sm empty:-mt-1.5">
      {first && (
        <span className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-status-sold" />
          <span>
            {first.tagNumber === tag.trim() ? 'Already in use by ' : 'Looks like '}
            <b className="font-semibold">{fullName(first)}</b>
            {alike.length > 1 && ` and ${alike.length - 1} more`}
          </span>
        </span>
      )}
    </output>
  );
}
