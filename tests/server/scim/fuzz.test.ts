import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProvisioningWorld, PATCH_SCHEMA, type ProvisioningWorld, USER_SCHEMA, USERS_PATH } from '../support/worlds/provisioning.ts';

const REQUESTS = 2000;
const SEED = 20261130;

let world: ProvisioningWorld;
let id: string;
beforeAll(async () => {
  world = await createProvisioningWorld();
  id = (await world.create()).id;
});
afterAll(() => world.server.close());

/** Mulberry32: numbers from 0 to 1, the same ones for the same seed. */
const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

const attributes = ['schemas', 'id', 'meta', 'userName', 'externalId', 'displayName', 'name', 'active', 'emails', 'roles', 'password', 'x'];
const parts = ['value', 'type', 'primary', 'display', 'givenName', 'familyName', 'formatted', 'toString', 'constructor', '$ref', ''];
const texts = [
  ...['', ' ', 'x', 'İx', 'ΑΣ', 'e\u0301', '\u0000', '\ud800', '\u202e', 'work', 'True', 'admin', 'salesperson', '"', '\\', '[', ']', '%'],
  ...['a@example.test', "'; drop table users; --", '{field}', 'x'.repeat(300), '9'.repeat(400), '1e309', 'null'],
];
const literals = [
  '"x"',
  '"\\u0000"',
  '"\\ud800"',
  '"a@example.test"',
  'true',
  'False',
  '7',
  '"',
  '"\\',
  '""',
  'null',
  `"${'y'.repeat(900)}"`,
];

/** Lone surrogates cannot be part of an address. */
const encodeText = (text: string): string => encodeURIComponent(text.replaceAll('\ud800', ''));

const createFuzz = (seed: number) => {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const several = <Item>(most: number, create: () => Item): Item[] => Array.from({ length: Math.floor(random() * (most + 1)) }, create);
  const value = (depth = 3): unknown => {
    if (random() < 0.05) return { toString: 1 };
    const kind = depth === 0 ? random() * 0.6 : random();
    if (kind < 0.4) return pick(texts);
    if (kind < 0.6) return pick([null, true, false, 0, -1, 7, 1e308, '1', undefined]);
    if (kind < 0.8) return several(3, () => value(depth - 1));
    return Object.fromEntries(several(4, () => [pick([...parts, ...attributes]), value(depth - 1)]));
  };
  const comparison = (): string => `${path(false)} ${pick(['eq', 'EQ', 'co', 'pr', ''])} ${pick(literals)}`;
  const filter = (): string => several(4, comparison).join(pick([' and ', ' or ', ' AND ', ' ', 'and']));
  const path = (deep = true): string => {
    const name = `${pick(['', '', '', `${USER_SCHEMA}:`, 'urn:x:y:', '.'])}${pick(attributes)}`;
    const chosen = deep && random() < 0.4 ? `[${filter()}]` : '';
    return `${name}${chosen}${random() < 0.5 ? `.${pick(parts)}` : ''}`;
  };
  const user = (): Record<string, unknown> => ({
    ...(random() < 0.8 ? world.person() : {}),
    ...Object.fromEntries(several(4, () => [pick(attributes), value()])),
    ...(random() < 0.8 ? { schemas: [USER_SCHEMA] } : {}),
  });
  const operation = (): unknown =>
    random() < 0.1
      ? value()
      : { op: pick(['add', 'replace', 'remove', 'Add', 'x']), path: pick([path(), undefined, value()]), value: value() };
  const patch = (): unknown => ({ schemas: [PATCH_SCHEMA], Operations: random() < 0.9 ? several(4, operation) : value() });
  const text = (): string | undefined => {
    const body = pick([user, patch, patch, () => value()])();
    const json = JSON.stringify(body);
    return random() < 0.05 ? json?.slice(0, -1) : json;
  };
  const query = (): string =>
    several(3, () => {
      const name = pick(['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes', 'sortBy', '__proto__']);
      return `${name}=${encodeText(name === 'filter' ? filter() : pick(texts))}`;
    }).join('&');
  return () => {
    const method = pick(['GET', 'POST', 'PUT', 'PATCH', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const);
    const userPath = pick([
      `${USERS_PATH}/${id}`,
      `${USERS_PATH}/${id}`,
      `${USERS_PATH}/${world.ada}`,
      `${USERS_PATH}/${encodeText(pick(texts))}`,
    ]);
    const url = method === 'POST' ? USERS_PATH : pick([userPath, userPath, USERS_PATH, '/scim/v2/Schemas', `/scim/v2/${pick(attributes)}`]);
    const headers = {
      'content-type': pick(['application/scim+json', 'application/scim+json', 'application/json', 'text/plain']),
      ...(random() < 0.1 ? { 'if-match': pick(['*', 'W/"1.0"', '"', 'x'.repeat(500)]) } : {}),
    };
    return { method, url: `${url}?${query()}`, headers, body: method === 'GET' || method === 'HEAD' ? undefined : text() };
  };
};

it(`answers ${REQUESTS} malformed requests without a server error`, async () => {
  const createRequest = createFuzz(SEED);
  const failed: string[] = [];
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    // Below the token's limit per minute.
    if (sent % 1000 === 999) world.server.clock.advance(61_000);
    const { method, url, headers, body } = createRequest();
    const answer = await world.server.call(method as 'GET', url, {
      token: world.scimToken,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    if (answer.statusCode === 204) id = (await world.create()).id;
    if (answer.statusCode >= 500) failed.push(`${answer.statusCode} ${method} ${url} ${body}`);
  }
  expect(failed).toEqual([]);
});
