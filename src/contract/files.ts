import { z } from 'zod';
import { route } from './route.ts';

export const maxImageBytes = 10 * 1024 * 1024;

export const fileRoutes = {
  uploadImage: route({
    method: 'POST',
    path: '/upload',
    access: 'farm',
    needs: 'keep',
    summary: 'Upload a JPEG, PNG, GIF or WebP picture; it is stored upright as WebP without metadata',
    file: { field: 'image', maxBytes: maxImageBytes, tooLarge: 'files.too_large' },
    reply: z.object({ imageUrl: z.string() }),
    errors: ['files.too_large', 'files.unsupported', 'files.unreadable', 'files.quota', 'files.away', 'request.not_multipart'],
  }),
} as const;
