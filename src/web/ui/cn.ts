/**
 * No two classes of an element may set the same property, because the order of the style sheet decides which one wins. A component
 * of `ui/` takes a prop for each variation, and the journeys check it.
 */
export { clsx as cn } from 'clsx';
