import { z } from 'zod';
import { Id } from '#domain/records/values.ts';
import { CurrentUser } from './accounts.ts';
import { Message } from './common.ts';
import { route } from './route.ts';

const [upwards, downwards] = ['0123456789', '9876543210'] as const;

const isEasy = (pin: string): boolean => new Set(pin).size === 1 || upwards.includes(pin) || downwards.includes(pin);

const EnteredPin = z.string().regex(/^\d{4,6}$/, { error: 'Enter four to six digits', abort: true });
export const Pin = EnteredPin.refine((pin) => !isEasy(pin), 'Others would try this first. Choose other digits');

/** A person who can switch to their session on this device with a PIN. */
export const PersonWithPin = z.object({ userId: z.string(), name: z.string(), isYou: z.boolean() });
export type PersonWithPin = z.infer<typeof PersonWithPin>;

export const NewPin = z.object({ pin: Pin, currentPassword: z.string().min(1, 'Enter your password').max(1024) });
export const Switch = z.object({ userId: Id, pin: EnteredPin });

/** A device is a browser, identified by a cookie that is set with the first PIN. */
export const devicePinRoutes = {
  listPins: route({
    method: 'GET',
    path: '/auth/pins',
    access: 'farm',
    needs: 'see',
    personal: true,
    summary: 'List the members of this farm who have a PIN on this device, by name',
    reply: z.array(PersonWithPin),
  }),
  setPin: route({
    method: 'PUT',
    path: '/auth/pin',
    access: 'farm',
    needs: 'see',
    personal: true,
    summary: "Set the caller's PIN for this farm on this device",
    body: NewPin,
    reply: Message,
    errors: ['accounts.wrong_password'],
  }),
  removePin: route({
    method: 'DELETE',
    path: '/auth/pin',
    access: 'farm',
    needs: 'see',
    personal: true,
    summary: "Remove the caller's PIN from this device",
    reply: Message,
  }),
  switchPerson: route({
    method: 'POST',
    path: '/auth/switch',
    access: 'farm',
    needs: 'see',
    personal: true,
    summary: 'Switch to another person of this farm who has a PIN on this device; this session ends',
    body: Switch,
    reply: CurrentUser,
    errors: ['pins.not_found', 'pins.wrong', 'pins.removed'],
  }),
} as const;
