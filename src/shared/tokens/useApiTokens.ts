import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { ApiToken, ApiTokenBody, IssuedToken, TokenOwners } from '../../../contract/entities/apiToken.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../app/context.ts';
import { type ApiTokenStep, apiTokensMachine } from '../../machines/tokens/apiTokens.machine.ts';
import { createApiTokens } from '../../services/apiTokens.ts';
import { confirmWithUser } from '../../services/browser.ts';
import { useMachineRef } from '../useMachineRef.ts';

const noTokens: readonly ApiToken[] = [];
const t = messages.apiTokens;
const doneMessages = { create: t.saved, revoke: t.revokedDone } as const;
const getName = (step: ApiTokenStep): string => (step.kind === 'create' ? step.body.name : step.token.name);

const runStep = async (service: ReturnType<typeof createApiTokens>, step: ApiTokenStep): Promise<IssuedToken | null> => {
  if (step.kind === 'create') return service.create(step.body);
  await service.revoke(step.token.id);
  return null;
};

/** Binds the user's API tokens, or everybody's. */
export const useApiTokens = (owners: TokenOwners) => {
  const { http } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const machine = useMemo(() => {
    const service = createApiTokens(http);
    return apiTokensMachine.provide({
      actors: {
        load: fromPromise(async ({ signal }) => ({ tokens: await service.list(owners, signal), issued: null })),
        confirm: fromPromise(({ input: { step } }) =>
          confirm({ ...t.confirmRevoke, title: fill(t.confirmRevoke.title, { name: getName(step) }) }),
        ),
        save: fromPromise(({ input: { step } }) => runStep(service, step)),
      },
      actions: { reportSaved: (_, { step }) => toast(fill(doneMessages[step.kind], { name: getName(step) })) },
    });
  }, [http, owners, toast, confirm]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content, form, error, fields } = snapshot.context;
  return {
    tokens: content?.tokens ?? noTokens,
    issued: content?.issued ?? null,
    hasForm: form !== null,
    /** The form's error while it is open, otherwise the list's. */
    error,
    fields,
    waits: snapshot.matches('loading') && content === null,
    failed: snapshot.matches('failed'),
    saving: snapshot.hasTag('busy'),
    /** True if no request is running and no form is open. */
    settled: snapshot.matches('shown'),
    retry: () => ref.send({ type: 'desk.reload' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    open: () => ref.send({ type: 'form.open', form: { kind: 'new' } }),
    revoke: (token: ApiToken) => ref.send({ type: 'step.submit', step: { kind: 'revoke', token } }),
    create: (body: ApiTokenBody) => ref.send({ type: 'step.submit', step: { kind: 'create', body } }),
    close: (isDirty: boolean) => (!isDirty || confirmWithUser(t.leave)) && ref.send({ type: 'form.close' }),
    forget: () => confirmWithUser(t.confirmDone) && ref.send({ type: 'desk.reload' }),
  };
};
export type ApiTokensView = ReturnType<typeof useApiTokens>;
