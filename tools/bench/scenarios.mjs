import { ADMIN, NOBODY, OTHER_USER, PLAIN_USER } from './organisation.mjs';

const REMOVAL = { method: 'PUT', path: '/user/remove-permissions', isChange: true };
const question = (id, name) => ({
  subject: { type: 'user', id },
  action: { name },
  resource: { type: 'module0', id: 'any' },
});
const asking = (id, name = 'read') => ({
  method: 'POST',
  path: '/access/v1/evaluation',
  body: JSON.stringify(question(id, name)),
});
const reading = (path) => ({ method: 'GET', path });

/**
 * Requests that are measured over HTTP. `also` are requests that every server must answer alike; `floors` are
 * the servers it is compared with, by default all; `target` is the least ratio to the limit that is wanted, by database.
 */
export const SCENARIOS = {
  list: {
    title: '10 of 10,000 departments',
    request: reading('/department/list/0/10'),
    also: ['/department/list/0/1', '/department/list/4990/5000', '/department/list/9995/0'].map(reading),
    target: { sqlite: 0.85, postgres: 0.8 },
  },
  user: {
    title: 'a user',
    request: reading(`/user/${PLAIN_USER}`),
    also: [ADMIN, NOBODY].map((id) => reading(`/user/${id}`)),
    floors: ['limit-koa'],
    target: { postgres: 0.8 },
  },
  search: {
    title: '50 users of 1,000 whose names have a text',
    request: reading('/user/list/0/50?search=first1'),
    also: ['0/5?search=b9', '0/5?search=nobody', '100/0?search=LAST1'].map((end) =>
      reading(`/user/list/${end}`),
    ),
    target: { postgres: 0.8 },
  },
  decision: {
    title: 'a decision about another user',
    request: asking(OTHER_USER),
    also: [asking(OTHER_USER, 'none'), asking(ADMIN), asking(NOBODY)],
    floors: ['limit-koa'],
    target: { postgres: 0.8 },
  },
  airport: {
    title: 'an airport',
    request: reading('/geo-locations/address/CDG'),
    also: ['KJFK', 'lax'].map((code) => reading(`/geo-locations/address/${code}`)),
    target: { sqlite: 0.85 },
  },
  address: {
    title: 'an address, read offline (the limit knows no addresses)',
    request: reading('/geo-locations/address/10%20Rue%20de%20Rivoli%2C%20Paris%2C%20France'),
    floors: [],
  },
  'removal-1': {
    title: 'a removal, one connection',
    request: REMOVAL,
    connections: 1,
    target: { sqlite: 0.75, postgres: 0.8 },
  },
  'removal-32': { title: 'removals, 32 connections', request: REMOVAL, target: { sqlite: 1.5 } },
  'removal-128': { title: 'removals, 128 connections', request: REMOVAL, connections: 128 },
  'batch-100': {
    title: 'batches of 100 removals, one connection (batches a second)',
    request: { ...REMOVAL, method: 'POST', path: '/user/change-permissions' },
    connections: 1,
    rows: 100,
    floors: [],
  },
};
