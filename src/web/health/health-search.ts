export const parseHealthSearch = ({ animalId }: Record<string, unknown>): { readonly animalId?: string } =>
  typeof animalId === 'string' ? { animalId } : {};
