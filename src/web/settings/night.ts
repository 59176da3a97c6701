import { readSetting, storeSetting } from '#web/lib/device/device-setting.ts';
import { chooseTheme, chosenTheme } from '#web/lib/device/theme.ts';

/**
 * Applied by app/inline.js before the first paint. It changes only the dark theme, so that the header's button and the system
 * still choose between light and dark.
 */
const key = 'night';

/** A single hue, which does not dazzle in a dark barn. Meaning is carried by shape and words, and chips are outlined. */
const colours = {
  background: '0.118 0.018 24',
  foreground: '0.785 0.14 40',
  card: '0.15 0.026 25',
  'card-foreground': '0.785 0.14 40',
  popover: '0.165 0.028 25',
  'popover-foreground': '0.785 0.14 40',
  primary: '0.755 0.155 36',
  'primary-hover': '0.79 0.14 40',
  'primary-foreground': '0.13 0.03 25',
  secondary: '0.2 0.038 25',
  'secondary-foreground': '0.755 0.155 36',
  muted: '0.18 0.032 25',
  'muted-foreground': '0.73 0.155 34',
  accent: '0.225 0.055 26',
  'accent-foreground': '0.79 0.14 40',
  straw: '0.2 0.04 35',
  'straw-soft': '0.2 0.04 35',
  'straw-foreground': '0.82 0.125 55',
  destructive: '0.755 0.155 36',
  'destructive-hover': '0.79 0.14 40',
  'destructive-soft': '0.21 0.06 25',
  'destructive-foreground': '0.13 0.03 25',
  good: '0.755 0.155 36',
  'good-soft': '0.2 0.04 25',
  'grade-1': '0.45 0.12 28',
  'grade-2': '0.52 0.13 29',
  'grade-3': '0.59 0.14 30',
  'grade-4': '0.66 0.15 32',
  'grade-5': '0.73 0.15 35',
  border: '0.265 0.055 26',
  input: '0.5 0.13 28',
  ring: '0.82 0.125 55',
  'status-active': '0.73 0.15 35',
  'status-sold': '0.6 0.14 30',
  'status-died': '0.45 0.1 28',
  sidebar: '0.105 0.016 24',
  'sidebar-foreground': '0.785 0.14 40',
  'sidebar-muted': '0.73 0.155 34',
  'sidebar-accent': '0.225 0.055 26',
  'sidebar-accent-foreground': '0.82 0.12 45',
  'sidebar-border': '0.265 0.055 26',
  'sidebar-ring': '0.82 0.125 55',
};

/** With the colours of text and ground exchanged, which would be as bright as a filled button. */
const chosen = ':is(.bg-foreground,[data-state=checked][class*=":bg-foreground"])';
const chosenOnPhone = '[class*="max-sm:bg-foreground"]';

const outlined = (what: string): string =>
  `.dark ${what}{background:oklch(0.225 0.055 26);color:oklch(0.84 0.115 46);box-shadow:inset 0 0 0 1.5px oklch(0.73 0.155 34)}.dark ${what} :is(svg,button){color:inherit}`;

const rules = [
  '.dark :is(.bg-straw,.bg-straw-soft,.bg-destructive-soft){border-color:currentColor}',
  // A filled button would be the brightest thing in the barn.
  '.dark :is(.bg-primary,button.bg-destructive){background:oklch(0.27 0.075 27);color:oklch(0.84 0.115 46);box-shadow:inset 0 0 0 1.5px oklch(0.6 0.16 30)}',
  // Selected items are outlined too.
  outlined(chosen),
  `@media (width < 40rem){${outlined(chosenOnPhone)}}`,
  // What the browser draws is white or grey.
  '.dark input::-webkit-calendar-picker-indicator,.dark input[type=checkbox]{filter:brightness(.6) sepia(1) hue-rotate(-38deg) saturate(3.2)}',
  // Printed sheets stay black on white on paper, but not on the screen, where a white sheet would dazzle.
  '.dark .bg-white.text-black{background:oklch(0.15 0.026 25);color:oklch(0.785 0.14 40)}',
  '.dark .bg-white.text-black *{border-color:oklch(0.5 0.13 28)}',
  '.dark :is(img,video){filter:grayscale(1) brightness(.5) sepia(1) hue-rotate(-38deg) saturate(3.2) brightness(.75)}',
];

/** Shades of the charts are no colours of Tailwind's (ui/look.css). */
const tokenOf = (name: string): string => (name.startsWith('grade-') ? `--${name}` : `--color-${name}`);

function sheet(): string {
  const tokens = Object.entries(colours).map(([name, colour]) => `${tokenOf(name)}:oklch(${colour})`);
  return `@media screen{.dark{${tokens.join(';')}}${rules.join('')}}`;
}

const isNight = (): boolean => readSetting(key) !== undefined;

/** Applies on this device whenever the theme is dark. */
function setNight(isOn: boolean): void {
  storeSetting(key, isOn ? sheet() : undefined);
  const adopted = new CSSStyleSheet();
  if (isOn) adopted.replaceSync(sheet());
  document.adoptedStyleSheets = [adopted];
}

/** The choice made on this device. */
export function chosenAppearance(): Appearance {
  const theme = chosenTheme();
  return theme === 'dark' && isNight() ? 'night' : theme;
}

export type Appearance = 'light' | 'dark' | 'night' | 'system';

export function chooseAppearance(appearance: Appearance): void {
  setNight(appearance === 'night');
  chooseTheme(appearance === 'night' ? 'dark' : appearance);
}
