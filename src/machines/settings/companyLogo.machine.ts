import { companyLogo as t } from '../../../contract/messages/companyLogo.ts';
import { deskOf } from '../support/desk.ts';
import { toFailure } from '../support/failure.ts';

/** The URL of the logo; '' without one. */
export type ShownLogo = Readonly<{ address: string }>;
export type LogoStep = Readonly<{ kind: 'replace' | 'remove' }>;

const fallbacks = { replace: t.saveFailed, remove: t.removeFailed } as const;

/**
 * The company's logo (decisions 4.12); the chosen file is not part of the machine.
 * Normal path: loading → shown → saving → loading → shown; removing is confirmed first.
 * Never: remove a logo without confirmation, or one that does not exist.
 */
export const companyLogoMachine = deskOf<ShownLogo, LogoStep>()({
  id: 'companyLogo',
  canTake: ({ address }, { kind }) => kind === 'replace' || address !== '',
  mustConfirm: ({ kind }) => kind === 'remove',
  describeFailure: (error, step) => toFailure({ error, fallback: step ? fallbacks[step.kind] : t.loadFailed }).message,
});
