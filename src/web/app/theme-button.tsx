import { Moon, Sun } from 'lucide-react';
import { chooseTheme, useIsDark } from '#web/lib/theme.ts';
import { Button } from '#web/ui/button.tsx';

export function ThemeButton() {
  const isDark = useIsDark();
  const label = isDark ? 'Switch to the light theme' : 'Switch to the dark theme';
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} onClick={() => chooseTheme(isDark ? 'light' : 'dark')}>
      {/* Chosen by CSS, because the prerendered screen does not know the theme. */}
      <Sun aria-hidden className="not-dark:hidden" />
      <Moon aria-hidden className="dark:hidden" />
    </Button>
  );
}
