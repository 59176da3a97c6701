import { Link } from '@tanstack/react-router';

/** `There are no active males yet. Add an animal`, with a link to do so. */
export const NoActiveAnimals = ({ what }: { readonly what: string }) => (
  <>
    There are no active {what} yet.{' '}
    <Link to="/animals" className="font-semibold text-primary underline underline-offset-4">
      Add an animal
    </Link>
  </>
);
