import { Moon, Sun } from 'lucide-react';
import { chooseTheme, useIsDark } from '#web/lib/theme.ts';
import { Button } from '#web/ui/button.tsx';
import { Tooltip, TooltipContent, TooltipTrigger } from '#web/ui/tooltip.tsx';

export function ThemeButton() {
  const isDark = useIsDark();
  const words = isDark ? 'Switch to the light theme' : 'Switch to the dark theme';
  return (
    <Tooltip>
      <TooltipTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={words} onClick={() => chooseTheme(isDark ? 'light' : 'dark')}>
          {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
        </Button>
      </TooltipTrigger>
      <TooltipContent>{words}</TooltipContent>
    </Tooltip>
  );
}
