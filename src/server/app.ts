import { setEnvironmentData } from 'node:worker_threads';
import { setTimeout } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { accountRoutes } from '#contract/accounts.ts';
import { actRoutes } from '#contract/acts.ts';
import { adminRoutes } from '#contract/admin.ts';
import { animalStateRoutes } from '#contract/animal-states.ts';
import { apiKeyRoutes } from '#contract/api-keys.ts';
import { archiveRoutes } from '#contract/archive.ts';
import { changeRoutes } from '#contract/changes.ts';
import { devicePinRoutes } from '#contract/device-pins.ts';
import { fileRoutes } from '#contract/files.ts';
import { historyRoutes } from '#contract/history.ts';
import { hookRoutes } from '#contract/hooks.ts';
import { importRoutes } from '#contract/imports.ts';
import { favouriteRoutes } from '#contract/favourites.ts';
import { marketRoutes } from '#contract/market.ts';
import { joiningRoutes, memberRoutes } from '#contract/members.ts';
import { paperRoutes } from '#contract/papers.ts';
import { paymentRoutes } from '#contract/payments.ts';
import { pedigreeRoutes } from '#contract/pedigree.ts';
import { planRoutes } from '#contract/plans.ts';
import { registrationLinkRoutes } from '#contract/registration-links.ts';
import { reportRoutes } from '#contract/reports.ts';
import { sampleRoutes } from '#contract/sample.ts';
import { siteRoutes } from '#contract/site.ts';
import { savedSearchRoutes } from '#contract/saved-searches.ts';
import { storefrontRoutes } from '#contract/storefront.ts';
import { supportRoutes } from '#contract/support.ts';
import { syncRoutes } from '#contract/sync.ts';
import { transferRoutes } from '#contract/transfers.ts';
import { accountHandlers } from './accounts/accounts.routes.ts';
import { devicePinHandlers } from './accounts/device-pins.routes.ts';
import { joiningHandlers } from './accounts/joining.routes.ts';
import { actHandlers } from './acts/acts.routes.ts';
import { historyHandlers } from './acts/history.routes.ts';
import { createPasswords } from './passwords.ts';
import { adminHandlers } from './admin/admin.routes.ts';
import { registrationLinkHandlers } from './admin/registration-links.routes.ts';
import { sampleHandlers } from './sample/sample.routes.ts';
import { siteHandlers } from './admin/site.routes.ts';
import { archiveHandlers } from './archive/archive.routes.ts';
import { changeHandlers } from './changes/changes.routes.ts';
import { setCurrency } from '#domain/values/money.ts';
import { currencyOfThreads } from './worker-answers.ts';
import type { Config } from './config.ts';
import type { Db } from './db/engines/connect.ts';
import { openReplicas } from './db/engines/replicas.ts';
import type { Deps } from './deps.ts';
import { fileHandlers, servePictures } from './files/files.routes.ts';
import { openPictures } from './storage/open-store.ts';
import { animalStateHandlers } from './events/animal-states.routes.ts';
import { joinWaitingYoung } from './events/join-waiting-young.ts';
import { limitBodyTime, maxRequestMs } from './http/body-time.ts';
import { limitConnections, type ConnectionLimits } from './http/connections.ts';
import { createDrain, type Drain } from './http/drain.ts';
import { compressAnswers } from './http/encoding.ts';
import { answerMalformed, answerErrors, answerInvalidUrl } from './http/errors.ts';
import { clearIncoming } from './http/file-on-disk.ts';
import { createGuards } from './http/guards.ts';
import { answerHeadRequests } from './http/head-requests.ts';
import { rejectOtherSites, secureHeaders } from './http/headers.ts';
import { acceptJsonOnly } from './http/json-body.ts';
import { limitUnsentAnswers } from './http/unsent-answers.ts';
import { countInDatabase, countInMemory, createRateLimiter, type Counter } from './http/limits.ts';
import { defaultMaxBodyBytes, mount, noFastifySchemas } from '#server/routing/mount.ts';
import { sendRequestIds, requestIds } from './http/request-ids.ts';
import { logRequests, plainError } from './http/request-log.ts';
import { serveWeb } from '#server/html/static.ts';
import { importHandlers } from './imports/imports.routes.ts';
import { createFirstListingsReader } from './market/first-listings.ts';
import { describeFarm } from './market/farm-head.ts';
import { favouriteHandlers } from './market/favourites.service.ts';
import { savedSearchHandlers } from './market/saved-searches.service.ts';
import { endScreenOf, stopSearchMail } from './market/search-mail.ts';
import { serveFeeds } from './market/feeds.ts';
import { describeListing } from './market/listing-head.ts';
import { describeMarket } from './market/market-head.ts';
import { createMarketReader } from './market/market-pages.ts';
import { serveDocs } from './api-docs/serve-docs.ts';
import { apiKeyHandlers } from './integrations/api-keys.routes.ts';
import { hookHandlers } from './integrations/hooks.routes.ts';
import { marketHandlers } from './market/market.routes.ts';
import { pedigreeHandlers } from './pedigree/pedigree.routes.ts';
import { memberHandlers } from './members/members.routes.ts';
import { gaugeBackups } from './operations/backup-gauges.ts';
import { registerGauges } from './operations/gauges.ts';
import { createMetrics, type Metrics } from './operations/metrics.ts';
import { serveProbes } from './operations/probes.ts';
import { createReadiness } from './operations/readiness.ts';
import { paperHandlers } from './papers/papers.routes.ts';
import { openPayments } from './payments/open-payments.ts';
import { paymentHandlers } from './payments/payments.routes.ts';
import { serveMailStops } from './reminders/mail-stops.ts';
import { stopMail } from './reminders/morning-mail.ts';
import { serveWebhook } from './payments/webhook.ts';
import { planHandlers } from './plans/plans.routes.ts';
import { recordHandlers, recordRoutes } from './record-routes.ts';
import { reportHandlers } from './reports/reports.routes.ts';
import { storefrontHandlers } from './storefront/storefront.routes.ts';
import { supportHandlers } from './support/support.routes.ts';
import { transferHandlers } from './transfers/transfers.routes.ts';
import { syncHandlers } from './sync/sync.routes.ts';
import { applyOnce, positionBefore } from './sync/sync.service.ts';

