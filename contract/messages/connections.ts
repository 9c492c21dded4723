import { dealReasons } from './hubspot.ts';
import { sheetReasons } from './sheets.ts';
import { shiftReasons } from './sling.ts';

// Why an outside system could not be used; `{name}` is the connection's.
export const connections = {
  auth_expired: '{name} does not accept our sign-in any more: connect it again.',
  permission: '{name} refuses access to this. Ask the owner of the account there to allow it.',
  rate_limited: '{name} asks us to wait before we call again.',
  invalid_config: '{name} does not know what it was asked for: check what the connection is set to.',
  upstream_down: '{name} does not answer properly at the moment; it is tried again by itself.',
  bad_data: '{name} answered with something that cannot be read.',
  tooMany: 'Too many deliveries at once; later ones are taken again.',
  webhookRefused: 'The signature is not right.',
  nameTaken: 'An integration with this name already exists',
  already: 'This account is already connected as {name}.',
  otherAccount: 'That is another account. Connect {name} with the account that it had.',
  notConnected: '{name} is not connected. Connect it again first.',
  busy: 'A sync of this connection is just ending. Try again in a moment.',
  runAsked: 'Sync of {name}',
  runScheduled: 'Scheduled sync of {name}',
  syncFailed: 'The sync failed. The next one goes on where it stopped.',
  syncLost: 'The sync was interrupted too often. The next one goes on where it stopped.',
  stopped: 'The sync was stopped.',
} as const;

/** Why a record from outside waits for a person; `asks` is what the person is asked for. */
export const heldReasons: Readonly<Record<string, Readonly<{ text: string; asks?: string }>>> = {
  ...sheetReasons,
  ...shiftReasons,
  ...dealReasons,
  bankUnreadable: { text: 'This transaction has no amount or no date.' },
};
