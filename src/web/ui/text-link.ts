/** The look of a link that stands on a line of its own, as tall as a button. */
export const textLink =
  'inline-flex min-h-11 items-center gap-1.5 font-medium text-primary underline decoration-1 underline-offset-4';

/** The look of the line that unfolds what is rarely needed, as large as a finger in a glove. */
export const foldedSummary = 'inline-flex min-h-12 min-w-12 cursor-pointer items-center font-medium underline underline-offset-4';