export interface AppOptions {
  readonly db: Db;
  readonly config: Config;
  readonly now?: () => Date;
  readonly wait?: (ms: number) => Promise<void>;
  readonly wakeMail?: () => void;
  readonly webDir?: string;
  readonly paymentTimeoutMs?: number;
  readonly metrics?: Metrics;
  readonly drain?: Drain;
  readonly connectionLimits?: ConnectionLimits;
  readonly logTo?: { write(line: string): void };
}

const mailStops = {
  '/api/mail-stops/:token': { end: stopMail, screenOf: () => '/settings' },
  '/api/search-mail-stops/:token': { end: stopSearchMail, screenOf: endScreenOf },
};

export async function createApp({
  db,
  config,
  now = () => new Date(),
  wait = (ms) => setTimeout(ms),
  wakeMail = () => {},
  webDir = 'build/web',
  paymentTimeoutMs,
  metrics = createMetrics(),
  drain = createDrain(),
  connectionLimits,
  logTo,
}: AppOptions): Promise<FastifyInstance> {
  setCurrency(() => config.currency);
  setEnvironmentData(currencyOfThreads, config.currency);
  const app = createServer(config, logTo);
  const limiter = (counter: Counter) => createRateLimiter(counter, config.hasRateLimits, now);
  const publicReads = openReplicas(config.replicaUrls, db, (details, message) => app.log.warn(details, message));
  app.addHook('onClose', () => publicReads.close());
  const deps: Deps = {
    db,
    publicReads,
    config,
    limits: limiter(countInDatabase(db)),
    visits: limiter(countInMemory()),
    passwords: createPasswords(),
    pictures: openPictures(config),
    payments: await openPayments({ db, config, now, ...(paymentTimeoutMs !== undefined && { timeoutMs: paymentTimeoutMs }) }),
    log: app.log,
    now,
    wait,
    wakeMail,
  };
  const guards = createGuards({ ...deps, joinWaitingYoung: (farmId) => joinWaitingYoung(deps, farmId) });

  app.decorate('deps', deps);
  app.decorateRequest('viewerContext', null);
  const readiness = createReadiness({ db, isDraining: () => drain.isOn });
  answerErrors(app);
  sendRequestIds(app);
  logRequests(app, metrics.request);
  const connectionTotals = limitConnections(app, config, connectionLimits);
  limitBodyTime(app);
  acceptJsonOnly(app);
  secureHeaders(app, config);
  drain.watch(app);
  rejectOtherSites(app, config);
  await app.register(cookie);
  await app.register(multipart);
  clearIncoming(app);
  answerHeadRequests(app);
  compressAnswers(app);
  limitUnsentAnswers(app);
  const readMarket = createMarketReader(deps);

  mount(app, accountRoutes, guards, accountHandlers(deps));
  mount(app, devicePinRoutes, guards, devicePinHandlers(deps));
  mount(app, joiningRoutes, guards, joiningHandlers(deps));
  mount(app, memberRoutes, guards, memberHandlers(deps));
  mount(app, planRoutes, guards, planHandlers(deps));
  mount(app, paymentRoutes, guards, paymentHandlers(deps));
  const forCopies = { applyOnce: applyOnce(deps, recordHandlers), positionBefore: positionBefore(deps.db) };
  mount(app, recordRoutes, guards, recordHandlers(deps), forCopies);
  mount(app, animalStateRoutes, guards, animalStateHandlers(deps), forCopies);
  mount(app, changeRoutes, guards, changeHandlers(deps));
  mount(app, paperRoutes, guards, paperHandlers(deps));
  mount(app, transferRoutes, guards, transferHandlers(deps));
  mount(app, syncRoutes, guards, syncHandlers(deps, recordHandlers));
  mount(app, actRoutes, guards, actHandlers(deps));
  mount(app, historyRoutes, guards, historyHandlers(deps));
  mount(app, pedigreeRoutes, guards, pedigreeHandlers(deps));
  mount(app, marketRoutes, guards, marketHandlers(deps, readMarket));
  mount(app, favouriteRoutes, guards, favouriteHandlers(deps));
  mount(app, savedSearchRoutes, guards, savedSearchHandlers(deps));
  mount(app, storefrontRoutes, guards, storefrontHandlers(deps));
  mount(app, reportRoutes, guards, reportHandlers(deps));
  mount(app, importRoutes, guards, importHandlers(deps));
  mount(app, archiveRoutes, guards, archiveHandlers(deps));
  mount(app, apiKeyRoutes, guards, apiKeyHandlers(deps));
  mount(app, hookRoutes, guards, hookHandlers(deps));
  mount(app, adminRoutes, guards, adminHandlers(deps));
  mount(app, supportRoutes, guards, supportHandlers(deps));
  mount(app, sampleRoutes, guards, sampleHandlers(deps));
  mount(app, siteRoutes, guards, siteHandlers(deps));
  mount(app, registrationLinkRoutes, guards, registrationLinkHandlers(deps));
  mount(app, fileRoutes, guards, fileHandlers(deps));
  await serveWebhook(app, deps);
  await serveMailStops(app, deps, mailStops);
  serveDocs(app);
  serveFeeds(app, deps, readMarket);
  serveProbes(app, deps, { readiness, metrics });
  registerGauges(app, metrics, { db, config, readiness, connectionTotals });
  gaugeBackups(metrics, { config, now });
  servePictures(app, deps.pictures);
  const [describeOffer, describeSeller] = [describeListing(deps), describeFarm(deps)];
  await serveWeb(app, webDir, {
    describe: async (path, ip) => describeMarket(deps, path) ?? (await describeOffer(path, ip)) ?? describeSeller(path, ip),
    readFirstListings: createFirstListingsReader(deps, readMarket),
  });
  return app;
}

function createServer(config: Config, logTo: AppOptions['logTo']): FastifyInstance {
  return Fastify({
    logger: {
      level: config.logLevel,
      serializers: { err: plainError },
      // The multipart parser logs headers at `trace`, with the session cookie.
      redact: ['headers', '*.headers'],
      ...(logTo && { stream: logTo }),
    },
    trustProxy: config.trustProxy,
    genReqId: requestIds(config),
    bodyLimit: defaultMaxBodyBytes,
    requestTimeout: maxRequestMs,
    connectionTimeout: 120_000,
    return503OnClosing: false,
    clientErrorHandler: answerMalformed(config),
    http: { headersTimeout: 8000, connectionsCheckingInterval: 1000 },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerInvalidUrl(config),
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: noFastifySchemas,
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps;
  }
}
