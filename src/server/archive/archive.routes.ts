import type { archiveRoutes } from '#contract/archive.ts';
import type { Deps } from '#server/deps.ts';
import type { Download } from '#server/http/download.ts';
import type { InFarm } from '#server/http/guards.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { importArchive, previewArchive } from './import-archive.service.ts';
import { writeArchive } from './write-archive.ts';

const downloads = { hits: 10, seconds: 3600 };
const tooOften = 'You have downloaded the farm very often in the last hour. Wait a while and try again.';

export const archiveHandlers = (deps: Deps): Handlers<typeof archiveRoutes> => ({
  downloadArchive: async (_, { farmId }: InFarm): Promise<Download> => {
    await deps.limits.hit(`archive-download:${farmId}`, downloads, tooOften);
    return {
      fileName: `farm-${deps.now().toISOString().slice(0, 10)}.zip`,
      mediaType: 'application/zip',
      open: () => writeArchive(deps, farmId),
    };
  },
  importArchive: ({ file }, context) =>
    file.fields['look'] === undefined ? importArchive(deps, context, file) : previewArchive(deps, context, file),
});
