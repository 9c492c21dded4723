import { dealReasons } from './hubspot.ts';
import type { importProblems } from './importProblems.ts';
import { sheetReasons } from './sheets.ts';
import { shiftReasons } from './sling.ts';

// Reasons why an outside system could not be used; `{name}` is the connection's.
export const connections = {
  auth_expired: '{name} no longer accepts our sign-in. Choose Reconnect; imported data stays.',
  permission: '{name} refuses access to this. Ask the owner of the account there to allow it, then choose Test.',
  rate_limited:
    '{name} asks us to wait before we call again. You don’t need to do anything: the next sync continues where this one stopped.',
  invalid_config:
    '{name} no longer has the data this connection reads. Check there whether it was renamed or removed, then connect it again; imported data stays.',
  upstream_down:
    '{name} does not respond properly at the moment. We retry automatically; if this continues, check whether the system is down.',
  notReached: '{name} does not respond properly at the moment, so nothing was saved. Check whether the system is down, then connect again.',
  notYet: '{name} asks us to wait before we call again, so nothing was saved. Connect again in a minute.',
  bad_data:
    '{name} sent an answer that could not be read, so nothing in it was saved. Choose Sync to try again; if it keeps happening, contact the operator of this server.',
  tooMany: 'Too many deliveries at once; later ones are accepted again.',
  webhookRefused:
    'The signature does not match. Set the signing secret here to the one that the sender shows, and send the delivery again.',
  deliveryFailed: 'A delivery could not be read. The next scheduled sync reads the changes it announced.',
  nameTaken: 'An integration with this name already exists',
  already: 'This account is already connected as {name}.',
  frequency: 'Choose realtime, hourly, daily or manual.',
  otherAccount: 'This is a different account. Connect {name} with its previous account.',
  notConnected: '{name} is not connected. Connect it again first.',
  busy: 'A sync of this connection is just ending. Try again in a moment.',
  runAsked: 'Sync of {name}',
  runScheduled: 'Scheduled sync of {name}',
  syncFailed: 'The sync failed. The next one continues where it stopped.',
  syncLost: 'The sync was interrupted too often. The next one continues where it stopped.',
  stopped: 'The sync was stopped.',
  questionFailed: 'Some documents were not settled. Answer the question about them again.',
  quickbooksSetup:
    'Create an app at developer.intuit.com with the Accounting scope, add the redirect address below to it, and set QUICKBOOKS_CLIENT_ID, QUICKBOOKS_CLIENT_SECRET and PUBLIC_URL. Production keys need an https address on a public domain.',
  notConfigured: 'This server has no {kind} keys yet. The tab says what to set.',
  signInStale: 'This sign-in has expired. Close the window and connect again.',
  signInNotAllowed:
    'The person who began this sign-in can no longer manage integrations, so nothing was connected. Another administrator can connect it.',
  signInDenied: 'Access was not granted in {kind}.',
  signInFailed: '{kind} could not be connected. Close the window and try again.',
  signInDone: '{kind} is connected. You can close this window.',
} as const;

const meanings = [
  { value: 'counts', label: 'They count' },
  { value: 'left_out', label: 'Leave them out' },
] as const;
type HeldReason = Readonly<{ text: string; asks?: string; choices?: readonly Readonly<{ value: string; label: string }>[] }>;

/** Reasons why an external record is held; `asks` names the value a person has to provide, `choices` its allowed values. */
export const heldReasons = {
  ...sheetReasons,
  ...shiftReasons,
  ...dealReasons,
  bankUnreadable: { text: 'This transaction has no amount or no date.' },
  stateUnplaced: {
    text: 'Its state is “{value}”, which Quotaboard doesn’t know, so nothing of it was imported.',
    asks: 'Do documents in this state count?',
    choices: meanings,
  },
  typeUnplaced: {
    text: 'Its type is “{value}”, which Quotaboard doesn’t know, so nothing of it was imported.',
    asks: 'Do documents of this type count as sales?',
    choices: meanings,
  },
  numberTaken: { text: 'Invoice {number} is here already, from another source.' },
  invoicesVanished: {
    text: '{missing} of {known} invoices are no longer in {name}, so they were left as they are.',
    asks: 'Type "remove" if they were deleted on purpose; the next sync removes them',
  },
  salesReceiptsVanished: {
    text: '{missing} of {known} sales receipts are no longer in {name}, so they were left as they are.',
    asks: 'Type "remove" if they were deleted on purpose; the next sync removes them',
  },
  memosVanished: {
    text: '{missing} of {known} credit memos are no longer in {name}, so they were left as they are.',
    asks: 'Type "remove" if they were deleted on purpose; the next sync removes them',
  },
  refundsVanished: {
    text: '{missing} of {known} refund receipts are no longer in {name}, so they were left as they are.',
    asks: 'Type "remove" if they were deleted on purpose; the next sync removes them',
  },
  paymentsVanished: {
    text: '{missing} of {known} payments are no longer in {name}, so they were left as they are.',
    asks: 'Type "remove" if they were deleted on purpose; the next sync removes them',
  },
  memoOpen: { text: '{left} of this credit memo is not applied to an invoice.', asks: 'Which invoice does it reverse?' },
  memoAppliedByHand: {
    text: '{applied} of this credit memo was applied by hand to {invoices}, and less of it is left. Change that payment, then choose Try again.',
  },
} as const satisfies Readonly<Record<string, HeldReason>>;

/** Every reason for holding a record or row in quarantine. Each code has one sentence. */
export type QuarantineCode = keyof typeof heldReasons | keyof typeof importProblems;
