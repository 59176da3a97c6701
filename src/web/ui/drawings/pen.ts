/** Takes the colour of the surrounding text. Each drawing has its own file, so that a page loads only the one it shows. */
export const pen = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
