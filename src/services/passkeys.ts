import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PasskeyAnswer, PasskeyOptions } from '../../contract/entities/secondFactor.ts';
import { secondFactor as t } from '../../contract/messages/secondFactor.ts';

/** An error that is shown like a refusal by the server. */
const refusal = (message: string): Error => Object.assign(new Error(message), { status: 422, data: { message } });

/** @throws a refusal with a message if the browser does not support passkeys or the user cancels */
const ask = async (run: () => Promise<unknown>): Promise<PasskeyAnswer> => {
  if (!browserSupportsWebAuthn() || !window.isSecureContext) throw refusal(t.passkeyUnsupported);
  try {
    return (await run()) as PasskeyAnswer;
  } catch (error) {
    console.warn(error);
    throw refusal(error instanceof Error && error.name === 'SecurityError' ? t.passkeyUnsupported : t.passkeyCancelled);
  }
};

/** Signs the challenge with one of the user's passkeys, in the browser's own dialog. */
export const signWithPasskey = (options: PasskeyOptions): Promise<PasskeyAnswer> =>
  ask(() => startAuthentication({ optionsJSON: options as never }));

/** Creates a passkey, in the browser's own dialog. */
export const createPasskey = (options: PasskeyOptions): Promise<PasskeyAnswer> =>
  ask(() => startRegistration({ optionsJSON: options as never }));
