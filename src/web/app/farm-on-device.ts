import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts.ts';
import { whenPageIdle } from '#web/components/loading/lazily.ts';
import { FarmCopy } from '#web/offline/copy/farm-copy.ts';
import { loadEffects } from '#web/offline/effects/load-effects.ts';
import { setLocalCopy } from '#web/lib/server/local-copy.ts';
import { healthRecordsQuery } from '#web/health/health.data.ts';
import { isServedByWorker, loadPage } from '#web/lib/server/reachable.ts';
import { askCurrentUser, currentUserQuery, setSignedOut } from '#web/lib/session/session.ts';
import {
  removeStoredFarm,
  isFarmStored,
  readStoredFarm,
  rememberStoredFarm,
  type StoredFarm,
  subscribeToStored,
} from '#web/lib/session/stored-farm.ts';
import { isSignOutUnsent } from '#web/lib/session/unsent-sign-out.ts';

/**
 * Opens the farm that this browser has stored, so that the screens can be shown before the server has answered, and follows who is
 * signed in.
 */
export async function followFarmOnDevice(client: QueryClient, onSessionOver: () => void): Promise<void> {
  const device = new FarmOnDevice(client, onSessionOver);
  await device.openStored();
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === currentUserQuery.queryKey[0]) device.follow(client.getQueryData(currentUserQuery.queryKey));
  });
  device.follow(client.getQueryData(currentUserQuery.queryKey));
  addEventListener('online', () => device.synchronize());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && device.synchronize());
  subscribeToStored(() => device.restart());
}

/** While the server is asked, nothing of the farm is shown; without an answer, the stored farm opens. */
const withinOneSecond = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(resolve, 1000))]);

const isOf = ({ id, farmId }: CurrentUser, stored: StoredFarm): boolean => id === stored.userId && farmId === stored.farmId;

class FarmOnDevice {
  readonly #client: QueryClient;
  readonly #options: { readonly client: QueryClient; readonly onSessionOver: () => void };
  readonly #onSessionOver: () => void;
  #copy: FarmCopy | undefined;
  #user: CurrentUser | undefined;
  #opening = Promise.resolve();

  constructor(client: QueryClient, onSessionOver: () => void) {
    [this.#client, this.#onSessionOver] = [client, onSessionOver];
    this.#options = { client, onSessionOver };
  }

  async openStored(): Promise<void> {
    const stored = readStoredFarm();
    const known = this.#client.getQueryData(currentUserQuery.queryKey);
    if (!stored || known === null || (known && !isOf(known, stored))) return;
    try {
      if (isSignOutUnsent()) return await this.#end(stored);
      if (known) return await this.#open(known);
      const answer = askCurrentUser();
      const [copy, user] = await Promise.all([FarmCopy.openStored({ ...this.#options, farm: stored }), withinOneSecond(answer)]);
      if (!copy) return;
      this.#client.setQueryData(currentUserQuery.queryKey, user ?? copy.user);
      if (user === null) setSignedOut(this.#client, 'ended');
      if (user === null || (user && !isOf(user, stored))) return copy.close();
      this.#user = copy.user;
      this.#show(copy);
      this.#storeUser(user);
      if (!user) void answer.then((late) => this.#hear(late));
    } catch (error) {
      // Without storage the screens ask the server, as in a browser that does not store the farm.
      console.error(error);
    }
  }

  /** The browser was closed while a person signed out. */
  async #end(farm: StoredFarm): Promise<void> {
    const copy = await FarmCopy.openStored({ ...this.#options, farm });
    await copy?.end({ keepsOperations: true });
  }

  follow(user: CurrentUser | null | undefined): void {
    if (user === undefined || (user?.id === this.#user?.id && user?.farmId === this.#user?.farmId))
      return this.#storeUser(user ?? undefined);
    this.#opening = this.#opening
      .then(async () => {
        this.#close();
        if (user?.subscriptionPlan && !user.isVisit && isFarmStored()) await this.#open(user);
      })
      .catch((error: unknown) => console.error(error));
  }

  /** Called when a farm begins or ceases to be stored on this device. */
  restart(): void {
    const user = this.#user ?? this.#client.getQueryData(currentUserQuery.queryKey);
    this.#user = undefined;
    this.follow(user);
  }

  async #open(user: CurrentUser): Promise<void> {
    this.#user = user;
    const copy = await FarmCopy.open({ ...this.#options, user });
    if (this.#user !== user) return copy.close();
    rememberStoredFarm({ userId: user.id, farmId: user.farmId });
    void copy.storeUser(user);
    return this.#show(copy);
  }

  #show(copy: FarmCopy): void {
    this.#copy = copy;
    setLocalCopy(copy);
    // Shown until the copy is complete.
    if (!copy.isComplete) void this.#client.prefetchQuery(healthRecordsQuery);
    void copy.synchronize();
    const prepareToSave = () => void loadEffects().catch(() => undefined);
    // Without a service worker its code is not stored, so it is fetched while there is a connection.
    if (isServedByWorker()) whenPageIdle(prepareToSave);
    else prepareToSave();
  }

  synchronize(): void {
    void this.#copy?.synchronize();
  }

  #storeUser(user: CurrentUser | undefined): void {
    if (!user || user === this.#user) return;
    this.#user = user;
    void this.#copy?.storeUser(user);
  }

  #close(): void {
    this.#copy?.close();
    setLocalCopy(undefined);
    [this.#copy, this.#user] = [undefined, undefined];
  }

  /** The stored person may have been signed out since, or somebody else may be signed in. */
  #hear(user: CurrentUser | null | undefined): void {
    if (user === null) this.#onSessionOver();
    else if (user?.id === this.#user?.id && user?.farmId === this.#user?.farmId) {
      this.#storeUser(user);
      this.#client.setQueryData(currentUserQuery.queryKey, user);
    } else if (user) {
      removeStoredFarm();
      void loadPage();
    }
  }
}
