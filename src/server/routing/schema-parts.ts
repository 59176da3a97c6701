import type { z } from 'zod';

export const defOf = (schema: z.core.$ZodType) => (schema as z.ZodType).def as z.core.$ZodTypes['_zod']['def'];

/** The schema of what is sent, inside of optional, nullable, default and transformed ones. */
export function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const def = defOf(schema);
  if ('innerType' in def) return def.innerType;
  if (def.type === 'pipe') return defOf(def.in).type === 'transform' ? def.out : def.in;
  return undefined;
}
