import type { BegunFactor, Passkey, SecondFactorState } from '../../../contract/entities/secondFactor.ts';
import { secondFactor as t } from '../../../contract/messages/secondFactor.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

/** `begun`: a setup that waits for its first code. `codes`: new recovery codes, shown until the content is loaded again. */
export type FactorContent = Readonly<{ state: SecondFactorState; begun: BegunFactor | null; codes: readonly string[] | null }>;
export type FactorForm = Readonly<{ kind: 'setUp' | 'passkey' }>;
export type FactorStep =
  | Readonly<{ kind: 'begin'; password: string }>
  | Readonly<{ kind: 'enable'; code: string }>
  | Readonly<{ kind: 'addPasskey'; name: string }>
  | Readonly<{ kind: 'removePasskey'; passkey: Passkey }>
  | Readonly<{ kind: 'renewCodes' | 'disable' }>;
/** The outcome of a step; null if the content must be loaded again. */
export type FactorResult = Readonly<{ begun: BegunFactor } | { codes: readonly string[] }> | null;

const canTake = ({ state: { since }, begun, codes }: FactorContent, { kind }: FactorStep, form: FactorForm | null): boolean => {
  if (codes !== null) return false;
  if (kind === 'begin') return since === null && begun === null;
  if (kind === 'enable') return begun !== null;
  return since !== null && (form?.kind === 'passkey') === (kind === 'addPasskey');
};

/**
 * The user's second factor (decisions 4.16), set up in two steps: the password, then the first code of the authenticator app.
 * Normal path: loading → shown → asking → saving → shown with the QR code → saving → shown with the recovery codes → loading.
 * Never: turn it off or replace its recovery codes without a confirmation, or show codes after their dialog was closed.
 */
export const secondFactorMachine = deskOf<FactorContent, FactorStep, FactorResult, FactorForm>()({
  id: 'secondFactor',
  canTake,
  canOpen: ({ state: { since }, begun, codes }, { kind }) => begun === null && codes === null && (since === null) === (kind === 'setUp'),
  mustConfirm: ({ kind }) => kind === 'renewCodes' || kind === 'disable' || kind === 'removePasskey',
  toContent: (result, content) => (result === null ? null : { ...content, begun: null, codes: null, ...result }),
  describeFailure: (error, step) => toFailureMessage({ error, fallback: step ? t.failed : t.loadFailed }),
});
