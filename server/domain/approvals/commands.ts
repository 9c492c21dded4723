import { can, type Permission } from '../../../contract/permissions.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { editAdjustment } from '../adjustments/editAdjustment.ts';
import { voidAdjustment } from '../adjustments/endAdjustment.ts';
import { decideTransaction } from '../bank/decideTransaction.ts';
import { settleRecords } from '../connections/heldRecords.ts';
import { editEvent } from '../events/eventEdit.ts';
import type { CommandName } from '../facts/proposable.ts';
import { releaseRecord } from '../holds/holdRecord.ts';
import { undoImportRun } from '../imports/importSteps.ts';
import { importOwnRows } from '../imports/ownRows.ts';
import { creditInvoice } from '../invoices/creditInvoice.ts';
import { assignInvoice, editInvoice } from '../invoices/editInvoice.ts';
import { cancelInvoice, sendInvoice } from '../invoices/sendInvoice.ts';
import { allocatePayment, changePayment } from '../payouts/changePayment.ts';
import { recordPayment } from '../payouts/recordPayment.ts';
import { stepPeriod } from '../payPeriods/stepPeriod.ts';
import { changeAccount } from '../people/changeUser.ts';
import type { Principal } from '../session/principal.ts';
import { confirmChange } from '../settings/configChange.ts';
import { saveUnreviewed } from '../settings/configSave.ts';
import { forbidden } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { removeSplit, splitInvoice } from '../splits/splitInvoice.ts';

type Deps = Pick<Services, 'store' | 'clock' | 'nudge'>;
type Command = (deps: Deps, principal: Principal, ...input: never[]) => Promise<unknown>;

const commands: Readonly<Record<CommandName, Command>> = {
  'event.edit': editEvent,
  'invoice.edit': editInvoice,
  'invoice.assign': assignInvoice,
  'invoice.send': sendInvoice,
  'invoice.cancel': cancelInvoice,
  'invoice.credit': creditInvoice,
  'adjustment.edit': editAdjustment,
  'adjustment.void': voidAdjustment,
  'split.set': splitInvoice,
  'split.remove': removeSplit,
  'hold.release': releaseRecord,
  'payment.record': recordPayment,
  'payment.step': changePayment,
  'payment.allocate': allocatePayment,
  'user.change': changeAccount,
  'settings.save': saveUnreviewed,
  'settings.confirm': confirmChange,
  'period.step': stepPeriod,
  'import.rows': importOwnRows,
  'import.undo': undoImportRun,
  'bank.decide': decideTransaction,
  'records.settle': settleRecords,
};
/** Permissions normally checked by the route; the use cases check all others. */
const routePermissions: Readonly<Partial<Record<CommandName, Permission>>> = {
  'payment.record': 'payment:manage',
  'payment.step': 'payment:manage',
  'payment.allocate': 'payment:manage',
  'period.step': 'period:reopen',
  'import.rows': 'import:manage',
  'import.undo': 'import:manage',
  'bank.decide': 'bank:reconcile',
  'records.settle': 'integration:manage',
  'settings.save': 'settings:manage',
  'settings.confirm': 'settings:manage',
};

/** Runs a stored command again. @throws Problem 403 if its author may no longer run it, and whatever the use case throws */
export const runCommand = (
  deps: Deps,
  principal: Principal,
  { command, input }: Readonly<{ command: string; input: readonly unknown[] }>,
  origin: Origin,
): Promise<unknown> => {
  const permission = routePermissions[command as CommandName];
  if (permission && !can(principal.actor, permission)) throw forbidden();
  const run = commands[command as CommandName] as (deps: Deps, principal: Principal, ...input: unknown[]) => Promise<unknown>;
  return run(deps, principal, ...input, origin);
};
