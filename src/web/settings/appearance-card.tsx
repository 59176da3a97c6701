import { Lamp, Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { type Appearance, chooseAppearance, chosenAppearance } from './night.ts';

const options = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
  { value: 'night', label: 'Night', icon: <Lamp aria-hidden /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
] as const;

export function AppearanceCard() {
  const [appearance, setAppearance] = useState(chosenAppearance);
  const choose = (next: Appearance) => {
    chooseAppearance(next);
    setAppearance(next);
  };
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Appearance" />
      <CardContent className="flex flex-col gap-3">
        <Choice
          aria-label="Theme"
          options={options}
          value={appearance}
          onChange={choose}
          layout="own"
          className="max-w-sm grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]"
        />
        <p className="text-muted-foreground">
          Night is red on black, so it does not dazzle in a dark barn. When it is selected, the header button switches between it
          and the light theme.
        </p>
      </CardContent>
    </Card>
  );
}
