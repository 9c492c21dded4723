import { createVerify, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readServiceAccount, signAssertion } from '../../../../server/connectors/sheets/credentials.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const account = {
  type: 'service_account',
  client_email: 'reader@project.iam.gserviceaccount.com',
  private_key: privateKey,
  private_key_id: 'k1',
  token_uri: 'https://evil.example/token',
};
const read = (overrides: Record<string, unknown> = {}) => readServiceAccount(JSON.stringify({ ...account, ...overrides }));

describe('pasted service account credentials', () => {
  it('are parsed without a foreign token_uri', () => {
    expect(read()).toEqual({ clientEmail: 'reader@project.iam.gserviceaccount.com', privateKey, keyId: 'k1' });
  });
  it('with literal \\n in the key are repaired', () => {
    expect(read({ private_key: privateKey.replaceAll('\n', '\\n') })).toMatchObject({ privateKey });
  });
  it.each([
    ['nothing', '', 'not_json'],
    ['plain text', 'my key', 'not_json'],
    ['a list', '[]', 'not_json'],
    ['a user’s key', JSON.stringify({ ...account, type: 'authorized_user' }), 'not_service_account'],
    ['no key', JSON.stringify({ ...account, private_key: '' }), 'no_key'],
    ['a truncated key', JSON.stringify({ ...account, private_key: privateKey.slice(0, 300) }), 'bad_key'],
    ['no e-mail address', JSON.stringify({ ...account, client_email: 12 }), 'no_email'],
    ['a megabyte', JSON.stringify({ ...account, note: 'x'.repeat(1_000_000) }), 'too_long'],
  ])('are refused: %s', (_, text, problem) => {
    expect(readServiceAccount(text)).toBe(problem);
  });
});

it('research 3.1: the assertion is signed with RS256 for Google, valid for an hour, for reading sheets', () => {
  const read = readServiceAccount(JSON.stringify(account));
  if (typeof read === 'string') throw new Error(read);
  const [head = '', claims = '', signature = ''] = signAssertion(read, new Date('2026-11-23T10:00:00.900Z')).split('.');
  const opened = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(opened(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k1' });
  expect(opened(claims)).toEqual({
    iss: 'reader@project.iam.gserviceaccount.com',
    scope: 'https://www.googleapis.com/auth/spreadsheets.readonly',
    aud: 'https://oauth2.googleapis.com/token',
    iat: 1_795_428_000,
    exp: 1_795_431_600,
  });
  expect(createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')).toBe(true);
});
