import type { devicePinRoutes } from '#contract/device-pins.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { listPins, removePin, setPin, switchPerson } from './device-pins.service.ts';

export const devicePinHandlers = (deps: Deps): Handlers<typeof devicePinRoutes> => ({
  listPins: (_, person) => listPins(deps, person),
  setPin: async ({ body }, person) => {
    await setPin(deps, person, body);
    return { message: 'Your PIN is set.' };
  },
  removePin: async (_, person) => {
    await removePin(deps, person);
    return { message: 'Your PIN is removed.' };
  },
  switchPerson: async ({ body }, person) => {
    const { token, user } = await switchPerson(deps, person, body);
    person.cookie.set(token);
    return user;
  },
});
