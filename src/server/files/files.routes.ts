import type { FastifyInstance } from 'fastify';
import type { fileRoutes } from '#contract/files.ts';
import { isUploadedName, uploadsPath } from '#domain/values/pictures.ts';
import type { Deps } from '#server/deps.ts';
import { callerOf, runAs } from '#server/concurrency/caller.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { Problem } from '#server/problem.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { storePicture } from './files.service.ts';
import { findPicture } from './find-picture.ts';

const uploads = { hits: 60, seconds: 600 };
const tooOften = 'You have sent many pictures in the last minutes. Wait a while and try again.';

export const fileHandlers = (deps: Deps): Handlers<typeof fileRoutes> => ({
  uploadImage: async ({ file }, { farmId }) => {
    await deps.limits.hit(`upload:${farmId}`, uploads, tooOften);
    return { imageUrl: await storePicture(deps, farmId, file.bytes) };
  },
});

/** Pictures are public to everyone who knows their URL, since visitors see them on the marketplace. */
export function servePictures(app: FastifyInstance, pictures: FileStore): void {
  app.get<{ Params: { name: string } }>(`${uploadsPath}:name`, (request, reply) => {
    const { name } = request.params;
    if (!isUploadedName(name)) throw new Problem('route.not_found');
    return runAs(callerOf(request, reply, undefined), async () => {
      const picture = await findPicture(pictures, name);
      if (!picture) throw new Problem('route.not_found');
      return reply
        .type('image/webp')
        .headers({
          'content-length': picture.bytes,
          'content-disposition': `inline; filename="${name}"`,
          // The name is a hash of the content.
          'cache-control': picture.isFallback ? 'no-store' : 'public, max-age=31536000, immutable',
          'content-security-policy': "sandbox; default-src 'none'",
          'cross-origin-resource-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
        })
        .send(picture.content);
    });
  });
}
