import type {
  BegunFactor,
  FactorAnswer,
  Passkey,
  PasskeyOptions,
  RecoveryCodes,
  SecondFactorState,
  SecuritySettings,
} from '../../contract/entities/secondFactor.ts';
import type { FactorReply } from '../../contract/rules/session/factorMethods.ts';
import type { Http } from './http.ts';

const path = '/api/v1/auth/second-factor';
const passkeysPath = '/api/v1/auth/passkeys';

/** Feature `second-factor` (decisions 4.16): the user's own factor, and the company's rules. */
export const createSecondFactor = (http: Http) => ({
  state: (signal?: AbortSignal): Promise<SecondFactorState> => http(path, signal ? { signal } : {}),
  begin: (password: string): Promise<BegunFactor> =>
    http(`${path}/begin`, { method: 'POST', body: password === '' ? {} : { current_password: password } }),
  enable: (code: string): Promise<RecoveryCodes> => http(`${path}/enable`, { method: 'POST', body: { code } }),
  renewCodes: (): Promise<RecoveryCodes> => http(`${path}/recovery-codes`, { method: 'POST' }),
  disable: (): Promise<void> => http(path, { method: 'DELETE' }),
  confirm: async (reply: FactorReply): Promise<void> =>
    http(`${path}/confirm`, {
      method: 'POST',
      body: reply.kind === 'passkey' ? await signWithOwnPasskey(http) : { [reply.kind]: reply.typed },
    }),
  addPasskey: async (name: string): Promise<Passkey> => {
    const { createPasskey } = await import('./passkeys.ts');
    const passkey = await createPasskey(await http<PasskeyOptions>(`${passkeysPath}/begin`, { method: 'POST' }));
    return http(passkeysPath, { method: 'POST', body: { name, passkey } });
  },
  removePasskey: (id: string): Promise<void> => http(`${passkeysPath}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  security: (signal?: AbortSignal): Promise<SecuritySettings> => http('/api/v1/settings/security', signal ? { signal } : {}),
  saveSecurity: (body: SecuritySettings): Promise<SecuritySettings> => http('/api/v1/settings/security', { method: 'PUT', body }),
});

const signWithOwnPasskey = async (http: Http): Promise<FactorAnswer> => {
  const { signWithPasskey } = await import('./passkeys.ts');
  return { passkey: await signWithPasskey(await http<PasskeyOptions>(`${path}/passkey`, { method: 'POST' })) };
};
