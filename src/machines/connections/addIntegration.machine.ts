import { assign, fromPromise, setup } from 'xstate';
import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import { integrationMessages } from '../../../contract/messages/integrations.ts';
import { getErrorStatus, getFieldErrors, toFailure } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withError, withEvent } from '../support/params.ts';

export type AddForm = Readonly<Record<string, unknown>>;
/** `again`: the connection to reconnect; null for a new one. */
type Context = {
  kind: ConnectionKind;
  again: string | null;
  form: AddForm | null;
  fields: Readonly<Record<string, string>>;
  error: string | null;
};
type Events = { type: 'form.open'; again?: string } | { type: 'form.submit'; form: AddForm } | { type: 'form.cancel' };

/** spec 8.09-8.11: a 400 means a mistake in the form, and the server's message comes first. */
const toErrorMessage = (kind: ConnectionKind, error: unknown): string => {
  const words = integrationMessages[kind];
  return toFailure({ error, fallback: getErrorStatus(error) === 400 ? words.refused : words.createFailed }).message;
};

/**
 * Adds an integration, or reconnects one, by a form (spec 2.54-2.56, 7.33, 8.09-8.11).
 * Normal path: closed → editing → saving → closed, and the list reloads.
 * Never: close before the server responds, or retain a token or password afterwards.
 */
export const addIntegrationMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { kind: ConnectionKind } },
  actors: { saveForm: fromPromise<unknown, { form: AddForm; again: string | null }>(missing('saveForm')) },
  actions: {
    setAgain: assign({ again: (_, params: { again?: string }) => params.again ?? null, fields: {}, error: null }),
    setForm: assign({ form: (_, params: { form: AddForm }) => params.form, fields: {}, error: null }),
    forgetForm: assign({ form: null }),
    setError: assign({
      fields: (_, params: { error: unknown }) => getFieldErrors(params.error),
      error: ({ context }, params: { error: unknown }) => toErrorMessage(context.kind, params.error),
    }),
    reportSaved: () => {},
  },
}).createMachine({
  id: 'addIntegration',
  context: ({ input }) => ({ kind: input.kind, again: null, form: null, fields: {}, error: null }),
  initial: 'closed',
  states: {
    closed: {
      description: 'No form is open, and the list of connections is in front.',
      on: { 'form.open': { target: 'editing', actions: withEvent('setAgain') } },
    },
    editing: {
      description: 'The user enters the credentials of the outside system; a refusal of the last try is shown.',
      on: { 'form.submit': { target: 'saving', actions: withEvent('setForm') }, 'form.cancel': 'closed' },
    },
    saving: {
      description: 'The server is checking and storing the credentials.',
      invoke: {
        id: 'saveForm',
        src: 'saveForm',
        input: ({ context }) => ({ form: context.form ?? {}, again: context.again }),
        onDone: { target: 'closed', actions: ['reportSaved', 'forgetForm'] },
        onError: { target: 'editing', actions: [withError('setError'), 'forgetForm'] },
      },
    },
  },
});
