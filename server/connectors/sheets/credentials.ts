import { createPrivateKey, createSign } from 'node:crypto';

/** The used parts of a pasted service account; URLs come from the environment instead (research 3.1). */
export type ServiceAccount = Readonly<{ clientEmail: string; privateKey: string; keyId: string | null }>;
export type CredentialProblem = 'too_long' | 'not_json' | 'not_service_account' | 'no_email' | 'no_key' | 'bad_key';

const MAX_LENGTH = 10_000;
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';
/** The audience of Google's token requests, regardless of the URL called. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';
const LIFETIME_S = 3600;

const record = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
const parseJsonObject = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    return record(JSON.parse(text));
  } catch {
    return null;
  }
};
const isKey = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
};

/** Parses pasted credentials; repairs keys whose line breaks are the two characters \n. */
export const readServiceAccount = (text: string): ServiceAccount | CredentialProblem => {
  if (text.length > MAX_LENGTH) return 'too_long';
  const pasted = parseJsonObject(text);
  if (pasted === null) return 'not_json';
  if (pasted.type !== 'service_account') return 'not_service_account';
  const { client_email: email, private_key: key, private_key_id: keyId } = pasted;
  if (typeof email !== 'string' || !/^\S+@\S+$/.test(email)) return 'no_email';
  if (typeof key !== 'string' || key.trim() === '') return 'no_key';
  const privateKey = key.replaceAll('\\n', '\n');
  return isKey(privateKey) ? { clientEmail: email, privateKey, keyId: typeof keyId === 'string' ? keyId : null } : 'bad_key';
};

const encodeSegment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The signed assertion that Google exchanges for an access token: RS256, valid for an hour (research 3.1). */
export const signAssertion = ({ clientEmail, privateKey, keyId }: ServiceAccount, at: Date): string => {
  const now = Math.floor(at.getTime() / 1000);
  const encodedHeader = encodeSegment({ alg: 'RS256', typ: 'JWT', ...(keyId === null ? {} : { kid: keyId }) });
  const claims = encodeSegment({ iss: clientEmail, scope: SCOPE, aud: AUDIENCE, iat: now, exp: now + LIFETIME_S });
  const signature = createSign('RSA-SHA256').update(`${encodedHeader}.${claims}`).sign(privateKey, 'base64url');
  return `${encodedHeader}.${claims}.${signature}`;
};
