import { LocateFixed } from 'lucide-react';
import { type Ref, useState } from 'react';
import { parseCoordinates, roundPlace } from '#domain/values/distance.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

interface PlaceInputProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly hint?: string;
  /** `latitude, longitude`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}

const unknown = 'Write latitude and longitude in degrees with a comma between them';

/**
 * Typed coordinates or the location of this device, which is requested only by the button and rounded to a kilometre before it is
 * used.
 */
export function PlaceInput({ ref, label, hint, value, onChange, error: given }: PlaceInputProps) {
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const [isLocating, setIsLocating] = useState(false);

  const take = (text: string) => {
    const place = parseCoordinates(text);
    setError(place || text.trim() === '' ? undefined : unknown);
    if (!place && text.trim() !== '') return;
    setTyped(undefined);
    onChange(place ? `${place.latitude}, ${place.longitude}` : '');
  };

  const locate = () => {
    setIsLocating(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsLocating(false);
        const { latitude, longitude } = roundPlace(coords, 'km1');
        take(`${latitude}, ${longitude}`);
      },
      () => {
        setIsLocating(false);
        setError('This device did not give its location. Type the coordinates instead.');
      },
      { maximumAge: 600_000, timeout: 15_000 },
    );
  };

  return (
    <Field label={label} hint={hint} error={error ?? given}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Input
            {...control}
            ref={ref}
            inputMode="text"
            autoComplete="off"
            placeholder="Latitude, longitude"
            className="min-w-0 flex-1 basis-52"
            value={typed ?? value}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={(event) => typed !== undefined && take(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), take(event.currentTarget.value))}
          />
          <Button type="button" variant="outline" busy={isLocating} onClick={locate}>
            <LocateFixed aria-hidden />
            Use my location
          </Button>
        </div>
      )}
    </Field>
  );
}
