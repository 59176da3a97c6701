import type { FastifyInstance } from 'fastify';
import type { fileRoutes } from '#contract/files.ts';
import { isUploadedName, uploadsPath } from '#domain/pictures.ts';
import type { Deps } from '#server/deps.ts';
import { callerOf, runAs } from '#server/concurrency/caller.ts';
import { sendInTurn } from '#server/http/download.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { Problem } from '#server/problem.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { keepPicture } from './files.service.ts';
import { findPicture } from './find-picture.ts';

/** Somebody who photographs their whole herd takes longer for each animal. */
const uploads = { hits: 60, seconds: 600 };
const tooOften = 'You have sent many pictures in the last minutes. Wait a while and try again.';

export const fileHandlers = (deps: Deps): Handlers<typeof fileRoutes> => ({
  uploadImage: async ({ file }, { farmId }) => {
    await deps.limits.hit(`upload:${farmId}`, uploads, tooOften);
    return { imageUrl: await keepPicture(deps, farmId, file.bytes) };
  },
});

/** Each holds an open file, or a connection to the store, for as long as its reader takes. A page of cards asks for dozens at once. */
const sending = createFairQueue({ name: 'pictures_sent', capacity: 400, waiting: 2000, perCaller: 40, waitingPerCaller: 200 });

/** Pictures for everyone who knows their address: the marketplace shows them to visitors. */
export function servePictures(app: FastifyInstance, pictures: FileStore): void {
  app.get<{ Params: { name: string } }>(`${uploadsPath}:name`, (request, reply) => {
    const { name } = request.params;
    if (!isUploadedName(name)) throw new Problem('route.not_found');
    return runAs(callerOf(request, reply, undefined), () =>
      sendInTurn(sending, reply, async () => {
        const picture = await findPicture(pictures, name);
        if (!picture) throw new Problem('route.not_found');
        return reply
          .type('image/webp')
          .headers({
            'content-length': picture.bytes,
            'content-disposition': `inline; filename="${name}"`,
            // The name is made from the content.
            'cache-control': picture.isStandIn ? 'no-store' : 'public, max-age=31536000, immutable',
            'content-security-policy': "sandbox; default-src 'none'",
            'cross-origin-resource-policy': 'same-origin',
            'x-content-type-options': 'nosniff',
          })
          .send(picture.content);
      }),
    );
  });
}
