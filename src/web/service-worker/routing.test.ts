import { expect, test } from 'vitest';
import { createRouting } from './routing.ts';

const origin = 'https://farm.example.org';
const files = ['/assets/start-abc.js', '/icon.svg', '/shell.html'].map((path): [string, string] => [path, '']);
const routeOf = createRouting({ files, farmScreens: ['/', '/animals', '/animals/$id', '/health'] }, origin);
const visit = (path: string) => routeOf({ method: 'GET', mode: 'navigate', url: origin + path });
const get = (path: string) => routeOf({ method: 'GET', mode: 'cors', url: new URL(path, origin).href });
const send = (method: string) => routeOf({ method, mode: 'cors', url: `${origin}/icon.svg` });

const screens = ['/', '/animals', '/animals/', '/Animals', '/animals?status=sold', '/animals/0190-ab', '/health#top'];
const noScreens = ['/for-sale', '/for-sale/0190-ab', '/login', '/confirm-email?token=x', '/choose-plan?checkout=1', '/admin'];
const unknown = ['/no-such-page', '/animals/a/b', '/icon.svg'];
const ofServer = ['/api/animals', '/api/auth/me', '/api', '/uploads/abc.jpg', '/sw.js', '/metrics'];
const ofBuilds = ['/assets/start-abc.js', '/assets/of-another-build-xyz.js', '/icon.svg', '/shell.html'];

test.each<[what: string, (request: string) => unknown, requests: string[], route: string]>([
  ['a screen of a farm with the shell at once', visit, screens, 'shell'],
  ['any other address from the server first', visit, [...noScreens, ...unknown], 'network, then shell'],
  ['no request to the API or another site', get, [...ofServer, 'https://elsewhere.example/assets/a.js'], 'network'],
  ['no download, which is a navigation to the API', visit, ['/api/reports/export?format=csv', '/uploads/abc.jpg'], 'network'],
  ['a file of a build from what it stored', get, ofBuilds, 'stored, then network'],
  ['no other request than a read', send, ['POST', 'PATCH', 'DELETE', 'HEAD'], 'network'],
])('the service worker answers %s', (_, route, requests, expected) => {
  expect(requests.map((request) => [request, route(request)])).toEqual(requests.map((request) => [request, expected]));
});
