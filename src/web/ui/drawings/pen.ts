/** Small line drawings for empty states, in the stroke of the icons. They take the colour of the text around them. A file each: a page loads its own. */
export const pen = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
