import { Moon, Sun } from 'lucide-react';
import { chooseTheme, useIsDark } from '#web/lib/theme.ts';
import { Button } from '#web/ui/button.tsx';

export function ThemeButton() {
  const isDark = useIsDark();
  const words = isDark ? 'Switch to the light theme' : 'Switch to the dark theme';
  return (
    <Button variant="ghost" size="icon" aria-label={words} title={words} onClick={() => chooseTheme(isDark ? 'light' : 'dark')}>
      {/* Chosen by the style sheet, so that the first view has the right one too. */}
      <Sun aria-hidden className="not-dark:hidden" />
      <Moon aria-hidden className="dark:hidden" />
    </Button>
  );
}
