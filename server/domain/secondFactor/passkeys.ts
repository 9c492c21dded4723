import { randomBytes } from 'node:crypto';
import type { PasskeyAnswer, PasskeyOptions } from '../../../contract/entities/secondFactor.ts';
import type { NewPasskey, PasskeyRow } from '../../db/repositories/session/secondFactors.ts';

/** The address at which people open the app: passkeys work there only. */
export type RelyingParty = Readonly<{ id: string; origin: string }>;
type Person = Readonly<{ id: number; email: string }>;

/** Loaded with the first passkey, because it reads many certificates' formats. */
const webauthn = () => import('@simplewebauthn/server');

export const createChallenge = (): string => randomBytes(32).toString('base64url');

const toCredential = ({ credential_id: id, transports }: PasskeyRow) => ({ id, transports });

/** The request by which the browser lets an authenticator sign. */
export const signOptions = async (party: RelyingParty, passkeys: readonly PasskeyRow[], challenge: string): Promise<PasskeyOptions> => {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials: passkeys.map(toCredential),
    userVerification: 'preferred',
  });
  return { ...options };
};

/** The request by which the browser lets an authenticator create a passkey. */
export const addOptions = async (
  party: RelyingParty,
  person: Person,
  { company, passkeys, challenge }: Readonly<{ company: string; passkeys: readonly PasskeyRow[]; challenge: string }>,
): Promise<PasskeyOptions> => {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: company,
    rpID: party.id,
    userName: person.email,
    userID: Buffer.from(`quotaboard:${person.id}`),
    challenge: Buffer.from(challenge, 'base64url'),
    attestationType: 'none',
    excludeCredentials: passkeys.map(toCredential),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { ...options };
};

/** The new passkey in the browser's answer; null if the answer fails a check. */
export const readNewPasskey = async (
  party: RelyingParty,
  answer: PasskeyAnswer,
  challenge: string,
): Promise<Omit<NewPasskey, 'user_id' | 'name'> | null> => {
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: answer as never,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url'), counter, transports: [...transports] };
};

/** The passkey that signed the challenge, and its new counter; null if the answer fails a check. */
export const verifyPasskey = async (
  party: RelyingParty,
  answer: PasskeyAnswer,
  { challenge, passkeys }: Readonly<{ challenge: string; passkeys: readonly PasskeyRow[] }>,
): Promise<Readonly<{ passkey: PasskeyRow; counter: number }> | null> => {
  const passkey = passkeys.find(({ credential_id }) => credential_id === answer.id);
  if (!passkey) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const { credential_id: id, public_key, counter } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as never,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter },
    requireUserVerification: false,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified && authenticationInfo ? { passkey, counter: authenticationInfo.newCounter } : null;
};
