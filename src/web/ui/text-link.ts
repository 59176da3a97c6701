/** The look of a link that stands on a line of its own, as tall as a button. */
export const textLink =
  'inline-flex min-h-11 items-center gap-1.5 font-medium text-primary underline decoration-1 underline-offset-4';
