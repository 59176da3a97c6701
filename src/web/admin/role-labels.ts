import type { AdminUser } from '#contract/admin.ts';
import { planLabels } from '#domain/plans.ts';

export const roleLabels: Readonly<Record<AdminUser['role'], string>> = { ...planLabels, admin: 'Admin' };
