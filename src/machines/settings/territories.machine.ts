import type { Territories } from '../../../contract/entities/settings.ts';
import { territoryDesk as t } from '../../../contract/messages/territoryDesk.ts';
import { deskOf } from '../support/desk.ts';
import { toFailure } from '../support/failure.ts';

export type TerritoryStep = Readonly<{ kind: 'add' | 'remove'; name: string }>;

const fallbacks = { add: t.addFailed, remove: t.removeFailed } as const;

/**
 * The company's territories (decisions 4.10). Normal path: loading → shown → saving → shown; removing is confirmed first.
 * Never: remove a specified territory, or any without confirmation.
 */
export const territoriesMachine = deskOf<Territories, TerritoryStep, Territories | null>()({
  id: 'territories',
  canTake: ({ added }, { kind, name }) => (kind === 'add' ? name.trim() !== '' : added.includes(name)),
  mustConfirm: ({ kind }) => kind === 'remove',
  toContent: (result) => result,
  describeFailure: (error, step) => toFailure({ error, fallback: step ? fallbacks[step.kind] : t.loadFailed }).message,
});
