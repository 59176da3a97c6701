import { addresses, type Addresses } from './addresses.ts';

/** Addresses for keys and webhooks, which only owners see. Only the code that calls them imports this file. */
export const integrationAddresses = {
  listApiKeys: 'GET /api-keys',
  addApiKey: 'POST /api-keys',
  revokeApiKey: 'DELETE /api-keys/:id',
  listHooks: 'GET /hooks',
  addHook: 'POST /hooks',
  changeHook: 'PATCH /hooks/:id',
  deleteHook: 'DELETE /hooks/:id',
  listHookDeliveries: 'GET /hooks/:id/deliveries',
  sendHookDeliveryAgain: 'POST /hooks/:id/deliveries/:deliveryId/send-again',
} as const satisfies Partial<Addresses>;

Object.assign(addresses, integrationAddresses);
