import { TagNumber } from '#web/components/tag-number.tsx';

export const AnimalName = ({ animal: { tagNumber, name } }: { animal: { tagNumber: string; name: string | null } }) => (
  <>
    <TagNumber>{tagNumber}</TagNumber>
    {name !== null && ` ${name}`}
  </>
);
