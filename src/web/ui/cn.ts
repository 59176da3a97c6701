/**
 * Joins class names. None of them may set what another one on the same element sets: which of two wins is the style sheet's order and
 * not theirs. A part of `ui/` whose look differs from place to place takes a prop for it; the journeys find what was overlooked.
 */
export { clsx as cn } from 'clsx';
