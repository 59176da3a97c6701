import type { FastifyInstance } from 'fastify';
import type { fileRoutes } from '#contract/files.ts';
import { isUploadedName, uploadsPath } from '#domain/pictures.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/mount.ts';
import { Problem } from '#server/http/problem.ts';
import { keepPicture } from './files.service.ts';
import type { FileStore } from './file-store.ts';

export const fileHandlers = (deps: Deps): Handlers<typeof fileRoutes> => ({
  uploadImage: async ({ file }, { farmId }) => ({ imageUrl: await keepPicture(deps, farmId, file.bytes) }),
});

/** Pictures for everyone who knows their address: the marketplace shows them to visitors. */
export function servePictures(app: FastifyInstance, pictures: FileStore): void {
  app.get<{ Params: { name: string } }>(`${uploadsPath}:name`, async ({ params: { name } }, reply) => {
    const picture = isUploadedName(name) ? await pictures.get(name) : undefined;
    if (!picture) throw new Problem('route.not_found');
    return reply
      .type('image/webp')
      .headers({
        'content-length': picture.bytes,
        'content-disposition': `inline; filename="${name}"`,
        // The name is made from the content.
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(picture.content);
  });
}
